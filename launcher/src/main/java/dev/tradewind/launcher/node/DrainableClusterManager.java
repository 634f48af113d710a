package dev.tradewind.launcher.node;

import com.hazelcast.config.Config;
import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's place in the cluster, which it can give up before its consumers do. Unregistering a
 * consumer stops it at once, while other nodes hear of it later: what they send meanwhile is lost,
 * and its sender waits for a timeout.
 */
final class DrainableClusterManager extends HazelcastClusterManager {

  private static final Logger LOG = LoggerFactory.getLogger(DrainableClusterManager.class);

  /**
   * Others hear of a change within milliseconds, and then read the routes anew. A message that was
   * sent before that has arrived by then.
   */
  private static final long NEWS_TRAVEL_MILLIS = 500;

  private final Map<RegistrationInfo, String> addresses = new ConcurrentHashMap<>();
  private @Nullable Vertx vertx;

  DrainableClusterManager(Config config) {
    super(config);
  }

  @Override
  public void init(Vertx owner) {
    vertx = owner;
    super.init(owner);
  }

  @Override
  public void addRegistration(
      String address, RegistrationInfo registration, Completable<Void> promise) {
    if (!registration.localOnly()) {
      addresses.put(registration, address);
    }
    super.addRegistration(address, registration, promise);
  }

  @Override
  public void removeRegistration(
      String address, RegistrationInfo registration, Completable<Void> promise) {
    addresses.remove(registration);
    super.removeRegistration(address, registration, promise);
  }

  /**
   * Takes this node off the routes of all others; done when nobody sends to it any more. Its
   * consumers answer as before.
   */
  Future<Void> withdraw() {
    Vertx member = vertx;
    if (member == null || getNodes().size() < 2) {
      return Future.succeededFuture();
    }
    LOG.info("Leaving the routes of the other nodes");
    Promise<Void> settled = Promise.promise();
    member.runOnContext(begin ->
        Future.join(addresses.entrySet().stream().map(this::remove).toList())
            .onFailure(failure -> LOG.warn("Others may still send here: {}", failure.toString()))
            .transform(removed -> member.timer(NEWS_TRAVEL_MILLIS))
            .<Void>mapEmpty()
            .onComplete(settled));
    return settled.future();
  }

  private Future<Void> remove(Map.Entry<RegistrationInfo, String> entry) {
    Promise<Void> removed = Promise.promise();
    super.removeRegistration(entry.getValue(), entry.getKey(), removed);
    return removed.future();
  }
}
