package dev.tradewind.kernel.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceMessagesTest {

  @Test
  void aQueryForRelatedRowsHasTheFormOfEveryVersion() {
    assertThat(
            RelatedQuery.parse(
                new JsonObject(
                    """
                    {
                      "resource": "book",
                      "relation": null,
                      "keys": ["book_1"],
                      "columns": ["id", "title"],
                      "relations": ["author"]
                    }
                    """)))
        .isEqualTo(
            new RelatedQuery(
                "book", null, List.of("book_1"), List.of("id", "title"), List.of("author"), null));
    assertThat(
            RelatedQuery.answer(
                List.of(new RelatedRow("book_1", new JsonObject().put("title", "Tides")))))
        .isEqualTo(
            new JsonObject(
                """
                {"rows": [{"key": "book_1", "row": {"title": "Tides"}}], "counts": null}
                """));
  }

  @Test
  void aQueryForReferencesHasTheFormOfEveryVersion() {
    ReferenceQuery query = new ReferenceQuery("books", List.of("book_1"), List.of("title"));
    JsonObject sent =
        new JsonObject(
            """
            {"kind": "books", "ids": ["book_1"], "fields": ["title"]}
            """);

    assertThat(query.toJson()).isEqualTo(sent);
    assertThat(ReferenceQuery.parse(sent)).isEqualTo(query);
  }
}
