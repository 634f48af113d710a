package dev.tradewind.kernel.resource.query;

import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.resource.PageBudget;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * One page of a list.
 *
 * @param count number of all rows that match the filters
 */
public record Page(List<JsonObject> rows, long count, int offset, int limit) {

  /** The same page with rows in another form. */
  public Page showing(List<JsonObject> documents) {
    return new Page(documents, count, offset, limit);
  }

  /**
   * The response of a list operation, with the rows under their plural name.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException {@code InvalidData} if it is larger
   *     than {@link PageBudget#MAX_RESPONSE}
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
        JsonBytes.of(body, PageBudget.MAX_RESPONSE).orElseThrow(PageBudget::exceededByResponse));
  }
}
