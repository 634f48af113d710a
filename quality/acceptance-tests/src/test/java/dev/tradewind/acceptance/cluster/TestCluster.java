package dev.tradewind.acceptance.cluster;

import static dev.tradewind.testing.Futures.await;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.multimap.MultiMap;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.SignedEnvelope;
import dev.tradewind.kernel.operation.UndeliveredRequestInterceptor;
import dev.tradewind.launcher.cluster.CertificateFiles;
import dev.tradewind.launcher.cluster.EventBusTls;
import dev.tradewind.launcher.cluster.SignedRegistrations;
import dev.tradewind.launcher.config.ClusterConfig;
import dev.tradewind.launcher.node.DrainableClusterManager;
import dev.tradewind.testing.FreePorts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import io.vertx.spi.cluster.hazelcast.impl.HazelcastRegistrationInfo;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Members of one Hazelcast cluster in this JVM, connected as those of several processes are. */
final class TestCluster implements AutoCloseable {

  static final Clock CLOCK = Clock.systemUTC();
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final Path folder;
  private final String name = "boundary-" + UUID.randomUUID();
  private final int port = FreePorts.find();
  private final List<Vertx> running = new ArrayList<>();

  /** Member of the cluster. */
  record Member(Vertx vertx, HazelcastClusterManager manager) {

    OperationClient client() {
      return new OperationClient(vertx, CLOCK);
    }

    Future<Reply> send(String address) {
      return send(address, Buffer.buffer("{}"));
    }

    Future<Reply> send(String address, Buffer body) {
      return send(address, body, TIMEOUT);
    }

    Future<Reply> send(String address, Buffer body, Duration timeout) {
      return client().send(address, "adminCreateUser", CallContext.system(CLOCK, timeout), body);
    }

    HazelcastInstance hazelcast() {
      return manager.getHazelcastInstance();
    }

    MultiMap<String, HazelcastRegistrationInfo> registrations() {
      return hazelcast().getMultiMap("__vertx.subs");
    }
  }

  /**
   * @param folder of the certificates
   */
  TestCluster(Path folder) {
    this.folder = folder;
  }

  /** Node with a certificate and the key of the cluster. */
  Member node(String node) {
    return node(certificate(node));
  }

  Member node(EventBusTls tls) {
    DrainableClusterManager manager =
        new DrainableClusterManager(hazelcast(), new SignedRegistrations(tls.keys()));
    Member member = join(manager, tls);
    UndeliveredRequestInterceptor.reportOn(member.vertx());
    SignedEnvelope.install(member.vertx(), tls.keys(), CLOCK);
    return member;
  }

  EventBusTls certificate(String node) {
    Path files = new CertificateFiles(folder, CLOCK.instant()).write(List.of(node), 365).getFirst();
    return EventBusTls.load(files, CLOCK);
  }

  /** Plain Vert.x with Hazelcast, which knows no signatures. */
  Member stranger(@Nullable EventBusTls tls) {
    return join(new HazelcastClusterManager(hazelcast()), tls);
  }

  private Member join(HazelcastClusterManager manager, @Nullable EventBusTls tls) {
    EventBusOptions bus = new EventBusOptions().setHost("127.0.0.1");
    Vertx vertx =
        await(
            Vertx.builder()
                .with(new VertxOptions().setEventBusOptions(tls == null ? bus : tls.on(bus)))
                .withClusterManager(manager)
                .buildClustered());
    running.add(vertx);
    return new Member(vertx, manager);
  }

  private Config hazelcast() {
    return new ClusterConfig(name, "127.0.0.1", port, "127.0.0.1:" + port, null).hazelcast();
  }

  @Override
  public void close() {
    running.reversed().forEach(vertx -> await(vertx.close()));
  }
}
