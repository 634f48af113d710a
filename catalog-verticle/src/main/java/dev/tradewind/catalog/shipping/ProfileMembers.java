package dev.tradewind.catalog.shipping;

import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Products and shipping options that an update moves into a profile. A product has one profile, so
 * adding it to another one moves it.
 */
record ProfileMembers(Request request, String profileId, Instant at) {

  // Lock order: products by id.
  private static final String LOCK_PRODUCTS =
      """
      SELECT id
      FROM product
      WHERE id = ANY ($1)
        AND deleted_at IS NULL
      ORDER BY id
      FOR NO KEY UPDATE
      """;

  private static final String MOVE_PRODUCTS =
      """
      WITH gone AS (
        DELETE FROM product_shipping_profile
        WHERE product_id = ANY ($2)
          AND profile_id <> $1
        RETURNING product_id
      ), added AS (
        INSERT INTO product_shipping_profile (product_id, profile_id)
        SELECT product_id, $1
        FROM unnest($2::text[]) AS product_id
        ON CONFLICT DO NOTHING
        RETURNING product_id
      )
      UPDATE product
      SET version = product.version + 1, updated_at = $3
      FROM (SELECT product_id FROM gone UNION SELECT product_id FROM added) AS moved
      WHERE product.id = moved.product_id
      RETURNING product.id, product.version
      """;

  private static final String MOVE_OPTIONS =
      """
      UPDATE shipping_option
      SET profile_id = $1, version = shipping_option.version + 1, updated_at = $3
      FROM (
        SELECT id
        FROM shipping_option
        WHERE id = ANY ($2)
          AND deleted_at IS NULL
        ORDER BY id
        FOR NO KEY UPDATE
      ) AS locked
      WHERE shipping_option.id = locked.id
      RETURNING shipping_option.id
      """;

  /** Ids of moved rows. */
  record Moved(List<String> products, List<String> shippingOptions) {}

  /** Moves all of them, or fails with 404 for an unknown id. */
  Future<Moved> moveIn(SqlClient db) {
    List<String> products = JsonFields.texts(request.body(), "products").orElse(List.of());
    List<String> options = JsonFields.texts(request.body(), "shipping_options").orElse(List.of());
    return moveProducts(db, products)
        .compose(movedProducts ->
            moveOptions(db, options).map(movedOptions -> new Moved(movedProducts, movedOptions)));
  }

  private Future<List<String>> moveProducts(SqlClient db, List<String> wanted) {
    if (wanted.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return db.preparedQuery(LOCK_PRODUCTS)
        .execute(Tuple.of(JsonFields.array(wanted)))
        .compose(found -> {
          missing(wanted, found)
              .ifPresent(id -> {
                throw new Problem.NotFound("Product with id: " + id + " was not found")
                    .toException();
              });
          return db.preparedQuery(MOVE_PRODUCTS)
              .execute(Tuple.of(profileId, JsonFields.array(wanted), Timestamps.utc(at)));
        })
        .compose(moved -> {
          List<Event> events = new ArrayList<>();
          moved.forEach(product -> events.add(updated(product)));
          return (events.isEmpty() ? Future.<Void>succeededFuture() : Outbox.append(db, events))
              .map(events.stream().map(Event::subject).toList());
        });
  }

  private Future<List<String>> moveOptions(SqlClient db, List<String> wanted) {
    if (wanted.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return db.preparedQuery(MOVE_OPTIONS)
        .execute(Tuple.of(profileId, JsonFields.array(wanted), Timestamps.utc(at)))
        .map(moved -> {
          missing(wanted, moved)
              .ifPresent(id -> {
                throw ShippingOptionService.notFound(id);
              });
          return wanted;
        });
  }

  private static Optional<String> missing(List<String> wanted, RowSet<Row> found) {
    List<String> missing = new ArrayList<>(wanted);
    found.forEach(row -> missing.remove(row.getString("id")));
    return missing.stream().findFirst();
  }

  private Event updated(Row product) {
    String id = product.getString("id");
    return Event.of(
        request.context(),
        at,
        Topics.CATALOG,
        "product.updated",
        id,
        product.getLong("version"),
        new JsonObject().put("id", id).put("fields", new JsonArray().add("profiles")));
  }
}
