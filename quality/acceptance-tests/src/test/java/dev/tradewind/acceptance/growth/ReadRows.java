package dev.tradewind.acceptance.growth;

import static dev.tradewind.testing.Futures.await;

import io.vertx.core.Future;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.impl.tracing.QueryRequest;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a statement reads from tables and indexes, by its generic plan: those that a scan
 * returns and those that it removes. An index that has nothing to do with the question is a scan of
 * the table like any other.
 *
 * @param shown outside of aggregates, for the rows of a page
 * @param counted within aggregates: an exact count reads what it counts
 */
record ReadRows(long shown, long counted) {

  /** The rows; absent for a statement of another schema than that of the pool, and for a change. */
  static Optional<ReadRows> of(Pool pool, QueryRequest request) {
    if (!request.sql().stripLeading().startsWith("SELECT")) {
      return Optional.empty();
    }
    return await(
        pool.withConnection(connection ->
            connection
                .query("PREPARE judged AS " + request.sql())
                .execute()
                .compose(prepared -> explain(connection, request.tuples().getFirst()))
                .recover(failure ->
                    isOfOtherSchema(failure)
                        ? Future.succeededFuture(Optional.empty())
                        : Future.failedFuture(failure))));
  }

  private static Future<Optional<ReadRows>> explain(SqlConnection connection, Tuple values) {
    return connection
        .query("EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE judged" + values(values))
        .execute()
        .map(rows -> new JsonArray(rows.iterator().next().getValue(0).toString()))
        .map(plan -> Optional.of(rows(plan.getJsonObject(0).getJsonObject("Plan"), false)))
        .eventually(() -> connection.query("DEALLOCATE judged").execute());
  }

  private static boolean isOfOtherSchema(Throwable failure) {
    return failure instanceof PgException refused && refused.getSqlState().startsWith("42");
  }

  private static ReadRows rows(JsonObject node, boolean isCounted) {
    long own =
        node.containsKey("Relation Name") || isOf(node, "Bitmap Index Scan") ? read(node) : 0;
    ReadRows all = isCounted ? new ReadRows(0, own) : new ReadRows(own, 0);
    boolean counts = isCounted || (isOf(node, "Aggregate") && !node.containsKey("Group Key"));
    for (Object part : node.getJsonArray("Plans", new JsonArray())) {
      ReadRows further = rows((JsonObject) part, counts);
      all = new ReadRows(all.shown + further.shown, all.counted + further.counted);
    }
    return all;
  }

  private static boolean isOf(JsonObject node, String type) {
    return node.getString("Node Type").equals(type);
  }

  private static long read(JsonObject scan) {
    return Math.round(
        scan.getDouble("Actual Loops")
            * (scan.getDouble("Actual Rows")
                + scan.getDouble("Rows Removed by Filter", 0.0)
                + scan.getDouble("Rows Removed by Index Recheck", 0.0)));
  }

  private static String values(Tuple values) {
    return values.size() == 0
        ? ""
        : IntStream.range(0, values.size())
            .mapToObj(value -> literal(values.getValue(value)))
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String literal(@Nullable Object value) {
    return switch (value) {
      case null -> "NULL";
      case Object[] several ->
          quoted(
              Arrays.stream(several)
                  .map(one -> Json.encode(String.valueOf(one)))
                  .collect(Collectors.joining(",", "{", "}")));
      default -> quoted(value.toString());
    };
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
