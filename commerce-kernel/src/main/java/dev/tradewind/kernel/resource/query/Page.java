package dev.tradewind.kernel.resource.query;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * One page of a list.
 *
 * @param count number of all rows that match the filters
 */
public record Page(List<JsonObject> rows, long count, int offset, int limit) {

  /** The response of a list operation, with the rows under their plural name. */
  public JsonObject toJson(String name) {
    return new JsonObject()
        .put(name, new JsonArray(rows))
        .put("count", count)
        .put("offset", offset)
        .put("limit", limit);
  }
}
