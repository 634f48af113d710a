package dev.tradewind.kernel.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.ProblemException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListingTest {

  @Test
  void whatTheCallerSaysIsBoundAndNeverSql() {
    String evil = "'; DROP TABLE book; --";

    Listing.Query query =
        parse(new JsonObject().put("title", evil).put("id", new JsonArray().add(evil)));

    assertThat(query.conditions().where())
        .isEqualTo(
            " WHERE (t.deleted_at IS NULL) AND (t.id = ANY($1::text[]))"
                + " AND (t.title = ANY($2::text[]))");
    assertThatThrownBy(() -> parse(new JsonObject().put("order", "title; DROP TABLE book")))
        .hasMessage("Order field title; DROP TABLE book is not valid");
  }

  @Test
  void aDeletedAtFilterShowsDeletedRows() {
    JsonObject query = new JsonObject().put("deleted_at", new JsonObject().put("gt", "2024-01-01"));

    assertThat(parse(query).conditions().where())
        .isEqualTo(" WHERE (t.deleted_at > $1::timestamptz)");
  }

  @Test
  void aSearchDropsTheFiltersItReplaces() {
    JsonObject query = new JsonObject().put("q", "solar").put("title", "x").put("lent", true);

    assertThat(parse(query).conditions().where())
        .contains("t.lent = ANY($1::boolean[])", "t.title ILIKE $2")
        .doesNotContain("t.title = ANY");
  }

  @Test
  void theNewestComeFirstUnlessAskedOtherwise() {
    assertThat(parse(new JsonObject()).order()).isEqualTo("t.created_at DESC, t.id DESC");
    assertThat(parse(new JsonObject().put("order", "pages")).order())
        .isEqualTo("t.pages ASC, t.id ASC");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"limit\": -1}",
        "{\"limit\": 1001}",
        "{\"offset\": -1}",
        "{\"pages\": \"many\"}",
        "{\"lent\": \"perhaps\"}",
        "{\"created_at\": \"2024-01-01\"}",
        "{\"created_at\": {\"near\": \"2024-01-01\"}}",
        "{\"created_at\": {\"lt\": \"tomorrow\"}}",
        "{\"pages\": {\"contains\": \"1\"}}"
      })
  void whatMakesNoSenseIsRefused(String query) {
    assertThatThrownBy(() -> parse(new JsonObject(query))).isInstanceOf(ProblemException.class);
  }

  private static Listing.Query parse(JsonObject query) {
    return Library.LISTING.parse(query, conditions -> {});
  }
}
