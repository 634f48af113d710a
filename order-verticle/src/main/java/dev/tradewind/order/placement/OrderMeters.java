package dev.tradewind.order.placement;

import dev.tradewind.order.model.Order;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counters of placed orders and their totals by currency; the currencies of a shop are few. */
final class OrderMeters {

  private record OfCurrency(Counter orders, Counter revenue) {}

  private final MeterRegistry registry;
  private final Map<String, OfCurrency> currencies = new ConcurrentHashMap<>();

  OrderMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  void placed(Order order) {
    OfCurrency counters = currencies.computeIfAbsent(order.currencyCode(), this::counters);
    counters.orders().increment();
    counters.revenue().increment(order.snapshot().amounts().total());
  }

  private OfCurrency counters(String currency) {
    return new OfCurrency(
        counter("tradewind.orders", "Placed orders", currency),
        counter(
            "tradewind.order.revenue",
            "Totals of placed orders in the smallest unit of the currency",
            currency));
  }

  private Counter counter(String name, String description, String currency) {
    return Counter.builder(name)
        .description(description)
        .tag("currency", currency)
        .register(registry);
  }
}
