package dev.tradewind.launcher.node;

import com.hazelcast.config.Config;
import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hazelcast cluster manager that withdraws this node's event-bus registrations before its consumers
 * stop. Unregistering a consumer stops it at once, while other nodes learn of it later: messages
 * they send meanwhile are lost, and their senders wait for a timeout.
 */
final class DrainableClusterManager extends HazelcastClusterManager {

  private static final Logger LOG = LoggerFactory.getLogger(DrainableClusterManager.class);

  /**
   * Time for other nodes to learn of a change and reload the registrations, usually milliseconds.
   * Messages sent before that have arrived by then.
   */
  private static final long PROPAGATION_MILLIS = 500;

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

  /** Fails with the addresses at which no member of the cluster serves. */
  Future<?> checkServed(Collection<String> expected) {
    List<Future<String>> unserved =
        expected.stream()
            .map(address -> registrations(address).map(found -> found.isEmpty() ? address : ""))
            .toList();
    return Future.all(unserved)
        .map(done ->
            done.<String>list().stream()
                .filter(address -> !address.isEmpty())
                .collect(Collectors.joining(", ")))
        .compose(missing ->
            missing.isEmpty()
                ? Future.succeededFuture()
                : Future.failedFuture("No node of the cluster serves " + missing + "."));
  }

  private Future<List<RegistrationInfo>> registrations(String address) {
    Promise<List<RegistrationInfo>> found = Promise.promise();
    getRegistrations(address, found);
    return found.future();
  }

  /**
   * Removes this node's registrations; completes when no node sends to it any more. Its consumers
   * still reply.
   */
  Future<Void> withdraw() {
    Vertx member = vertx;
    if (member == null || getNodes().size() < 2) {
      return Future.succeededFuture();
    }
    LOG.info("Withdrawing the event-bus registrations of this node");
    Promise<Void> settled = Promise.promise();
    member.runOnContext(begin ->
        Future.join(addresses.entrySet().stream().map(this::remove).toList())
            .onFailure(failure ->
                LOG.warn("Withdrawing an event-bus registration failed: {}", failure.toString()))
            .transform(removed -> member.timer(PROPAGATION_MILLIS))
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
