package dev.tradewind.order.draft;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.order.store.DraftOrderStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Synchronization of the e-mail addresses by which draft orders are searched: the cart verticle
 * sends changes, and a periodic query finds changes whose message was lost.
 */
public final class DraftOrderEmailSync {

  private static final Duration FIRST_DELAY = Duration.ofSeconds(5);
  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int AT_ONCE = 1_000;

  /** A cart may be committed a little later than its timestamp. */
  private static final Duration OVERLAP = Duration.ofMinutes(1);

  private final Pool pool;
  private final DraftOrderStore store;
  private final CartClient carts;
  private final Clock clock;

  public DraftOrderEmailSync(Pool pool, DraftOrderStore store, OperationClient bus, Clock clock) {
    this.pool = pool;
    this.store = store;
    this.carts = new CartClient(bus);
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal.on(OrderOperation.NOTE_DRAFT_CART, this::record);
  }

  public BackgroundTask task() {
    return new BackgroundTask("synchronize-draft-order-emails", FIRST_DELAY, INTERVAL, this::sync);
  }

  private Future<Reply> record(Request request) {
    return store
        .recordEmails(pool, new JsonArray().add(request.input()), Instant.EPOCH)
        .map(Reply.ok(new JsonObject()));
  }

  Future<Void> sync() {
    return store.syncedUntil(pool).compose(until -> syncSince(until.minus(OVERLAP)));
  }

  private Future<Void> syncSince(Instant since) {
    return carts
        .findChangedDraftCarts(CallContext.system(clock, TIMEOUT), since, AT_ONCE)
        .compose(changed -> {
          if (changed.isEmpty()) {
            return Future.succeededFuture();
          }
          Instant last = last(changed);
          return Tracing.background(
                  "synchronize-draft-order-emails",
                  () -> store.recordEmails(pool, new JsonArray(changed), last))
              .compose(recorded ->
                  changed.size() < AT_ONCE ? Future.succeededFuture() : syncSince(last));
        });
  }

  private static Instant last(List<JsonObject> changed) {
    return Instant.parse(changed.getLast().getString("updated_at"));
  }
}
