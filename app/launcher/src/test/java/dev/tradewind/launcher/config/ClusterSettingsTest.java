package dev.tradewind.launcher.config;

import static dev.tradewind.launcher.config.NodeConfigs.PRODUCTION;
import static dev.tradewind.launcher.config.NodeConfigs.configOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.internal.serialization.impl.SerializationServiceV1;
import java.io.File;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Cluster that the nodes of a shop form. */
class ClusterSettingsTest {

  @Test
  void productionOpensNoClusterWithoutCertificates() {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    assertThat(configOf(settings).cluster().certificates()).isNull();
    settings.put(Setting.CLUSTER_HOST, "192.0.2.7");

    assertThatThrownBy(() -> configOf(settings))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_CLUSTER_CERTIFICATES")
        .hasMessageContaining("192.0.2.7 is not a loopback address");

    settings.put(Setting.CLUSTER_CERTIFICATES, "/run/cluster");
    assertThat(configOf(settings).cluster().certificates()).isEqualTo(Path.of("/run/cluster"));
  }

  @Test
  void inDevelopmentAClusterNeedsNoCertificates() {
    assertThat(configOf(Map.of(Setting.CLUSTER_HOST, "192.0.2.7")).cluster().certificates())
        .isNull();
  }

  @Test
  void hazelcastDeserializesItsOwnClassesOnly() {
    SerializationServiceV1 serialization =
        new DefaultSerializationServiceBuilder()
            .setConfig(configOf(Map.of()).cluster().hazelcast().getSerializationConfig())
            .build();
    try {
      assertThat(read(serialization, new IllegalStateException("passed on")))
          .isInstanceOf(IllegalStateException.class);
      for (Serializable foreign :
          new Serializable[] {new File("x"), (Runnable & Serializable) () -> {}}) {
        assertThatThrownBy(() -> read(serialization, foreign)).hasMessageContaining("not allowed");
      }
    } finally {
      serialization.dispose();
    }
  }

  private static Object read(SerializationServiceV1 serialization, Serializable sent) {
    return serialization.toObject(serialization.<Data>toData(sent));
  }

  @Test
  void nodesOfOneDatabaseFormOneCluster() {
    NodeConfig one = configOf(Map.of(Setting.DATABASE_URL, "postgresql://a:b@db/shop"));
    NodeConfig same = configOf(Map.of(Setting.DATABASE_URL, "postgresql://c:d@db/shop"));
    NodeConfig another = configOf(Map.of(Setting.DATABASE_URL, "postgresql://a:b@db/other"));

    assertThat(one.cluster().name()).isEqualTo(same.cluster().name());
    assertThat(one.cluster().name()).isNotEqualTo(another.cluster().name());
    assertThat(one.cluster().port()).isEqualTo(same.cluster().port());
  }

  @Test
  void aNamedClusterUsesTheConfiguredOrDefaultPort() {
    assertThat(configOf(PRODUCTION).cluster().port()).isEqualTo(5701);
    assertThat(configOf(Map.of(Setting.CLUSTER_PORT, "5801")).cluster().port()).isEqualTo(5801);
  }

  @Test
  void aHostNameOfTheClusterStandsForItsAddress() {
    assertThat(configOf(Map.of(Setting.CLUSTER_HOST, "localhost")).cluster().host())
        .isIn("127.0.0.1", "0:0:0:0:0:0:0:1");
    assertThat(configOf(Map.of()).cluster().host()).isEqualTo("127.0.0.1");
    assertThatThrownBy(() -> configOf(Map.of(Setting.CLUSTER_HOST, "unknown.invalid")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_CLUSTER_HOST");
  }
}
