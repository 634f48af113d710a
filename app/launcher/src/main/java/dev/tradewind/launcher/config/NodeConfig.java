package dev.tradewind.launcher.config;

import dev.tradewind.api.retention.DataLimits;
import dev.tradewind.api.retention.FileLimits;
import dev.tradewind.cart.CheckoutRules;
import dev.tradewind.embedded.Home;
import dev.tradewind.gateway.config.DashboardConfig;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.management.ManagementConfig;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.DatabaseLogin;
import dev.tradewind.kernel.outbox.KafkaConfig;
import dev.tradewind.providers.hook.ConfiguredHook;
import dev.tradewind.shadow.ShadowConfig;
import dev.tradewind.spi.Plugin;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.webhook.subscription.WebhookSettings;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.DecodeException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a node, validated as a whole.
 *
 * @param databaseUrl absent: an embedded PostgreSQL
 * @param databasePasswordFile file of the password; absent: the password of the URL
 * @param rolePrefix beginning of the names of the roles that own the schemas
 * @param poolSize connections of a pool
 * @param poolSizes of the verticles with a size of their own, by name
 * @param databaseLogins logins of the verticles, by name; empty: the login of the URL
 * @param kafkaBootstrap absent: an embedded Kafka
 * @param kafka without bootstrap servers if they are absent
 * @param plugins found on the class path and in the folder of plugins, not started
 * @param hooks of the operator's file
 * @param pluginSettings values by the names of their variables
 * @param secretFiles files of secrets that are read again while the node runs
 * @param timeout how long a command waits for an unreachable database
 * @param routes that services of the shop answer; null: none
 * @param shadow shadow mode; null: none
 * @param management null: management endpoints are disabled
 * @param managementTokenFile null: log levels are not changed while the node runs
 * @param traces null: traces are not exported
 * @param publishesStates whether whole products, customers and orders are published
 * @param publicUrl URL under which clients reach the gateway, without a slash at the end
 * @param webhooks null: there are none
 * @param instances of each domain verticle
 * @param limits limits of stored data
 * @param currencyDigits fraction digits that the operator declares, by currency
 * @param responseCacheMegabytes bound of the responses in memory, of an instance of the catalog
 *     verticle, of one of the cart verticle, and of the gateways; 0: none
 * @param warmUp maximum duration of the warm-up before the node is ready; zero: none
 */
