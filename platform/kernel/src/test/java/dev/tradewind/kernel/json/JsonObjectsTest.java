package dev.tradewind.kernel.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JsonObjectsTest {

  private final JsonObject region =
      new JsonObject().put("name", "EU").put("currency", new JsonObject().put("code", "eur"));

  @Test
  void aCopyHasItsOwnMembersAndSharesWhatIsNested() {
    JsonObject copy = JsonObjects.copyOf(region);

    copy.put("name", "Nordics");

    assertThat(region.getString("name")).isEqualTo("EU");
    assertThat(copy.getValue("currency")).isSameAs(region.getValue("currency"));
  }

  @Test
  void membersAreLeftOutOfTheCopyAlone() {
    JsonObject shown = JsonObjects.without(region, Set.of("currency", "countries"));

    assertThat(shown).isEqualTo(new JsonObject().put("name", "EU"));
    assertThat(region.fieldNames()).containsExactly("name", "currency");
  }
}
