package dev.tradewind.kernel.operation;

import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;

/** The addresses served in this JVM, counted by consumer, so that calls can stay in it. */
final class LocalAddresses {

  private final LocalMap<String, Integer> consumers;

  private LocalAddresses(LocalMap<String, Integer> consumers) {
    this.consumers = consumers;
  }

  static LocalAddresses of(Vertx vertx) {
    return new LocalAddresses(vertx.sharedData().getLocalMap("tradewind.local-addresses"));
  }

  boolean contains(String address) {
    return consumers.containsKey(address);
  }

  void add(String address) {
    consumers.merge(address, 1, Integer::sum);
  }

  void remove(String address) {
    consumers.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
  }
}
