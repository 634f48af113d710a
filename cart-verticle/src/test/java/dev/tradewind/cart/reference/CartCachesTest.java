package dev.tradewind.cart.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.customer.CustomerCacheInvalidation;
import dev.tradewind.api.discount.DiscountCacheInvalidation;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.Timeout;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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

  @Test
  void aChangedDiscountIsInvalidated(Vertx vertx, VertxTestContext test) {
    caches.listen(vertx.eventBus());
    BOTH.forEach(id -> caches.discounts.put(id, id));

    DiscountCacheInvalidation.publishDiscounts(vertx.eventBus(), List.of("cus_ada"));

    completeOnce(vertx, test, () -> caches.discounts.known(BOTH).keySet(), "cus_bob");
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

  private void fillCache(Vertx vertx) {
    caches.listenToCustomers(vertx.eventBus());
    BOTH.forEach(id -> caches.customers.put(id, new JsonObject().put("id", id)));
    assertThat(cached()).containsExactlyInAnyOrderElementsOf(BOTH);
  }

  private void completeOnceCached(Vertx vertx, VertxTestContext test, String... ids) {
    completeOnce(vertx, test, this::cached, ids);
  }

  /** Completes the test when these ids are left; the cache itself would keep them longer. */
  private static void completeOnce(
      Vertx vertx, VertxTestContext test, Supplier<Set<String>> cached, String... ids) {
    vertx.setPeriodic(
        1,
        timer -> {
          if (cached.get().size() <= ids.length) {
            vertx.cancelTimer(timer);
            test.verify(() -> {
              assertThat(cached.get()).containsExactlyInAnyOrder(ids);
              test.completeNow();
            });
          }
        });
  }

  private Set<String> cached() {
    return caches.customers.known(BOTH).keySet();
  }
}
