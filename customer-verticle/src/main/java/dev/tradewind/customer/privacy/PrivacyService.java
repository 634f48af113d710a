package dev.tradewind.customer.privacy;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.event.ErasedCustomers;
import dev.tradewind.api.event.Topics;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.api.privacy.PersonalData;
import dev.tradewind.customer.restock.RestockRequestStore;
import dev.tradewind.customer.schema.CustomerResources;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.kernel.queue.LeasedQueue;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Export and erasure of the personal data of a customer. An erasure anonymizes the customer at
 * once, with the guests of the same e-mail, and ends its sessions and tokens. Carts and orders
 * follow by a background task, which repeats after a failure, and while an order still needs its
 * address.
 */
public final class PrivacyService {

  private static final String TASK = "erase-personal-data";

  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(5);
  private static final Duration ATTEMPT = Duration.ofSeconds(30);
  private static final Duration UNTIL_NEXT = Duration.ofHours(6);

  private static final int BATCH = 20;
  private static final int DEFAULT_LIMIT = 100;

  private static final Selection CUSTOMER =
      Selection.of(CustomerResources.CUSTOMER)
          .with("billing_address", "shipping_addresses", "groups");

  private final ErasureStore store = new ErasureStore();
  private final Pool pool;
  private final ResourceReader reader;
  private final OperationClient bus;
  private final RestockRequestStore restocks;
  private final PersonalData elsewhere;
  private final EventBus eventBus;
  private final Clock clock;

  public PrivacyService(
      Pool pool,
      OperationClient bus,
      RestockRequestStore restocks,
      EventBus eventBus,
      Clock clock) {
    this.pool = pool;
    this.reader = new ResourceReader(pool);
    this.bus = bus;
    this.restocks = restocks;
    this.elsewhere = new PersonalData(bus);
    this.eventBus = eventBus;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminExportPersonalData", this::export)
        .on("adminEraseCustomer", this::erase)
        .on("adminGetErasure", request -> answer(request.path("id")));
  }

  public static LeasedQueue<?> queue() {
    return ErasureStore.QUEUE;
  }

  public BackgroundTask task() {
    return BackgroundTask.spread(INTERVAL, TASK, this::eraseDue).whenIdleEvery(IDLE_INTERVAL);
  }

  private Future<Reply> export(Request request) {
    String id = request.path("id");
    int offset = request.query().getInteger("offset", 0);
    int limit = request.query().getInteger("limit", DEFAULT_LIMIT);
    CallContext context = request.context();
    return reader
        .withRemote(bus, context)
        .find(CUSTOMER, id)
        .map(found -> found.orElseThrow(() -> CustomerResources.notFound(id)))
        .compose(customer ->
            elsewhere
                .export(OrderOperation.EXPORT_PERSONAL_ORDERS, context, id, offset, limit)
                .compose(orders ->
                    elsewhere
                        .export(CartOperation.EXPORT_PERSONAL_CARTS, context, id, offset, limit)
                        .compose(carts ->
                            restocks
                                .findOfEmail(pool, customer.getString("email"))
                                .map(requests ->
                                    document(customer, orders, carts, offset, limit)
                                        .put("restock_requests", new JsonArray(requests))))))
        .compose(document -> Outbox.append(pool, entry(request, id)).map(Reply.ok(document)));
  }

  private static JsonObject document(
      JsonObject customer, List<JsonObject> orders, List<JsonObject> carts, int offset, int limit) {
    return new JsonObject()
        .put("customer", customer)
        .put("order_records", new JsonArray(orders))
        .put("cart_records", new JsonArray(carts))
        .put("offset", offset)
        .put("limit", limit);
  }

  private Event entry(Request request, String id) {
    return AuditAction.PERSONAL_DATA_EXPORT.on(id).event(request.context(), Timestamps.now(clock));
  }

  private Future<Reply> erase(Request request) {
    String id = request.path("id");
    Instant now = Timestamps.now(clock);
    return Transactions.inTransaction(
            pool,
            db ->
                store
                    .lock(db, id)
                    .compose(ids -> {
                      if (ids.isEmpty()) {
                        throw CustomerResources.notFound(id);
                      }
                      return store.erase(db, ids, now, events(request, ids, now)).map(ids);
                    }))
        .onSuccess(ids -> ErasedCustomers.publish(eventBus, ids))
        .compose(ids -> answer(id));
  }

  /** Appended for those customers that are erased now. */
  private static List<Event> events(Request request, List<String> ids, Instant now) {
    List<Event> events = new ArrayList<>();
    for (String id : ids) {
      JsonObject data = new JsonObject().put("id", id);
      events.add(Event.of(request.context(), now, Topics.CUSTOMER, "customer.erased", id, 0, data));
      events.add(AuditAction.ERASURE.on(id).event(request.context(), now));
    }
    return events;
  }

  private Future<Reply> answer(String id) {
    return store
        .find(pool, id)
        .map(found -> Reply.ok("erasure", found.orElseThrow(() -> CustomerResources.notFound(id))));
  }

  /** Erases what other verticles hold about the customers whose erasure is due. */
  Future<?> eraseDue() {
    return ErasureStore.QUEUE
        .lease(pool, clock.instant(), BATCH)
        .compose(due ->
            Futures.unlessEmpty(due, () -> Tracing.background(TASK, () -> eraseElsewhere(due))));
  }

  private Future<?> eraseElsewhere(List<Lease<String>> due) {
    return store
        .deleteLateAddresses(pool, due.stream().map(Lease::item).toList())
        .compose(deleted -> Future.join(due.stream().map(this::eraseElsewhere).toList()));
  }

  /** Carts come first: an order that is placed meanwhile is then among the orders. */
  private Future<?> eraseElsewhere(Lease<String> erasure) {
    CallContext context = CallContext.system(clock, ATTEMPT);
    String id = erasure.item();
    return elsewhere
        .erase(CartOperation.ERASE_CARTS, context, id)
        .compose(carts ->
            elsewhere.erase(OrderOperation.ERASE_ORDERS, context, id).map(orders -> carts + orders))
        .compose(remaining -> record(erasure, remaining));
  }

  private Future<?> record(Lease<String> erasure, long remaining) {
    if (remaining == 0) {
      return ErasureStore.QUEUE.finish(pool, erasure);
    }
    return store.postpone(pool, erasure, remaining, clock.instant().plus(UNTIL_NEXT));
  }
}