@RecordBuilder
public record NodeConfig(
    boolean isProduction,
    @Nullable String databaseUrl,
    @Nullable Path databasePasswordFile,
    String rolePrefix,
    int poolSize,
    Map<String, Integer> poolSizes,
    Map<String, DatabaseLogin> databaseLogins,
    @Nullable String kafkaBootstrap,
    KafkaConfig kafka,
    Path dataFolder,
    List<Plugin> plugins,
    List<ConfiguredHook> hooks,
    Map<String, String> pluginSettings,
    SecretFiles secretFiles,
    Duration timeout,
    GatewayConfig gateway,
    @Nullable RouteConfig routes,
    @Nullable ShadowConfig shadow,
    @Nullable ManagementConfig management,
    @Nullable Path managementTokenFile,
    LogFormat logFormat,
    LogLevels logLevels,
    @Nullable TraceConfig traces,
    boolean publishesStates,
    String publicUrl,
    @Nullable WebhookSettings webhooks,
    int instances,
    DataLimits limits,
    CheckoutRules checkout,
    Map<String, Integer> currencyDigits,
    int responseCacheMegabytes,
    Duration warmUp,
    String adminEmail,
    String adminPassword,
    AuthConfig access,
    ClusterConfig cluster) {

  private static final int LAST_PORT = 65_535;
  private static final int MAX_POOL = 100;
  private static final String CART = "cart";
  private static final int MAX_CACHE_MEGABYTES = 16_384;
  private static final Pattern ROLE_PREFIX = Pattern.compile("([a-z][a-z0-9_]{0,39})?");
  private static final Pattern DIGITS = Pattern.compile("([a-z]{3})=([0-3])");
  private static final Pattern POOL_SIZE = Pattern.compile("(\\w+)=(\\d{1,3})");
  private static final long MEGABYTE = 1 << 20;
  private static final Pattern TOPIC_PREFIX = Pattern.compile("[a-zA-Z0-9._-]{0,100}");
  private static final Pattern PUBLIC_URL = Pattern.compile("https?://[^\\s?#]+");

  /** Origins of the reference's and Next.js's starters, and of Vite. */
  private static final String DEVELOPMENT_STORES =
      "http://localhost:8000,http://localhost:3000,http://localhost:5173";

  private static final String DEVELOPMENT_DASHBOARDS =
      "http://localhost:7000,http://localhost:7001,http://localhost:3000,http://localhost:5173";

  /** An origin, which goes into the page and the content security policy of the dashboard. */
  private static final Pattern ORIGIN = Pattern.compile("https?://[a-zA-Z0-9.\\[\\]:-]+");

  /** On two idle processors two seconds are enough; a busy machine takes longer. */
  private static final Duration WARM_UP = Duration.ofSeconds(10);

  /** Time for requests in flight when the node stops. */
  private static final Duration DRAIN = Duration.ofSeconds(8);

  /**
   * @throws CliException if the settings are malformed, or not fit for production
   */
  public static NodeConfig of(Settings settings) {
    boolean production = isProduction(settings);
    String databaseUrl = settings.textOrNull(Setting.DATABASE_URL);
    KafkaConfig kafka = kafka(settings);
    Path passwordFile = databasePasswordFile(settings);
    DatabaseConfig database =
        databaseUrl == null ? null : database(databaseUrl, passwordFile, 1, "");
    if (production) {
      ProductionRequirements.require(settings, database, kafka);
    }
    Path dataFolder = Home.folder().resolve(settings.text(Setting.DATA_DIR)).normalize();
    return NodeConfigBuilder.builder()
        .isProduction(production)
        .databaseUrl(databaseUrl)
        .databasePasswordFile(passwordFile)
        .rolePrefix(rolePrefix(settings))
        .poolSize(settings.number(Setting.DATABASE_POOL_SIZE, 1, MAX_POOL))
        .poolSizes(poolSizes(settings.text(Setting.DATABASE_POOL_SIZES)))
        .databaseLogins(databaseLogins(settings))
        .kafkaBootstrap(settings.textOrNull(Setting.KAFKA_BOOTSTRAP))
        .kafka(kafka)
        .dataFolder(dataFolder)
        .plugins(settings.plugins())
        .hooks(settings.list(Setting.HOOKS, ConfiguredHook::parse))
        .pluginSettings(settings.pluginSettings())
        .secretFiles(SecretFiles.of(settings, production))
        .timeout(settings.seconds(Setting.DATABASE_WAIT_SECONDS, 0, 3_600))
        .gateway(gateway(settings, production))
        .routes(RouteConfig.of(settings, dataFolder, publicUrl(settings)))
        .shadow(shadow(settings))
        .management(management(settings, production))
        .managementTokenFile(ManagementToken.file(settings))
        .logFormat(logFormat(settings, production))
        .logLevels(LogLevels.of(settings.text(Setting.LOG_LEVELS)))
        .traces(TraceConfig.of(settings))
        .publishesStates(publishesStates(settings))
        .publicUrl(publicUrl(settings))
        .webhooks(WebhookConfig.of(settings, kafka.source(), publicUrl(settings), production))
        .instances(settings.number(Setting.INSTANCES, 1, 64))
        .limits(limits(settings))
        .checkout(
            new CheckoutRules(
                settings.truth(Setting.REQUIRE_SHIPPING_METHOD, production),
                settings.truth(Setting.QUOTE_AT_COMPLETION, false)))
        .currencyDigits(currencyDigits(settings.text(Setting.CURRENCY_DIGITS)))
        .responseCacheMegabytes(
            settings.number(Setting.RESPONSE_CACHE_MEGABYTES, 0, MAX_CACHE_MEGABYTES))
        .warmUp(warmUp(settings, production))
        .adminEmail(settings.text(Setting.ADMIN_EMAIL))
        .adminPassword(settings.text(Setting.ADMIN_PASSWORD))
        .access(AuthConfig.of(settings, dataFolder, production))
        .cluster(ClusterConfig.of(settings, dataFolder, production))
        .build();
  }

  private static @Nullable Path databasePasswordFile(Settings settings) {
    String name = settings.textOrNull(Setting.DATABASE_PASSWORD_FILE);
    if (name == null) {
      return null;
    }
    if (!settings.isGiven(Setting.DATABASE_URL)) {
      throw new CliException(
          Setting.DATABASE_PASSWORD_FILE.variable()
              + " needs "
              + Setting.DATABASE_URL.variable()
              + ".");
    }
    Path file = Home.folder().resolve(name).normalize();
    if (!Files.isReadable(file)) {
      throw new CliException(
          "The file of %s, %s, cannot be read."
              .formatted(Setting.DATABASE_PASSWORD_FILE.variable(), file));
    }
    return file;
  }

  private static String rolePrefix(Settings settings) {
    String prefix = settings.text(Setting.DATABASE_ROLE_PREFIX);
    if (!ROLE_PREFIX.matcher(prefix).matches()) {
      throw new CliException(
          Setting.DATABASE_ROLE_PREFIX.variable()
              + " must have at most 40 lower-case letters, digits and underscores, with a letter in"
              + " front.");
    }
    return prefix;
  }

  private static Map<String, Integer> poolSizes(String value) {
    Map<String, Integer> sizes = new HashMap<>();
    for (String one : value.isEmpty() ? new String[0] : value.split(",", -1)) {
      Matcher size = POOL_SIZE.matcher(one.strip());
      int connections = size.matches() ? Integer.parseInt(size.group(2)) : 0;
      if (connections < 1
          || connections > MAX_POOL
          || sizes.put(size.group(1), connections) != null) {
        throw new CliException(
            Setting.DATABASE_POOL_SIZES.variable()
                + " must look like cart=8,order=6, with each verticle once and 1 to "
                + MAX_POOL
                + " connections.");
      }
    }
    return Map.copyOf(sizes);
  }

  private static Map<String, Integer> currencyDigits(String value) {
    Map<String, Integer> digits = new HashMap<>();
    for (String one : value.isEmpty() ? new String[0] : value.split(",", -1)) {
      Matcher declared = DIGITS.matcher(one.strip().toLowerCase(Locale.ROOT));
      if (!declared.matches()
          || digits.put(declared.group(1), Integer.valueOf(declared.group(2))) != null) {
        throw new CliException(
            Setting.CURRENCY_DIGITS.variable()
                + " must look like huf=0,isk=0, with each currency once and 0 to 3 digits.");
      }
    }
    return Map.copyOf(digits);
  }

  private static Map<String, DatabaseLogin> databaseLogins(Settings settings) {
    Map<String, DatabaseLogin> logins = databaseLogins(settings.text(Setting.DATABASE_LOGINS));
    if (!logins.isEmpty() && !settings.isGiven(Setting.DATABASE_URL)) {
      throw new CliException(
          Setting.DATABASE_LOGINS.variable() + " needs " + Setting.DATABASE_URL.variable() + ".");
    }
    return logins;
  }

  static Map<String, DatabaseLogin> databaseLogins(String value) {
    Map<String, DatabaseLogin> logins = new HashMap<>();
    for (String one : value.isEmpty() ? new String[0] : value.split(",", -1)) {
      String[] parts = one.strip().split("=", 2);
      if (parts.length < 2 || logins.put(parts[0], login(parts[1])) != null) {
        throw wrongLogins(null);
      }
    }
    return Map.copyOf(logins);
  }

  private static DatabaseLogin login(String text) {
    try {
      return DatabaseLogin.parse(text);
    } catch (IllegalArgumentException malformed) {
      throw wrongLogins(malformed);
    }
  }

  private static CliException wrongLogins(@Nullable Throwable cause) {
    return new CliException(
        Setting.DATABASE_LOGINS.variable()
            + " must look like cart=user:password,order=user:password, with each verticle once.",
        cause);
  }

  /** Settings of the pools of a verticle. */
  public DatabaseConfig databaseOf(String verticle, DatabaseConfig shared) {
    DatabaseLogin login = databaseLogins.get(verticle);
    DatabaseConfig sized = shared.withPoolSize(poolSize(verticle));
    if (login == null) {
      return sized;
    }
    Path file = secretFiles.databaseLogins();
    DatabaseConfig own = sized.withLogin(login);
    if (file == null) {
      return own;
    }
    return own.withChangingLogin(() -> secretFiles.readDatabaseLogin(file, verticle));
  }

  /**
   * Connections of the pool of each instance of a verticle. Carts have twice as many: nearly all of
   * their requests wait for a commit, and concurrent commits share a flush to disk.
   */
  public int poolSize(String verticle) {
    return poolSizes.getOrDefault(verticle, verticle.equals(CART) ? 2 * poolSize : poolSize);
  }

  /** Whether the verticles of the shop include the webhooks. */
  public boolean hasWebhooks() {
    return webhooks != null;
  }

  private static KafkaConfig kafka(Settings settings) {
    String prefix = settings.text(Setting.KAFKA_TOPIC_PREFIX);
    if (!TOPIC_PREFIX.matcher(prefix).matches()) {
      throw new CliException(
          Setting.KAFKA_TOPIC_PREFIX.variable()
              + " must have at most 100 letters, digits, dots, hyphens and underscores.");
    }
    if (!settings.isGiven(Setting.KAFKA_BOOTSTRAP) && !settings.kafkaProperties().isEmpty()) {
      throw new CliException(
          "Properties of Kafka's clients need "
              + Setting.KAFKA_BOOTSTRAP.variable()
              + ": the embedded Kafka has none of its own.");
    }
    return new KafkaConfig(
        settings.text(Setting.KAFKA_BOOTSTRAP),
        settings.kafkaProperties(),
        prefix,
        settings.isGiven(Setting.KAFKA_PARTITIONS)
            ? settings.number(Setting.KAFKA_PARTITIONS, 1, 10_000)
            : null,
        settings.isGiven(Setting.KAFKA_REPLICATION_FACTOR)
            ? (short) settings.number(Setting.KAFKA_REPLICATION_FACTOR, 1, Short.MAX_VALUE)
            : null,
        eventSource(settings));
  }

  /** CloudEvents allow any URI reference that is not empty. */
  private static String eventSource(Settings settings) {
    String source = settings.text(Setting.EVENT_SOURCE);
    try {
      return new URI(source).toString();
    } catch (URISyntaxException malformed) {
      throw new CliException(
          Setting.EVENT_SOURCE.variable() + " must be a URI or a path such as /shops/north.",
          malformed);
    }
  }

  private static GatewayConfig gateway(Settings settings, boolean production) {
    return GatewayConfig.of(
            host(settings, production), settings.number(Setting.HTTP_PORT, 0, LAST_PORT))
        .withRequestTimeout(settings.seconds(Setting.REQUEST_TIMEOUT_SECONDS, 1, 600))
        .withShutdownDelay(settings.seconds(Setting.SHUTDOWN_DELAY_SECONDS, 0, 60))
        .withDrainTimeout(DRAIN)
        .withTrustedProxies(settings.number(Setting.TRUSTED_PROXIES, 0, 10))
        .withTrustsTraces(settings.truth(Setting.TRACE_TRUST_CALLERS))
        .withEnforcesRoles(settings.truth(Setting.ENFORCE_ROLES, production))
        .withUploadLimit(settings.number(Setting.MAX_UPLOAD_MEGABYTES, 1, 1 << 20) * MEGABYTE)
        .withSecurity(GatewaySecurity.of(settings, production))
        .withDashboard(dashboard(settings, production))
        .withStorefront(storefront(settings, production))
        .withLinksStaffPages(!production)
        .withStoreOrigins(
            GatewaySecurity.origins(settings, Setting.STORE_CORS, production, DEVELOPMENT_STORES))
        .withAdminOrigins(
            GatewaySecurity.origins(
                settings, Setting.ADMIN_CORS, production, DEVELOPMENT_DASHBOARDS));
  }

  private static @Nullable ShopDesign storefront(Settings settings, boolean production) {
    if (!settings.truth(Setting.STOREFRONT, !production)) {
      return null;
    }
    String folder = settings.textOrNull(Setting.STOREFRONT_FOLDER);
    try {
      ShopDesign design = folder == null ? ShopDesign.DEFAULT : ShopDesign.load(Path.of(folder));
      return design.withCountryPaths(settings.truth(Setting.STOREFRONT_REGION_URLS));
    } catch (IllegalArgumentException | UncheckedIOException | DecodeException unusable) {
      throw new CliException(
          Setting.STOREFRONT_FOLDER.variable() + ": " + unusable.getMessage() + ".", unusable);
    }
  }

  private static DashboardConfig dashboard(Settings settings, boolean production) {
    String backend = settings.textOrNull(Setting.DASHBOARD_BACKEND_URL);
    if (backend != null && !ORIGIN.matcher(backend).matches()) {
      throw new CliException(
          Setting.DASHBOARD_BACKEND_URL.variable()
              + " must be an origin such as https://api.shop.example.");
    }
    return new DashboardConfig(settings.truth(Setting.DASHBOARD, !production), backend);
  }

  private static @Nullable ShadowConfig shadow(Settings settings) {
    int sample = settings.number(Setting.SHADOW_SAMPLE, 0, 100);
    String origin = settings.textOrNull(Setting.SHADOW_OF);
    if (origin == null) {
      return null;
    }
    try {
      URI url = new URI(origin);
      if (ORIGIN.matcher(origin).matches() && url.getHost() != null) {
        return new ShadowConfig(url, sample);
      }
    } catch (URISyntaxException malformed) {
      throw wrongOrigin(malformed);
    }
    throw wrongOrigin(null);
  }

  private static CliException wrongOrigin(@Nullable Throwable cause) {
    return new CliException(
        Setting.SHADOW_OF.variable() + " must be an origin such as http://old-shop:9000.", cause);
  }

  private static String host(Settings settings, boolean production) {
    // The demo's password is public, so a demo listens on the loopback interface by default.
    String everywhereOrHere = production ? "0.0.0.0" : "127.0.0.1";
    String host = settings.textOrNull(Setting.HTTP_HOST);
    return host == null ? everywhereOrHere : host;
  }

  /** In development a node that is there at once is worth more than fast first requests. */
  private static Duration warmUp(Settings settings, boolean production) {
    if (settings.isGiven(Setting.WARM_UP_SECONDS)) {
      return settings.seconds(Setting.WARM_UP_SECONDS, 0, 120);
    }
    return production ? WARM_UP : Duration.ZERO;
  }

  private static DataLimits limits(Settings settings) {
    return new DataLimits(
        retention(settings, Setting.CART_RETENTION_DAYS),
        retention(settings, Setting.JOB_RETENTION_DAYS),
        settings.number(Setting.JOBS_PER_USER, 1, 1_000_000),
        new FileLimits(
            settings.number(Setting.MAX_FILES, 1, Integer.MAX_VALUE),
            (long) settings.number(Setting.MAX_FILES_MEGABYTES, 1, 1 << 30) * MEGABYTE));
  }

  /** Retention time; 0 days: data is kept. */
  private static @Nullable Duration retention(Settings settings, Setting setting) {
    int days = settings.number(setting, 0, 36_500);
    return days == 0 ? null : Duration.ofDays(days);
  }

  private static boolean publishesStates(Settings settings) {
    return switch (settings.text(Setting.EVENT_BODIES)) {
      case "full" -> true;
      case "none" -> false;
      default -> throw new CliException(Setting.EVENT_BODIES.variable() + " must be none or full.");
    };
  }

  /** The base of absolute URLs; the schemas of events are below it. */
  static String publicUrl(Settings settings) {
    String value = settings.textOrNull(Setting.PUBLIC_URL);
    if (value == null) {
      return "http://localhost:" + settings.text(Setting.HTTP_PORT);
    }
    if (!PUBLIC_URL.matcher(value).matches()) {
      throw new CliException(
          Setting.PUBLIC_URL.variable() + " must be a URL such as https://shop.example.");
    }
    return value.endsWith("/") ? value.substring(0, value.length() - 1) : value;
  }

  /** A second node on one machine takes another port, unless a port is configured. */
  private static @Nullable ManagementConfig management(Settings settings, boolean production) {
    int port = settings.number(Setting.MANAGEMENT_PORT, 0, LAST_PORT);
    boolean yields = !settings.isGiven(Setting.MANAGEMENT_PORT);
    return port == 0 ? null : new ManagementConfig(host(settings, production), port, yields);
  }

  private static LogFormat logFormat(Settings settings, boolean production) {
    String value = settings.textOrNull(Setting.LOG_FORMAT);
    if (value == null) {
      return LogFormat.defaultOf(production);
    }
    return LogFormat.named(value);
  }

  private static boolean isProduction(Settings settings) {
    return switch (settings.text(Setting.ENV)) {
      case "production" -> true;
      case "development" -> false;
      default ->
          throw new CliException(Setting.ENV.variable() + " must be development or production.");
    };
  }

  public DatabaseConfig database(String url) {
    return database(url, databasePasswordFile, poolSize, rolePrefix);
  }

  private static DatabaseConfig database(
      String url, @Nullable Path passwordFile, int poolSize, String rolePrefix) {
    try {
      DatabaseConfig database = DatabaseConfig.parse(url, poolSize).withRolePrefix(rolePrefix);
      if (passwordFile == null) {
        return database;
      }
      if (!database.password().isEmpty()) {
        throw new CliException(
            "Set either a password in %s or %s."
                .formatted(
                    Setting.DATABASE_URL.variable(), Setting.DATABASE_PASSWORD_FILE.variable()));
      }
      return database.withPasswordFile(passwordFile);
    } catch (IllegalArgumentException malformed) {
      throw new CliException(
          Setting.DATABASE_URL.variable() + ": " + malformed.getMessage() + ".", malformed);
    }
  }

  /** Secrets stay out of logs. */
  @Override
  public String toString() {
    return "NodeConfig of " + gateway.host() + ":" + gateway.port();
  }
}
