package dev.tradewind.kernel.resource.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComputedFieldsTest {

  private static final Set<String> COMPUTED = Set.of("price", "tax");

  @Test
  void withoutFieldsTheDefaultsAreShown() {
    JsonObject query = new JsonObject().put("expand", "region");

    ComputedFields parted = ComputedFields.of(query, COMPUTED, Set.of("price"));

    assertThat(parted.selected()).containsExactly("price");
    assertThat(parted.query()).isEqualTo(query);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "name,tax    | name  | tax",
        "tax         | ''    | tax",
        "''          | ''    | ''",
        "name        | name  | ''",
        "-tax        | -     | price",
        "+tax,-price | -     | tax",
        "+tax,-name  | -name | price tax",
        "+tax,name   | name  | tax",
        "tax, ,price | ''    | tax price",
      })
  void namedFieldsArePutAside(String fields, String rest, String shown) {
    JsonObject query = new JsonObject().put("fields", fields);

    ComputedFields parted = ComputedFields.of(query, COMPUTED, Set.of("price"));

    assertThat(parted.query().getString("fields")).isEqualTo(rest);
    assertThat(parted.selected())
        .containsExactlyInAnyOrder(shown.isEmpty() ? new String[0] : shown.split(" "));
  }
}
