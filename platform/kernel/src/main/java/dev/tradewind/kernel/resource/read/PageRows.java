package dev.tradewind.kernel.resource.read;

import dev.tradewind.kernel.resource.PageBudget;
import dev.tradewind.kernel.resource.Selection;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a page, collected while the database sends them. Once they exceed their budget those that
 * have arrived are dropped, and so is each of the rest as soon as it arrives.
 */
final class PageRows {

  private final Selection selection;
  private final PageBudget budget = new PageBudget();
  private final List<JsonObject> rows = new ArrayList<>();
  private @Nullable Long count;

  PageRows(Selection selection) {
    this.selection = selection;
  }

  /** A statement reports the failure of its collector when the last row has arrived. */
  Collector<Row, PageRows, PageRows> collector() {
    return Collector.of(
        () -> this,
        PageRows::add,
        (page, other) -> page,
        Collector.Characteristics.IDENTITY_FINISH);
  }

  void add(Row row) {
    JsonObject read = selection.read(row);
    try {
      budget.add(read);
    } catch (RuntimeException tooLarge) {
      rows.clear();
      throw tooLarge;
    }
    rows.add(read);
    int columns = selection.readColumns().size();
    if (rows.size() == 1 && row.size() > columns) {
      count = row.getLong(columns);
    }
  }

  List<JsonObject> rows() {
    return rows;
  }

  /** The count that the statement selects behind the columns; absent without rows. */
  @Nullable Long count() {
    return count;
  }
}
