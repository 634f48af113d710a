package dev.tradewind.gateway.forward;

import dev.tradewind.kernel.operation.Problem;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Concurrency limit and circuit breaker of a service, shared by the gateways of a node. */
final class ServiceLoad implements Shareable {

  private static final String SHARED = "tradewind.forwarded-services";

  private final ForwardedService service;
  private final AtomicInteger requests = new AtomicInteger();
  private final Map<String, Integer> ofNetworks = new ConcurrentHashMap<>();
  private final CircuitBreaker breaker;

  private ServiceLoad(ForwardedService service, MeterRegistry registry, Clock clock) {
    this.service = service;
    this.breaker = new CircuitBreaker(clock);
    Gauge.builder("tradewind.forwarded.in.flight", requests, AtomicInteger::get)
        .description("Requests that a service of the shop is answering")
        .tag("service", service.name())
        .register(registry);
    Gauge.builder("tradewind.forwarded.circuit.open", breaker, one -> one.isOpen() ? 1 : 0)
        .description("1 while the circuit breaker of a service of the shop is open")
        .tag("service", service.name())
        .register(registry);
  }

  static ServiceLoad of(
      Vertx vertx, ForwardedService service, MeterRegistry registry, Clock clock) {
    LocalMap<String, ServiceLoad> shared = vertx.sharedData().getLocalMap(SHARED);
    return shared.computeIfAbsent(
        service.name(), name -> new ServiceLoad(service, registry, clock));
  }

  /**
   * Admits a request, which is to be {@linkplain #leave left}. A network has three quarters of the
   * requests at most, so that one slow client leaves some to the others.
   *
   * @param network of the client
   * @throws dev.tradewind.kernel.operation.Problem {@code Unavailable} above the limit, and while
   *     the circuit breaker is open; {@code TooManyRequests} above that of a network
   */
  void enter(String network) {
    int limit = service.maxConcurrent();
    int all = requests.incrementAndGet();
    int some = ofNetworks.merge(network, 1, Integer::sum);
    if (all > limit) {
      leave(network);
      throw Problem.unavailable(
          "The service %s has too many requests. Please retry.".formatted(service.name()));
    }
    if (some > limit - limit / 4) {
      leave(network);
      throw Problem.tooManyRequests(
          "The service %s has too many requests of this network. Please retry."
              .formatted(service.name()));
    }
    if (!breaker.admits()) {
      leave(network);
      throw unavailable();
    }
  }

  Problem unavailable() {
    return Problem.unavailable(
        "The service %s is not available. Please retry.".formatted(service.name()));
  }

  void leave(String network) {
    requests.decrementAndGet();
    ofNetworks.computeIfPresent(network, (name, some) -> some == 1 ? null : some - 1);
  }

  CircuitBreaker breaker() {
    return breaker;
  }
}
