package dev.tradewind.gateway.dispatch;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.RequestCost;
import dev.tradewind.kernel.metrics.NodeMeters;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import dev.tradewind.kernel.ratelimit.RefusedAttempts;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Rate limiter for costly anonymous requests, such as new carts, searches and changes of carts: by
 * client network, for all gateways of this node. It counts in memory, so that a flood costs no
 * statement; each node counts for itself.
 */
public final class CostlyRequestLimiter {

  private static final String SHARED = "tradewind.costly-requests";
  private static final long WINDOW = Duration.ofMinutes(1).toMillis();

  /** Counters of one window; further networks share one, so that memory stays bounded. */
  static final int MAX_NETWORKS = 100_000;

  private static final String FURTHER_NETWORKS = "further";

  /** Prefixes of the networks whose changes of carts, and whose guests, are counted. */
  private static final String CHANGES = "changes ";

  private static final String SEARCHES = "searches ";

  private static final String GUESTS = "guests ";

  /** A cart is changed some times before it is an order. */
  private static final int CHANGES_OF_A_CART = 10;

  /** Searches of one request that are counted; more are refused. */
  private static final int MAX_QUERIES = 20;

  /** Searches while a shopper types, for one of a list. */
  private static final int SEARCHES_OF_A_PAGE = 10;

  /**
   * Counters of changes by hash of network and cart. Ids of carts are random and known to their
   * shoppers only, so that no client finds one that shares its counter with a given other one.
   */
  private static final int CART_COUNTERS = 1 << 16;

  /** Requests in a window of time: by network, and by network and cart. */
  private record Window(long number, Map<String, Integer> requests, AtomicIntegerArray carts) {

    static Window of(long number) {
      return new Window(number, new ConcurrentHashMap<>(), new AtomicIntegerArray(CART_COUNTERS));
    }
  }

  private record Shared(AtomicReference<Window> window) implements Shareable {}

  private final AtomicReference<Window> current;
  private final int limit;
  private final int cartLimit;
  private final RefusedAttempts refused;
  private final Clock clock;

  private CostlyRequestLimiter(
      AtomicReference<Window> current,
      int limit,
      int cartLimit,
      RefusedAttempts refused,
      Clock clock) {
    this.current = current;
    this.limit = limit;
    this.cartLimit = cartLimit;
    this.refused = refused;
    this.clock = clock;
  }

  /**
   * @param limit requests of a network per minute; 0: not limited
   * @param cartLimit changes of one cart by a network per minute; 0: not limited
   */
  public static CostlyRequestLimiter of(Vertx vertx, int limit, int cartLimit, Clock clock) {
    LocalMap<String, Shared> shared = vertx.sharedData().getLocalMap(SHARED);
    AtomicReference<Window> current =
        shared
            .computeIfAbsent(SHARED, name -> new Shared(new AtomicReference<>(Window.of(0))))
            .window();
    return new CostlyRequestLimiter(
        current,
        limit,
        cartLimit,
        RefusedAttempts.of(NodeMeters.of(vertx), "costly-requests"),
        clock);
  }

  /** The limiter with the limits of a gateway. */
  public static CostlyRequestLimiter of(Vertx vertx, GatewayConfig config, Clock clock) {
    ServerSecurity security = config.security();
    return of(vertx, security.costlyRequestsPerMinute(), security.cartChangesPerMinute(), clock);
  }

  /**
   * Counts a costly request that is none of an operation.
   *
   * @throws dev.tradewind.kernel.operation.Problem {@code TooManyRequests} above the limit
   */
  public void countCostly(@Nullable String address) {
    count("", address, limit);
  }

  /**
   * Counts a request if it is a costly one.
   *
   * @param query query string; absent without one
   * @param cartId of the path, of a change of a cart
   * @throws dev.tradewind.kernel.operation.Problem {@code TooManyRequests} above the limit
   */
  void count(
      Operation operation,
      @Nullable String query,
      @Nullable String cartId,
      @Nullable String address) {
    switch (operation.cost()) {
      case LOW -> {}
      case HIGH -> count("", address, limit);
      case HIGH_WITH_SEARCH -> {
        if (query != null && new QueryStringDecoder(query, false).parameters().containsKey("q")) {
          count("", address, limit);
        }
      }
      case SEARCH -> count(SEARCHES, address, Math.multiplyExact(limit, SEARCHES_OF_A_PAGE));
      case CART_CHANGE -> {
        count(CHANGES, address, Math.multiplyExact(limit, CHANGES_OF_A_CART));
        countChange(ClientNetwork.of(address), cartId);
      }
    }
  }

  /**
   * Counts the further searches of a request, and the guest that a change of a cart makes of an
   * e-mail address.
   *
   * @throws dev.tradewind.kernel.operation.Problem {@code TooManyRequests} above the limit
   */
  void countInput(Operation operation, @Nullable JsonObject body, @Nullable String address) {
    if (operation.cost() == RequestCost.CART_CHANGE
        && body != null
        && body.getValue("email") != null) {
      count(GUESTS, address, limit);
    }
    if (operation.cost() == RequestCost.SEARCH
        && body != null
        && body.getValue("queries") instanceof JsonArray queries) {
      for (int further = Math.min(queries.size(), MAX_QUERIES); further > 1; further--) {
        count(SEARCHES, address, Math.multiplyExact(limit, SEARCHES_OF_A_PAGE));
      }
    }
  }

  void count(String kind, @Nullable String address, int atMost) {
    if (atMost == 0) {
      return;
    }
    long now = clock.millis();
    Map<String, Integer> requests = window(now).requests();
    String key = kind + ClientNetwork.of(address);
    boolean isFurther = requests.size() >= MAX_NETWORKS && !requests.containsKey(key);
    require(
        requests.merge(isFurther ? kind + FURTHER_NETWORKS : key, 1, CostlyRequestLimiter::sum)
            <= atMost,
        now);
  }

  private void countChange(String network, @Nullable String cartId) {
    if (cartLimit == 0) {
      return;
    }
    long now = clock.millis();
    int hash = Objects.hash(network, cartId);
    int counter = (hash ^ (hash >>> 16)) & (CART_COUNTERS - 1);
    require(
        window(now).carts().accumulateAndGet(counter, 1, CostlyRequestLimiter::sum) <= cartLimit,
        now);
  }

  private void require(boolean isWithinLimit, long now) {
    if (!isWithinLimit) {
      refused.count();
      throw Problem.tooManyRequests(
          "Too many requests of this kind from this network. Please retry later.",
          Duration.ofMillis(WINDOW - now % WINDOW));
    }
  }

  private static int sum(int requests, int one) {
    return requests == Integer.MAX_VALUE ? requests : requests + one;
  }

  private Window window(long now) {
    long number = now / WINDOW;
    return current.updateAndGet(window -> window.number() == number ? window : Window.of(number));
  }
}
