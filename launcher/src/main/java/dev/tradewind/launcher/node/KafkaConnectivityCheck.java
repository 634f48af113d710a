package dev.tradewind.launcher.node;

import io.vertx.core.Vertx;
import io.vertx.kafka.admin.KafkaAdminClient;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connectivity check of Kafka at start, logged only. The shop serves without Kafka; events stay in
 * the outbox.
 */
final class KafkaConnectivityCheck {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaConnectivityCheck.class);

  private static final String CALL_MILLIS = "5000";
  private static final long PAUSE_MILLIS = 10_000;

  private final Vertx vertx;
  private final String bootstrapServers;
  private boolean isReported;

  KafkaConnectivityCheck(Vertx vertx, String bootstrapServers) {
    this.vertx = vertx;
    this.bootstrapServers = bootstrapServers;
  }

  void start() {
    vertx.runOnContext(begin -> ask());
  }

  private void ask() {
    KafkaAdminClient admin =
        KafkaAdminClient.create(
            vertx,
            Map.of(
                "bootstrap.servers", bootstrapServers,
                "default.api.timeout.ms", CALL_MILLIS,
                "request.timeout.ms", CALL_MILLIS));
    admin
        .describeCluster()
        .onSuccess(cluster -> {
          if (isReported) {
            LOG.info("Connected to Kafka at {}", bootstrapServers);
          }
        })
        .onFailure(failure -> {
          if (!isReported) {
            LOG.warn(
                "Connecting to Kafka at {} failed, retrying; events stay in the outbox meanwhile",
                bootstrapServers);
          }
          isReported = true;
          vertx.setTimer(PAUSE_MILLIS, tick -> ask());
        })
        .eventually(admin::close);
  }
}
