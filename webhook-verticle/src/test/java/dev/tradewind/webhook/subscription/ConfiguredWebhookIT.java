package dev.tradewind.webhook.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.outbound.WebhookSecret;
import dev.tradewind.webhook.Receiver;
import dev.tradewind.webhook.TestWebhooks;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfiguredWebhookIT {

  private static final JsonObject NOTHING = new JsonObject();
  private static final String FILE =
      """
      [{"id": "webhook_erp", "url": "%s", "event_types": ["%s"], "secret_file": "erp.secret"}]
      """;

  private final TestWebhooks shop = new TestWebhooks();
  private final Receiver receiver = new Receiver(shop.vertx);

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void theFileOfTheOperatorDecidesAboutItsWebhooks() {
    WebhookSecret secret = WebhookSecret.random();
    shop.node(configured(receiver.url(), "swap.*", secret));
    shop.node(configured(receiver.url(), "order.*", secret));
    shop.announce(TestWebhooks.event("order.placed", "order_1", 1));
    shop.awaitDelivered();

    JsonObject webhook = shop.webhook("webhook_erp");
    assertThat(webhook.getBoolean("is_configured")).isTrue();
    assertThat(webhook.getJsonArray("event_types")).containsExactly("order.*");
    assertThat(signatures(0)).hasSize(1);
    for (String operation : List.of("adminDeleteWebhook", "adminRotateWebhookSecret")) {
      assertThat(shop.ask(operation, "webhook_erp", NOTHING, NOTHING).status()).isEqualTo(400);
    }
    shop.node();
    assertThat(shop.ask("adminGetWebhook", "webhook_erp", NOTHING, NOTHING).status())
        .isEqualTo(404);
  }

  @Test
  void aSecretThatIsChangedInTheFileSignsBesideTheFormerOne() {
    WebhookSecret previous = WebhookSecret.random();
    WebhookSecret next = WebhookSecret.random();
    shop.node(configured(receiver.url(), "*", previous));
    shop.node(configured(receiver.url(), "*", next));
    shop.announce(TestWebhooks.event("order.placed", "order_1", 1));
    shop.awaitDelivered();

    assertThat(signatures(0)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "['text']",
        "[{'id': 'erp', 'url': 'https://a.example', 'event_types': ['*'], 'secret': '%s'}]",
        "[{'id': 'webhook_a', 'event_types': ['*'], 'secret': '%s'}]",
        "[{'id': 'webhook_a', 'url': 'https://a.example', 'event_types': [], 'secret': '%s'}]",
        "[{'id': 'webhook_a', 'url': 'https://a.example', 'event_types': ['*']}]",
        "[{'id': 'webhook_a', 'url': 'https://a.example', 'event_types': ['*'], 'secret': 'x%s'}]",
        "[{'id': 'webhook_a', 'url': 'https://a.example', 'event_types': ['*'], 'secret': '%s', 'x': 1}]"
      })
  void aMalformedFileIsRefusedWithoutRepeatingASecret(String file) {
    String secret = WebhookSecret.random().text();

    assertThatThrownBy(() ->
            ConfiguredWebhook.parse(
                new JsonArray(file.replace('\'', '"').replace("%s", secret)), name -> secret))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining(secret);
  }

  private static ConfiguredWebhook configured(String url, String type, WebhookSecret secret) {
    return ConfiguredWebhook.parse(
            new JsonArray(FILE.formatted(url, type)),
            name -> name.equals("erp.secret") ? secret.text() + "\n" : "")
        .getFirst();
  }

  private List<String> signatures(int request) {
    return List.of(
        receiver.received().get(request).headers().get("webhook-signature").split(" ", -1));
  }
}
