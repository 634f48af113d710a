package dev.tradewind.launcher.node;

import dev.tradewind.kernel.outbox.KafkaConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.admin.KafkaAdminClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connectivity check of Kafka at start, logged only. The shop serves without Kafka; events stay in
 * the outbox.
 */
final class KafkaConnectivityCheck implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaConnectivityCheck.class);

  private static final long PAUSE_MILLIS = 10_000;

  private final Vertx vertx;
  private final KafkaConfig config;
  private boolean isReported;
  private volatile boolean isClosed;

  KafkaConnectivityCheck(Vertx vertx, KafkaConfig config) {
    this.vertx = vertx;
    this.config = config;
  }

  /** Completes after the first attempt, whether or not Kafka answered. */
  Future<Void> start() {
    return Future.future(asked -> vertx.runOnContext(begin -> ask().onComplete(asked)));
  }

  /** Ends the check: the failure of a client that its node closes says nothing of Kafka. */
  @Override
  public void close() {
    isClosed = true;
  }

  private Future<Void> ask() {
    KafkaAdminClient admin = KafkaAdminClient.create(vertx, config.adminProperties());
    return admin
        .describeCluster()
        .onSuccess(cluster -> {
          if (isReported) {
            LOG.info("Connected to Kafka at {}", config.bootstrapServers());
          }
        })
        .onFailure(failure -> {
          if (isClosed) {
            return;
          }
          if (!isReported) {
            LOG.warn(
                "Connecting to Kafka at {} failed, retrying; events stay in the outbox meanwhile: {}",
                config.bootstrapServers(),
                failure.toString());
          }
          isReported = true;
          vertx.setTimer(PAUSE_MILLIS, tick -> ask());
        })
        .eventually(admin::close)
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }
}
