package dev.tradewind.kernel.database;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.pgclient.PgConnectOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Connection settings of the one database.
 *
 * @param poolSize connections of one pool; every instance of a verticle has one
 * @param tls encryption of the connections
 * @param rolePrefix beginning of the names of the roles that own the schemas: roles belong to the
 *     server, so the shops of one server need different ones
 * @param changingLogin login of the next connection, which blocks to read a file; absent: user and
 *     password stay
 * @param connectionTimeout maximum wait for a connection of a pool, the time to open one included
 */
@RecordBuilder
public record DatabaseConfig(
    String host,
    int port,
    String database,
    String user,
    String password,
    int poolSize,
    DatabaseTls tls,
    String rolePrefix,
    @Nullable Supplier<DatabaseLogin> changingLogin,
    Duration connectionTimeout) {

  public static final int DEFAULT_POOL_SIZE = 4;

  /** A node that answers requests says early that its database does not answer. */
  private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);

  /** Of libpq, in seconds; here the wait for a connection of the pool is part of it. */
  private static final String CONNECT_TIMEOUT = "connect_timeout";

  private static final Pattern SECONDS = Pattern.compile("[1-9]\\d{0,2}");

  /**
   * From a URL such as {@code postgresql://user:password@host:5432/database}; a {@code jdbc:} in
   * front is accepted. Parameters are {@code connect_timeout} and those of {@link DatabaseTls};
   * parts of the URL are percent-encoded.
   *
   * @throws IllegalArgumentException with a sentence for the operator when the URL is not of that
   *     form
   */
  public static DatabaseConfig parse(String url, int poolSize) {
    URI uri;
    try {
      uri = URI.create(url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url);
    } catch (IllegalArgumentException malformed) {
      throw notAUrl();
    }
    String scheme = uri.getScheme();
    if (uri.getHost() == null
        || uri.getPath() == null
        || uri.getPath().length() < 2
        || !("postgresql".equals(scheme) || "postgres".equals(scheme))) {
      throw notAUrl();
    }
    Map<String, String> parameters = parameters(uri.getRawQuery());
    String[] login =
        uri.getRawUserInfo() == null ? new String[0] : uri.getRawUserInfo().split(":", 2);
    return DatabaseConfigBuilder.builder()
        .host(uri.getHost())
        .port(uri.getPort() < 0 ? 5432 : uri.getPort())
        .database(uri.getPath().substring(1))
        .user(login.length > 0 ? decode(login[0]) : "postgres")
        .password(login.length > 1 ? decode(login[1]) : "")
        .poolSize(poolSize)
        .tls(DatabaseTls.of(parameters))
        .rolePrefix("")
        .connectionTimeout(connectionTimeout(parameters))
        .build();
  }

  public DatabaseConfig withPoolSize(int size) {
    return DatabaseConfigBuilder.builder()
        .host(host)
        .port(port)
        .database(database)
        .user(user)
        .password(password)
        .poolSize(size)
        .tls(tls)
        .rolePrefix(rolePrefix)
        .changingLogin(changingLogin)
        .connectionTimeout(connectionTimeout)
        .build();
  }

  /** The same database with another login. */
  public DatabaseConfig withLogin(DatabaseLogin login) {
    return with(login.user(), login.password(), rolePrefix, null, connectionTimeout);
  }

  /** The same database with other roles. */
  public DatabaseConfig withRolePrefix(String prefix) {
    return with(user, password, prefix, changingLogin, connectionTimeout);
  }

  /** The same database with a password that may change while connections are open. */
  public DatabaseConfig withPasswordFile(Path file) {
    return withChangingLogin(() -> new DatabaseLogin(user, read(file)));
  }

  /** The same database with a login that may change while connections are open. */
  public DatabaseConfig withChangingLogin(Supplier<DatabaseLogin> login) {
    return with(user, "", rolePrefix, login, connectionTimeout);
  }

  /** The same database for work that waits longer for a connection, such as that of a command. */
  public DatabaseConfig withConnectionTimeout(Duration timeout) {
    return with(user, password, rolePrefix, changingLogin, timeout);
  }

  private DatabaseConfig with(
      String login,
      String secret,
      String prefix,
      @Nullable Supplier<DatabaseLogin> changing,
      Duration timeout) {
    return DatabaseConfigBuilder.builder()
        .host(host)
        .port(port)
        .database(database)
        .user(login)
        .password(secret)
        .poolSize(poolSize)
        .tls(tls)
        .rolePrefix(prefix)
        .changingLogin(changing)
        .connectionTimeout(timeout)
        .build();
  }

  private static String read(Path passwordFile) {
    try {
      return Files.readString(passwordFile).strip();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(
          "The file of the database password, " + passwordFile + ", cannot be read", unreadable);
    }
  }

  /** Login of the next connection; blocks where it is read from a file. */
  DatabaseLogin login() {
    return changingLogin == null ? new DatabaseLogin(user, password) : changingLogin.get();
  }

  /** Password of the next connection; blocks where it is read from a file. */
  @Override
  public String password() {
    return login().password();
  }

  /** Role that owns the schema and has access to nothing else. */
  public String roleOf(Schema schema) {
    return rolePrefix + schema.name();
  }

  /** Whether no connection can be in plain text. */
  public boolean requiresTls() {
    return tls.isRequired();
  }

  private static IllegalArgumentException notAUrl() {
    // The value itself may hold a password and is not repeated.
    return new IllegalArgumentException(
        "The database URL must look like postgresql://user:password@host:5432/database");
  }

  private static Duration connectionTimeout(Map<String, String> parameters) {
    String seconds = parameters.get(CONNECT_TIMEOUT);
    if (seconds == null) {
      return CONNECTION_TIMEOUT;
    }
    if (!SECONDS.matcher(seconds).matches()) {
      throw new IllegalArgumentException(
          "The parameter "
              + CONNECT_TIMEOUT
              + " of the database URL must be a number of seconds from 1 to 999");
    }
    return Duration.ofSeconds(Long.parseLong(seconds));
  }

  private static Map<String, String> parameters(@Nullable String query) {
    Map<String, String> parameters = new TreeMap<>();
    if (query != null && !query.isEmpty()) {
      for (String parameter : query.split("&")) {
        String[] parts = parameter.split("=", 2);
        parameters.put(decode(parts[0]), parts.length > 1 ? decode(parts[1]) : "");
      }
    }
    for (String name : parameters.keySet()) {
      if (!name.equals(CONNECT_TIMEOUT) && !DatabaseTls.PARAMETERS.contains(name)) {
        throw new IllegalArgumentException(
            "The database URL has the unknown parameter "
                + name
                + "; it may have "
                + CONNECT_TIMEOUT
                + ", "
                + DatabaseTls.PARAMETERS.stream().sorted().collect(Collectors.joining(", ")));
      }
    }
    return parameters;
  }

  /** Decodes percent-encoding; a plus stays a plus, unlike in HTML forms. */
  static String decode(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Opens a blocking connection, for commands. */
  public Connection connect() throws SQLException {
    DatabaseLogin login = login();
    return DriverManager.getConnection(jdbcUrl(), login.user(), login.password());
  }

  String jdbcUrl() {
    return "jdbc:postgresql://" + host + ":" + port + "/" + database + "?" + tls.jdbcParameters();
  }

  PgConnectOptions connectOptions() {
    DatabaseLogin login = login();
    return tls.applyTo(
        new PgConnectOptions()
            .setHost(host)
            .setPort(port)
            .setDatabase(database)
            .setUser(login.user())
            .setPassword(login.password()));
  }

  @Override
  public String toString() {
    return user + "@" + host + ":" + port + "/" + database;
  }
}
