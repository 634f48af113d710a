package dev.tradewind.webhook.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.webhook.TestWebhooks;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WebhookLimitsIT {

  @Test
  void concurrentRequestsMakeAHundredWebhooks() {
    try (TestWebhooks shop = new TestWebhooks();
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      shop.node();

      List<CompletableFuture<Integer>> statuses =
          IntStream.range(0, 110)
              .mapToObj(i -> CompletableFuture.supplyAsync(() -> create(shop), threads))
              .toList();

      assertThat(statuses).extracting(CompletableFuture::join).containsOnly(200, 400);
      assertThat(shop.count("subscription")).isEqualTo(100);
    }
  }

  private static int create(TestWebhooks shop) {
    return shop.ask(
            "adminCreateWebhook",
            null,
            new JsonObject(),
            new JsonObject()
                .put("url", "http://127.0.0.1:9/")
                .put("event_types", new JsonArray().add("order.*")))
        .status();
  }
}
