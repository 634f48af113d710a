package dev.tradewind.kernel.resource;

import static dev.tradewind.kernel.resource.Relation.embedded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class EmbeddedRelationTest {

  private static final Resource PAGE = Resource.table("page").text("id", "text").build();

  private static final Resource LETTER =
      Resource.table("letter")
          .text("id", "sender")
          .relation(embedded("pages", () -> PAGE, true))
          .relation(embedded("cover", () -> PAGE, false))
          .build();

  private static final View VIEW = View.of(LETTER);

  private static final JsonObject DOCUMENT =
      new JsonObject(
          """
          {
            "id": "l1",
            "sender": "Ada",
            "stamp": 5,
            "pages": [{"id": "p1", "text": "Dear", "ink": "blue"}, {"id": "p2", "text": "Bob"}],
            "cover": null
          }
          """);

  @Test
  void onlySelectedPartsAreTakenFromADocument() {
    assertThat(read("", null)).isEqualTo(new JsonObject("{\"id\": \"l1\", \"sender\": \"Ada\"}"));
    assertThat(read("pages,cover", "id"))
        .isEqualTo(
            new JsonObject(
                """
                {
                  "id": "l1",
                  "pages": [{"id": "p1", "text": "Dear"}, {"id": "p2", "text": "Bob"}],
                  "cover": null
                }
                """));
    assertThat(read("", "pages.text").getJsonArray("pages").getJsonObject(0))
        .isEqualTo(new JsonObject("{\"id\": \"p1\", \"text\": \"Dear\"}"));
  }

  @Test
  void namesUnknownToTheDescriptorAreRejected() {
    assertThatThrownBy(() -> read("stamp", null)).isInstanceOf(Problem.class);
    assertThatThrownBy(() -> read("pages", "pages.ink")).isInstanceOf(Problem.class);
  }

  @Test
  void aRelationThatIsAlwaysLoadedComesWithItsExpandedParent() {
    Resource letter =
        Resource.table("letter")
            .text("id")
            .relation(embedded("pages", () -> PAGE, true).alwaysLoaded())
            .relation(embedded("cover", () -> PAGE, false))
            .build();
    Resource post =
        Resource.table("post").text("id").relation(embedded("letters", () -> letter, true)).build();
    JsonObject document =
        new JsonObject("{\"id\": \"d1\"}").put("letters", new JsonArray().add(DOCUMENT));

    for (String expand : new String[] {"letters", "letters.pages"}) {
      Selection selection = View.of(post).select(new JsonObject().put("expand", expand));
      assertThat(selection.of(document).getJsonArray("letters").getJsonObject(0).fieldNames())
          .containsExactlyInAnyOrder("id", "pages");
    }
    assertThat(
            View.of(post)
                .select(new JsonObject().put("expand", "letters.cover"))
                .of(document)
                .getJsonArray("letters")
                .getJsonObject(0)
                .fieldNames())
        .containsExactlyInAnyOrder("id", "pages", "cover");
  }

  private static JsonObject read(String expand, String fields) {
    Selection selection = VIEW.select(new JsonObject().put("expand", expand).put("fields", fields));
    return selection.of(DOCUMENT);
  }
}
