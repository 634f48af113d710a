package dev.tradewind.acceptance.cluster;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.SignedEnvelope;
import dev.tradewind.launcher.cluster.CertificateFiles;
import dev.tradewind.launcher.cluster.EventBusTls;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.spi.cluster.hazelcast.impl.HazelcastNodeInfo;
import io.vertx.spi.cluster.hazelcast.impl.HazelcastRegistrationInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Cluster with certificates, and programs that know its name and reach its ports: plain Vert.x with
 * Hazelcast, with and without a certificate of the cluster.
 */
@Execution(ExecutionMode.CONCURRENT)
class ClusterBoundaryIT {

  private static final String SHOP = "shop";

  /** For a response that does not come. */
  private static final Duration BRIEF = Duration.ofSeconds(3);

  @TempDir private Path folder;

  private final AtomicInteger served = new AtomicInteger();
  private final AtomicInteger stolen = new AtomicInteger();
  private TestCluster cluster;

  @BeforeEach
  void open() {
    cluster = new TestCluster(folder);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void aStrangerNeitherReceivesNorSendsOperations() {
    TestCluster.Member server = cluster.node("server");
    serve(server);
    TestCluster.Member client = cluster.node("client");
    TestCluster.Member stranger = cluster.stranger(null);
    steal(stranger, SHOP);
    until(() -> client.registrations().get(SHOP).size() == 2);
    assertThat(client.manager().getNodes()).contains(stranger.manager().getNodeId());

    for (int i = 0; i < 20; i++) {
      assertThat(await(client.send(SHOP)).body()).hasToString("served");
    }
    stranger.vertx().eventBus().publish(SHOP, Buffer.buffer("{}"));
    for (int i = 0; i < 4; i++) {
      // Half of them stay with the stranger: it does not ignore its own registration.
      stranger.send(SHOP);
    }
    Throwable refused = failure(request(stranger, server));

    assertThat(refused).isNotNull();
    assertThat(served).hasValue(20);
    int own = stolen.get();
    assertThat(await(client.send(SHOP)).body()).hasToString("served");
    assertThat(stolen).hasValue(own);
  }

  @Test
  void aStrangerCannotRedirectANodesMessages() {
    TestCluster.Member server = cluster.node("server");
    serve(server);
    TestCluster.Member stranger = cluster.stranger(null);
    String id = server.manager().getNodeId();
    stranger
        .registrations()
        .put("unserved", new HazelcastRegistrationInfo(new RegistrationInfo(id, 1, false)));
    NodeInfo own = stranger.manager().getNodeInfo();
    stranger
        .hazelcast()
        .getMap("__vertx.nodeInfo")
        .put(id, new HazelcastNodeInfo(new NodeInfo(own.host(), own.port(), null)));
    steal(stranger, SHOP);
    int before = stolen.get();

    TestCluster.Member client = cluster.node("client");

    assertThat(problem(client.send("unserved"))).isEqualTo(503);
    assertThat(problem(client.send(SHOP))).isEqualTo(503);
    assertThat(stolen).hasValue(before);
  }

  @Test
  void aCertificateOfAnotherAuthorityIsRefused() {
    TestCluster.Member server = cluster.node("server");
    serve(server);
    TestCluster.Member stranger =
        cluster.stranger(
            EventBusTls.load(
                new CertificateFiles(folder.resolve("own"), TestCluster.CLOCK.instant())
                    .write(List.of("stranger"), 1)
                    .getFirst(),
                TestCluster.CLOCK));

    assertThat(failure(request(stranger, server))).isNotNull();
    assertThat(served).hasValue(0);
  }

  @Test
  void aCertificateWithoutTheClusterKeyIsNotEnough() {
    TestCluster.Member server = cluster.node("server");
    serve(server);
    EventBusTls tls = cluster.certificate("thief");
    TestCluster.Member thief = cluster.stranger(tls);
    assertThat(failure(request(thief, server))).isNotNull();
    assertThat(served).hasValue(0);

    // The same program with the key: what refused it was the signature. The server does not respond
    // to it even so, because it has not signed its own address.
    SignedEnvelope.install(thief.vertx(), tls.keys(), TestCluster.CLOCK);
    assertThat(failure(request(thief, server))).isNotNull();
    until(() -> served.get() == 1);
  }

  @Test
  void renewedCertificatesAreLoadedByARunningNode() {
    EventBusTls renewable = cluster.certificate("server");
    TestCluster.Member server = cluster.node(renewable);
    serve(server);
    Path own = folder.resolve("server");
    CertificateFiles next =
        new CertificateFiles(folder.resolve("next"), TestCluster.CLOCK.instant());
    List<Path> written = next.write(List.of("server", "client"), 1);
    copy(own.resolve("cluster.key"), written.get(0).resolve("cluster.key"));
    copy(own.resolve("cluster.key"), written.get(1).resolve("cluster.key"));
    TestCluster.Member client = cluster.node(EventBusTls.load(written.get(1), TestCluster.CLOCK));
    assertThat(problem(client.send(SHOP))).isIn(503, 504);

    for (String file : List.of("ca.crt", "tls.crt", "tls.key")) {
      copy(written.get(0).resolve(file), own.resolve(file));
    }
    await(renewable.reloading(server.vertx()).work().get());

    // The response takes a connection of its own, from the server to the client.
    assertThat(await(client.send(SHOP)).body()).hasToString("served");
  }

  private void serve(TestCluster.Member member) {
    await(
        new Operations()
            .on(
                "adminCreateUser",
                request -> {
                  served.incrementAndGet();
                  return Future.succeededFuture(Reply.text(200, "served"));
                })
            .serve(member.vertx(), SHOP, TestCluster.CLOCK));
  }

  private void steal(TestCluster.Member stranger, String address) {
    await(
        stranger
            .vertx()
            .eventBus()
            .consumer(
                address,
                message -> {
                  stolen.incrementAndGet();
                  message.reply(Buffer.buffer("stolen"));
                })
            .completion());
  }

  /** An operation that only the server can answer. */
  private static Future<Reply> request(TestCluster.Member from, TestCluster.Member server) {
    // Addressed to a member of its own, so that no registration of the sender takes part.
    from.registrations()
        .get(SHOP)
        .forEach(found -> {
          if (!found.unwrap().nodeId().equals(server.manager().getNodeId())) {
            from.registrations().remove(SHOP, found);
          }
        });
    return from.vertx().timer(500).compose(waited -> from.send(SHOP, Buffer.buffer("{}"), BRIEF));
  }

  private static int problem(Future<?> sent) {
    return ((Problem) failure(sent)).status();
  }

  private static void copy(Path from, Path to) {
    try {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}
