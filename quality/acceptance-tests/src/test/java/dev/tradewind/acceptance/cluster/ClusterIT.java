package dev.tradewind.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.NodeProcess;
import org.junit.jupiter.api.Test;

/** Cluster of several processes. */
class ClusterIT {

  @Test
  void aGatewayServesOperationsOfAnotherNodeAndSurvivesItsEnd() throws Exception {
    try (Cluster cluster = new Cluster(2).with("TRADEWIND_REQUEST_TIMEOUT_SECONDS", "15")) {
      NodeProcess first = cluster.domain();
      Cluster.Gateway gateway = cluster.gateway();

      String orderId = gateway.checkOut();
      assertThat(gateway.status("/store/orders/" + orderId)).isEqualTo(200);

      long killed = System.nanoTime();
      first.kill();
      Answer meanwhile = gateway.storefront().get("/store/orders/" + orderId);
      report("a request to a killed node is answered", killed);
      assertThat(meanwhile.status()).isEqualTo(503);
      assertThat(meanwhile.header("retry-after")).isEqualTo("1");
      assertThat(gateway.storefront().post("/store/carts", null).status()).isEqualTo(503);
      gateway.process().awaitThat(() -> gateway.status("/health/ready") == 503);

      long again = System.nanoTime();
      NodeProcess second = cluster.startDomain();
      gateway.process().awaitThat(() -> gateway.status("/store/orders/" + orderId) == 200);
      report("a restarted node serves", again);
      assertThat(gateway.checkOut()).isNotEqualTo(orderId);

      second.askToStop();
      assertThat(second.awaitEnd()).isZero();
      assertThat(gateway.status("/store/orders/" + orderId)).isEqualTo(503);
    }
  }

  static long report(String what, long since) {
    long millis = (System.nanoTime() - since) / 1_000_000;
    System.out.printf("%s after %d ms%n", what, millis);
    return millis;
  }
}
