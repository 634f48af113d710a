package dev.tradewind.catalog.collection;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.discount.DiscountConditionFilter;
import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.input.Handles;
import dev.tradewind.catalog.schema.CollectionResources;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Product collections: storefront reads and admin operations. */
public final class CollectionService {

  private static final ListDefinition STORE_LISTING =
      ListDefinition.of(View.of(CollectionResources.COLLECTION).allowingRelations(), 10)
          .filter("handle", "created_at", "updated_at")
          .publicFields("collection")
          .build();

  private static final ListDefinition ADMIN_LISTING =
      ListDefinition.of(CollectionResources.ADMIN_VIEW, 10)
          .filter("title", "handle", "created_at", "updated_at", "deleted_at")
          .indexedSearch("t.title ILIKE {} OR t.handle ILIKE {}")
          .declaredFields("collection")
          .build();

  private static final Selection WHOLE = Selection.of(CollectionResources.COLLECTION);
  private static final Selection WITH_PRODUCTS = CollectionResources.ADMIN_VIEW.written();

  private final Ids ids = Ids.of("pcol");
  private final ResourceWriter writer = new ResourceWriter(CollectionResources.COLLECTION);
  private final ResourceReader reader;
  private final DiscountConditionFilter ofDiscountCondition;
  private final ReplyCache cache;
  private final Pool pool;
  private final EventBus eventBus;
  private final Clock clock;

  public CollectionService(
      Pool pool, ReplyCache cache, OperationClient bus, EventBus eventBus, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.ofDiscountCondition = new DiscountConditionFilter(bus, ConditionType.PRODUCT_COLLECTIONS);
    this.cache = cache;
    this.pool = pool;
    this.eventBus = eventBus;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("storeListCollections", request -> cached(request, () -> list(request, STORE_LISTING)))
        .on("storeGetCollection", request -> cached(request, () -> get(request, WHOLE)))
        .on("adminListCollections", this::listForStaff)
        .on("adminGetCollection", request -> get(request, WITH_PRODUCTS))
        .on("adminCreateCollection", this::create)
        .on("adminUpdateCollection", this::update)
        .on("adminDeleteCollection", this::delete);
  }

  private Future<Reply> cached(Request request, Supplier<Future<Reply>> read) {
    return cache.get(request, Dependencies.on(CatalogChangeKind.COLLECTION), read);
  }

  private Future<Reply> list(Request request, ListDefinition listing) {
    return reader.list(listing, request.query()).map(page -> page.reply("collections"));
  }

  private Future<Reply> listForStaff(Request request) {
    return ofDiscountCondition
        .of(request)
        .compose(named -> reader.list(ADMIN_LISTING, request.query(), named))
        .map(page -> page.reply("collections"));
  }

  private Future<Reply> get(Request request, Selection selection) {
    String id = request.path("id");
    return reader
        .find(selection, id)
        .map(found ->
            Reply.ok("collection", found.orElseThrow(() -> CollectionResources.notFound(id))));
  }

  private Future<Reply> create(Request request) {
    JsonObject values = RowChange.pick(request.body(), "title", "handle", "metadata");
    String id = ids.next();
    Handles.put(values, values.getString("title"), id);
    RowChange write = write(request, id, "product-collection.created", values.put("id", id));
    return writer
        .insert(pool, WITH_PRODUCTS, write)
        .map(created -> Reply.ok("collection", created));
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    JsonObject values =
        Handles.keptIfEmpty(RowChange.pick(request.body(), "title", "handle", "metadata"));
    RowChange write = write(request, id, "product-collection.updated", values);
    return Transactions.retrying(() -> writer.update(pool, WITH_PRODUCTS, id, write))
        .map(found -> found.orElseThrow(() -> CollectionResources.notFound(id)))
        .map(updated -> Reply.ok("collection", updated));
  }

  /** Soft delete: products keep the id of the collection, but no longer show it. */
  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    RowChange write = write(request, id, "product-collection.deleted", new JsonObject());
    return Transactions.retrying(() -> writer.delete(pool, id, write.at(), write.events()))
        .map(deleted -> {
          if (!deleted) {
            throw CollectionResources.notFound(id);
          }
          DeletedReferences.PRODUCT_COLLECTION.publish(eventBus, List.of(id));
          return Reply.ok(
              new JsonObject()
                  .put("id", id)
                  .put("object", CollectionResources.OBJECT)
                  .put("deleted", true));
        });
  }

  private RowChange write(Request request, String id, String type, JsonObject values) {
    Instant now = Timestamps.now(clock);
    JsonObject data = new JsonObject().put("id", id);
    Event event = Event.of(request.context(), now, Topics.COLLECTION, type, id, 0, data);
    return new RowChange(now, values, List.of(event));
  }
}
