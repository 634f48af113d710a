package dev.tradewind.order.store;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.order.model.DraftOrder;
import dev.tradewind.order.model.DraftOrderResource;
import dev.tradewind.order.model.DraftOrderStatus;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of draft orders, and their form in rows. */
public final class DraftOrderStore {

  /** What placing its order has to know of a draft. */
  public record Open(String id, long version, @Nullable Boolean noNotification) {}

  // The number for an order, and the draft that its cart belongs to: one statement for both.
  private static final String NUMBER_AND_DRAFT =
      """
      SELECT nextval('order_display_id') AS display_id, draft.id, draft.version,
        draft.no_notification_order
      FROM (VALUES (1)) AS one
      LEFT JOIN draft_order AS draft ON draft.cart_id = $1 AND draft.status = 'open'
      """;

  private static final String NOTE_CHANGE =
      """
      WITH changed AS (
        UPDATE draft_order
        SET cart_email = $2,
            no_notification_order = coalesce($3, no_notification_order),
            updated_at = CASE WHEN $3 IS NULL THEN updated_at ELSE $4 END,
            version = version + 1
        WHERE id = $1
          AND status = 'open'
          AND ($3 IS NOT NULL OR cart_email IS DISTINCT FROM $2)
        RETURNING version
      ), told AS (
      %s)
      SELECT version FROM changed
      """
          .formatted(Outbox.insertAtVersionOf("$5", "changed"));

  private static final String DELETE =
      """
      WITH changed AS (
        DELETE FROM draft_order
        WHERE id = $1
          AND status = 'open'
        RETURNING version + 1 AS version
      ), told AS (
      %s)
      SELECT version FROM changed
      """
          .formatted(Outbox.insertAtVersionOf("$2", "changed"));

  private static final String EXISTS = "SELECT FROM draft_order WHERE id = $1";

  private static final String FIND_SYNCED = "SELECT swept_until FROM draft_order_sweep";

  // Only what differs is written: most carts have told of their e-mail already.
  private static final String NOTE_EMAILS =
      """
      WITH swept AS (
        UPDATE draft_order_sweep SET swept_until = greatest(swept_until, $2)
      )
      UPDATE draft_order AS draft
      SET cart_email = cart.email, version = version + 1
      FROM jsonb_to_recordset($1) AS cart (cart_id text, email text)
      WHERE draft.cart_id = cart.cart_id
        AND draft.status = 'open'
        AND draft.cart_email IS DISTINCT FROM cart.email
      """;

  private final ResourceWriter writer = new ResourceWriter(DraftOrderResource.DRAFT);

  public Future<Optional<DraftOrder>> find(SqlClient db, String id) {
    return new ResourceReader(db)
        .find(DraftOrderResource.WHOLE, id)
        .map(found -> found.map(DraftOrderStore::draft));
  }

  /** Unknown ids are left out. */
  public Future<List<DraftOrder>> findAll(SqlClient db, Collection<String> ids) {
    return new ResourceReader(db)
        .findAll(DraftOrderResource.WHOLE, ids)
        .map(found -> found.stream().map(DraftOrderStore::draft).toList());
  }

  /** Inserts an open draft order. */
  public Future<DraftOrder> insert(
      SqlClient db,
      String id,
      String cartId,
      @Nullable String cartEmail,
      @Nullable Boolean noNotification,
      @Nullable JsonObject metadata,
      Instant now,
      List<Event> events) {
    JsonObject values =
        new JsonObject()
            .put("id", id)
            .put("cart_id", cartId)
            .put("cart_email", cartEmail)
            .put("no_notification_order", noNotification)
            .put("metadata", metadata);
    return writer
        .insert(db, DraftOrderResource.WHOLE, new RowChange(now, values, events))
        .map(DraftOrderStore::draft);
  }

  /** From a row of {@link DraftOrderResource} in the form of the wire. */
  public static DraftOrder draft(JsonObject row) {
    return new DraftOrder(
        row.getString("id"),
        Timestamps.parse(row.getString("created_at")),
        Timestamps.parse(row.getString("updated_at")),
        DraftOrderStatus.of(row.getString("status")),
        row.getString("display_id"),
        row.getString("cart_id"),
        row.getString("order_id"),
        time(row.getString("canceled_at")),
        time(row.getString("completed_at")),
        row.getBoolean("no_notification_order"),
        row.getString("idempotency_key"),
        row.getJsonObject("metadata"));
  }

  private static @Nullable Instant time(@Nullable String stored) {
    return stored == null ? null : Timestamps.parse(stored);
  }

  /**
   * The next number of an order.
   *
   * @param draft the open draft of the cart, if it belongs to one
   */
  public record Numbered(long displayId, Optional<Open> draft) {}

  public Future<Numbered> number(SqlClient db, String cartId) {
    return db.preparedQuery(NUMBER_AND_DRAFT)
        .execute(Tuple.of(cartId))
        .map(rows -> {
          Row row = rows.iterator().next();
          String id = row.getString("id");
          return new Numbered(
              row.getLong("display_id"),
              id == null
                  ? Optional.empty()
                  : Optional.of(
                      new Open(
                          id, row.getLong("version"), row.getBoolean("no_notification_order"))));
        });
  }

  /** False where nothing was to be noted, or the draft is not open any more. */
  public Future<Boolean> noteChange(
      SqlClient db,
      String id,
      @Nullable String cartEmail,
      @Nullable Boolean noNotification,
      Instant now,
      List<Event> events) {
    return db.preparedQuery(NOTE_CHANGE)
        .execute(
            Tuple.tuple()
                .addString(id)
                .addString(cartEmail)
                .addBoolean(noNotification)
                .addOffsetDateTime(Timestamps.utc(now))
                .addJsonArray(Outbox.rows(events)))
        .map(rows -> rows.size() == 1);
  }

  /** False where there is no open draft of that id. */
  public Future<Boolean> delete(SqlClient db, String id, List<Event> events) {
    return db.preparedQuery(DELETE)
        .execute(Tuple.of(id, Outbox.rows(events)))
        .map(rows -> rows.size() == 1);
  }

  public Future<Boolean> exists(SqlClient db, String id) {
    return db.preparedQuery(EXISTS).execute(Tuple.of(id)).map(rows -> rows.size() == 1);
  }

  /** Up to when the carts of drafts were looked at. */
  public Future<Instant> sweptUntil(SqlClient db) {
    return db.query(FIND_SYNCED)
        .execute()
        .map(rows -> rows.iterator().next().getOffsetDateTime(0).toInstant());
  }

  /**
   * @param emails {@code cart_id} and {@code email} of carts as they are now
   */
  public Future<Void> noteEmails(SqlClient db, JsonArray emails, Instant sweptUntil) {
    return db.preparedQuery(NOTE_EMAILS)
        .execute(Tuple.of(emails, Timestamps.utc(sweptUntil)))
        .mapEmpty();
  }
}
