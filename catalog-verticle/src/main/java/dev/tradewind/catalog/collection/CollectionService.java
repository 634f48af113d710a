package dev.tradewind.catalog.collection;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.KebabCase;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Listing;
import dev.tradewind.kernel.resource.ResourceReader;
import dev.tradewind.kernel.resource.ResourceWriter;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.Write;
import dev.tradewind.model.catalog.CatalogChanges;
import dev.tradewind.model.discount.ConditionType;
import dev.tradewind.model.discount.DiscountConditionFilter;
import dev.tradewind.model.event.Topics;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Shows product collections to shoppers, and lets staff keep them. */
public final class CollectionService {

  private static final Listing STORE_LISTING =
      Listing.of(View.of(Collections.COLLECTION).allowingRelations(), 10)
          .filter("handle", "created_at", "updated_at")
          .build();

  private static final Listing ADMIN_LISTING =
      Listing.of(Collections.ADMIN_VIEW, 10)
          .filter("title", "handle", "created_at", "updated_at", "deleted_at")
          .search(
              "t.title ILIKE {} OR t.handle ILIKE {}",
              "title",
              "handle",
              "created_at",
              "updated_at")
          .build();

  private static final Selection WHOLE = Selection.of(Collections.COLLECTION);
  private static final Selection WITH_PRODUCTS = Collections.ADMIN_VIEW.defaults();

  private final Ids ids = Ids.of("pcol");
  private final ResourceWriter writer = new ResourceWriter(Collections.COLLECTION);
  private final ResourceReader reader;
  private final DiscountConditionFilter ofDiscountCondition;
  private final Pool pool;
  private final EventBus eventBus;
  private final Clock clock;

  public CollectionService(Pool pool, OperationBus bus, EventBus eventBus, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.ofDiscountCondition = new DiscountConditionFilter(bus, ConditionType.PRODUCT_COLLECTIONS);
    this.pool = pool;
    this.eventBus = eventBus;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("storeListCollections", request -> list(request, STORE_LISTING))
        .on("storeGetCollection", request -> get(request, WHOLE))
        .on("adminListCollections", this::listForStaff)
        .on("adminGetCollection", request -> get(request, WITH_PRODUCTS))
        .on("adminCreateCollection", this::create)
        .on("adminUpdateCollection", this::update)
        .on("adminDeleteCollection", this::delete);
  }

  private Future<Reply> list(Request request, Listing listing) {
    return reader.list(listing, request.query()).map(page -> Reply.ok(page.toJson("collections")));
  }

  private Future<Reply> listForStaff(Request request) {
    return ofDiscountCondition
        .of(request)
        .compose(named -> reader.list(ADMIN_LISTING, request.query(), named))
        .map(page -> Reply.ok(page.toJson("collections")));
  }

  private Future<Reply> get(Request request, Selection shown) {
    String id = request.path("id");
    return reader
        .find(shown, id)
        .map(found -> Reply.ok("collection", found.orElseThrow(() -> Collections.notFound(id))));
  }

  private Future<Reply> create(Request request) {
    JsonObject values = Write.given(request.body(), "title", "handle", "metadata");
    String handle = values.getString("handle");
    if (handle == null || handle.isEmpty()) {
      values.put("handle", KebabCase.of(values.getString("title")));
    }
    String id = ids.next();
    Write write = write(request, id, "product-collection.created", values.put("id", id));
    return writer
        .insert(pool, WITH_PRODUCTS, write)
        .map(created -> Reply.ok("collection", created));
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    JsonObject values = Write.given(request.body(), "title", "handle", "metadata");
    Write write = write(request, id, "product-collection.updated", values);
    return Transactions.retrying(() -> writer.update(pool, WITH_PRODUCTS, id, write))
        .map(found -> found.orElseThrow(() -> Collections.notFound(id)))
        .onSuccess(updated -> CatalogChanges.publishCollections(eventBus, List.of(id)))
        .map(updated -> Reply.ok("collection", updated));
  }

  /** Products keep the id of their collection, and show none any longer. */
  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    Write write = write(request, id, "product-collection.deleted", new JsonObject());
    return Transactions.retrying(() -> writer.delete(pool, id, write.at(), write.events()))
        .map(deleted -> {
          if (!deleted) {
            throw Collections.notFound(id);
          }
          CatalogChanges.publishCollections(eventBus, List.of(id));
          return Reply.ok(
              new JsonObject()
                  .put("id", id)
                  .put("object", Collections.OBJECT)
                  .put("deleted", true));
        });
  }

  private Write write(Request request, String id, String type, JsonObject values) {
    Instant now = Timestamps.now(clock);
    JsonObject data = new JsonObject().put("id", id);
    Event event = Event.of(request.context(), now, Topics.COLLECTION, type, id, 0, data);
    return new Write(now, values, List.of(event));
  }
}
