package dev.tradewind.order.privacy;

import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.api.privacy.PersonalData;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.model.OrderEvents;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Export and erasure of the personal data in orders. An order keeps its goods, amounts, taxes and
 * country, and loses names, addresses, contact data, metadata, notes and notifications. One whose
 * goods may still be sent is left until a later request.
 */
public final class OrderPrivacy {

  /** An older order that was never marked as shipped is not awaited any more. */
  private static final Duration MAX_OPEN = Duration.ofDays(180);

  private static final int BATCH = 100;

  private final OrderPrivacyStore store = new OrderPrivacyStore();
  private final Pool pool;
  private final Clock clock;

  public OrderPrivacy(Pool pool, Clock clock) {
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal
        .on(OrderOperation.ERASE_ORDERS, this::erase)
        .on(OrderOperation.EXPORT_PERSONAL_ORDERS, this::export)
        .on(OrderOperation.FIND_CUSTOMERS_WITH_ORDERS, this::findCustomers);
  }

  private Future<Reply> erase(Request request) {
    String customerId = request.input().getString("customer_id");
    String email = PersonalData.erasedEmail(customerId);
    Instant openSince = clock.instant().minus(MAX_OPEN);
    return eraseBatches(request, customerId, email, openSince)
        .compose(done -> store.eraseMessages(pool, customerId, email))
        .compose(done -> store.countOpen(pool, customerId, email, openSince))
        .map(open -> Reply.ok(new JsonObject().put("remaining", open)));
  }

  private Future<Void> eraseBatches(
      Request request, String customerId, String email, Instant openSince) {
    return Transactions.inTransaction(
            pool,
            db ->
                store
                    .lock(db, customerId, email, openSince, BATCH)
                    .compose(ids -> {
                      if (ids.isEmpty()) {
                        return Future.succeededFuture(0);
                      }
                      return store
                          .erase(db, ids, email, Timestamps.now(clock), events(request, ids))
                          .map(ids.size());
                    }))
        .compose(erased -> {
          if (erased < BATCH) {
            return Future.succeededFuture();
          }
          return eraseBatches(request, customerId, email, openSince);
        });
  }

  private List<Event> events(Request request, List<String> ids) {
    Instant now = Timestamps.now(clock);
    return ids.stream()
        .map(id -> OrderEvents.of(request.context(), now, OrderEvents.UPDATED, id, true))
        .toList();
  }

  /** The customers among these that have a record here; others may be deleted. */
  private Future<Reply> findCustomers(Request request) {
    return store
        .findCustomers(pool, JsonArrays.strings(request.input().getJsonArray("ids")))
        .map(found -> Reply.ok(new JsonObject().put("ids", JsonArrays.of(found))));
  }

  private Future<Reply> export(Request request) {
    JsonObject input = request.input();
    return store
        .export(
            pool,
            input.getString("customer_id"),
            input.getInteger("offset"),
            input.getInteger("limit"))
        .map(records -> Reply.ok(new JsonObject().put("records", new JsonArray(records))));
  }
}
