package dev.tradewind.launcher.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.ClusterKeys;
import io.vertx.core.json.JsonObject;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignedRegistrationsTest {

  private final SignedRegistrations signatures = signatures(ClusterKeys.random());
  private final RegistrationInfo given = new RegistrationInfo("node-1", 77, false);

  @Test
  void registrationsOfNodesAreGenuine() {
    RegistrationInfo first = signatures.sign("catalog", given, 0);
    RegistrationInfo last = signatures.sign("catalog", given, SignedRegistrations.CONSUMERS - 1);

    assertThat(first).isNotEqualTo(last);
    assertThat(SignedRegistrations.consumer(last)).isEqualTo(SignedRegistrations.CONSUMERS - 1);
    assertThat(first.nodeId()).isEqualTo("node-1");
    assertThat(signatures.genuine("catalog", List.of(first, last))).containsExactly(first, last);
  }

  @Test
  void othersAreIgnored() {
    RegistrationInfo signed = signatures.sign("catalog", given, 1);

    assertThat(signatures.genuine("catalog", List.of(given))).isEmpty();
    assertThat(signatures.genuine("customer", List.of(signed))).isEmpty();
    assertThat(
            signatures.genuine(
                "catalog", List.of(new RegistrationInfo("node-2", signed.seq(), false))))
        .isEmpty();
    assertThat(
            signatures.genuine(
                "catalog", List.of(new RegistrationInfo("node-1", signed.seq(), true))))
        .isEmpty();
    assertThat(
            signatures.genuine(
                "catalog", List.of(new RegistrationInfo("node-1", signed.seq() + 1, false))))
        .isEmpty();
    assertThat(signatures(ClusterKeys.random()).genuine("catalog", List.of(signed))).isEmpty();
  }

  @Test
  void theAddressOfANodeCannotBeChanged() {
    NodeInfo signed = signatures.sign("node-1", new NodeInfo("10.0.0.1", 41_000, null));

    assertThat(signatures.isGenuine("node-1", signed)).isTrue();
    assertThat(signatures.isGenuine("node-2", signed)).isFalse();
    assertThat(signatures.isGenuine("node-1", moved(signed, "10.0.0.2", 41_000))).isFalse();
    assertThat(signatures.isGenuine("node-1", moved(signed, "10.0.0.1", 41_001))).isFalse();
    for (JsonObject metadata :
        List.of(
            new JsonObject(),
            new JsonObject().put("signature", ""),
            new JsonObject().put("signature", 1),
            new JsonObject().put("signature", "not Base64!"))) {
      assertThat(signatures.isGenuine("node-1", new NodeInfo("10.0.0.1", 41_000, metadata)))
          .isFalse();
    }
    assertThat(signatures.isGenuine("node-1", new NodeInfo("10.0.0.1", 41_000, null))).isFalse();
  }

  private static NodeInfo moved(NodeInfo signed, String host, int port) {
    return new NodeInfo(host, port, signed.metadata());
  }

  private static SignedRegistrations signatures(String keys) {
    return new SignedRegistrations(ClusterKeys.parse(keys));
  }
}
