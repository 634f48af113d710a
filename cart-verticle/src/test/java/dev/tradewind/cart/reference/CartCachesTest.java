package dev.tradewind.cart.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.customer.CustomerCacheInvalidation;
import dev.tradewind.api.discount.DiscountCacheInvalidation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CartCachesTest {

  private static final List<String> BOTH = List.of("cus_ada", "cus_bob");

  private final Vertx vertx = Vertx.vertx();
  private final CartCaches caches = new CartCaches();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  @Test
  void aChangedCustomerIsInvalidated() {
    fillCache();

    CustomerCacheInvalidation.publishCustomers(vertx.eventBus(), List.of("cus_ada"));

    awaitCached("cus_bob");
  }

  @Test
  void aDeletedGroupInvalidatesAllCustomers() {
    fillCache();

    CustomerCacheInvalidation.publishDeletedGroup(vertx.eventBus(), "cgrp_1");

    awaitCached();
  }

  @Test
  void aChangedDiscountIsInvalidated() {
    caches.listen(vertx.eventBus());
    BOTH.forEach(id -> caches.discounts.put(id, id));

    DiscountCacheInvalidation.publishDiscounts(vertx.eventBus(), List.of("cus_ada"));

    awaitOnly(() -> caches.discounts.known(BOTH).keySet(), "cus_bob");
  }

  @Test
  void anIdWithoutDataIsRequestedOnce() {
    List<List<String>> requests = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      caches.customers.get(
          BOTH,
          missing -> {
            requests.add(missing);
            return Future.succeededFuture(Map.of());
          });
    }

    assertThat(requests).containsExactly(BOTH);
  }

  private void fillCache() {
    caches.listenToCustomers(vertx.eventBus());
    BOTH.forEach(id -> caches.customers.put(id, new JsonObject().put("id", id)));
    assertThat(cached()).containsExactlyInAnyOrderElementsOf(BOTH);
  }

  private void awaitCached(String... ids) {
    awaitOnly(this::cached, ids);
  }

  /** Waits for less than the expiry of the cache. */
  private static void awaitOnly(Supplier<Set<String>> cached, String... ids) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
    while (cached.get().size() > ids.length) {
      assertThat(System.nanoTime()).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    assertThat(cached.get()).containsExactlyInAnyOrder(ids);
  }

  private Set<String> cached() {
    return caches.customers.known(BOTH).keySet();
  }
}
