package dev.tradewind.kernel.resource.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.resource.ColumnType;
import io.vertx.core.json.JsonArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FilterTest {

  private static final Filter OF_SHELF =
      Filter.matching(
          ColumnType.TEXT,
          "EXISTS (SELECT FROM link WHERE link.book_id = t.id AND link.shelf_id = ANY({}))");

  @Test
  void oneValueIsComparedAsOne() {
    for (Object one : new Object[] {"a", new JsonArray().add("a")}) {
      WhereClause conditions = filtered(one);

      assertThat(conditions.where()).contains("link.shelf_id = $1::text)");
      assertThat(conditions.parameters().getValue(0)).isEqualTo("a");
    }
  }

  @Test
  void severalValuesAreAnArray() {
    WhereClause conditions = filtered(new JsonArray().add("a,b"));

    assertThat(conditions.where()).contains("link.shelf_id = ANY($1::text[])");
    assertThat(conditions.parameters().getArrayOfStrings(0)).containsExactly("a", "b");
  }

  @Test
  void noValueIsAnEmptyArray() {
    assertThat(filtered(null).parameters().getArrayOfStrings(0)).isEmpty();
    assertThat(filtered(new JsonArray().add("null").add("a")).where()).contains("ANY($1::text[])");
  }

  @Test
  void aConditionWithoutASetIsRefused() {
    for (String condition :
        new String[] {"t.id = {}", "t.id = ANY ({})", "a = ANY({}) OR b = {}"}) {
      assertThatThrownBy(() -> Filter.matching(ColumnType.TEXT, condition)).hasMessage(condition);
    }
  }

  private static WhereClause filtered(@Nullable Object value) {
    WhereClause conditions = new WhereClause();
    OF_SHELF.apply(conditions, "shelf_id", value);
    return conditions;
  }
}
