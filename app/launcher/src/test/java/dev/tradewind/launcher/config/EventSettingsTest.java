package dev.tradewind.launcher.config;

import static dev.tradewind.launcher.config.NodeConfigs.configOf;
import static dev.tradewind.launcher.config.NodeConfigs.production;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.outbox.KafkaConfig;
import dev.tradewind.webhook.subscription.WebhookSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kafka, the events that are published, and webhooks. */
class EventSettingsTest {

  @Test
  void wholeResourcesArePublishedOnRequest() {
    assertThat(configOf(Map.of()).publishesStates()).isFalse();
    assertThat(configOf(Map.of(Setting.EVENT_BODIES, "full")).publishesStates()).isTrue();
    assertThatThrownBy(() -> configOf(Map.of(Setting.EVENT_BODIES, "true")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_EVENT_BODIES");
  }

  @Test
  void thereAreNoWebhooksUnlessTheyAreOn() {
    assertThat(configOf(Map.of()).hasWebhooks()).isFalse();
    WebhookSettings webhooks =
        configOf(
                Map.of(
                    Setting.WEBHOOKS, "true",
                    Setting.WEBHOOKS_ALLOW_NETWORKS, "10.0.0.0/8, fd00::/8",
                    Setting.EVENT_SOURCE, "/north"))
            .webhooks();

    assertThat(webhooks.source()).isEqualTo("/north");
    assertThat(webhooks.networks()).hasSize(2);
    assertThat(webhooks.allowsPlainHttp()).isTrue();
    assertThat(webhooks.retention()).isEqualTo(Duration.ofDays(7));
    assertThat(configOf(production(Setting.WEBHOOKS, "true")).webhooks().allowsPlainHttp())
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "WEBHOOKS_ALLOW_NETWORKS, 10.0.0.0",
    "WEBHOOKS_RETENTION_DAYS, 1",
    "WEBHOOKS_FILE, nowhere.json"
  })
  void aWrongSettingOfWebhooksIsRejected(Setting setting, String value) {
    assertThatThrownBy(() -> configOf(Map.of(Setting.WEBHOOKS, "true", setting, value)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(setting.variable());
  }

  @ParameterizedTest
  @CsvSource({
    "https://erp.example, order.palced, No event type matches order.palced",
    "http://erp.example, order.placed, url must begin with https://"
  })
  void aWebhookOfTheFileThatCouldNotWorkIsRejected(
      String url, String type, String message, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("webhooks.json");
    Files.writeString(
        file,
        """
        [{"id": "webhook_erp", "url": "%s", "event_types": ["%s"], "secret_file": "%s"}]
        """
            .formatted(url, type, folder.resolve("secret")));
    Files.writeString(folder.resolve("secret"), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n");
    Map<Setting, String> settings = production(Setting.WEBHOOKS, "true");
    settings.put(Setting.WEBHOOKS_FILE, file.toString());

    assertThatThrownBy(() -> configOf(settings))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("webhook_erp")
        .hasMessageContaining(message);
  }

  @Test
  void topicsAndEventsBearTheNameOfTheShop() {
    KafkaConfig defaults = configOf(Map.of()).kafka();
    assertThat(defaults.topicPrefix()).isEmpty();
    assertThat(defaults.source()).isEqualTo("/tradewind");
    assertThat(defaults.partitions()).isNull();
    assertThat(defaults.replicationFactor()).isNull();

    assertThat(
            configOf(
                    Map.of(
                        Setting.KAFKA_BOOTSTRAP, "kafka:9092",
                        Setting.KAFKA_TOPIC_PREFIX, "north.",
                        Setting.KAFKA_PARTITIONS, "3",
                        Setting.KAFKA_REPLICATION_FACTOR, "2",
                        Setting.EVENT_SOURCE, "https://north.example"))
                .kafka())
        .isEqualTo(
            new KafkaConfig(
                "kafka:9092", Map.of(), "north.", 3, (short) 2, "https://north.example"));
  }

  @ParameterizedTest
  @CsvSource({
    "KAFKA_TOPIC_PREFIX, north/",
    "KAFKA_PARTITIONS, 0",
    "KAFKA_REPLICATION_FACTOR, two",
    "EVENT_SOURCE, the north"
  })
  void aWrongNameOrNumberForKafkaIsRejected(Setting setting, String value) {
    assertThatThrownBy(() -> configOf(Map.of(setting, value)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(setting.variable());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "kafka:9092                | none           | false",
        "kafka:9092                | PLAINTEXT      | false",
        "kafka:9092                | SASL_PLAINTEXT | false",
        "kafka:9092                | SSL            | true",
        "kafka:9092                | SASL_SSL       | true",
        "127.0.0.1:9092            | none           | true",
        "localhost:9092, [::1]:1   | none           | true",
        "localhost:9092,kafka:9092 | none           | false"
      })
  void productionConnectsToKafkaWithTlsUnlessToldOtherwise(
      String servers, String protocol, boolean isAllowed, @TempDir Path folder) throws IOException {
    Map<Setting, String> settings = production(Setting.KAFKA_BOOTSTRAP, servers);
    settings.put(Setting.KAFKA_PLAIN_TEXT, "false");
    StringBuilder file = new StringBuilder();
    settings.forEach(
        (name, value) -> file.append(name.variable()).append('=').append(value).append('\n'));
    if (protocol != null) {
      file.append("TRADEWIND_KAFKA_SECURITY_PROTOCOL=").append(protocol).append('\n');
    }
    Path given = Files.writeString(folder.resolve("node.properties"), file);

    if (isAllowed) {
      assertThat(NodeConfig.of(Settings.load(given)).kafkaBootstrap()).isEqualTo(servers);
    } else {
      assertThatThrownBy(() -> NodeConfig.of(Settings.load(given)))
          .isInstanceOf(CliException.class)
          .hasMessageContaining("TRADEWIND_KAFKA_SECURITY_PROTOCOL")
          .hasMessageContaining("TRADEWIND_KAFKA_PLAIN_TEXT=true");
    }
  }
}
