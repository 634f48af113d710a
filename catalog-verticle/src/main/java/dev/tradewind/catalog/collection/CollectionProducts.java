package dev.tradewind.catalog.collection;

import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.collection.CollectionStore.ProductChange;
import dev.tradewind.catalog.event.ChangedProduct;
import dev.tradewind.catalog.schema.CollectionResources;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Products of a collection. A product is in one collection at most, so adding it to another one
 * moves it; unknown products are ignored.
 */
public final class CollectionProducts {

  private final CollectionStore store = new CollectionStore();
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  public CollectionProducts(Pool pool, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminAddProductsToCollection", this::add)
        .on("adminRemoveProductsFromCollection", this::remove);
  }

  private Future<Reply> add(Request request) {
    String id = request.path("id");
    return move(request, ProductChange.ADD, "product-collection.products_added")
        .compose(moved -> reader.find(CollectionResources.ADMIN_VIEW.written(), id))
        .map(found ->
            Reply.ok("collection", found.orElseThrow(() -> CollectionResources.notFound(id))));
  }

  private Future<Reply> remove(Request request) {
    return move(request, ProductChange.REMOVE, "product-collection.products_removed")
        .map(moved ->
            Reply.ok(
                new JsonObject()
                    .put("id", request.path("id"))
                    .put("object", CollectionResources.OBJECT)
                    .put("removed_products", request.body().getJsonArray("product_ids"))));
  }

  private Future<Void> move(Request request, ProductChange change, String type) {
    String id = request.path("id");
    String[] requested = request.body().getJsonArray("product_ids").stream().toArray(String[]::new);
    Instant now = Timestamps.now(clock);
    return Transactions.inTransaction(
        pool,
        db ->
            lock(db, id)
                .compose(locked -> store.change(db, change, id, requested, now))
                .compose(products ->
                    Futures.unlessEmpty(products, () -> tell(db, request, type, now, products))));
  }

  private Future<Void> lock(SqlClient db, String id) {
    return store
        .lock(db, id)
        .map(isPresent -> {
          if (!isPresent) {
            throw CollectionResources.notFound(id);
          }
          return null;
        });
  }

  /** Appends one event of the collection, and one per product whose collection changed. */
  private Future<Void> tell(
      SqlClient db, Request request, String type, Instant now, List<ChangedProduct> products) {
    String id = request.path("id");
    List<String> moved = products.stream().map(ChangedProduct::id).sorted().toList();
    return store
        .raiseVersion(db, id)
        .compose(version -> {
          JsonObject data = new JsonObject().put("id", id).put("productIds", new JsonArray(moved));
          List<Event> events = new ArrayList<>();
          events.add(Event.of(request.context(), now, Topics.COLLECTION, type, id, version, data));
          products.forEach(
              product -> events.add(product.updated(request.context(), now, "collection_id")));
          return Outbox.append(db, events);
        });
  }
}
