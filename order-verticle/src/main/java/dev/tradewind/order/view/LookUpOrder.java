package dev.tradewind.order.view;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.ratelimit.AttemptCounterStore.Counter;
import dev.tradewind.kernel.ratelimit.AttemptRateLimiter;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.store.OrderStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Look-up of a guest's order by number and e-mail address, with a rate limit: numbers are
 * consecutive. Misses are counted per e-mail address and network, per network and per e-mail
 * address. Misses from elsewhere do not limit a network that has found an order of the e-mail
 * address before; the id of an order finds it without a limit.
 */
public final class LookUpOrder {

  public static final int PER_EMAIL_AND_NETWORK = 20;
  public static final int PER_EMAIL = 100;
  public static final int PER_NETWORK = 300;

  private final OrderStore store;
  private final Pool pool;
  private final OrderAccess access;
  private final OrderQueries queries;
  private final AttemptRateLimiter limiter;

  public LookUpOrder(
      Vertx vertx,
      Pool pool,
      OrderStore store,
      OperationClient bus,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.access = new OrderAccess(bus);
    this.queries = queries;
    this.limiter =
        new AttemptRateLimiter(
            "order-look-up", vertx, pool, AttemptRateLimiter.DEFAULT_WINDOW, clock);
  }

  public void bind(Operations operations) {
    operations.on("storeListOrders", this::lookUp);
  }

  /** A postal code is accepted and ignored, as in the reference. */
  private Future<Reply> lookUp(Request request) {
    Selection selected = OrderViews.STOREFRONT.select(request.query());
    Number displayId = Objects.requireNonNull(request.query().getNumber("display_id"));
    String email =
        Objects.requireNonNull(request.query().getString("email")).strip().toLowerCase(Locale.ROOT);
    AttemptRateLimiter.Attempt attempt = attempt(request, email);
    return attempt
        .settle(attempt.count().compose(counted -> find(request, displayId, email)))
        .compose(order -> queries.show(request, Optional.of(order), selected, "Not Found"));
  }

  private AttemptRateLimiter.Attempt attempt(Request request, String email) {
    String network = ClientNetwork.of(request);
    return limiter.attemptOf(
        List.of("order", email, network),
        Counter.of(PER_EMAIL_AND_NETWORK, "order", "of", email, network),
        Counter.unlessKnown(PER_EMAIL, "order", "email", email),
        Counter.of(PER_NETWORK, "order", "network", network));
  }

  private Future<Order> find(Request request, Number displayId, String email) {
    Future<Optional<Order>> found =
        displayId.doubleValue() == displayId.longValue()
            ? store.lookUp(pool, displayId.longValue(), email)
            : Future.succeededFuture(Optional.empty());
    return found
        .compose(order -> access.visible(request.context(), order))
        .map(order -> order.orElseThrow(() -> Problem.notFound("Not Found")));
  }
}
