package dev.tradewind.launcher.node;

import dev.tradewind.kernel.outbox.KafkaConfig;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.kafka.admin.KafkaAdminClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connectivity check of Kafka, every five seconds: in the log when it begins and ends to fail, in
 * the metrics and in the readiness of the node. The shop serves without Kafka; events stay in the
 * outbox.
 */
final class KafkaConnectivityCheck implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaConnectivityCheck.class);

  private static final long PAUSE_MILLIS = 5_000;

  private final Vertx vertx;
  private final Context context;
  private volatile KafkaConfig config;
  private @Nullable KafkaConfig configOfAdmin;
  private @Nullable KafkaAdminClient admin;
  private boolean isReported;
  private volatile boolean isUp;
  private volatile boolean isClosed;

  KafkaConnectivityCheck(Vertx vertx, KafkaConfig config, MeterRegistry meters) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.config = config;
    Gauge.builder("tradewind.kafka.up", this, check -> check.isUp ? 1 : 0)
        .description("Whether Kafka answered the last check of this node")
        .register(meters);
  }

  /** Completes after the first attempt, whether or not Kafka answered. */
  Future<Void> start() {
    return Future.future(asked -> context.runOnContext(begin -> ask().onComplete(asked)));
  }

  /** Fails with a sentence for the operator unless Kafka answered the last time. */
  Future<?> health() {
    if (isUp) {
      return Future.succeededFuture();
    }
    return Future.failedFuture("Kafka does not answer; events stay in the outbox.");
  }

  /** Uses other settings, such as a changed login, from the next attempt on. */
  void use(KafkaConfig changed) {
    config = changed;
  }

  /** Ends the check: the failure of a client that its node closes says nothing of Kafka. */
  @Override
  public void close() {
    isClosed = true;
    context.runOnContext(end -> discard());
  }

  private Future<Void> ask() {
    return admin()
        .compose(KafkaAdminClient::describeCluster)
        .onSuccess(cluster -> answered())
        .onFailure(this::failed)
        .onComplete(asked -> {
          if (isClosed) {
            discard();
          } else {
            vertx.setTimer(PAUSE_MILLIS, tick -> ask());
          }
        })
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }

  /** The client of the attempts before, or a new one; its creation looks names of servers up. */
  private Future<KafkaAdminClient> admin() {
    KafkaConfig current = config;
    if (configOfAdmin != current) {
      discard();
    }
    KafkaAdminClient present = admin;
    if (present != null) {
      return Future.succeededFuture(present);
    }
    return context
        .executeBlocking(() -> KafkaAdminClient.create(vertx, current.adminProperties()))
        .onSuccess(opened -> {
          admin = opened;
          configOfAdmin = current;
        });
  }

  private void answered() {
    isUp = true;
    if (isReported) {
      isReported = false;
      LOG.info("Connected to Kafka at {}", config.bootstrapServers());
    }
  }

  private void failed(Throwable failure) {
    isUp = false;
    discard();
    if (!isClosed && !isReported) {
      isReported = true;
      LOG.warn(
          "Connecting to Kafka at {} failed, retrying; events stay in the outbox meanwhile: {}",
          config.bootstrapServers(),
          failure.toString());
    }
  }

  private void discard() {
    KafkaAdminClient used = admin;
    admin = null;
    if (used != null) {
      used.close();
    }
  }
}
