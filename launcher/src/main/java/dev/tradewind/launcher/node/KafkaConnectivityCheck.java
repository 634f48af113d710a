package dev.tradewind.launcher.node;

import io.vertx.core.Vertx;
import io.vertx.kafka.admin.KafkaAdminClient;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says at start whether Kafka answers. The shop does not wait for it; the outbox does. */
final class KafkaConnectivityCheck {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaConnectivityCheck.class);

  private static final String CALL_MILLIS = "5000";
  private static final long PAUSE_MILLIS = 10_000;

  private final Vertx vertx;
  private final String bootstrapServers;
  private boolean saidSo;

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
          if (saidSo) {
            LOG.info("Kafka at {} answers", bootstrapServers);
          }
        })
        .onFailure(away -> {
          if (!saidSo) {
            LOG.warn(
                "Kafka at {} does not answer: orders are taken, their events wait in the"
                    + " outbox. Trying again.",
                bootstrapServers);
          }
          saidSo = true;
          vertx.setTimer(PAUSE_MILLIS, tick -> ask());
        })
        .eventually(admin::close);
  }
}
