package dev.tradewind.catalog.product.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetadataChangeTest {

  @ParameterizedTest(name = "{0} sets {1} and removes {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'a':1}                | {'a':1}           | ''
          {'a':''}               | {}                | a
          {'a':null}             | {'a':null}        | ''
          {'a':'x','b':'','c':0} | {'a':'x','c':0}   | b
          {'a':'','b':''}        | {}                | a,b
          {'a':{'b':''}}         | {'a':{'b':''}}    | ''
          """)
  void anEmptyTextRemovesItsKey(String metadata, String set, String removed) {
    MetadataChange change = Objects.requireNonNull(MetadataChange.of(json(metadata)));

    assertThat(change.set()).isEqualTo(json(set));
    assertThat(String.join(",", change.removed())).isEqualTo(removed);
  }

  @Test
  void withoutKeysNothingChanges() {
    assertThat(MetadataChange.of(null)).isNull();
    assertThat(MetadataChange.of(new JsonObject())).isNull();
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }
}
