package dev.tradewind.cart.store;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartCodec;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.idempotency.StoredResponse;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Store of carts in PostgreSQL, one statement per method, with a node-local cache of recently saved
 * carts.
 */
public final class CartStore {

  private static final String FIND =
      """
      SELECT %s
      FROM cart
      WHERE cart.id = $1
        AND cart.deleted_at IS NULL
      """
          .formatted(CartCodec.COLUMNS);

  private static final String FIND_ALL =
      """
      SELECT %s
      FROM cart
      WHERE cart.id = ANY ($1)
        AND cart.deleted_at IS NULL
      """
          .formatted(CartCodec.COLUMNS);

  // A completed cart does not change any more.
  private static final String FIND_CHANGED_DRAFTS =
      """
      SELECT id, email, updated_at
      FROM cart
      WHERE type = 'draft_order'
        AND (completed_at IS NULL OR completed_at > $1)
        AND updated_at > $1
      ORDER BY updated_at, id
      LIMIT $2
      """;

  private static final String FIND_WITH_ANSWER =
      """
      SELECT %s, %s
      FROM cart
      %s
      WHERE cart.id = $1
        AND cart.deleted_at IS NULL
      """
          .formatted(CartCodec.COLUMNS, StoredResponse.COLUMNS, StoredResponse.join("$2", "$3"));

  private static final String INSERT =
      """
      WITH changed AS (
        INSERT INTO cart
          (id, version, type, region_id, sales_channel_id, customer_id, email, created_at,
           updated_at, state_version, state)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
          CASE WHEN $13::text IS NULL OR require_declared_version($13) THEN $11::jsonb END)
        RETURNING id AS changed_id
      )
      """
          + Outbox.insertWhenChanged("$12", "changed");

  // Conditional on the version: a completed or concurrently changed cart is not updated.
  private static final String UPDATE =
      """
      WITH changed AS (
        UPDATE cart
        SET version = version + 1,
            region_id = $3,
            sales_channel_id = $4,
            customer_id = $5,
            email = $6,
            updated_at = $7,
            state_version = $8,
            state = $9
        WHERE id = $1
          AND version = $2
          AND completed_at IS NULL
          AND ($17::text IS NULL OR require_declared_version($17))
        RETURNING id AS changed_id
      ), appended AS (
      %s), stored AS (
      %s)
      SELECT changed_id
      FROM changed
      """
          .formatted(
              Outbox.insertWhenChanged("$10", "changed"),
              StoredResponse.insertWhenChanged(11, "changed"));

  /**
   * Loaded cart.
   *
   * @param storedResponse response stored under the same idempotency key, if any
   */
  public record Found(Cart cart, @Nullable Reply storedResponse) {}

  private final RecentCartCache recentCarts;

  public CartStore(RecentCartCache recentCarts) {
    this.recentCarts = recentCarts;
  }

  /** Cart as this node saved it last, if that is this version; absent without a version. */
  public Optional<Cart> recent(String cartId, OptionalLong version) {
    return version.isPresent() ? recentCarts.find(cartId, version.getAsLong()) : Optional.empty();
  }

  /** Removes a completed cart from the cache; the placement of its order saved it. */
  public void completed(String cartId) {
    recentCarts.invalidate(cartId);
  }

