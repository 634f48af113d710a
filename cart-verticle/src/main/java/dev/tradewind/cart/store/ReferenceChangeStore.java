package dev.tradewind.cart.store;

import dev.tradewind.kernel.changelog.Changes;
import dev.tradewind.kernel.changelog.Changes.Change;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Store of the changes of what carts show, by the functions that the owners publish. */
public final class ReferenceChangeStore {

  /**
   * Changes, and versions of carts, in one snapshot.
   *
   * @param versions by id of the cart; a missing one does not exist
   */
  public record Answer(Changes changes, Map<String, Long> versions) {}

  private static final String FIND =
      """
      SELECT
        concat_ws(' ', catalog.epoch, customer.epoch, discount.epoch) AS epoch,
        pg_current_snapshot()::text AS snapshot,
        catalog.is_complete AND customer.is_complete AND discount.is_complete AS is_complete,
        statement_timestamp() AS now,
        catalog.changes || customer.changes || discount.changes AS changes,
        ARRAY(
          SELECT version || ' ' || id
          FROM cart
          WHERE id = ANY ($2)
            AND deleted_at IS NULL
        ) AS versions
      FROM catalog.changes_since($1) AS catalog,
        customer.changes_since($1) AS customer,
        discount.changes_since($1) AS discount
      """;

  private final SqlClient db;

  public ReferenceChangeStore(SqlClient db) {
    this.db = db;
  }

  /**
   * @param since snapshot of the last answer; absent before the first
   * @param cartIds carts whose versions are wanted
   */
  public Future<Answer> find(@Nullable String since, Set<String> cartIds) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(since, (Object) cartIds.toArray(String[]::new)))
        .map(rows -> answer(rows.iterator().next()));
  }

  private static Answer answer(Row row) {
    Map<String, Long> versions = new HashMap<>();
    for (String found : row.getArrayOfStrings("versions")) {
      int space = found.indexOf(' ');
      versions.put(found.substring(space + 1), Long.valueOf(found.substring(0, space)));
    }
    return new Answer(
        new Changes(
            row.getString("epoch"),
            row.getString("snapshot"),
            row.getBoolean("is_complete"),
            row.getOffsetDateTime("now").toInstant(),
            null,
            Stream.of(row.getArrayOfStrings("changes")).map(Change::of).toList()),
        versions);
  }
}
