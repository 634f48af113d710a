package dev.tradewind.launcher.config;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Settings of a node. The environment and a configuration file use the same names. */
public enum Setting {
  ENV("development"),
  DATABASE_URL(""),
  DATABASE_PASSWORD_FILE(""),
  DATABASE_PLAIN_TEXT("false"),
  DATABASE_POOL_SIZE("4"),
  DATABASE_POOL_SIZES(""),
  DATABASE_LOGINS(""),
  DATABASE_ROLE_PREFIX(""),
  KAFKA_BOOTSTRAP(""),
  KAFKA_PLAIN_TEXT("false"),
  KAFKA_TOPIC_PREFIX(""),
  KAFKA_PARTITIONS(""),
  KAFKA_REPLICATION_FACTOR(""),
  EVENT_SOURCE("/tradewind"),
  EVENT_BODIES("none"),
  WEBHOOKS("false"),
  WEBHOOKS_FILE(""),
  WEBHOOKS_ALLOW_NETWORKS(""),
  WEBHOOKS_RETENTION_DAYS("7"),
  DATA_DIR(".tradewind"),
  DATABASE_WAIT_SECONDS("60"),
  HTTP_HOST(""),
  HTTP_PORT("9000"),
  TRUSTED_PROXIES("0"),
  PUBLIC_URL(""),
  MANAGEMENT_PORT("9990"),
  MANAGEMENT_TOKEN_FILE(""),
  TLS_CERTIFICATE(""),
  TLS_KEY(""),
  HTTP_PLAIN_TEXT("false"),
  HSTS_SUBDOMAINS(""),
  ROUTES(""),
  ROUTES_KEY(""),
  SHADOW_OF(""),
  SHADOW_SAMPLE("100"),
  CONNECTIONS_PER_ADDRESS("1000"),
  COSTLY_REQUESTS_PER_ADDRESS(""),
  CART_CHANGES_PER_ADDRESS(""),
  API_DOCS(""),
  DASHBOARD(""),
  DASHBOARD_BACKEND_URL(""),
  STOREFRONT(""),
  STOREFRONT_FOLDER(""),
  STOREFRONT_REGION_URLS("false"),
  STORE_CORS(""),
  ADMIN_CORS(""),
  LOG_FORMAT(""),
  LOG_LEVELS(""),
  OTLP_ENDPOINT(""),
  OTLP_HEADERS(""),
  TRACE_SAMPLE("0.1"),
  TRACE_SERVICE("tradewind"),
  TRACE_MESSAGES("false"),
  TRACE_TRUST_CALLERS("false"),
  REQUEST_TIMEOUT_SECONDS("15"),
  MAX_UPLOAD_MEGABYTES("1024"),
  KNOWN_UPLOADS_ONLY(""),
  MALWARE_SCANNER(""),
  SHUTDOWN_DELAY_SECONDS("0"),
  INSTANCES("1"),
  WARM_UP_SECONDS(""),
  RESPONSE_CACHE_MEGABYTES("32"),
  ADMIN_EMAIL("admin@tradewind.test"),
  ADMIN_PASSWORD("supersecret"),
  JWT_KEYS(""),
  V1_JWT_SECRET(""),
  ADMIN_TOKEN_SECONDS("86400"),
  STORE_TOKEN_SECONDS("2592000"),
  ADMIN_PASSWORD_LENGTH(""),
  STORE_PASSWORD_LENGTH(""),
  REFUSE_COMMON_PASSWORDS(""),
  PASSWORD_WORDS(""),
  BREACHED_PASSWORDS(""),
  REQUIRE_OLD_PASSWORD(""),
  SESSION_IDLE_MINUTES(""),
  SESSION_COOKIE_PREFIX(""),
  REQUIRE_SECOND_FACTOR(""),
  PASSWORD_THREADS("1"),
  PASSWORD_QUEUE("64"),
  LOGIN_ATTEMPTS("10"),
  LOGIN_ATTEMPTS_PER_ACCOUNT("100"),
  LOGIN_ATTEMPTS_PER_ADDRESS("300"),
  REQUIRE_SHIPPING_METHOD(""),
  QUOTE_AT_COMPLETION("false"),
  CURRENCY_DIGITS(""),
  CART_RETENTION_DAYS("90"),
  JOB_RETENTION_DAYS("30"),
  JOBS_PER_USER("50"),
  MAX_FILES("1000000"),
  MAX_FILES_MEGABYTES("102400"),
  ENFORCE_ROLES(""),
  ROLE_PERMISSIONS(""),
  APPS(""),
  PLUGINS(""),
  HOOKS(""),
  APPS_ALLOW_PRIVATE_ADDRESSES("false"),
  CLUSTER_NAME(""),
  CLUSTER_HOST("127.0.0.1"),
  CLUSTER_PORT("5701"),
  CLUSTER_MEMBERS("127.0.0.1"),
  CLUSTER_CERTIFICATES("");

  public static final String PREFIX = "TRADEWIND_";

  /** Ending of the variable of a file that holds a secret. */
  static final String FILE = "_FILE";

  /** Names with this beginning, other than the settings, are properties of Kafka's clients. */
  static final String KAFKA_PREFIX = PREFIX + "KAFKA_";

  private static final Set<Setting> SECRETS =
      EnumSet.of(
          DATABASE_URL,
          DATABASE_LOGINS,
          OTLP_HEADERS,
          ADMIN_PASSWORD,
          JWT_KEYS,
          V1_JWT_SECRET,
          ROUTES_KEY);

  private final String defaultValue;

  Setting(String defaultValue) {
    this.defaultValue = defaultValue;
  }

  /** The default value; empty if it depends on other settings. */
  public String defaultValue() {
    return defaultValue;
  }

  public String variable() {
    return PREFIX + name();
  }

  /** Whether its value may be in a file, whose variable ends with {@link #FILE}. */
  boolean isSecret() {
    return SECRETS.contains(this);
  }

  public static Optional<Setting> named(String variable) {
    return Arrays.stream(values()).filter(one -> one.variable().equals(variable)).findFirst();
  }
}
