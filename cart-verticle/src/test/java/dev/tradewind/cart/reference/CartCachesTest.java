package dev.tradewind.cart.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.customer.CustomerCacheInvalidation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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

  private void fillCache() {
    caches.listenToCustomers(vertx.eventBus());
    BOTH.forEach(id -> caches.customers.put(id, new JsonObject().put("id", id)));
    assertThat(cached()).containsExactlyInAnyOrderElementsOf(BOTH);
  }

  /** Waits for less than the expiry of the cache. */
  private void awaitCached(String... ids) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
    while (cached().size() > ids.length) {
      assertThat(System.nanoTime()).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    assertThat(cached()).containsExactlyInAnyOrder(ids);
  }

  private Set<String> cached() {
    return caches
        .customers
        .get(BOTH, missing -> Future.succeededFuture(Map.of()))
        .result()
        .keySet();
  }
}
