package dev.tradewind.launcher.node;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.outbox.KafkaConfig;
import dev.tradewind.kernel.outbox.KafkaEventPublisher;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.launcher.config.SecretFiles;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background tasks that read signing keys and the login for Kafka again from their files, and give
 * changed ones to what uses them. A file that cannot be used leaves the former secret and fails its
 * task.
 */
final class SecretRotation {

  private static final Logger LOG = LoggerFactory.getLogger(SecretRotation.class);

  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final Vertx vertx;
  private final SecretFiles files;
  private final SigningKeys keys;
  private final KafkaEventPublisher publisher;
  private final KafkaConnectivityCheck check;
  private KafkaConfig kafka;

  /**
   * @param keys the signing keys of all verticles of the node
   * @param kafka settings that publisher and check use now
   */
  SecretRotation(
      Vertx vertx,
      SecretFiles files,
      SigningKeys keys,
      KafkaConfig kafka,
      KafkaEventPublisher publisher,
      KafkaConnectivityCheck check) {
    this.vertx = vertx;
    this.files = files;
    this.keys = keys;
    this.kafka = kafka;
    this.publisher = publisher;
    this.check = check;
  }

  /** A task for each sort of secret that is in files. */
  List<BackgroundTask> tasks() {
    List<BackgroundTask> tasks = new ArrayList<>();
    Path keyFile = files.signingKeys();
    if (keyFile != null) {
      tasks.add(
          BackgroundTask.every(INTERVAL, "read-signing-keys", () -> readSigningKeys(keyFile)));
    }
    if (!files.kafkaProperties().isEmpty()) {
      tasks.add(BackgroundTask.every(INTERVAL, "read-kafka-login", this::readKafkaLogin));
    }
    return tasks;
  }

  Future<Void> readSigningKeys(Path file) {
    return vertx
        .executeBlocking(() -> files.readSigningKeys(file))
        .map(read -> {
          if (keys.replace(read)) {
            LOG.info("Replaced the signing keys by {}", keys.keys());
          }
          return null;
        });
  }

  Future<Void> readKafkaLogin() {
    return vertx.executeBlocking(() -> {
      Map<String, String> properties = new HashMap<>(kafka.clientProperties());
      properties.putAll(files.readKafkaProperties());
      if (!properties.equals(kafka.clientProperties())) {
        KafkaConfig changed = kafka.withClientProperties(properties);
        changed.requireUsable();
        publisher.use(changed);
        check.use(changed);
        kafka = changed;
        LOG.info("Using a changed login for Kafka");
      }
      return null;
    });
  }
}
