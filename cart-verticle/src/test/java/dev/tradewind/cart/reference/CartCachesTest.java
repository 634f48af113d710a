package dev.tradewind.cart.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.customer.CustomerCacheInvalidation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.Timeout;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
@Timeout(value = 4, timeUnit = TimeUnit.SECONDS)
class CartCachesTest {

  private static final List<String> BOTH = List.of("cus_ada", "cus_bob");

  private final CartCaches caches = new CartCaches();

  @Test
  void aChangedCustomerIsInvalidated(Vertx vertx, VertxTestContext test) {
    fillCache(vertx);

    CustomerCacheInvalidation.publishCustomers(vertx.eventBus(), List.of("cus_ada"));

    completeOnceCached(vertx, test, "cus_bob");
  }

  @Test
  void aDeletedGroupInvalidatesAllCustomers(Vertx vertx, VertxTestContext test) {
    fillCache(vertx);

    CustomerCacheInvalidation.publishDeletedGroup(vertx.eventBus(), "cgrp_1");

    completeOnceCached(vertx, test);
  }

  private void fillCache(Vertx vertx) {
    caches.listenToCustomers(vertx.eventBus());
    BOTH.forEach(id -> caches.customers.put(id, new JsonObject().put("id", id)));
    assertThat(cached()).containsExactlyInAnyOrderElementsOf(BOTH);
  }

  /** Completes the test when these customers are left; the cache itself would keep them longer. */
  private void completeOnceCached(Vertx vertx, VertxTestContext test, String... ids) {
    vertx.setPeriodic(
        1,
        timer -> {
          if (cached().size() <= ids.length) {
            vertx.cancelTimer(timer);
            test.verify(() -> {
              assertThat(cached()).containsExactlyInAnyOrder(ids);
              test.completeNow();
            });
          }
        });
  }

  private Set<String> cached() {
    return caches
        .customers
        .get(BOTH, missing -> Future.succeededFuture(Map.of()))
        .result()
        .keySet();
  }
}
