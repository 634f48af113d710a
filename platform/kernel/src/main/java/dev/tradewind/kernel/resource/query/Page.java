package dev.tradewind.kernel.resource.query;

import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.resource.PageBudget;
import dev.tradewind.kernel.resource.RelatedRow;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * One page of a list.
 *
 * @param count number of all rows that match the filters
 */
public record Page(List<JsonObject> rows, long count, int offset, int limit) {

  /** Length in bytes up to which a row is shown whole, however large its page is. */
  static final int MAX_ROW = 1 << 20;

  /** The same page with rows in another form. */
  public Page showing(List<JsonObject> documents) {
    return new Page(documents, count, offset, limit);
  }

  /**
   * The response of a list operation, with the rows under their plural name. If it would be too
   * large, rows of more than {@link #MAX_ROW} are shown without their largest members, of which
   * relations leave their count, so that one row does not keep the others from being listed; the
   * response of the row itself has them.
   *
   * @throws dev.tradewind.kernel.operation.Problem {@code InvalidData} if it is larger than {@link
   *     PageBudget#MAX_RESPONSE} even so
   */
  public Reply reply(String name) {
    JsonObject body =
        new JsonObject()
            .put(name, new JsonArray(rows))
            .put("count", count)
            .put("offset", offset)
            .put("limit", limit);
    return Reply.json(
        200,
        JsonBytes.of(body, PageBudget.MAX_RESPONSE)
            .or(() -> {
              rows.forEach(Page::reduce);
              return JsonBytes.of(body, PageBudget.MAX_RESPONSE);
            })
            .orElseThrow(PageBudget::exceededByResponse));
  }

  private static void reduce(JsonObject row) {
    while (JsonBytes.of(row, MAX_ROW).isEmpty()) {
      String largest =
          Collections.max(
                  row.getMap().entrySet(),
                  Comparator.comparingLong(member -> PageBudget.length(member.getValue())))
              .getKey();
      if (row.remove(largest) instanceof JsonArray elements
          && !elements.isEmpty()
          && elements.getValue(0) instanceof JsonObject) {
        // A relation that was cut before has the number of all its rows already.
        row.getMap().putIfAbsent(RelatedRow.countOf(largest), elements.size());
      }
    }
  }
}
