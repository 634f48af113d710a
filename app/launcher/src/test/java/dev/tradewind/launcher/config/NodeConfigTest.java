package dev.tradewind.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import ch.qos.logback.classic.Level;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.internal.serialization.impl.SerializationServiceV1;
import dev.tradewind.api.customer.SessionCookieName;
import dev.tradewind.customer.oauthapp.AppSettings;
import dev.tradewind.customer.oauthapp.OAuthApp;
import dev.tradewind.customer.password.Confirmation;
import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.PasswordRules;
import dev.tradewind.gateway.config.ServerSecurity.TlsFiles;
import dev.tradewind.gateway.config.UploadRules;
import dev.tradewind.gateway.management.ManagementConfig;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.outbox.KafkaConfig;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.shadow.ShadowConfig;
import dev.tradewind.webhook.subscription.WebhookSettings;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class NodeConfigTest {

  private static final Map<Setting, String> PRODUCTION =
      Map.of(
          Setting.ENV, "production",
          Setting.DATABASE_URL, "postgresql://shop:secret@db:5432/shop?sslmode=require",
          Setting.KAFKA_PLAIN_TEXT, "true",
          Setting.KAFKA_BOOTSTRAP, "kafka:9092",
          Setting.ADMIN_EMAIL, "owner@example.com",
          Setting.ADMIN_PASSWORD, "of our own",
          Setting.JWT_KEYS, "first:" + "k".repeat(32),
          Setting.CLUSTER_NAME, "shop",
          Setting.HTTP_PLAIN_TEXT, "true");

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
  void thePublicUrlFollowsThePortUnlessItIsGiven() {
    assertThat(of(Map.of(Setting.HTTP_PORT, "9001")).publicUrl())
        .isEqualTo("http://localhost:9001");
    assertThat(of(Map.of(Setting.PUBLIC_URL, "https://shop.example/")).publicUrl())
        .isEqualTo("https://shop.example");
    assertThatThrownBy(() -> of(Map.of(Setting.PUBLIC_URL, "shop.example")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_PUBLIC_URL");
  }

  @Test
  void tracesAreExportedToACollectorIfThereIsOne() {
    assertThat(of(Map.of(Setting.TRACE_SAMPLE, "1")).traces()).isNull();
    TraceConfig defaults = of(Map.of(Setting.OTLP_ENDPOINT, "https://collector:4318/")).traces();
    assertThat(defaults)
        .returns(URI.create("https://collector:4318/v1/traces"), TraceConfig::endpoint)
        .returns(Map.of(), config -> config.headers().get())
        .returns(0.1, TraceConfig::sample)
        .returns("tradewind", TraceConfig::service)
        .returns(false, TraceConfig::tracesMessages);
    assertThat(
            of(Map.of(
                    Setting.OTLP_ENDPOINT, "http://collector:4318/otlp",
                    Setting.OTLP_HEADERS, "Authorization = Bearer%20a+b%2C%3D ,x-shop=north=1",
                    Setting.TRACE_SAMPLE, "0",
                    Setting.TRACE_SERVICE, "north",
                    Setting.TRACE_MESSAGES, "true"))
                .traces())
        .returns(URI.create("http://collector:4318/otlp/v1/traces"), TraceConfig::endpoint)
        .returns(
            Map.of("authorization", "Bearer a+b,=", "x-shop", "north=1"),
            config -> config.headers().get())
        .returns(0.0, TraceConfig::sample)
        .returns("north", TraceConfig::service)
        .returns(true, TraceConfig::tracesMessages);
  }

  @Test
  void headersForTheCollectorAreReadAgainFromTheirFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("headers"), "authorization=first\n");
    Path settings =
        Files.writeString(
            folder.resolve("traces.yaml"),
            "TRADEWIND_OTLP_ENDPOINT: http://collector:4318%nTRADEWIND_OTLP_HEADERS_FILE: %s%n"
                .formatted(file));
    TraceConfig traces = Objects.requireNonNull(NodeConfig.of(Settings.load(settings)).traces());
    assertThat(traces.headers().get()).isEqualTo(Map.of("authorization", "first"));

    Files.writeString(file, "authorization=second");
    assertThat(traces.headers().get()).isEqualTo(Map.of("authorization", "second"));

    Files.writeString(file, "malformed");
    assertThat(traces.headers().get()).isEqualTo(Map.of("authorization", "second"));
    Files.delete(file);
    assertThat(traces.headers().get()).isEqualTo(Map.of("authorization", "second"));
  }

  @ParameterizedTest
  @CsvSource({
    "OTLP_ENDPOINT, collector:4318",
    "OTLP_ENDPOINT, http://a collector",
    "OTLP_ENDPOINT, grpc://collector:4317",
    "OTLP_HEADERS, secret",
    "OTLP_HEADERS, a=",
    "OTLP_HEADERS, 'a=1,A=2'",
    "OTLP_HEADERS, 'a=1,'",
    "OTLP_HEADERS, a b=1",
    "OTLP_HEADERS, a=%",
    "OTLP_HEADERS, a=b%0Ac",
    "TRACE_SAMPLE, 1.1",
    "TRACE_SAMPLE, NaN",
    "TRACE_SAMPLE, all",
    "TRACE_MESSAGES, yes",
    "TRACE_TRUST_CALLERS, yes",
    "MAX_FILES, 0",
    "MAX_FILES_MEGABYTES, 0"
  })
  void wrongSettingsOfTracesAreNamed(Setting setting, String value) {
    assertThatThrownBy(() -> of(Map.of(setting, value)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(setting.variable());
  }

  @Test
  void theManagementTokenIsLongAndInAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "t".repeat(31) + "\n");

    assertThat(of(Map.of()).managementTokenFile()).isNull();
    assertThatThrownBy(() -> of(Map.of(Setting.MANAGEMENT_TOKEN_FILE, file.toString())))
        .hasMessageContaining("at least 32 characters");
    Files.writeString(file, "t".repeat(32) + "\n");
    assertThat(of(Map.of(Setting.MANAGEMENT_TOKEN_FILE, file.toString())).managementTokenFile())
        .isEqualTo(file);
    Files.delete(file);
    assertThatThrownBy(() -> of(Map.of(Setting.MANAGEMENT_TOKEN_FILE, file.toString())))
        .hasMessageContaining("cannot be read");
  }

  @Test
  void thePasswordOfTheDatabaseIsInTheUrlOrInAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "secret\n");
    String url = "postgresql://shop@db/shop";

    NodeConfig config =
        of(Map.of(Setting.DATABASE_URL, url, Setting.DATABASE_PASSWORD_FILE, file.toString()));
    assertThat(config.database(url).password()).isEqualTo("secret");

    assertThatThrownBy(() -> of(Map.of(Setting.DATABASE_PASSWORD_FILE, file.toString())))
        .hasMessageContaining("needs TRADEWIND_DATABASE_URL");
    assertThatThrownBy(() ->
            of(
                Map.of(
                    Setting.DATABASE_URL,
                    "postgresql://shop:other@db/shop",
                    Setting.DATABASE_PASSWORD_FILE,
                    file.toString())))
        .hasMessageContaining("Set either a password in TRADEWIND_DATABASE_URL or");
    Files.delete(file);
    assertThatThrownBy(() ->
            of(Map.of(Setting.DATABASE_URL, url, Setting.DATABASE_PASSWORD_FILE, file.toString())))
        .hasMessageContaining("cannot be read");
  }

  @Test
  void wholeResourcesArePublishedOnRequest() {
    assertThat(of(Map.of()).publishesStates()).isFalse();
    assertThat(of(Map.of(Setting.EVENT_BODIES, "full")).publishesStates()).isTrue();
    assertThatThrownBy(() -> of(Map.of(Setting.EVENT_BODIES, "true")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_EVENT_BODIES");
  }

  @Test
  void thereAreNoWebhooksUnlessTheyAreOn() {
    assertThat(of(Map.of()).hasWebhooks()).isFalse();
    WebhookSettings webhooks =
        of(Map.of(
                Setting.WEBHOOKS, "true",
                Setting.WEBHOOKS_ALLOW_NETWORKS, "10.0.0.0/8, fd00::/8",
                Setting.EVENT_SOURCE, "/north"))
            .webhooks();

    assertThat(webhooks.source()).isEqualTo("/north");
    assertThat(webhooks.networks()).hasSize(2);
    assertThat(webhooks.allowsPlainHttp()).isTrue();
    assertThat(webhooks.retention()).isEqualTo(Duration.ofDays(7));
    assertThat(of(production(Setting.WEBHOOKS, "true")).webhooks().allowsPlainHttp()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "WEBHOOKS_ALLOW_NETWORKS, 10.0.0.0",
    "WEBHOOKS_RETENTION_DAYS, 1",
    "WEBHOOKS_FILE, nowhere.json"
  })
  void aWrongSettingOfWebhooksIsRejected(Setting setting, String value) {
    assertThatThrownBy(() -> of(Map.of(Setting.WEBHOOKS, "true", setting, value)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(setting.variable());
  }

  @ParameterizedTest
  @CsvSource({
    "https://erp.example, order.palced, No event type matches order.palced",
    "http://erp.example, order.placed, url must begin with https://"
  })
  void aWebhookOfTheFileThatCouldNotWorkIsRejected(
      String url, String type, String message, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("webhooks.json");
    Files.writeString(
        file,
        """
        [{"id": "webhook_erp", "url": "%s", "event_types": ["%s"], "secret_file": "%s"}]
        """
            .formatted(url, type, folder.resolve("secret")));
    Files.writeString(folder.resolve("secret"), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n");
    Map<Setting, String> settings = production(Setting.WEBHOOKS, "true");
    settings.put(Setting.WEBHOOKS_FILE, file.toString());

    assertThatThrownBy(() -> of(settings))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("webhook_erp")
        .hasMessageContaining(message);
  }

  @Test
  void topicsAndEventsBearTheNameOfTheShop() {
    KafkaConfig defaults = of(Map.of()).kafka();
    assertThat(defaults.topicPrefix()).isEmpty();
    assertThat(defaults.source()).isEqualTo("/tradewind");
    assertThat(defaults.partitions()).isNull();
    assertThat(defaults.replicationFactor()).isNull();

    assertThat(
            of(Map.of(
                    Setting.KAFKA_BOOTSTRAP, "kafka:9092",
                    Setting.KAFKA_TOPIC_PREFIX, "north.",
                    Setting.KAFKA_PARTITIONS, "3",
                    Setting.KAFKA_REPLICATION_FACTOR, "2",
                    Setting.EVENT_SOURCE, "https://north.example"))
                .kafka())
        .isEqualTo(
            new KafkaConfig(
                "kafka:9092", Map.of(), "north.", 3, (short) 2, "https://north.example"));
  }

  @ParameterizedTest
  @CsvSource({
    "KAFKA_TOPIC_PREFIX, north/",
    "KAFKA_PARTITIONS, 0",
    "KAFKA_REPLICATION_FACTOR, two",
    "EVENT_SOURCE, the north"
  })
  void aWrongNameOrNumberForKafkaIsRejected(Setting setting, String value) {
    assertThatThrownBy(() -> of(Map.of(setting, value)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(setting.variable());
  }

  @Test
  void everyPoolHasTheSizeOfAllUnlessItHasItsOwn() {
    NodeConfig config =
        of(Map.of(Setting.DATABASE_POOL_SIZE, "3", Setting.DATABASE_POOL_SIZES, "cart=8, order=5"));

    assertThat(config.poolSize("cart")).isEqualTo(8);
    assertThat(config.poolSize("order")).isEqualTo(5);
    assertThat(config.poolSize("catalog")).isEqualTo(3);
  }

  @Test
  void thePoolOfCartsIsTwiceAsLarge() {
    assertThat(of(Map.of()).poolSize("cart")).isEqualTo(8);
    assertThat(of(Map.of(Setting.DATABASE_POOL_SIZE, "3")).poolSize("cart")).isEqualTo(6);
    assertThat(of(Map.of(Setting.DATABASE_POOL_SIZES, "cart=3")).poolSize("cart")).isEqualTo(3);
  }

  @Test
  void digitsOfCurrenciesAreDeclared() {
    assertThat(of(Map.of()).currencyDigits()).isEmpty();
    assertThat(of(Map.of(Setting.CURRENCY_DIGITS, "huf=0, ISK=2")).currencyDigits())
        .isEqualTo(Map.of("huf", 0, "isk", 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"huf", "huf=4", "huf=0;isk=0", "=0", "huf=0,", "huf=0,huf=2"})
  void malformedDigitsOfCurrenciesAreRefused(String digits) {
    assertThatThrownBy(() -> of(Map.of(Setting.CURRENCY_DIGITS, digits)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_CURRENCY_DIGITS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cart", "cart=", "cart=0", "cart=many", "=4", "cart=2,cart=3"})
  void aMalformedPoolSizeIsRejected(String sizes) {
    assertThatThrownBy(() -> of(Map.of(Setting.DATABASE_POOL_SIZES, sizes)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_DATABASE_POOL_SIZES");
  }

  @Test
  void aVerticleHasTheLoginThatIsItsOwn() {
    NodeConfig config =
        of(production(Setting.DATABASE_LOGINS, "cart=shop_cart:s%2Cecret, order=shop_order:other"));
    DatabaseConfig shared =
        config.database("postgresql://operator:hush@127.0.0.1:5432/shop?sslmode=require");

    DatabaseConfig cart = config.databaseOf("cart", shared);

    assertThat(cart.user()).isEqualTo("shop_cart");
    assertThat(cart.password()).isEqualTo("s,ecret");
    assertThat(cart.database()).isEqualTo("shop");
    assertThat(cart.requiresTls()).isTrue();
    assertThat(config.databaseOf("order", shared).user()).isEqualTo("shop_order");
    assertThat(config.databaseLogins().toString()).doesNotContain("ecret", "other");
    assertThat(of(PRODUCTION).databaseOf("cart", shared).user()).isEqualTo("operator");
  }

  @Test
  void loginsOfTheVerticlesAreReadAgainFromTheirFile(@TempDir Path folder) throws IOException {
    Path logins = Files.writeString(folder.resolve("logins"), "cart=shop_cart:former");
    Path settings =
        Files.writeString(
            folder.resolve("node.yaml"),
            """
            TRADEWIND_DATABASE_URL: postgresql://operator@127.0.0.1/shop
            TRADEWIND_DATABASE_LOGINS_FILE: %s
            """
                .formatted(logins));
    NodeConfig config = NodeConfig.of(Settings.load(settings));
    DatabaseConfig cart =
        config.databaseOf("cart", config.database("postgresql://operator@127.0.0.1/shop"));
    assertThat(cart.password()).isEqualTo("former");

    Files.writeString(logins, "cart=shop_cart:present,order=shop_order:other\n");
    assertThat(cart.password()).isEqualTo("present");

    Files.writeString(logins, "order=shop_order:other");
    assertThatThrownBy(cart::password)
        .isInstanceOf(CliException.class)
        .hasMessageContaining("names none of cart")
        .hasMessageNotContaining("other");
  }

  @ParameterizedTest
  @ValueSource(strings = {"kart", "cart=shop", "cart=:x", "cart=a:b:c", "cart=a:b,cart=c:d"})
  void aMalformedLoginIsRejectedWithoutBeingRepeated(String logins) {
    assertThatThrownBy(() -> of(production(Setting.DATABASE_LOGINS, logins)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_DATABASE_LOGINS")
        .hasMessageNotContaining(logins);
  }

  @Test
  void productionListensToTheNetwork() {
    assertThat(of(PRODUCTION).gateway().host()).isEqualTo("0.0.0.0");
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

    assertThatThrownBy(() -> of(settings))
        .isInstanceOf(CliException.class)
        .hasMessageStartingWith("Production needs " + absent.variable() + " to be set")
        .hasMessageNotContaining("\n");
  }

  /** The needs of a missing value are named with it, so that they are not the next question. */
  @Test
  void productionNamesWhatTheMissingValuesWillNeed() {
    assertThatThrownBy(() -> of(Map.of(Setting.ENV, "production")))
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

    assertThatThrownBy(() -> of(settings))
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

  @Test
  void theShopsOfOneServerHaveRolesOfDifferentNames() {
    DatabaseConfig database =
        of(production(Setting.DATABASE_ROLE_PREFIX, "north_"))
            .database("postgresql://north@db/north?sslmode=require");

    assertThat(database.roleOf(Schema.of("cart"))).isEqualTo("north_cart");
    assertThatThrownBy(() -> of(production(Setting.DATABASE_ROLE_PREFIX, "north\"")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_DATABASE_ROLE_PREFIX");
  }

  @Test
  void productionOpensNoClusterWithoutCertificates() {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    assertThat(of(settings).cluster().certificates()).isNull();
    settings.put(Setting.CLUSTER_HOST, "192.0.2.7");

    assertThatThrownBy(() -> of(settings))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_CLUSTER_CERTIFICATES")
        .hasMessageContaining("192.0.2.7 is not a loopback address");

    settings.put(Setting.CLUSTER_CERTIFICATES, "/run/cluster");
    assertThat(of(settings).cluster().certificates()).isEqualTo(Path.of("/run/cluster"));
  }

  @Test
  void inDevelopmentAClusterNeedsNoCertificates() {
    assertThat(of(Map.of(Setting.CLUSTER_HOST, "192.0.2.7")).cluster().certificates()).isNull();
  }

  @Test
  void hazelcastDeserializesItsOwnClassesOnly() {
    SerializationServiceV1 serialization =
        new DefaultSerializationServiceBuilder()
            .setConfig(of(Map.of()).cluster().hazelcast().getSerializationConfig())
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

  @ParameterizedTest
  @EnumSource(names = {"JWT_KEYS", "TLS_KEY", "PUBLIC_URL", "ADMIN_PASSWORD"})
  void productionRefusesTheExamplesOfDeployments(Setting setting) {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    settings.put(setting, "https://first:CHANGE-ME-TO-32-CHARACTERS-OR-MORE");

    assertThatThrownBy(() -> of(settings))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(setting.variable());
  }

  @Test
  void productionWithRoutesNeedsTheKeyOfAllNodes() {
    assertThatThrownBy(() -> of(production(Setting.ROUTES, "routes.json")))
        .isInstanceOf(CliException.class)
        .hasMessage("Production needs TRADEWIND_ROUTES_KEY to be set with TRADEWIND_ROUTES.");
  }

  @Test
  void routesAndTheirKeyAreReadAtTheStart(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("routes.json");

    assertThat(of(Map.of()).routes()).isNull();
    assertThatThrownBy(() -> of(Map.of(Setting.ROUTES, file.toString())))
        .isInstanceOf(CliException.class)
        .hasMessage("TRADEWIND_ROUTES: the file " + file + " cannot be read.");
    Files.writeString(file, "[]");
    assertThatThrownBy(() -> of(Map.of(Setting.ROUTES, file.toString())))
        .isInstanceOf(CliException.class)
        .hasMessageStartingWith("TRADEWIND_ROUTES: the file " + file + " is not an object in JSON");
    Files.writeString(file, "{\"services\": {}, \"routes\": []}");
    assertThatThrownBy(
            () -> of(Map.of(Setting.ROUTES, file.toString(), Setting.ROUTES_KEY, "no key at all")))
        .isInstanceOf(CliException.class)
        .hasMessageStartingWith("TRADEWIND_ROUTES_KEY: Each key must be")
        .hasMessageNotContaining("no key at all");
    NodeConfig config =
        of(
            Map.of(
                Setting.ROUTES,
                file.toString(),
                Setting.DATA_DIR,
                folder.resolve("data").toString()));
    assertThat(config.routes().forwarding().keys().published())
        .isEqualTo(config.routes().forwarding().keys().published());
  }

  @Test
  void productionHasStricterPasswordRules() {
    assertThat(of(Map.of()).access().rules()).isEqualTo(PasswordRules.NONE);
    assertThat(of(PRODUCTION).access().rules())
        .isEqualTo(
            new PasswordRules(
                new PasswordPolicy(12, true, Set.of("tradewind")),
                new PasswordPolicy(8, true, Set.of("tradewind")),
                Confirmation.PASSWORD));
    assertThat(
            of(production(Setting.REQUIRE_OLD_PASSWORD, "fresh-login"))
                .access()
                .rules()
                .ofPassword())
        .isEqualTo(Confirmation.PASSWORD_OR_FRESH_LOGIN);
    assertThat(
            of(production(Setting.PASSWORD_WORDS, "Lighthouse, oslo"))
                .access()
                .rules()
                .staff()
                .words())
        .containsExactlyInAnyOrder("lighthouse", "oslo");
  }

  @Test
  void productionRejectsTheDemoPassword() {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    settings.put(Setting.ADMIN_PASSWORD, "supersecret");

    assertThatThrownBy(() -> of(settings))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_ADMIN_PASSWORD");
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
    assertThatThrownBy(() -> of(Map.of(setting, value)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(setting.variable());
  }

  @Test
  void originsOfCommonDevelopmentServersAreAllowed() {
    NodeConfig config = of(Map.of());

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
    assertThat(of(Map.of()).management()).isEqualTo(new ManagementConfig("127.0.0.1", 9990, true));
    assertThat(of(Map.of(Setting.MANAGEMENT_PORT, "9991")).management())
        .isEqualTo(new ManagementConfig("127.0.0.1", 9991, false));
    assertThat(of(Map.of(Setting.MANAGEMENT_PORT, "0")).management()).isNull();
  }

  @Test
  void productionLogsForMachines() {
    assertThat(of(Map.of()).logFormat()).isEqualTo(LogFormat.TEXT);
    assertThat(of(Map.of(Setting.LOG_FORMAT, "json")).logFormat()).isEqualTo(LogFormat.JSON);
    assertThat(of(PRODUCTION).logFormat()).isEqualTo(LogFormat.JSON);
  }

  @Test
  void anOperatorsOwnLogbackFileDecidesUnlessAFormatIsSet() {
    System.setProperty("logback.configurationFile", "own.xml");
    try {
      assertThat(of(PRODUCTION).logFormat()).isEqualTo(LogFormat.FILE);
      assertThat(of(Map.of(Setting.LOG_FORMAT, "json")).logFormat()).isEqualTo(LogFormat.JSON);
    } finally {
      System.clearProperty("logback.configurationFile");
    }
  }

  @Test
  void logLevelsAreSetByLogger() {
    LogLevels levels =
        of(Map.of(Setting.LOG_LEVELS, "dev.tradewind.test.leveled = debug, root=WARN")).logLevels();

    assertThat(levels.levels())
        .containsExactly(
            entry("dev.tradewind.test.leveled", Level.DEBUG), entry("root", Level.WARN));
    new LogLevels(Map.of("dev.tradewind.test.leveled", Level.DEBUG)).apply();
    assertThat(LoggerFactory.getLogger("dev.tradewind.test.leveled.part").isDebugEnabled())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a=LOUD", "=INFO", "a=INFO,a=WARN", "a=INFO,"})
  void aWrongLogLevelIsNamed(String value) {
    assertThatThrownBy(() -> of(Map.of(Setting.LOG_LEVELS, value)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_LOG_LEVELS");
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
  void aNamedClusterUsesTheConfiguredOrDefaultPort() {
    assertThat(of(PRODUCTION).cluster().port()).isEqualTo(5701);
    assertThat(of(Map.of(Setting.CLUSTER_PORT, "5801")).cluster().port()).isEqualTo(5801);
  }

  @Test
  void aPasswordIsNotPrinted() {
    assertThat(of(PRODUCTION).toString()).doesNotContain("secret", "of our own", "kkk");
  }

  @Test
  void generatedKeysAreStored(@TempDir Path folder) throws IOException {
    Map<Setting, String> settings = Map.of(Setting.DATA_DIR, folder.toString());

    SigningKeys made = of(settings).access().keys();

    assertThat(of(settings).access().keys().keys()).isEqualTo(made.keys());
    assertThat(Files.getPosixFilePermissions(folder.resolve("jwt-keys")))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  }

  @Test
  void onlyProductionSetsSecureCookies() {
    assertThat(of(Map.of()).access().sessions().isSecure()).isFalse();
    assertThat(of(PRODUCTION).access().sessions().isSecure()).isTrue();
  }

  @Test
  void productionPrefixesTheCookieUnlessConfigured() {
    assertThat(of(Map.of()).access().sessions().cookieName()).isEqualTo(SessionCookieName.PLAIN);
    assertThat(of(PRODUCTION).access().sessions().cookieName())
        .isEqualTo(of(PRODUCTION).gateway().security().sessionCookie())
        .isEqualTo(SessionCookieName.HOST_PREFIXED);
    NodeConfig plain = of(production(Setting.SESSION_COOKIE_PREFIX, "false"));
    assertThat(plain.access().sessions().cookieName())
        .isEqualTo(plain.gateway().security().sessionCookie())
        .isEqualTo(SessionCookieName.PLAIN);
    assertThatThrownBy(() -> of(Map.of(Setting.SESSION_COOKIE_PREFIX, "true")))
        .isInstanceOf(CliException.class);
  }

  @Test
  void productionAcceptsKnownUploadsOnly() {
    assertThat(of(Map.of()).gateway().security().uploads()).isEqualTo(UploadRules.DEVELOPMENT);
    assertThat(of(PRODUCTION).gateway().security().uploads().knownTypesOnly()).isTrue();
    assertThat(
            of(production(Setting.KNOWN_UPLOADS_ONLY, "false"))
                .gateway()
                .security()
                .uploads()
                .knownTypesOnly())
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "clamd.internal:3310, clamd.internal:3310",
    "10.0.0.7:3310, 10.0.0.7:3310",
    "'[::1]:3310', ::1:3310",
    "unix:/run/clamav/clamd.ctl, /run/clamav/clamd.ctl"
  })
  void aMalwareScannerIsReachedByTcpOrAUnixSocket(String given, String address) {
    assertThat(of(Map.of(Setting.MALWARE_SCANNER, given)).gateway().security().uploads().scanner())
        .hasToString(address);
  }

  @ParameterizedTest
  @ValueSource(strings = {"clamd", "clamd:0", "clamd:70000", "unix:clamd.ctl", "http://clamd:1"})
  void anAddressThatIsNoneOfAScannerIsNamed(String given) {
    assertThatThrownBy(() -> of(Map.of(Setting.MALWARE_SCANNER, given)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_MALWARE_SCANNER");
  }

  @Test
  void aListOfBreachedPasswordsIsCheckedAtTheStart(@TempDir Path folder) throws IOException {
    Path list = folder.resolve("list");
    assertThatThrownBy(() -> of(Map.of(Setting.BREACHED_PASSWORDS, list.toString())))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_BREACHED_PASSWORDS");

    Files.writeString(list, "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:10434004\r\n");

    assertThat(
            of(Map.of(Setting.BREACHED_PASSWORDS, list.toString())).access().passwords().breached())
        .isNotNull();
  }

  @Test
  void productionLimitsCostlyRequests() {
    assertThat(of(Map.of()).gateway().security().costlyRequestsPerMinute()).isZero();
    assertThat(of(PRODUCTION).gateway().security().costlyRequestsPerMinute()).isEqualTo(600);
  }

  @Test
  void rolesAreEnforcedInProductionUnlessConfigured() {
    assertThat(of(Map.of()).gateway().enforcesRoles()).isFalse();
    assertThat(of(Map.of(Setting.ENFORCE_ROLES, "true")).gateway().enforcesRoles()).isTrue();
    assertThat(of(PRODUCTION).gateway().enforcesRoles()).isTrue();
    assertThat(of(production(Setting.ENFORCE_ROLES, "false")).gateway().enforcesRoles()).isFalse();
  }

  @Test
  void productionServesPlainTextOnlyIfToldTo() {
    assertThatThrownBy(() -> of(production(Setting.HTTP_PLAIN_TEXT, "false")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_TLS_CERTIFICATE")
        .hasMessageContaining("TRADEWIND_HTTP_PLAIN_TEXT");
    Map<Setting, String> encrypted = production(Setting.HTTP_PLAIN_TEXT, "false");
    encrypted.put(Setting.TLS_CERTIFICATE, "/tls/tls.crt");
    encrypted.put(Setting.TLS_KEY, "/tls/tls.key");
    assertThat(of(encrypted).gateway().security().tls())
        .isEqualTo(new TlsFiles(Path.of("/tls/tls.crt"), Path.of("/tls/tls.key")));
    assertThatThrownBy(() -> of(production(Setting.TLS_KEY, "/tls/tls.key")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("are set together");
  }

  @ParameterizedTest
  @CsvSource({
    "db, false",
    "db?sslmode=disable, false",
    "db?sslmode=prefer, false",
    "db?sslmode=require, true",
    "db?sslmode=verify-full, true",
    "192.0.2.7, false",
    "127.0.0.1, true",
    "localhost, true",
    "[::1], true",
    "[2001:db8::7], false",
    "localhost.example, false"
  })
  void productionConnectsToTheDatabaseWithTlsUnlessToldOtherwise(String host, boolean isAllowed) {
    String[] parts = host.split("\\?", 2);
    String url =
        "postgresql://shop:secret@%s:5432/shop%s"
            .formatted(parts[0], parts.length > 1 ? "?" + parts[1] : "");

    if (isAllowed) {
      assertThat(of(production(Setting.DATABASE_URL, url)).databaseUrl()).isEqualTo(url);
    } else {
      assertThatThrownBy(() -> of(production(Setting.DATABASE_URL, url)))
          .isInstanceOf(CliException.class)
          .hasMessageContaining("TRADEWIND_DATABASE_PLAIN_TEXT=true")
          .hasMessageNotContaining("secret");
      assertThat(of(Map.of(Setting.DATABASE_URL, url)).databaseUrl()).isEqualTo(url);
      Map<Setting, String> told = production(Setting.DATABASE_URL, url);
      told.put(Setting.DATABASE_PLAIN_TEXT, "true");
      assertThat(of(told).databaseUrl()).isEqualTo(url);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "kafka:9092                | none           | false",
        "kafka:9092                | PLAINTEXT      | false",
        "kafka:9092                | SASL_PLAINTEXT | false",
        "kafka:9092                | SSL            | true",
        "kafka:9092                | SASL_SSL       | true",
        "127.0.0.1:9092            | none           | true",
        "localhost:9092, [::1]:1   | none           | true",
        "localhost:9092,kafka:9092 | none           | false"
      })
  void productionConnectsToKafkaWithTlsUnlessToldOtherwise(
      String servers, String protocol, boolean isAllowed, @TempDir Path folder) throws IOException {
    Map<Setting, String> settings = production(Setting.KAFKA_BOOTSTRAP, servers);
    settings.put(Setting.KAFKA_PLAIN_TEXT, "false");
    StringBuilder file = new StringBuilder();
    settings.forEach(
        (name, value) -> file.append(name.variable()).append('=').append(value).append('\n'));
    if (protocol != null) {
      file.append("TRADEWIND_KAFKA_SECURITY_PROTOCOL=").append(protocol).append('\n');
    }
    Path given = Files.writeString(folder.resolve("node.properties"), file);

    if (isAllowed) {
      assertThat(NodeConfig.of(Settings.load(given)).kafkaBootstrap()).isEqualTo(servers);
    } else {
      assertThatThrownBy(() -> NodeConfig.of(Settings.load(given)))
          .isInstanceOf(CliException.class)
          .hasMessageContaining("TRADEWIND_KAFKA_SECURITY_PROTOCOL")
          .hasMessageContaining("TRADEWIND_KAFKA_PLAIN_TEXT=true");
    }
  }

  @Test
  void productionPublishesNoDocumentsAndAllowsNoOriginsOfDevelopment() {
    assertThat(of(Map.of()).gateway().security().publishesApiDocs()).isTrue();
    assertThat(of(Map.of()).gateway().storeOrigins().allow("http://localhost:8000")).isTrue();
    assertThat(of(PRODUCTION).gateway().security().publishesApiDocs()).isFalse();
    assertThat(of(PRODUCTION).gateway().storeOrigins().allow("http://localhost:8000")).isFalse();
    assertThat(of(PRODUCTION).gateway().adminOrigins().allow("http://localhost:7000")).isFalse();
    assertThat(of(production(Setting.API_DOCS, "true")).gateway().security().publishesApiDocs())
        .isTrue();
  }

  @Test
  void theShadowModeNeedsTheOriginOfAServer() {
    assertThat(of(Map.of()).shadow()).isNull();
    ShadowConfig shadow =
        of(Map.of(Setting.SHADOW_OF, "https://old-shop", Setting.SHADOW_SAMPLE, "5")).shadow();
    assertThat(shadow).isEqualTo(new ShadowConfig(URI.create("https://old-shop"), 5));
    assertThat(shadow.port()).isEqualTo(443);
    for (String malformed : List.of("old-shop:9000", "http://old_shop:9000", "http://shop/path")) {
      assertThatThrownBy(() -> of(Map.of(Setting.SHADOW_OF, malformed)))
          .isInstanceOf(CliException.class)
          .hasMessageContaining("TRADEWIND_SHADOW_OF");
    }
  }

  @Test
  void productionServesTheDashboardOnRequest() {
    assertThat(of(Map.of()).gateway().dashboard().isServed()).isTrue();
    assertThat(of(Map.of()).gateway().dashboard().backendUrl()).isNull();
    assertThat(of(PRODUCTION).gateway().dashboard().isServed()).isFalse();
    assertThat(of(production(Setting.DASHBOARD, "true")).gateway().dashboard().isServed()).isTrue();
    assertThat(
            of(Map.of(Setting.DASHBOARD_BACKEND_URL, "https://api.shop.example:8443"))
                .gateway()
                .dashboard()
                .backendUrl())
        .isEqualTo("https://api.shop.example:8443");
    for (String malformed : List.of("api.shop.example", "https://a.example/api", "https://a\"b")) {
      assertThatThrownBy(() -> of(Map.of(Setting.DASHBOARD_BACKEND_URL, malformed)))
          .isInstanceOf(CliException.class)
          .hasMessageContaining("TRADEWIND_DASHBOARD_BACKEND_URL");
    }
  }

  @Test
  void productionServesTheStorefrontOnRequest() {
    assertThat(of(Map.of()).gateway().storefront()).isNotNull();
    assertThat(of(PRODUCTION).gateway().storefront()).isNull();
    assertThat(of(production(Setting.STOREFRONT, "true")).gateway().storefront()).isNotNull();
  }

  @Test
  void pathsOfTheStorefrontNameCountriesOnRequest() {
    assertThat(of(Map.of()).gateway().storefront().hasCountryPaths()).isFalse();
    assertThat(
            of(Map.of(Setting.STOREFRONT_REGION_URLS, "true"))
                .gateway()
                .storefront()
                .hasCountryPaths())
        .isTrue();
  }

  @Test
  void theFolderOfTheStorefrontMustExist() {
    assertThatThrownBy(() -> of(Map.of(Setting.STOREFRONT_FOLDER, "/no/such/folder")))
        .isInstanceOf(CliException.class)
        .hasMessage("TRADEWIND_STOREFRONT_FOLDER: There is no folder /no/such/folder.");
  }

  @Test
  void aPublicUrlWithTlsRequiresTls() {
    assertThat(of(PRODUCTION).gateway().security().requiresTls()).isFalse();
    NodeConfig config = of(production(Setting.PUBLIC_URL, "https://shop.example/"));
    assertThat(config.gateway().security().requiresTls()).isTrue();
    assertThat(config.gateway().security().publicUrl()).isEqualTo("https://shop.example");
    assertThat(config.gateway().security().strictTransportSecurity())
        .isEqualTo("max-age=31536000; includeSubDomains");
    assertThat(
            of(Map.of(Setting.PUBLIC_URL, "https://shop.example"))
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
    assertThatThrownBy(() -> of(production(setting, example)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(
            "Production refuses the example in %s; set a value of your own."
                .formatted(setting.variable()));
  }

  private static Map<Setting, String> production(Setting setting, String value) {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    settings.put(setting, value);
    return settings;
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

    AppSettings apps = of(Map.of(Setting.APPS, file.toString())).access().apps();

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

    assertThatThrownBy(() -> of(Map.of(Setting.APPS, file.toString())))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_APPS")
        .hasMessageNotContaining("hush");
  }

  @Test
  void productionDoesNotCallPrivateAddresses() {
    Map<Setting, String> settings = new EnumMap<>(PRODUCTION);
    settings.put(Setting.APPS_ALLOW_PRIVATE_ADDRESSES, "true");

    assertThatThrownBy(() -> of(settings))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_APPS_ALLOW_PRIVATE_ADDRESSES");
  }

  @Test
  void aHostNameOfTheClusterStandsForItsAddress() {
    assertThat(of(Map.of(Setting.CLUSTER_HOST, "localhost")).cluster().host())
        .isIn("127.0.0.1", "0:0:0:0:0:0:0:1");
    assertThat(of(Map.of()).cluster().host()).isEqualTo("127.0.0.1");
    assertThatThrownBy(() -> of(Map.of(Setting.CLUSTER_HOST, "unknown.invalid")))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_CLUSTER_HOST");
  }

  private static NodeConfig of(Map<Setting, String> settings) {
    return NodeConfig.of(new Settings(settings));
  }
}
