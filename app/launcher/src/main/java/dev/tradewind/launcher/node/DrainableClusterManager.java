package dev.tradewind.launcher.node;

import com.hazelcast.config.Config;
import dev.tradewind.launcher.cluster.SignedRegistrations;
import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hazelcast cluster manager that withdraws this node's event-bus registrations before its consumers
 * stop. Unregistering a consumer stops it at once, while other nodes learn of it later: messages
 * they send meanwhile are lost, and their senders wait for a timeout.
 *
 * <p>With cluster keys it signs what it stores, and ignores what no node of the cluster has signed:
 * every process that reaches Hazelcast can join it and write its maps.
 */
public final class DrainableClusterManager extends HazelcastClusterManager {

  private static final Logger LOG = LoggerFactory.getLogger(DrainableClusterManager.class);

  /**
   * Time for other nodes to learn of a change and reload the registrations, usually milliseconds.
   * Messages sent before that have arrived by then.
   */
  private static final long PROPAGATION_MILLIS = 500;

  /** Registration as the event bus knows it, and as it is stored. */
  private record Stored(String address, RegistrationInfo registration) {

    int consumer() {
      return SignedRegistrations.consumer(registration);
    }
  }

  private final Map<RegistrationInfo, Stored> own = new ConcurrentHashMap<>();
  private final Map<RegistrationInfo, String> heldBack = new LinkedHashMap<>();
  private Set<String> unannounced = Set.of();
  private final @Nullable SignedRegistrations signatures;
  private @Nullable Vertx vertx;

  /**
   * @param signatures null: entries are neither signed nor verified
   */
  public DrainableClusterManager(Config config, @Nullable SignedRegistrations signatures) {
    super(config);
    this.signatures = signatures;
  }

  @Override
  public void init(Vertx owner) {
    vertx = owner;
    super.init(owner);
  }

  @Override
  public void registrationListener(RegistrationListener listener) {
    super.registrationListener(signatures == null ? listener : verifying(signatures, listener));
  }

  private static RegistrationListener verifying(
      SignedRegistrations signatures, RegistrationListener listener) {
    return new RegistrationListener() {
      @Override
      public void registrationsUpdated(RegistrationUpdateEvent event) {
        listener.registrationsUpdated(
            new RegistrationUpdateEvent(
                event.address(), signatures.genuine(event.address(), event.registrations())));
      }

      @Override
      public void registrationsLost() {
        listener.registrationsLost();
      }

      @Override
      public boolean wantsUpdatesFor(String address) {
        return listener.wantsUpdatesFor(address);
      }
    };
  }

  /**
   * Holds back the registrations at these addresses until {@link #announce}: verticles of this node
   * serve each other meanwhile, and other nodes send them nothing.
   */
  public synchronized void holdBack(Collection<String> addresses) {
    unannounced = Set.copyOf(addresses);
  }

  /** Adds the registrations that were held back; completes when the cluster knows them. */
  public Future<Void> announce() {
    Map<RegistrationInfo, String> waiting;
    synchronized (this) {
      unannounced = Set.of();
      waiting = new LinkedHashMap<>(heldBack);
      heldBack.clear();
    }
    return Future.all(
            waiting.entrySet().stream()
                .map(entry -> {
                  Promise<Void> added = Promise.promise();
                  addRegistration(entry.getValue(), entry.getKey(), added);
                  return added.future();
                })
                .toList())
        .mapEmpty();
  }

  @Override
  public void addRegistration(
      String address, RegistrationInfo registration, Completable<Void> promise) {
    synchronized (this) {
      if (!registration.localOnly() && unannounced.contains(address)) {
        heldBack.put(registration, address);
        promise.succeed();
        return;
      }
    }
    super.addRegistration(address, store(address, registration), promise);
  }

  private synchronized RegistrationInfo store(String address, RegistrationInfo registration) {
    RegistrationInfo stored =
        signatures == null
            ? registration
            : signatures.sign(address, registration, freeConsumer(address));
    own.put(registration, new Stored(address, stored));
    return stored;
  }

  /** The lowest number that no other consumer of this node at the address has. */
  private int freeConsumer(String address) {
    Set<Integer> taken =
        own.values().stream()
            .filter(other -> other.address().equals(address))
            .map(Stored::consumer)
            .collect(Collectors.toSet());
    return IntStream.range(0, SignedRegistrations.CONSUMERS)
        .filter(number -> !taken.contains(number))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void removeRegistration(
      String address, RegistrationInfo registration, Completable<Void> promise) {
    synchronized (this) {
      heldBack.remove(registration);
    }
    Stored stored = own.remove(registration);
    super.removeRegistration(
        address, stored == null ? registration : stored.registration(), promise);
  }

  @Override
  public void getRegistrations(String address, Completable<List<RegistrationInfo>> promise) {
    super.getRegistrations(
        address,
        (found, failure) -> {
          if (failure == null && signatures != null) {
            promise.succeed(signatures.genuine(address, found));
          } else {
            promise.complete(found, failure);
          }
        });
  }

  @Override
  public void setNodeInfo(NodeInfo info, Completable<Void> promise) {
    super.setNodeInfo(signatures == null ? info : signatures.sign(getNodeId(), info), promise);
  }

  @Override
  public void getNodeInfo(String nodeId, Completable<NodeInfo> promise) {
    super.getNodeInfo(
        nodeId,
        (info, failure) -> {
          if (failure == null && signatures != null && !signatures.isGenuine(nodeId, info)) {
            promise.fail("The address of node " + nodeId + " is not signed.");
          } else {
            promise.complete(info, failure);
          }
        });
  }

  /** The addresses of these at which no member of the cluster serves. */
  public Future<List<String>> unserved(Collection<String> expected) {
    List<Future<String>> unserved =
        expected.stream()
            .map(address -> registrations(address).map(found -> found.isEmpty() ? address : ""))
            .toList();
    return Future.all(unserved)
        .map(done -> done.<String>list().stream().filter(address -> !address.isEmpty()).toList());
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
  public Future<Void> withdraw() {
    Vertx member = vertx;
    if (member == null || getNodes().size() < 2) {
      return Future.succeededFuture();
    }
    LOG.info("Withdrawing the event-bus registrations of this node");
    Promise<Void> settled = Promise.promise();
    member.runOnContext(begin ->
        Future.join(
                own.values().stream()
                    .filter(stored -> !stored.registration().localOnly())
                    .map(this::remove)
                    .toList())
            .onFailure(failure ->
                LOG.warn("Withdrawing an event-bus registration failed: {}", failure.toString()))
            .transform(removed -> member.timer(PROPAGATION_MILLIS))
            .<Void>mapEmpty()
            .onComplete(settled));
    return settled.future();
  }

  private Future<Void> remove(Stored stored) {
    Promise<Void> removed = Promise.promise();
    super.removeRegistration(stored.address(), stored.registration(), removed);
    return removed.future();
  }
}
