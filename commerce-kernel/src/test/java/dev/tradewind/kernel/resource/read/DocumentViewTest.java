package dev.tradewind.kernel.resource.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.ProblemException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentViewTest {

  private static final JsonObject PARCEL =
      new JsonObject(
          """
          {
            "id": "parcel_1", "weight": 5, "secret": "x",
            "sender": {"name": "Ada", "town": {"name": "London"}},
            "items": [{"title": "Mug", "maker": {"name": "Bo"}}],
            "first_item": {"title": "Mug"}
          }
          """);

  private static final DocumentView VIEW =
      DocumentView.showing(Set.of("weight"), Set.of("items.maker"))
          .allowing(Set.of("secret"), Set.of("sender.town"))
          .withCompanion("first_item", "items");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "- | - | id weight items items.maker first_item",
        "'' | - | id weight",
        "- | '' | id items items.maker first_item",
        "'' | '' | id",
        "items | weight | id weight items first_item",
        "sender | '' | id sender",
        "sender.town | '' | id sender sender.town",
        "'sender, items' | secret | id secret sender items first_item",
        "'' | +secret | id weight secret",
        "'' | -weight | id",
      })
  void expandAndFieldsSelectTheShownParts(String expand, String fields, String shown) {
    JsonObject view = VIEW.select(query(expand, fields)).apply(PARCEL);

    assertThat(paths(view)).containsExactlyInAnyOrder(shown.split(" "));
  }

  @Test
  void unknownNamesAreRefusedTogether() {
    assertThatThrownBy(() -> VIEW.select(query("sender,receiver", "weight,colour")))
        .isInstanceOf(ProblemException.class)
        .hasMessage("Requested fields [receiver, colour] are not valid");
  }

  private static JsonObject query(String expand, String fields) {
    JsonObject query = new JsonObject();
    if (expand != null) {
      query.put("expand", expand);
    }
    return fields == null ? query : query.put("fields", fields);
  }

  /** The members of the view, with those nested ones that are relations. */
  private static Set<String> paths(JsonObject view) {
    Set<String> paths = new TreeSet<>(view.fieldNames());
    JsonObject sender = view.getJsonObject("sender");
    if (sender != null && sender.containsKey("town")) {
      paths.add("sender.town");
    }
    JsonArray items = view.getJsonArray("items");
    if (items != null && items.getJsonObject(0).containsKey("maker")) {
      paths.add("items.maker");
    }
    return paths;
  }
}
