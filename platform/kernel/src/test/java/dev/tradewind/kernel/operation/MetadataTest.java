package dev.tradewind.kernel.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetadataTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "               | {'a': 1}           | {'a': 1}",
        "               | {'a': ''}          | {}",
        "{'a': 1}       | {}                 | {'a': 1}",
        "{'a': 1}       | {'b': {'c': 2}}    | {'a': 1, 'b': {'c': 2}}",
        "{'a': {'b':1}} | {'a': {'c': 2}}    | {'a': {'c': 2}}",
        "{'a': 1}       | {'a': ''}          | {}",
        "{'a': 1}       | {'a': null}        | {'a': null}",
      })
  void givenKeysAreMergedAndAnEmptyTextDeletesItsKey(
      @Nullable String current, String given, String merged) {
    JsonObject before = current == null ? null : json(current);

    assertThat(Metadata.merged(before, json(given))).isEqualTo(json(merged));
    assertThat(before).isEqualTo(current == null ? null : json(current));
  }

  @Test
  void theMergedMetadataIsLimited() {
    JsonObject half = new JsonObject().put("a", "x".repeat(8 * 1024));
    JsonObject otherHalf = new JsonObject().put("b", "x".repeat(8 * 1024));

    assertThatThrownBy(() -> Metadata.merged(half, otherHalf))
        .isInstanceOf(Problem.class)
        .hasMessage("metadata must be smaller than or equal to 16384 bytes");
    assertThat(Metadata.merged(half, otherHalf.copy().put("a", "")).fieldNames())
        .containsExactly("b");
  }

  private static JsonObject json(String singleQuoted) {
    return new JsonObject(singleQuoted.replace('\'', '"'));
  }
}
