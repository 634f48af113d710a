package dev.tradewind.launcher.config;

import static dev.tradewind.launcher.config.NodeConfigs.PRODUCTION;
import static dev.tradewind.launcher.config.NodeConfigs.configOf;
import static dev.tradewind.launcher.config.NodeConfigs.production;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.gateway.config.ServerSecurity.TlsFiles;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Settings without which production does not start, and its stricter defaults. */
class ProductionSettingsTest {

  @Test
  void productionListensToTheNetwork() {
    assertThat(configOf(PRODUCTION).gateway().host()).isEqualTo("0.0.0.0");
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "DATABASE_URL",
        "KAFKA_BOOTSTRAP",
        "ADMIN_EMAIL",
        "ADMIN_PASSWORD",
        "JWT_KEYS",
        "CLUSTER_NAME"
      })
  void productionLeavesNothingToDefaults(Setting absent) {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    settings.remove(absent);

    assertThatThrownBy(() -> configOf(settings))
        .isInstanceOf(CliException.class)
        .hasMessageStartingWith("Production needs " + absent.variable() + " to be set")
        .hasMessageNotContaining("\n");
  }

  /** The needs of a missing value are named with it, so that they are not the next question. */
  @Test
  void productionNamesWhatTheMissingValuesWillNeed() {
    assertThatThrownBy(() -> configOf(Map.of(Setting.ENV, "production")))
        .hasMessageContainingAll(
            "sslmode=verify-full or TRADEWIND_DATABASE_PLAIN_TEXT=true",
            "TRADEWIND_KAFKA_SECURITY_PROTOCOL=SSL or SASL_SSL",
            "TRADEWIND_CLUSTER_HOST and TRADEWIND_CLUSTER_CERTIFICATES");
  }

  /** One message, so that the next start is not the next question. */
  @Test
  void productionNamesAllThatItLacks() {
    Map<Setting, String> settings =
        Map.of(
            Setting.ENV, "production",
            Setting.CLUSTER_HOST, "192.0.2.7",
            Setting.KAFKA_BOOTSTRAP, "kafka:9092",
            Setting.JWT_KEYS, "first:CHANGE-ME-TO-32-CHARACTERS-OR-MORE");

    assertThatThrownBy(() -> configOf(settings))
        .isInstanceOf(CliException.class)
        .hasMessageContainingAll(
            "TRADEWIND_DATABASE_URL to be set",
            "TRADEWIND_ADMIN_EMAIL to be set",
            "TRADEWIND_ADMIN_PASSWORD to be set",
            "TRADEWIND_CLUSTER_NAME to be set",
            "TRADEWIND_TLS_CERTIFICATE and TRADEWIND_TLS_KEY",
            "TRADEWIND_KAFKA_SECURITY_PROTOCOL",
            "TRADEWIND_CLUSTER_CERTIFICATES to be set",
            "the example in TRADEWIND_JWT_KEYS");
  }

  @ParameterizedTest
  @EnumSource(names = {"JWT_KEYS", "TLS_KEY", "PUBLIC_URL", "ADMIN_PASSWORD"})
  void productionRefusesTheExamplesOfDeployments(Setting setting) {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    settings.put(setting, "https://first:CHANGE-ME-TO-32-CHARACTERS-OR-MORE");

    assertThatThrownBy(() -> configOf(settings))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(setting.variable());
  }

  @Test
  void productionWithRoutesNeedsTheKeyOfAllNodes() {
    assertThatThrownBy(() -> configOf(production(Setting.ROUTES, "routes.json")))
        .isInstanceOf(CliException.class)
        .hasMessage("Production needs TRADEWIND_ROUTES_KEY to be set with TRADEWIND_ROUTES.");
  }

  @Test
  void productionRejectsTheDemoPassword() {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    settings.put(Setting.ADMIN_PASSWORD, "supersecret");

    assertThatThrownBy(() -> configOf(settings))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_ADMIN_PASSWORD");
  }

  @Test
  void productionLimitsCostlyRequests() {
    assertThat(configOf(Map.of()).gateway().security().costlyRequestsPerMinute()).isZero();
    assertThat(configOf(PRODUCTION).gateway().security().costlyRequestsPerMinute()).isEqualTo(600);
  }

  @Test
  void rolesAreEnforcedInProductionUnlessConfigured() {
    assertThat(configOf(Map.of()).gateway().enforcesRoles()).isFalse();
    assertThat(configOf(Map.of(Setting.ENFORCE_ROLES, "true")).gateway().enforcesRoles()).isTrue();
    assertThat(configOf(PRODUCTION).gateway().enforcesRoles()).isTrue();
    assertThat(configOf(production(Setting.ENFORCE_ROLES, "false")).gateway().enforcesRoles())
        .isFalse();
  }

  @Test
  void productionServesPlainTextOnlyIfToldTo() {
    assertThatThrownBy(() -> configOf(production(Setting.HTTP_PLAIN_TEXT, "false")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_TLS_CERTIFICATE")
        .hasMessageContaining("TRADEWIND_HTTP_PLAIN_TEXT");
    Map<Setting, String> encrypted = production(Setting.HTTP_PLAIN_TEXT, "false");
    encrypted.put(Setting.TLS_CERTIFICATE, "/tls/tls.crt");
    encrypted.put(Setting.TLS_KEY, "/tls/tls.key");
    assertThat(configOf(encrypted).gateway().security().tls())
        .isEqualTo(new TlsFiles(Path.of("/tls/tls.crt"), Path.of("/tls/tls.key")));
    assertThatThrownBy(() -> configOf(production(Setting.TLS_KEY, "/tls/tls.key")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("are set together");
  }

  @Test
  void productionPublishesNoDocumentsAndAllowsNoOriginsOfDevelopment() {
    assertThat(configOf(Map.of()).gateway().security().publishesApiDocs()).isTrue();
    assertThat(configOf(Map.of()).gateway().storeOrigins().allow("http://localhost:8000")).isTrue();
    assertThat(configOf(PRODUCTION).gateway().security().publishesApiDocs()).isFalse();
    assertThat(configOf(PRODUCTION).gateway().storeOrigins().allow("http://localhost:8000"))
        .isFalse();
    assertThat(configOf(PRODUCTION).gateway().adminOrigins().allow("http://localhost:7000"))
        .isFalse();
    assertThat(
            configOf(production(Setting.API_DOCS, "true")).gateway().security().publishesApiDocs())
        .isTrue();
  }

  @Test
  void productionServesTheDashboardOnRequest() {
    assertThat(configOf(Map.of()).gateway().dashboard().isServed()).isTrue();
    assertThat(configOf(Map.of()).gateway().dashboard().backendUrl()).isNull();
    assertThat(configOf(PRODUCTION).gateway().dashboard().isServed()).isFalse();
    assertThat(configOf(production(Setting.DASHBOARD, "true")).gateway().dashboard().isServed())
        .isTrue();
    assertThat(
            configOf(Map.of(Setting.DASHBOARD_BACKEND_URL, "https://api.shop.example:8443"))
                .gateway()
                .dashboard()
                .backendUrl())
        .isEqualTo("https://api.shop.example:8443");
    for (String malformed : List.of("api.shop.example", "https://a.example/api", "https://a\"b")) {
      assertThatThrownBy(() -> configOf(Map.of(Setting.DASHBOARD_BACKEND_URL, malformed)))
          .isInstanceOf(CliException.class)
          .hasMessageContaining("TRADEWIND_DASHBOARD_BACKEND_URL");
    }
  }

  @Test
  void productionServesTheStorefrontOnRequest() {
    assertThat(configOf(Map.of()).gateway().storefront()).isNotNull();
    assertThat(configOf(PRODUCTION).gateway().storefront()).isNull();
    assertThat(configOf(production(Setting.STOREFRONT, "true")).gateway().storefront()).isNotNull();
  }

  @Test
  void aPublicUrlWithTlsRequiresTls() {
    assertThat(configOf(PRODUCTION).gateway().security().requiresTls()).isFalse();
    NodeConfig config = configOf(production(Setting.PUBLIC_URL, "https://shop.example/"));
    assertThat(config.gateway().security().requiresTls()).isTrue();
    assertThat(config.gateway().security().publicUrl()).isEqualTo("https://shop.example");
    assertThat(config.gateway().security().strictTransportSecurity())
        .isEqualTo("max-age=31536000; includeSubDomains");
    assertThat(
            configOf(Map.of(Setting.PUBLIC_URL, "https://shop.example"))
                .gateway()
                .security()
                .strictTransportSecurity())
        .isEqualTo("max-age=31536000");
  }

  @ParameterizedTest
  @CsvSource({
    "ADMIN_PASSWORD, CHANGE-ME",
    "JWT_KEYS, first:CHANGE-ME-TO-32-CHARACTERS-OR-MORE",
    "DATABASE_URL, postgresql://tradewind:CHANGE-ME@postgres:5432/tradewind"
  })
  void productionRefusesTheSecretsOfTheExamples(Setting setting, String example) {
    assertThatThrownBy(() -> configOf(production(setting, example)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(
            "Production refuses the example in %s; set a value of your own."
                .formatted(setting.variable()));
  }

  @Test
  void productionDoesNotCallPrivateAddresses() {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    settings.put(Setting.APPS_ALLOW_PRIVATE_ADDRESSES, "true");

    assertThatThrownBy(() -> configOf(settings))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_APPS_ALLOW_PRIVATE_ADDRESSES");
  }
}
