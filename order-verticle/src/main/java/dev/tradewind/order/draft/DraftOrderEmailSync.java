package dev.tradewind.order.draft;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the e-mails by which drafts are searched: the cart verticle tells of a cart that changed,
 * and what it could not tell is asked for from time to time.
 */
public final class DraftOrderEmailSync {

  private static final Logger LOG = LoggerFactory.getLogger(DraftOrderEmailSync.class);

  private static final long FIRST_MILLIS = 5_000;
  private static final long EVERY_MILLIS = 60_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int AT_ONCE = 1_000;

  /** A cart may be saved a little later than its time says. */
  private static final Duration OVERLAP = Duration.ofMinutes(1);

  private final Vertx vertx;
  private final Pool pool;
  private final DraftOrderStore store;
  private final CartClient carts;
  private final Clock clock;
  private long timer = -1;

  public DraftOrderEmailSync(
      Vertx vertx, Pool pool, DraftOrderStore store, OperationClient bus, Clock clock) {
    this.vertx = vertx;
    this.pool = pool;
    this.store = store;
    this.carts = new CartClient(bus);
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal.on(OrderClient.NOTE_DRAFT_CART, this::note);
  }

  public void start() {
    timer = vertx.setPeriodic(FIRST_MILLIS, EVERY_MILLIS, tick -> sync());
  }

  public void stop() {
    vertx.cancelTimer(timer);
  }

  private Future<Reply> note(Request request) {
    return store
        .noteEmails(pool, new JsonArray().add(request.input()), Instant.EPOCH)
        .map(Reply.ok(new JsonObject()));
  }

  Future<Void> sync() {
    return store
        .sweptUntil(pool)
        .compose(until -> syncSince(until.minus(OVERLAP)))
        .onFailure(failure -> LOG.warn("Drafts were not swept: {}", failure.toString()))
        .otherwiseEmpty();
  }

  private Future<Void> syncSince(Instant since) {
    return carts
        .findChangedDraftCarts(CallContext.system(clock, TIMEOUT), since, AT_ONCE)
        .compose(changed -> {
          if (changed.isEmpty()) {
            return Future.succeededFuture();
          }
          Instant last = last(changed);
          return store
              .noteEmails(pool, new JsonArray(changed), last)
              .compose(
                  noted -> changed.size() < AT_ONCE ? Future.succeededFuture() : syncSince(last));
        });
  }

  private static Instant last(List<JsonObject> changed) {
    return Instant.parse(changed.getLast().getString("updated_at"));
  }
}
