package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.testing.FreePorts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kafka outage: checkouts continue, and events are published afterwards. */
class KafkaOutageIT {

  @Test
  void anOrderIsPlacedDuringAKafkaOutageAndItsEventIsPublishedAfterwards(@TempDir Path folder) {
    int port = FreePorts.find();
    Shop shop = Shop.publishingTo("127.0.0.1:" + port);
    try {
      String cartId = shop.readyCart(shop.newVariant(700, 3).getString("id"), 1);

      Answer completion = shop.storefront().post("/store/carts/" + cartId + "/complete", null);

      assertThat(completion.status()).isEqualTo(200);
      String orderId = completion.body().getJsonObject("data").getString("id");
      assertThat(shop.waitingEvents()).isPositive();

      try (EmbeddedKafka kafka = EmbeddedKafka.start(folder, port)) {
        assertThat(kafka.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
        shop.awaitNoWaitingEvents();
        assertThat(shop.events("commerce.order.v1", orderId, 2))
            .extracting(event -> event.header("ce_type"))
            .containsExactly("order.placed");
      }
    } finally {
      shop.close();
    }
  }
}
