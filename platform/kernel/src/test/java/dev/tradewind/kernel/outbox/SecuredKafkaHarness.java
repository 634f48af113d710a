package dev.tradewind.kernel.outbox;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.text.Timestamps;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Publisher and a broker with TLS, logins, access control and limits. */
abstract class SecuredKafkaHarness {

  private static final MeterRegistry METERS = new SimpleMeterRegistry();

  static final String PASSWORD = "plain+%";

  @TempDir static Path folder;

  private static Vertx vertx;
  static SecuredKafka kafka;
  final Topic topic = topic();
  KafkaEventPublisher publisher;

  @BeforeAll
  static void start() throws Exception {
    vertx = Vertx.vertx();
    kafka = SecuredKafka.start(folder);
  }

  @AfterAll
  static void stop() {
    await(vertx.close());
    kafka.close();
  }

  @AfterEach
  void closePublisher() {
    await(publisher.close());
  }

  static KafkaConfig with(KafkaConfig config, String property, String value) {
    Map<String, String> properties = new HashMap<>(config.clientProperties());
    properties.put(property, value);
    return new KafkaConfig(
        config.bootstrapServers(), properties, "", null, null, KafkaConfig.DEFAULT_SOURCE);
  }

  KafkaEventPublisher publisher(KafkaConfig config) {
    return publisher(config, topic);
  }

  static KafkaEventPublisher publisher(KafkaConfig config, Topic... topics) {
    return KafkaEventPublisher.create(
        vertx, config, List.of(topics), (name, type) -> "schema of " + name, METERS);
  }

  static Topic topic() {
    return new Topic("things-" + UUID.randomUUID(), 1, Duration.ofDays(1), false);
  }

  static Event event(Topic topic, String key) {
    return event(topic, key, "text");
  }

  static Event event(Topic topic, String key, String text) {
    return Event.of(
            CallContext.system(Clock.systemUTC(), Duration.ofSeconds(5)),
            Timestamps.now(Clock.systemUTC()),
            topic.name(),
            "thing.changed",
            "thing_1",
            1,
            new JsonObject().put("id", "thing_1").put("text", text))
        .keyedBy(key);
  }

  static String header(ConsumerRecord<String, String> message, String name) {
    return new String(message.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  /** Returns once the broker accepts the password: it learns of it after the controller. */
  static void createScramUser(String password) throws Exception {
    kafka
        .administrator
        .alterUserScramCredentials(
            List.of(
                new UserScramCredentialUpsertion(
                    "shop",
                    new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4_096),
                    password)))
        .all()
        .get();
    kafka.awaitLogin(kafka.withPassword("SCRAM-SHA-512", password));
  }
}
