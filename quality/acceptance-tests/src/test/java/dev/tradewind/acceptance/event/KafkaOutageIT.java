package dev.tradewind.acceptance.event;

import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.ShopOptions;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.testing.FreePorts;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kafka outage: checkouts continue, webhooks have the events meanwhile, and Kafka gets them
 * afterwards.
 */
class KafkaOutageIT {

  @Test
  void anOrderIsPlacedDuringAKafkaOutageAndItsEventIsPublishedAfterwards(@TempDir Path folder) {
    int port = FreePorts.find();
    Shop shop =
        new Shop(
            ShopOptions.defaults()
                .bootstrapServers("127.0.0.1:" + port)
                .announcesToWebhooks(true)
                .build());
    try {
      String cartId = shop.readyCart(shop.newVariant(700, 3).getString("id"), 1);

      Answer completion = shop.storefront().post("/store/carts/" + cartId + "/complete", null);

      assertThat(completion.status()).isEqualTo(200);
      String orderId = completion.body().getJsonObject("data").getString("id");
      awaitPlacedOrder(new StaffClient(shop), orderId);
      assertThat(shop.waitingEvents()).isPositive();

      try (EmbeddedKafka kafka = EmbeddedKafka.start(folder, port)) {
        assertThat(kafka.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
        shop.awaitNoWaitingEvents();
        // At least once: what a busy broker confirms late is published again, with the same id.
        assertThat(
                shop.events("commerce.order.v1", orderId, 2).stream()
                    .map(event -> event.header("ce_type") + " " + event.header("ce_id"))
                    .distinct())
            .singleElement()
            .asString()
            .startsWith("order.placed ");
      }
    } finally {
      shop.close();
    }
  }

  private static void awaitPlacedOrder(StaffClient staff, String orderId) {
    until(() ->
        staff.get("/admin/tradewind/events?type=order.placed").getJsonArray("events").stream()
            .anyMatch(event -> ((JsonObject) event).getString("subject").equals(orderId)));
  }
}
