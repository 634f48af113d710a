package dev.tradewind.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NodeConfigTest {

  private static final Map<Setting, String> PRODUCTION =
      Map.of(
          Setting.ENV, "production",
          Setting.DATABASE_URL, "postgresql://shop:secret@db:5432/shop",
          Setting.KAFKA_BOOTSTRAP, "kafka:9092",
          Setting.ADMIN_EMAIL, "owner@example.com",
          Setting.ADMIN_PASSWORD, "of our own",
          Setting.CLUSTER_NAME, "shop");

  @Test
  void withoutAnySettingANodeIsADemoOnThisMachineAlone() {
    NodeConfig config = of(Map.of());

    assertThat(config.isProduction()).isFalse();
    assertThat(config.databaseUrl()).isNull();
    assertThat(config.kafkaBootstrap()).isNull();
    assertThat(config.gateway().host()).isEqualTo("127.0.0.1");
    assertThat(config.gateway().port()).isEqualTo(9000);
    assertThat(config.adminEmail()).isEqualTo("admin@tradewind.test");
    assertThat(config.adminPassword()).isEqualTo("supersecret");
  }

  @Test
  void productionListensToTheNetwork() {
    assertThat(of(PRODUCTION).gateway().host()).isEqualTo("0.0.0.0");
  }

  @ParameterizedTest
  @EnumSource(
      names = {"DATABASE_URL", "KAFKA_BOOTSTRAP", "ADMIN_EMAIL", "ADMIN_PASSWORD", "CLUSTER_NAME"})
  void productionLeavesNothingToDefaults(Setting absent) {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    settings.remove(absent);

    assertThatThrownBy(() -> of(settings))
        .isInstanceOf(OperatorException.class)
        .hasMessage("Production needs " + absent.variable() + " to be set.");
  }

  @Test
  void productionRefusesThePasswordThatEverybodyKnows() {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    settings.put(Setting.ADMIN_PASSWORD, "supersecret");

    assertThatThrownBy(() -> of(settings))
        .isInstanceOf(OperatorException.class)
        .hasMessageContaining("TRADEWIND_ADMIN_PASSWORD");
  }

  @ParameterizedTest
  @CsvSource({
    "ENV, staging",
    "HTTP_PORT, http",
    "HTTP_PORT, 65536",
    "DATABASE_POOL_SIZE, 0",
    "DATABASE_URL, mysql://here/shop",
    "HTTP_BEHIND_PROXY, perhaps",
    "INSTANCES, -1",
    "CLUSTER_PORT, 0"
  })
  void aSettingThatMakesNoSenseIsNamed(Setting setting, String value) {
    assertThatThrownBy(() -> of(Map.of(setting, value)))
        .isInstanceOf(OperatorException.class)
        .hasMessageContaining(setting.variable());
  }

  @Test
  void anEmptyValueIsNoValue() {
    assertThat(of(Map.of(Setting.DATABASE_URL, " ")).databaseUrl()).isNull();
  }

  @Test
  void nodesOfOneDatabaseFormOneCluster() {
    NodeConfig one = of(Map.of(Setting.DATABASE_URL, "postgresql://a:b@db/shop"));
    NodeConfig same = of(Map.of(Setting.DATABASE_URL, "postgresql://c:d@db/shop"));
    NodeConfig another = of(Map.of(Setting.DATABASE_URL, "postgresql://a:b@db/other"));

    assertThat(one.cluster().name()).isEqualTo(same.cluster().name());
    assertThat(one.cluster().name()).isNotEqualTo(another.cluster().name());
    assertThat(one.cluster().port()).isEqualTo(same.cluster().port());
  }

  @Test
  void aNamedClusterMeetsOnThePortThatIsSetOrUsual() {
    assertThat(of(PRODUCTION).cluster().port()).isEqualTo(5701);
    assertThat(of(Map.of(Setting.CLUSTER_PORT, "5801")).cluster().port()).isEqualTo(5801);
  }

  @Test
  void aPasswordIsNotPrinted() {
    assertThat(of(PRODUCTION).toString()).doesNotContain("secret", "of our own");
  }

  private static NodeConfig of(Map<Setting, String> settings) {
    return NodeConfig.of(new Settings(settings));
  }
}
