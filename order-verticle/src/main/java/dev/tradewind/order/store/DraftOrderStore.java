package dev.tradewind.order.store;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.model.DraftOrder;
import dev.tradewind.order.model.DraftOrderResource;
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

/** Store of draft orders, and their row mapping. */
public final class DraftOrderStore {

  /** Open draft order, as far as its placement needs it. */
  public record Open(DraftOrder draft, long version) {

    public String id() {
      return draft.id();
    }
  }

  // Next display id and the draft order of the cart, in one statement.
  private static final String NUMBER_AND_DRAFT =
      """
      SELECT %s, draft.version, nextval('order_display_id') AS number
      FROM (VALUES (1)) AS one
      LEFT JOIN draft_order AS draft ON draft.cart_id = $1 AND draft.status = 'open'
      """
          .formatted(DraftOrderResource.DRAFT.columnList("draft"));

  private static final String RECORD_CHANGE =
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
      ), appended AS (
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
      ), appended AS (
      %s)
      SELECT version FROM changed
      """
          .formatted(Outbox.insertAtVersionOf("$2", "changed"));

  private static final String EXISTS = "SELECT FROM draft_order WHERE id = $1";

  private static final String FIND_SYNCED = "SELECT swept_until FROM draft_order_sweep";

  // Only updates changed addresses: most of them were sent before.
  private static final String RECORD_EMAILS =
      """
      WITH synced AS (
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

  /** Draft orders with these ids; unknown ids are skipped. */
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

  /** Draft order of a row of {@link DraftOrderResource}. */
  public static DraftOrder draft(JsonObject row) {
    return DraftOrder.CODEC.read(row);
  }

  /**
   * Display id of a new order.
   *
   * @param displayId 0 if the placement draws it
   * @param draft open draft order of the cart, if any
   */
  public record Numbered(long displayId, Optional<Open> draft) {

    /** For the cart of a shopper: the placement draws the number. */
    public static final Numbered LATER = new Numbered(0, Optional.empty());
  }

  public Future<Numbered> number(SqlClient db, String cartId) {
    return db.preparedQuery(NUMBER_AND_DRAFT)
        .execute(Tuple.of(cartId))
        .map(rows -> {
          Row row = rows.iterator().next();
          String id = row.getString("id");
          return new Numbered(
              row.getLong("number"),
              id == null
                  ? Optional.empty()
                  : Optional.of(
                      new Open(draft(DraftOrderResource.DRAFT.row(row)), row.getLong("version"))));
        });
  }

  /** Records a change; false if nothing changed or the draft order is not open any more. */
  public Future<Boolean> recordChange(
      SqlClient db,
      String id,
      @Nullable String cartEmail,
      @Nullable Boolean noNotification,
      Instant now,
      List<Event> events) {
    return db.preparedQuery(RECORD_CHANGE)
        .execute(
            Tuple.tuple()
                .addString(id)
                .addString(cartEmail)
                .addBoolean(noNotification)
                .addOffsetDateTime(Timestamps.utc(now))
                .addJsonArray(Outbox.rows(events)))
        .map(rows -> rows.size() == 1);
  }

  /** Deletes an open draft order; false if there is none with that id. */
  public Future<Boolean> delete(SqlClient db, String id, List<Event> events) {
    return db.preparedQuery(DELETE)
        .execute(Tuple.of(id, Outbox.rows(events)))
        .map(rows -> rows.size() == 1);
  }

  public Future<Boolean> exists(SqlClient db, String id) {
    return db.preparedQuery(EXISTS).execute(Tuple.of(id)).map(rows -> rows.size() == 1);
  }

  /** Time up to which changed carts were synchronized. */
  public Future<Instant> syncedUntil(SqlClient db) {
    return db.query(FIND_SYNCED)
        .execute()
        .map(rows -> rows.iterator().next().getOffsetDateTime(0).toInstant());
  }

  /**
   * Records e-mail addresses and the time of the synchronization.
   *
   * @param emails current {@code cart_id} and {@code email} of carts
   */
  public Future<Void> recordEmails(SqlClient db, JsonArray emails, Instant syncedUntil) {
    return db.preparedQuery(RECORD_EMAILS)
        .execute(Tuple.of(emails, Timestamps.utc(syncedUntil)))
        .mapEmpty();
  }
}
