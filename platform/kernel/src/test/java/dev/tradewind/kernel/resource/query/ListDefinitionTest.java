package dev.tradewind.kernel.resource.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.ColumnType;
import dev.tradewind.kernel.resource.Library;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.Workshop;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListDefinitionTest {

  @Test
  void inputIsBoundAndNeverSql() {
    String evil = "'; DROP TABLE book; --";

    ListDefinition.Query query =
        parse(new JsonObject().put("title", evil).put("id", new JsonArray().add(evil)));

    assertThat(query.conditions().where())
        .isEqualTo(" WHERE (t.deleted_at IS NULL) AND (t.id = $1::text) AND (t.title = $2::text)");
    JsonObject several = new JsonObject().put("id", new JsonArray().add(evil).add("b"));
    assertThat(parse(several).conditions().where()).endsWith("(t.id = ANY($1::text[]))");
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
  void aSearchAppliesBesideAllFilters() {
    JsonObject query = new JsonObject().put("q", "solar").put("title", "x").put("lent", true);

    assertThat(parse(query).conditions().where())
        .contains("t.title = $1", "t.lent = true", "t.title ILIKE $2");
  }

  @Test
  void aTextWithATrigramIsFoundByTheIndex() {
    ListDefinition indexed =
        ListDefinition.of(View.of(Library.BOOK), 10)
            .indexedSearch("t.title ILIKE {}", "t.id = ANY (ARRAY(SELECT {}))")
            .build();

    ListDefinition.Query few = indexed.parse(new JsonObject().put("q", "so"), conditions -> {});
    assertThat(few.search()).isEqualTo(ListDefinition.Search.SCAN);
    assertThat(few.conditions().where()).endsWith("(t.title ILIKE $1)");
    assertThat(few.order()).isEqualTo("t.created_at DESC, t.id DESC");
    ListDefinition.Query many = indexed.parse(new JsonObject().put("q", "sol"), conditions -> {});
    assertThat(many.search()).isEqualTo(ListDefinition.Search.INDEX);
    assertThat(many.conditions().where()).endsWith("(t.id = ANY (ARRAY(SELECT $1)))");
    assertThat(many.order()).isEqualTo("(SELECT t.created_at) DESC, t.id DESC");
  }

  @Test
  void aTextWithoutATrigramMayHaveAConditionOfItsOwn() {
    ListDefinition.Query query =
        ListDefinition.of(View.of(Library.BOOK), 10)
            .indexedSearch("t.title ILIKE {}")
            .shortSearch("t.title ILIKE ({} || '%')")
            .build()
            .parse(new JsonObject().put("q", "5%"), conditions -> {});

    assertThat(query.search()).isEqualTo(ListDefinition.Search.INDEX);
    assertThat(query.conditions().where()).endsWith("(t.title ILIKE ($1 || '%'))");
    assertThat(query.conditions().parameters().getString(0)).isEqualTo("5\\%");
  }

  @Test
  void theNewestComeFirstUnlessAskedOtherwise() {
    assertThat(parse(new JsonObject()).order()).isEqualTo("t.created_at DESC, t.id DESC");
    assertThat(parse(new JsonObject().put("order", "pages")).order())
        .isEqualTo("t.pages ASC, t.id ASC");
  }

  @Test
  void aPageBehindAKeyIsSortedByIt() {
    JsonObject query = new JsonObject().put("lent", true).put("after", "b7");
    ListDefinition.Query up = parse(query);
    ListDefinition.Query down = parse(query.copy().put("order", "-id"));

    assertThat(up.order()).isEqualTo("t.id ASC, t.id ASC");
    assertThat(up.ofPage().where()).endsWith("(t.lent = true) AND (t.id > $1)");
    assertThat(up.conditions().where()).as("counted").endsWith("(t.lent = true)");
    assertThat(up.isFirst()).isFalse();
    assertThat(down.ofPage().where()).endsWith("(t.id < $1)");
    assertThatThrownBy(() -> parse(query.copy().put("order", "pages")))
        .isInstanceOf(Problem.class)
        .hasMessage("after needs a list that is sorted by id");
  }

  @Test
  void linkedRowsAreReadFromTheKeyOn() {
    ListDefinition linked =
        ListDefinition.of(View.of(Library.BOOK), 10)
            .filter("loan", Filter.matching(ColumnType.TEXT, "NOT loan.book = t.id OR x = ANY({})"))
            .build();

    assertThat(
            linked
                .parse(new JsonObject().put("after", "b7").put("loan", "l1"), conditions -> {})
                .ofPage()
                .where())
        .endsWith("(NOT (loan.book = t.id AND loan.book > $2) OR x = $1::text) AND (t.id > $2)");
  }

  @Test
  void textAfterASecondDashOfAnOrderHasNoMeaning() {
    assertThat(parse(new JsonObject().put("order", "-pages-x")).order())
        .isEqualTo("t.pages DESC, t.id DESC");
  }

  @Test
  void columnsOfReferencedRowsCanBeSortedBy() {
    String order =
        Workshop.LISTING
            .parse(new JsonObject().put("order", "-maker.name"), conditions -> {})
            .order();

    assertThat(order)
        .isEqualTo(
            "(SELECT t_maker.name FROM maker AS t_maker WHERE t_maker.id = t.maker_id"
                + " AND t_maker.deleted_at IS NULL) DESC, t.id DESC");
  }

  @ParameterizedTest
  @ValueSource(strings = {"parts.name", "maker", "maker.tools.name", "maker.none", "metadata", "-"})
  void aPathWithoutASingleValueCannotBeSortedBy(String order) {
    assertThatThrownBy(
            () -> Workshop.LISTING.parse(new JsonObject().put("order", order), conditions -> {}))
        .isInstanceOf(Problem.class)
        .hasMessageStartingWith("Order field ");
  }

  @Test
  void aRelationThatMayNotBeExpandedCannotBeSortedBy() {
    ListDefinition bare = ListDefinition.of(View.of(Workshop.TOOL).allowingRelations(), 10).build();

    assertThatThrownBy(
            () -> bare.parse(new JsonObject().put("order", "maker.name"), conditions -> {}))
        .hasMessage("Order field maker.name is not valid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"price\": {\"gt\": \"1e999999999\"}}",
        "{\"price\": \"NaN\"}",
        "{\"created_at\": {\"lt\": \"+100000-01-01\"}}",
        "{\"created_at\": {\"lt\": \"-99999999999\"}}",
        "{\"title\": {\"like\": \"null\"}}",
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
  void anInvalidQueryIsRejected(String query) {
    assertThatThrownBy(() -> parse(new JsonObject(query))).isInstanceOf(Problem.class);
  }

  private static ListDefinition.Query parse(JsonObject query) {
    return Library.LISTING.parse(query, conditions -> {});
  }
}
