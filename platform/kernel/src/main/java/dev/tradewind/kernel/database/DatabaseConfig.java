package dev.tradewind.kernel.database;

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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
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

  /**
   * From a URL such as {@code postgresql://user:password@host:5432/database}; a {@code jdbc:} in
   * front is accepted. Parameters are described by {@link DatabaseTls}; parts of the URL are
   * percent-encoded.
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
    String[] login =
        uri.getRawUserInfo() == null ? new String[0] : uri.getRawUserInfo().split(":", 2);
    return new DatabaseConfig(
        uri.getHost(),
        uri.getPort() < 0 ? 5432 : uri.getPort(),
        uri.getPath().substring(1),
        login.length > 0 ? decode(login[0]) : "postgres",
        login.length > 1 ? decode(login[1]) : "",
        poolSize,
        DatabaseTls.of(parameters(uri.getRawQuery())),
        "",
        null,
        CONNECTION_TIMEOUT);
  }

  public DatabaseConfig withPoolSize(int size) {
    return new DatabaseConfig(
        host,
        port,
        database,
        user,
        password,
        size,
        tls,
        rolePrefix,
        changingLogin,
        connectionTimeout);
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
    return new DatabaseConfig(
        host, port, database, login, secret, poolSize, tls, prefix, changing, timeout);
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

  private static Map<String, String> parameters(@Nullable String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (query != null && !query.isEmpty()) {
      for (String parameter : query.split("&")) {
        String[] parts = parameter.split("=", 2);
        parameters.put(decode(parts[0]), parts.length > 1 ? decode(parts[1]) : "");
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
