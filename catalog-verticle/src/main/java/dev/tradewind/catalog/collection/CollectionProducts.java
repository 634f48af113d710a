package dev.tradewind.catalog.collection;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.schema.CollectionResources;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Products of a collection. A product is in one collection at most, so adding it to another one
 * moves it; unknown products are ignored.
 */
public final class CollectionProducts {

  private static final String LOCK =
      """
      SELECT version
      FROM product_collection
      WHERE id = $1
        AND deleted_at IS NULL
      FOR NO KEY UPDATE
      """;

  // Lock order: products by id.
  private static final String MOVE =
      """
      UPDATE product
      SET collection_id = %s, updated_at = $3, version = product.version + 1
      FROM (
        SELECT id
        FROM product
        WHERE id = ANY ($2)
          AND deleted_at IS NULL
          AND %s
        ORDER BY id
        FOR NO KEY UPDATE
      ) AS locked
      WHERE product.id = locked.id
      RETURNING product.id, product.version
      """;

  private static final String ADD = MOVE.formatted("$1", "collection_id IS DISTINCT FROM $1");
  private static final String REMOVE = MOVE.formatted("NULL", "collection_id = $1");

  private static final String RAISE_VERSION =
      "UPDATE product_collection SET version = version + 1 WHERE id = $1 RETURNING version";

  private final ResourceReader reader;
  private final Pool pool;
  private final EventBus eventBus;
  private final Clock clock;

  public CollectionProducts(Pool pool, EventBus eventBus, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.eventBus = eventBus;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminAddProductsToCollection", this::add)
        .on("adminRemoveProductsFromCollection", this::remove);
  }

  private Future<Reply> add(Request request) {
    String id = request.path("id");
    return move(request, ADD, "product-collection.products_added")
        .compose(moved -> reader.find(CollectionResources.ADMIN_VIEW.defaults(), id))
        .map(found ->
            Reply.ok("collection", found.orElseThrow(() -> CollectionResources.notFound(id))));
  }

  private Future<Reply> remove(Request request) {
    return move(request, REMOVE, "product-collection.products_removed")
        .map(moved ->
            Reply.ok(
                new JsonObject()
                    .put("id", request.path("id"))
                    .put("object", CollectionResources.OBJECT)
                    .put("removed_products", request.body().getJsonArray("product_ids"))));
  }

  private Future<List<String>> move(Request request, String statement, String type) {
    String id = request.path("id");
    String[] wanted = request.body().getJsonArray("product_ids").stream().toArray(String[]::new);
    Instant now = Timestamps.now(clock);
    return Transactions.inTransaction(
            pool,
            db ->
                lock(db, id)
                    .compose(locked ->
                        db.preparedQuery(statement)
                            .execute(Tuple.of(id, wanted, Timestamps.utc(now))))
                    .compose(moved -> {
                      List<Row> products = moved.stream().toList();
                      return products.isEmpty()
                          ? Future.succeededFuture(List.<String>of())
                          : appendEvents(db, request, type, now, products);
                    }))
        .onSuccess(moved -> {
          if (!moved.isEmpty()) {
            CatalogCacheInvalidation.publishProducts(eventBus, moved);
          }
        });
  }

  private static Future<Void> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK)
        .execute(Tuple.of(id))
        .map(rows -> {
          if (rows.size() == 0) {
            throw CollectionResources.notFound(id);
          }
          return null;
        });
  }

  /** Appends one event of the collection, and one per product whose collection changed. */
  private static Future<List<String>> appendEvents(
      SqlClient db, Request request, String type, Instant now, List<Row> products) {
    String id = request.path("id");
    List<String> moved = products.stream().map(row -> row.getString("id")).sorted().toList();
    return db.preparedQuery(RAISE_VERSION)
        .execute(Tuple.of(id))
        .compose(raised -> {
          JsonObject data = new JsonObject().put("id", id).put("productIds", new JsonArray(moved));
          long version = raised.iterator().next().getLong(0);
          List<Event> events = new ArrayList<>();
          events.add(Event.of(request.context(), now, Topics.COLLECTION, type, id, version, data));
          products.forEach(row -> events.add(updated(request, now, row)));
          return Outbox.append(db, events).map(moved);
        });
  }

  private static Event updated(Request request, Instant now, Row product) {
    String id = product.getString("id");
    JsonObject data =
        new JsonObject().put("id", id).put("fields", new JsonArray().add("collection_id"));
    return Event.of(
        request.context(),
        now,
        Topics.CATALOG,
        "product.updated",
        id,
        product.getLong("version"),
        data);
  }
}
