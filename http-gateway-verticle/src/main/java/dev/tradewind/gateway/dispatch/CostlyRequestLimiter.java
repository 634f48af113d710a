package dev.tradewind.gateway.dispatch;

import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Rate limiter for costly anonymous requests, such as new carts and searches: by client network,
 * for all gateways of this node. It counts in memory, so that a flood costs no statement; each node
 * counts for itself.
 */
public final class CostlyRequestLimiter {

  private static final String SHARED = "tradewind.costly-requests";
  private static final long WINDOW = Duration.ofMinutes(1).toMillis();

  /** Networks of one window; further ones are not counted, so that memory stays bounded. */
  private static final int MOST_NETWORKS = 100_000;

  /** Requests by network in a window of time. */
  private record Window(long number, Map<String, Integer> requests) {}

  private record Shared(AtomicReference<Window> window) implements Shareable {}

  private final AtomicReference<Window> current;
  private final int limit;
  private final Clock clock;

  private CostlyRequestLimiter(AtomicReference<Window> current, int limit, Clock clock) {
    this.current = current;
    this.limit = limit;
    this.clock = clock;
  }

  /**
   * @param limit requests of a network per minute; 0: not limited
   */
  public static CostlyRequestLimiter of(Vertx vertx, int limit, Clock clock) {
    LocalMap<String, Shared> shared = vertx.sharedData().getLocalMap(SHARED);
    AtomicReference<Window> current =
        shared
            .computeIfAbsent(
                SHARED,
                name -> new Shared(new AtomicReference<>(new Window(0, new ConcurrentHashMap<>()))))
            .window();
    return new CostlyRequestLimiter(current, limit, clock);
  }

  /**
   * Counts a request if it is a costly one.
   *
   * @throws ProblemException {@code TooManyRequests} above the limit
   */
  void count(Operation operation, HttpServerRequest request, @Nullable String address) {
    if (limit > 0 && isCostly(operation, request)) {
      count(ClientNetwork.of(address));
    }
  }

  private static boolean isCostly(Operation operation, HttpServerRequest request) {
    return switch (operation.cost()) {
      case LOW -> false;
      case HIGH -> true;
      case HIGH_WITH_SEARCH -> request.query() != null && request.params().contains("q");
    };
  }

  private void count(String network) {
    long now = clock.millis();
    Map<String, Integer> requests = requests(now / WINDOW);
    if (requests.size() >= MOST_NETWORKS && !requests.containsKey(network)) {
      return;
    }
    if (requests.merge(network, 1, CostlyRequestLimiter::sum) > limit) {
      throw new Problem.TooManyRequests(
              "Too many requests of this kind from this network. Please retry later.",
              Duration.ofMillis(WINDOW - now % WINDOW))
          .toException();
    }
  }

  private static int sum(int requests, int one) {
    return requests == Integer.MAX_VALUE ? requests : requests + one;
  }

  private Map<String, Integer> requests(long number) {
    return current
        .updateAndGet(window ->
            window.number() == number ? window : new Window(number, new ConcurrentHashMap<>()))
        .requests();
  }
}