  /** Cart with that id; empty if there is none. */
  public Future<Optional<Cart>> find(SqlClient db, String cartId) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(cartId))
        .map(rows -> rows.stream().map(CartCodec::read).findFirst());
  }

  /** Cart with that id, or {@code NotFound}. */
  public Future<Cart> load(SqlClient db, String cartId) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(cartId))
        .map(rows -> CartCodec.read(only(rows, cartId)));
  }

  /** Carts with these ids, unordered; unknown ids are skipped. */
  public Future<List<Cart>> loadAll(SqlClient db, List<String> ids) {
    return db.preparedQuery(FIND_ALL)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows -> rows.stream().map(CartCodec::read).toList());
  }

  /** {@code cart_id}, {@code email} and {@code updated_at} of changed carts of draft orders. */
  public Future<List<JsonObject>> findChangedDrafts(SqlClient db, Instant since, int atMost) {
    return db.preparedQuery(FIND_CHANGED_DRAFTS)
        .execute(Tuple.of(Timestamps.utc(since), atMost))
        .map(rows ->
            rows.stream()
                .map(row ->
                    new JsonObject()
                        .put("cart_id", row.getString("id"))
                        .put("email", row.getString("email"))
                        .put(
                            "updated_at",
                            row.getOffsetDateTime("updated_at").toInstant().toString()))
                .toList());
  }

  /** Cart, and the response stored under the key. */
  public Future<Found> load(SqlClient db, String cartId, @Nullable IdempotencyKey key) {
    if (key == null) {
      return load(db, cartId).map(cart -> new Found(cart, null));
    }
    return db.preparedQuery(FIND_WITH_ANSWER)
        .execute(Tuple.of(cartId, key.scope(), key.key()))
        .map(rows -> {
          Row row = only(rows, cartId);
          return new Found(CartCodec.read(row), StoredResponse.read(row, key).orElse(null));
        });
  }

  /**
   * Inserts a new cart.
   *
   * @param declared version of the fields by which its metadata was completed, if any
   */
  public Future<Void> insert(
      SqlClient db, Cart cart, @Nullable String declared, List<Event> events) {
    CartCodec.Written written = CartCodec.write(cart);
    return db.preparedQuery(INSERT)
        .execute(
            Tuple.tuple()
                .addString(cart.id())
                .addLong(cart.version())
                .addString(cart.type())
                .addString(cart.regionId())
                .addString(cart.salesChannelId())
                .addString(cart.customerId())
                .addString(cart.email())
                .addOffsetDateTime(Timestamps.utc(cart.createdAt()))
                .addOffsetDateTime(Timestamps.utc(cart.updatedAt()))
                .addInteger(CartCodec.VERSION)
                .addJsonObject(written.state())
                .addJsonArray(Outbox.rows(events))
                .addString(declared))
        .recover(CartStore::refusedIfTooLarge)
        .onSuccess(inserted -> recentCarts.saved(cart, written.bytes()))
        .mapEmpty();
  }

  /**
   * Saves a changed cart with its events and, under a key, its response; increments the version.
   * False if the cart was changed or completed concurrently, or a response is stored under the key
   * already: then nothing is saved.
   *
   * @param declared version of the fields by which its metadata was completed, if any
   */
  public Future<Boolean> save(
      SqlClient db,
      Cart before,
      Cart after,
      @Nullable String declared,
      List<Event> events,
      @Nullable IdempotencyKey key,
      @Nullable Reply reply) {
    CartCodec.Written written = CartCodec.write(after);
    Tuple parameters =
        Tuple.tuple()
            .addString(before.id())
            .addLong(before.version())
            .addString(after.regionId())
            .addString(after.salesChannelId())
            .addString(after.customerId())
            .addString(after.email())
            .addOffsetDateTime(Timestamps.utc(after.updatedAt()))
            .addInteger(CartCodec.VERSION)
            .addJsonObject(written.state())
            .addJsonArray(Outbox.rows(events));
    if (key == null || reply == null) {
      StoredResponse.addNothingTo(parameters);
    } else {
      StoredResponse.addTo(parameters, key, reply);
    }
    parameters.addString(declared);
    return db.preparedQuery(UPDATE)
        .execute(parameters)
        .map(rows -> rows.size() == 1)
        .onSuccess(saved -> {
          if (saved) {
            recentCarts.saved(
                after.with(builder -> builder.version(builder.version() + 1)), written.bytes());
          }
        })
        .recover(failure -> {
          if (PgErrors.violatedUnique(failure)
              .filter(StoredResponse.PRIMARY_KEY::equals)
              .isPresent()) {
            return Future.succeededFuture(false);
          }
          return refusedIfTooLarge(failure);
        });
  }

  /** The database measures the document as it is read: with the digits of all its numbers. */
  private static <T> Future<T> refusedIfTooLarge(Throwable failure) {
    return Future.failedFuture(
        PgErrors.violatedCheck(failure).filter("cart_state_size"::equals).isPresent()
            ? CartCodec.MAX_STATE.exceeded("cart")
            : failure);
  }

  private static Row only(RowSet<Row> rows, String cartId) {
    RowIterator<Row> found = rows.iterator();
    if (!found.hasNext()) {
      throw Problem.notFound("Cart with " + cartId + " was not found");
    }
    return found.next();
  }
}
