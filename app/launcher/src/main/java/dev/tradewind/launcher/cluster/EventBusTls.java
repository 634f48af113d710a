package dev.tradewind.launcher.cluster;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.ClusterKeys;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.eventbus.impl.clustered.ClusteredEventBus;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SSLOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutual TLS of the event bus. Both ends of a connection need a certificate of the cluster's
 * authority; the names in them are not compared with addresses, since that authority vouches for
 * nodes of this cluster only. Renewed certificates are loaded without a restart: new connections
 * use them, and established ones stay.
 */
public final class EventBusTls {

  private static final Logger LOG = LoggerFactory.getLogger(EventBusTls.class);

  private static final Set<String> PROTOCOLS = Set.of("TLSv1.3");
  private static final Duration RELOAD_INTERVAL = Duration.ofSeconds(30);
  private static final Duration EXPIRES_SOON = Duration.ofDays(14);

  private final Path folder;
  private final Clock clock;
  private volatile ClusterCertificates loaded;

  private EventBusTls(Path folder, Clock clock, ClusterCertificates loaded) {
    this.folder = folder;
    this.clock = clock;
    this.loaded = loaded;
  }

  /**
   * Reads the certificates.
   *
   * @throws dev.tradewind.launcher.config.CliException if they are not valid
   */
  public static EventBusTls load(Path folder, Clock clock) {
    EventBusTls tls =
        new EventBusTls(folder, clock, ClusterCertificates.read(folder, clock.instant()));
    tls.warnOfExpiry();
    return tls;
  }

  /** Read once: new keys are added by a rolling restart. */
  public ClusterKeys keys() {
    return loaded.keys();
  }

  public EventBusOptions on(EventBusOptions options) {
    options
        .setSsl(true)
        .setKeyCertOptions(own(loaded))
        .setTrustOptions(trust(loaded))
        .setClientAuth(ClientAuth.REQUIRED)
        .setEnabledSecureTransportProtocols(PROTOCOLS);
    return options;
  }

  /** Task that loads renewed certificates. */
  public BackgroundTask reloading(Vertx vertx) {
    return BackgroundTask.every(RELOAD_INTERVAL, "reload-certificates", () -> reload(vertx));
  }

  /** Loads the files; fails, and keeps the certificates in use, if they are not valid. */
  private Future<?> reload(Vertx vertx) {
    return vertx
        .executeBlocking(() -> ClusterCertificates.read(folder, clock.instant()))
        .compose(read -> isInUse(read) ? Future.succeededFuture() : apply(vertx, read));
  }

  private boolean isInUse(ClusterCertificates read) {
    return read.certificate().equals(loaded.certificate())
        && read.key().equals(loaded.key())
        && read.authority().equals(loaded.authority());
  }

  private Future<?> apply(Vertx vertx, ClusterCertificates read) {
    ServerSSLOptions serving =
        with(new ServerSSLOptions().setClientAuth(ClientAuth.REQUIRED), read);
    ClientSSLOptions connecting =
        with(new ClientSSLOptions().setHostnameVerificationAlgorithm(""), read);
    return Future.all(
            part(vertx, "server", NetServer.class).updateSSLOptions(serving),
            part(vertx, "client", NetClient.class).updateSSLOptions(connecting))
        .onSuccess(done -> {
          loaded = read;
          LOG.info("Loaded the cluster certificate valid until {}", read.expires());
          warnOfExpiry();
        });
  }

  private static <T extends SSLOptions> T with(T options, ClusterCertificates read) {
    options
        .setKeyCertOptions(own(read))
        .setTrustOptions(trust(read))
        .setEnabledSecureTransportProtocols(PROTOCOLS);
    return options;
  }

  /** The event bus has no method that changes its options: this reaches its server and client. */
  private static <T> T part(Vertx vertx, String field, Class<T> type) {
    try {
      Object part =
          MethodHandles.privateLookupIn(ClusteredEventBus.class, MethodHandles.lookup())
              .unreflectGetter(ClusteredEventBus.class.getDeclaredField(field))
              .invoke(vertx.eventBus());
      return type.cast(part);
    } catch (Throwable absent) {
      throw new IllegalStateException("This version of Vert.x hides the " + field + ".", absent);
    }
  }

  private static PemKeyCertOptions own(ClusterCertificates certificates) {
    return new PemKeyCertOptions()
        .setCertValue(certificates.certificate())
        .setKeyValue(certificates.key());
  }

  private static PemTrustOptions trust(ClusterCertificates certificates) {
    return new PemTrustOptions().addCertValue(certificates.authority());
  }

  private void warnOfExpiry() {
    if (loaded.expires().isBefore(clock.instant().plus(EXPIRES_SOON))) {
      LOG.warn("The cluster certificate in {} expires at {}", folder, loaded.expires());
    }
  }
}
