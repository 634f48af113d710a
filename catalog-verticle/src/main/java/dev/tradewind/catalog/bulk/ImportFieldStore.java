package dev.tradewind.catalog.bulk;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Store of what the declared fields say to imported products before they are written. */
final class ImportFieldStore {

  private static final String ANNOUNCE = "SELECT set_config('tradewind.announced_rows', $1, true)";

  private static final String FORESEE =
      """
      SELECT line, resource || '.metadata.' || name AS field, fault, key, referred_resource
      FROM foresee_declared($1)
      ORDER BY line, field
      """;

  /**
   * @param errors each with {@code line}, {@code field} and {@code message}
   * @param keys values that have to be unique in the file too: {@code line}, {@code field} and
   *     {@code key}
   * @param absent errors of references that are none if the file has the row with that {@code
   *     resource} and {@code key}
   */
  record Foreseen(JsonArray errors, JsonArray keys, JsonArray absent) {}

  Future<Foreseen> foresee(SqlClient db, List<ImportDocument> products) {
    return db.preparedQuery(FORESEE)
        .execute(Tuple.of(rows(products)))
        .map(found -> {
          Foreseen foreseen = new Foreseen(new JsonArray(), new JsonArray(), new JsonArray());
          found.forEach(row -> add(foreseen, row));
          return foreseen;
        });
  }

  /** Announces the rows of a chunk, as some of it may refer to others before they are inserted. */
  Future<Void> announce(SqlClient db, List<ImportDocument> products) {
    List<JsonObject> rows = JsonArrays.objects(rows(products));
    if (rows.stream().allMatch(row -> row.getValue("metadata") == null)) {
      return Future.succeededFuture();
    }
    String announced =
        rows.stream()
            .filter(row -> row.getString("id") != null)
            .map(row -> row.getString("resource") + "." + row.getString("id"))
            .collect(Collectors.joining(" "));
    return db.preparedQuery(ANNOUNCE).execute(Tuple.of(announced)).mapEmpty();
  }

  private static void add(Foreseen foreseen, Row row) {
    JsonObject said =
        new JsonObject().put("line", row.getLong("line")).put("field", row.getString("field"));
    String fault = row.getString("fault");
    String key = row.getString("key");
    if (fault == null) {
      foreseen.keys().add(said.put("key", key));
    } else if (key == null) {
      foreseen.errors().add(said.put("message", fault));
    } else {
      foreseen
          .absent()
          .add(
              said.put("message", fault)
                  .put("resource", row.getString("referred_resource"))
                  .put("key", key));
    }
  }

  private static JsonArray rows(List<ImportDocument> products) {
    JsonArray rows = new JsonArray();
    for (ImportDocument product : products) {
      if (!product.isContinued()) {
        rows.add(row("product", product.line(), product.id(), product.columns()));
      }
      product
          .variants()
          .forEach(
              variant -> rows.add(row("variant", variant.line(), variant.id(), variant.body())));
    }
    return rows;
  }

  private static JsonObject row(String resource, long line, @Nullable String id, JsonObject body) {
    return new JsonObject()
        .put("resource", resource)
        .put("line", line)
        .put("id", id)
        .put("metadata", body.getJsonObject("metadata"));
  }
}
