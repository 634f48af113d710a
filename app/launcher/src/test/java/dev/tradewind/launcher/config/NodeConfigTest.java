package dev.tradewind.launcher.config;

import static dev.tradewind.launcher.config.NodeConfigs.configOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.customer.oauthapp.AppSettings;
import dev.tradewind.customer.oauthapp.OAuthApp;
import dev.tradewind.gateway.management.ManagementConfig;
import dev.tradewind.shadow.ShadowConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeConfigTest {

  @Test
  void withoutAnySettingANodeIsADemoOnThisMachineAlone() {
    NodeConfig config = configOf(Map.of());

    assertThat(config.isProduction()).isFalse();
    assertThat(config.databaseUrl()).isNull();
    assertThat(config.kafkaBootstrap()).isNull();
    assertThat(config.gateway().host()).isEqualTo("127.0.0.1");
    assertThat(config.gateway().port()).isEqualTo(9000);
    assertThat(config.adminEmail()).isEqualTo("admin@tradewind.test");
    assertThat(config.adminPassword()).isEqualTo("supersecret");
  }

  @Test
  void thePublicUrlFollowsThePortUnlessItIsGiven() {
    assertThat(configOf(Map.of(Setting.HTTP_PORT, "9001")).publicUrl())
        .isEqualTo("http://localhost:9001");
    assertThat(configOf(Map.of(Setting.PUBLIC_URL, "https://shop.example/")).publicUrl())
        .isEqualTo("https://shop.example");
    assertThatThrownBy(() -> configOf(Map.of(Setting.PUBLIC_URL, "shop.example")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_PUBLIC_URL");
  }

  @Test
  void theManagementTokenIsLongAndInAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "t".repeat(31) + "\n");

    assertThat(configOf(Map.of()).managementTokenFile()).isNull();
    assertThatThrownBy(() -> configOf(Map.of(Setting.MANAGEMENT_TOKEN_FILE, file.toString())))
        .hasMessageContaining("at least 32 characters");
    Files.writeString(file, "t".repeat(32) + "\n");
    assertThat(
            configOf(Map.of(Setting.MANAGEMENT_TOKEN_FILE, file.toString())).managementTokenFile())
        .isEqualTo(file);
    Files.delete(file);
    assertThatThrownBy(() -> configOf(Map.of(Setting.MANAGEMENT_TOKEN_FILE, file.toString())))
        .hasMessageContaining("cannot be read");
  }

  @Test
  void digitsOfCurrenciesAreDeclared() {
    assertThat(configOf(Map.of()).currencyDigits()).isEmpty();
    assertThat(configOf(Map.of(Setting.CURRENCY_DIGITS, "huf=0, ISK=2")).currencyDigits())
        .isEqualTo(Map.of("huf", 0, "isk", 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"huf", "huf=4", "huf=0;isk=0", "=0", "huf=0,", "huf=0,huf=2"})
  void malformedDigitsOfCurrenciesAreRefused(String digits) {
    assertThatThrownBy(() -> configOf(Map.of(Setting.CURRENCY_DIGITS, digits)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_CURRENCY_DIGITS");
  }

  @Test
  void routesAndTheirKeyAreReadAtTheStart(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("routes.json");

    assertThat(configOf(Map.of()).routes()).isNull();
    assertThatThrownBy(() -> configOf(Map.of(Setting.ROUTES, file.toString())))
        .isInstanceOf(CliException.class)
        .hasMessage("TRADEWIND_ROUTES: the file " + file + " cannot be read.");
    Files.writeString(file, "[]");
    assertThatThrownBy(() -> configOf(Map.of(Setting.ROUTES, file.toString())))
        .isInstanceOf(CliException.class)
        .hasMessageStartingWith("TRADEWIND_ROUTES: the file " + file + " is not an object in JSON");
    Files.writeString(file, "{\"services\": {}, \"routes\": []}");
    assertThatThrownBy(() ->
            configOf(Map.of(Setting.ROUTES, file.toString(), Setting.ROUTES_KEY, "no key at all")))
        .isInstanceOf(CliException.class)
        .hasMessageStartingWith("TRADEWIND_ROUTES_KEY: Each key must be")
        .hasMessageNotContaining("no key at all");
    NodeConfig config =
        configOf(
            Map.of(
                Setting.ROUTES,
                file.toString(),
                Setting.DATA_DIR,
                folder.resolve("data").toString()));
    assertThat(config.routes().forwarding().keys().published())
        .isEqualTo(config.routes().forwarding().keys().published());
  }

  @ParameterizedTest
  @CsvSource({
    "ENV, staging",
    "HTTP_PORT, http",
    "HTTP_PORT, 65536",
    "DATABASE_POOL_SIZE, 0",
    "DATABASE_URL, mysql://here/shop",
    "TRUSTED_PROXIES, perhaps",
    "INSTANCES, -1",
    "MANAGEMENT_PORT, none",
    "STORE_CORS, *",
    "ADMIN_CORS, /(/",
    "LOG_FORMAT, xml",
    "JWT_KEYS, short:secret",
    "ADMIN_TOKEN_SECONDS, 0",
    "PASSWORD_THREADS, 0",
    "PASSWORD_WORDS, 12",
    "LOGIN_ATTEMPTS, none",
    "LOGIN_ATTEMPTS_PER_ACCOUNT, 0",
    "ENFORCE_ROLES, perhaps",
    "APPS, /no/such/file",
    "APPS_ALLOW_PRIVATE_ADDRESSES, perhaps",
    "CLUSTER_PORT, 0"
  })
  void aSettingThatMakesNoSenseIsNamed(Setting setting, String value) {
    assertThatThrownBy(() -> configOf(Map.of(setting, value)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(setting.variable());
  }

  @Test
  void originsOfCommonDevelopmentServersAreAllowed() {
    NodeConfig config = configOf(Map.of());

    assertThat(config.gateway().storeOrigins().allow("http://localhost:8000")).isTrue();
    assertThat(config.gateway().storeOrigins().allow("http://localhost:7000")).isFalse();
    assertThat(config.gateway().adminOrigins().allow("http://localhost:7001")).isTrue();
    for (String starter : List.of("http://localhost:3000", "http://localhost:5173")) {
      assertThat(config.gateway().storeOrigins().allow(starter)).isTrue();
      assertThat(config.gateway().adminOrigins().allow(starter)).isTrue();
    }
  }

  @Test
  void theManagementPortFallsBackUnlessConfigured() {
    assertThat(configOf(Map.of()).management())
        .isEqualTo(new ManagementConfig("127.0.0.1", 9990, true));
    assertThat(configOf(Map.of(Setting.MANAGEMENT_PORT, "9991")).management())
        .isEqualTo(new ManagementConfig("127.0.0.1", 9991, false));
    assertThat(configOf(Map.of(Setting.MANAGEMENT_PORT, "0")).management()).isNull();
  }

  @Test
  void anEmptyValueIsNoValue() {
    assertThat(configOf(Map.of(Setting.DATABASE_URL, " ")).databaseUrl()).isNull();
  }

  @Test
  void theShadowModeNeedsTheOriginOfAServer() {
    assertThat(configOf(Map.of()).shadow()).isNull();
    ShadowConfig shadow =
        configOf(Map.of(Setting.SHADOW_OF, "https://old-shop", Setting.SHADOW_SAMPLE, "5"))
            .shadow();
    assertThat(shadow).isEqualTo(new ShadowConfig(URI.create("https://old-shop"), 5));
    assertThat(shadow.port()).isEqualTo(443);
    for (String malformed : List.of("old-shop:9000", "http://old_shop:9000", "http://shop/path")) {
      assertThatThrownBy(() -> configOf(Map.of(Setting.SHADOW_OF, malformed)))
          .isInstanceOf(CliException.class)
          .hasMessageContaining("TRADEWIND_SHADOW_OF");
    }
  }

  @Test
  void pathsOfTheStorefrontNameCountriesOnRequest() {
    assertThat(configOf(Map.of()).gateway().storefront().hasCountryPaths()).isFalse();
    assertThat(
            configOf(Map.of(Setting.STOREFRONT_REGION_URLS, "true"))
                .gateway()
                .storefront()
                .hasCountryPaths())
        .isTrue();
  }

  @Test
  void theFolderOfTheStorefrontMustExist() {
    assertThatThrownBy(() -> configOf(Map.of(Setting.STOREFRONT_FOLDER, "/no/such/folder")))
        .isInstanceOf(CliException.class)
        .hasMessage("TRADEWIND_STOREFRONT_FOLDER: There is no folder /no/such/folder.");
  }

  @Test
  void applicationsAreReadFromAFile(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("apps.json"),
            """
            [{"application_name": "demo", "display_name": "Demo",
              "token_endpoint": "https://demo.example/token",
              "client_id": "shop", "client_secret": "hush"}]
            """);

    AppSettings apps = configOf(Map.of(Setting.APPS, file.toString())).access().apps();

    assertThat(apps.apps()).extracting(OAuthApp::name).containsExactly("demo");
    assertThat(apps.mayCallPrivateAddresses()).isFalse();
    assertThat(apps.toString()).doesNotContain("hush");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "nonsense with hush",
        "[5]",
        "[{\"application_name\": \"demo\", \"client_secret\": \"hush\"}]",
        "[{\"colour\": \"hush\"}]"
      })
  void aMalformedFileOfApplicationsIsNamedWithoutItsSecrets(String content, @TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("apps.json"), content);

    assertThatThrownBy(() -> configOf(Map.of(Setting.APPS, file.toString())))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_APPS")
        .hasMessageNotContaining("hush");
  }
}
