package dev.tradewind.webhook.delivery;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.webhook.TestWebhooks.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.spi.event.ShopEvent;
import dev.tradewind.spi.event.Subscriber;
import dev.tradewind.webhook.TestWebhooks;
import dev.tradewind.webhook.subscription.Subscribers;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Subscribers of plugins, as webhooks that are called. */
class SubscribersIT {

  private final TestWebhooks shop = new TestWebhooks();

  @AfterEach
  void close() {
    shop.close();
  }

  /** Two nodes have the plugin; every third event fails once, by a thrown exception or a future. */
  @Test
  void eachKeyIsDeliveredInOrderAndAgainAfterAFailure() {
    Queue<ShopEvent> handled = new ConcurrentLinkedQueue<>();
    Set<String> failed = ConcurrentHashMap.newKeySet();
    Subscriber subscriber =
        new Subscriber(
            "orders",
            List.of("order.*"),
            (event, deadline) -> {
              int chance = Math.floorMod(event.id().hashCode(), 6);
              if (chance < 2 && failed.add(event.id())) {
                if (chance == 0) {
                  throw new IllegalStateException("not now");
                }
                return Future.failedFuture("later");
              }
              handled.add(event);
              return Future.succeededFuture();
            });
    shop.nodeWith(Map.of("erp/orders", subscriber));
    shop.nodeWith(Map.of("erp/orders", subscriber));
    for (long version = 1; version <= 15; version++) {
      for (int key = 0; key < 6; key++) {
        shop.announce(event("order.updated", "order_" + key, version));
        shop.announce(event("cart.updated", "cart_" + key, version));
      }
    }
    until(() -> {
      shop.sql("UPDATE delivery_queue SET due_at = now() WHERE lease IS NULL");
      return shop.count("delivery WHERE status = 'pending'") == 0;
    });

    assertThat(failed).isNotEmpty();
    Map<String, Set<Long>> versions =
        handled.stream()
            .collect(
                Collectors.groupingBy(
                    ShopEvent::key,
                    Collectors.mapping(
                        ShopEvent::aggregateVersion, Collectors.toCollection(LinkedHashSet::new))));
    assertThat(versions).hasSize(6);
    assertThat(versions.values())
        .allSatisfy(seen ->
            assertThat(seen)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 15).boxed().toList()));
    JsonObject shown = shop.webhook("webhook_plugin_erp_orders");
    assertThat(shown.getString("url")).isEqualTo("plugin://erp/orders");
    assertThat(shown.getString("status")).isEqualTo("active");
    assertThat(shown.getBoolean("is_configured")).isTrue();
  }

  @Test
  void aSubscriberThatIsGoneIsNoWebhookAnyMore() {
    Subscriber subscriber =
        new Subscriber("all", List.of("*"), (event, deadline) -> Future.succeededFuture());
    shop.nodeWith(Map.of("erp/all", subscriber));
    assertThat(shop.count("subscription")).isEqualTo(1);

    shop.nodeWith(Map.of());

    assertThat(shop.count("subscription")).isZero();
  }

  @Test
  void aMisspeltTypeIsRefused() {
    Subscriber subscriber =
        new Subscriber(
            "all", List.of("order.plced"), (event, deadline) -> Future.succeededFuture());

    assertThatThrownBy(() -> new Subscribers(Map.of("erp/all", subscriber)))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("order.plced");
  }
}
