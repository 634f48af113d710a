package dev.tradewind.catalog.pricelist;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.catalog.schema.PriceResources;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.function.Function;

/** SQL of price lists and their customer groups. */
public final class PriceListStore {

  private static final String FIND_OF_GROUPS =
      """
      SELECT link.customer_group_id, %s AS price_list
      FROM price_list_customer_group AS link
      JOIN price_list AS t ON t.id = link.price_list_id
      WHERE link.customer_group_id = ANY ($1)
        AND t.deleted_at IS NULL
      ORDER BY t.created_at, t.id
      """
          .formatted(PriceResources.PRICE_LIST.jsonObject("t"));

  private static final String CHANGE =
      """
      WITH changed AS (
        UPDATE price_list
        SET version = version + 1
        WHERE id = $1 AND deleted_at IS NULL
        RETURNING version
      ),
      told AS (
        %s
      )
      SELECT
      FROM changed
      """
          .formatted(Outbox.insertAtVersionOf("$2", "changed"));

  private static final String DELETE =
      """
      WITH gone AS (
        DELETE FROM price_list
        WHERE id = $1
        RETURNING version + 1 AS version
      )
      """
          + Outbox.insertAtVersionOf("$2", "gone");

  /** The list is open to all customers without groups; the trigger limits it again. */
  private static final String REMOVE_OTHER_GROUPS =
      """
      WITH removed AS (
        DELETE FROM price_list_customer_group
        WHERE price_list_id = $1 AND customer_group_id <> ALL ($2::text[])
      )
      UPDATE price_list
      SET is_for_groups = cardinality($2::text[]) > 0
      WHERE id = $1
      """;

  private static final String ADD_GROUPS =
      """
      INSERT INTO price_list_customer_group (price_list_id, customer_group_id)
      SELECT $1, id
      FROM unnest($2::text[]) AS id
      ON CONFLICT DO NOTHING
      """;

  // Lock order: lists by id. A change of the groups of a list holds the same lock.
  private static final String LOCK_LISTS_OF_GROUPS =
      """
      SELECT id
      FROM price_list
      WHERE id IN (
        SELECT price_list_id
        FROM price_list_customer_group
        WHERE customer_group_id = ANY ($1)
      )
      ORDER BY id
      FOR NO KEY UPDATE
      """;

  private static final String FORGET_GROUPS =
      """
      WITH removed AS (
        DELETE FROM price_list_customer_group
        WHERE customer_group_id = ANY ($1)
        RETURNING price_list_id
      ),
      left_over AS (
        SELECT list.id,
          EXISTS (
            SELECT FROM price_list_customer_group AS other
            WHERE other.price_list_id = list.id
              AND other.customer_group_id <> ALL ($1)
          ) AS has_groups
        FROM price_list AS list
        WHERE list.id IN (SELECT price_list_id FROM removed)
      ),
      changed AS (
        UPDATE price_list AS list
        SET status = CASE WHEN has_groups THEN list.status ELSE 'draft' END,
          is_for_groups = list.is_for_groups AND has_groups,
          version = version + 1,
          updated_at = now()
        FROM left_over
        WHERE list.id = left_over.id
        RETURNING list.id, list.version
      )
      """
          + Outbox.insertForEach("$2", "changed");

  /** Finds the price lists of the groups, as pairs of price list and group. */
  Future<JsonArray> findOfGroups(SqlClient db, JsonArray groupIds) {
    return db.preparedQuery(FIND_OF_GROUPS)
        .execute(Tuple.of(groupIds.stream().toArray(String[]::new)))
        .map(rows -> {
          JsonArray found = new JsonArray();
          rows.forEach(row ->
              found.add(
                  new JsonObject()
                      .put("customer_group_id", row.getString("customer_group_id"))
                      .put("price_list", row.getJson("price_list"))));
          return found;
        });
  }

  /**
   * Work in a transaction that holds the lock of the list, raises its version and publishes the
   * event of its change; fails with 404 if it is unknown.
   */
  <T> Future<T> locked(Pool pool, Event event, Function<SqlConnection, Future<T>> work) {
    return PriceListConstraints.mapped(
        Transactions.attributed(
            pool,
            db ->
                change(db, event)
                    .compose(isPresent -> {
                      if (!isPresent) {
                        throw PriceResources.listNotFound(event.subject());
                      }
                      return work.apply(db);
                    })));
  }

  /** Locks the list, raises its version and publishes the event; false if it is unknown. */
  Future<Boolean> change(SqlClient db, Event event) {
    return db.preparedQuery(CHANGE)
        .execute(Tuple.of(event.subject(), Outbox.rows(List.of(event))))
        .map(rows -> rows.size() > 0);
  }

  /** Deletes the list with its prices; deleting an unknown one succeeds. */
  Future<Void> delete(SqlClient db, Event event) {
    return db.preparedQuery(DELETE)
        .execute(Tuple.of(event.subject(), Outbox.rows(List.of(event))))
        .mapEmpty();
  }

  /** Replaces the groups of the list; none open it to all customers. */
  Future<Void> setGroups(SqlClient db, String id, List<String> groupIds) {
    Tuple parameters = Tuple.of(id, JsonFields.array(groupIds));
    return db.preparedQuery(REMOVE_OTHER_GROUPS)
        .execute(parameters)
        .compose(removed ->
            Futures.unlessEmpty(
                groupIds, () -> db.preparedQuery(ADD_GROUPS).execute(parameters).mapEmpty()));
  }

  /**
   * Removes the groups from all price lists. A list that loses its last group becomes a draft,
   * because without groups it would apply to all customers.
   */
  Future<Void> forgetGroups(Pool pool, List<String> groupIds, Function<String, Event> changed) {
    Object ids = groupIds.toArray(String[]::new);
    return Transactions.attributed(
        pool,
        db ->
            db.preparedQuery(LOCK_LISTS_OF_GROUPS)
                .execute(Tuple.of(ids))
                .compose(locked -> {
                  if (locked.size() == 0) {
                    return Future.succeededFuture();
                  }
                  return db.preparedQuery(FORGET_GROUPS)
                      .execute(
                          Tuple.of(
                              ids,
                              Outbox.rows(
                                  locked.stream()
                                      .map(list -> changed.apply(list.getString("id")))
                                      .toList())))
                      .mapEmpty();
                }));
  }
}
