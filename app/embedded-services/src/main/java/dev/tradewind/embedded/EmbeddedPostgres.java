package dev.tradewind.embedded;

import static java.util.stream.Collectors.joining;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A PostgreSQL server of real binaries on the loopback interface, stopped by {@link #close}. */
public final class EmbeddedPostgres implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);

  private static final String LOGIN = "postgres";
  private static final String LOOPBACK = "127.0.0.1";
  private static final int PORT_LINE = 3;

  /** A server that was killed, or restored, replays its WAL first. */
  /** Of a machine that is busy; a process that ends is noticed before. */
  private static final Duration START = Duration.ofMinutes(10);

  private static final Duration CRASH = Duration.ofSeconds(10);
  private static final Duration SHUTDOWN = Duration.ofSeconds(30);

  /** Every user of the machine reaches the loopback interface and the socket. */
  private static final String REQUIRE_PASSWORD =
      """
      local all all scram-sha-256
      host all all 127.0.0.1/32 scram-sha-256
      host all all ::1/128 scram-sha-256
      """;

  private final io.zonky.test.db.postgres.embedded.EmbeddedPostgres server;
  private final Path data;
  private final String password;

  private EmbeddedPostgres(
      io.zonky.test.db.postgres.embedded.EmbeddedPostgres server, Path data, String password) {
    this.server = server;
    this.data = data;
    this.password = password;
  }

  /**
   * Starts a durable server, whose data survives power cuts. A server that a killed process left
   * running on the same folder is adopted. Its superuser has a random password, in a file of the
   * folder that its owner alone reads.
   *
   * @param wishedPort preferred port; another one is taken if it is not free
   * @throws EmbeddedServiceException with a sentence for the operator
   */
  public static EmbeddedPostgres startDurable(Path folder, int wishedPort) {
    return startDurable(folder, wishedPort, List.of());
  }

  /**
   * As above, at further addresses of this machine, for clients in the networks of these.
   *
   * @param networks address and length of the prefix of each, such as {@code 198.18.0.1/24}
   */
  public static EmbeddedPostgres startDurable(Path folder, int wishedPort, List<String> networks) {
    Path data = Folders.writable(folder).resolve("data");
    String password = PasswordFile.in(folder);
    int port = runningOn(data, password).orElseGet(() -> Ports.freeNear(wishedPort));
    EmbeddedPostgres postgres =
        start(
            common(port)
                .setServerConfig("listen_addresses", listenAddresses(networks))
                .setConnectConfig("password", password)
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                // The library disables these settings, which is right for tests only.
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on"),
            data,
            password,
            folder);
    postgres.requirePassword(rules(networks));
    return postgres;
  }

  private static String listenAddresses(List<String> networks) {
    return Stream.concat(Stream.of(LOOPBACK), networks.stream().map(each -> each.split("/", 2)[0]))
        .collect(joining(","));
  }

  private static String rules(List<String> networks) {
    return REQUIRE_PASSWORD
        + networks.stream().map("host all all %s scram-sha-256\n"::formatted).collect(joining());
  }

  /** A new server trusts every local connection; later starts find the rules as they are. */
  private void requirePassword(String required) {
    Path rules = data.resolve("pg_hba.conf");
    try {
      if (Files.readString(rules).equals(required)) {
        return;
      }
      try (Connection connection = connect();
          Statement statement = connection.createStatement()) {
        statement.execute("ALTER ROLE " + LOGIN + " PASSWORD '" + password + "'");
        Files.writeString(rules, required);
        statement.execute("SELECT pg_reload_conf()");
      }
    } catch (IOException | SQLException failure) {
      close();
      throw new EmbeddedServiceException(
          "The embedded PostgreSQL cannot set its password: " + failure.getMessage(), failure);
    }
  }

  /**
   * Starts a fast server whose data is deleted with this JVM. A later start deletes what a killed
   * JVM left.
   */
  public static EmbeddedPostgres startForTests() {
    return startForTests(Map.of());
  }

  /** As above, with settings of the server's configuration file. */
  public static EmbeddedPostgres startForTests(Map<String, String> settings) {
    Path data = Home.testData().resolve(UUID.randomUUID().toString());
    return start(forTests(data, settings), data, LOGIN, Home.postgresBinaries());
  }

  /**
   * As above, of another version.
   *
   * @param binaries jar of {@code io.zonky.test.postgres} with the binaries for this platform
   */
  public static EmbeddedPostgres startForTests(Path binaries) {
    Path data = Home.testData().resolve(UUID.randomUUID().toString());
    return start(
        forTests(data, Map.of()).setPgBinaryResolver((system, architecture) -> open(binaries)),
        data,
        LOGIN,
        Home.postgresBinaries());
  }

  private static io.zonky.test.db.postgres.embedded.EmbeddedPostgres.Builder forTests(
      Path data, Map<String, String> settings) {
    io.zonky.test.db.postgres.embedded.EmbeddedPostgres.Builder builder =
        common(Ports.free())
            .setDataDirectory(data)
            .setServerConfig("full_page_writes", "off")
            .setServerConfig("synchronous_commit", "off")
            .setServerConfig("max_wal_size", "128MB")
            // A client on a busy machine may pause within a transaction.
            .setServerConfig("idle_in_transaction_session_timeout", "60s");
    settings.forEach(builder::setServerConfig);
    return builder;
  }

  /** The archive in a jar of binaries. */
  private static InputStream open(Path binaries) throws IOException {
    try (JarFile jar = new JarFile(binaries.toFile())) {
      JarEntry archive =
          jar.stream()
              .filter(entry -> entry.getName().endsWith(".txz"))
              .findFirst()
              .orElseThrow(() -> new IOException("No PostgreSQL in " + binaries));
      return new ByteArrayInputStream(jar.getInputStream(archive).readAllBytes());
    }
  }

  private static io.zonky.test.db.postgres.embedded.EmbeddedPostgres.Builder common(int port) {
    // The library cleans up data of killed processes in this folder.
    System.setProperty("ot.epg.working-dir", Home.testData().toString());
    return io.zonky.test.db.postgres.embedded.EmbeddedPostgres.builder()
        .setOverrideWorkingDirectory(Folders.writable(Home.postgresBinaries()).toFile())
        .setPGStartupWait(START)
        .setPort(port)
        .setServerConfig("listen_addresses", LOOPBACK)
        // A few nodes of seven verticles with their pools, and room for tools.
        .setServerConfig("max_connections", "300");
  }

  private static EmbeddedPostgres start(
      io.zonky.test.db.postgres.embedded.EmbeddedPostgres.Builder builder,
      Path data,
      String password,
      Path folder) {
    try {
      EmbeddedPostgres postgres = new EmbeddedPostgres(builder.start(), data, password);
      // The library lets every user of the machine write there, and this one runs what lies there.
      Folders.denyOthersWriting(Home.postgresBinaries());
      return postgres;
    } catch (IOException | IllegalStateException failure) {
      throw new EmbeddedServiceException(reason(folder, failure), failure);
    }
  }

  private static String reason(Path folder, Exception failure) {
    if ("root".equals(System.getProperty("user.name")) && !mayUnshare()) {
      return "PostgreSQL does not run as root, and this machine does not let root change into"
          + " another user namespace (unshare -U). Start as another user, or set"
          + " TRADEWIND_DATABASE_URL.";
    }
    return "The embedded PostgreSQL in "
        + folder
        + " did not start: "
        + failure.getMessage()
        + ". Set TRADEWIND_DATABASE_URL to use another one.";
  }

  private static boolean mayUnshare() {
    try {
      return new ProcessBuilder("unshare", "-U", "true").start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The port of a server that still runs on the folder, according to its pid file. */
  private static Optional<Integer> runningOn(Path data, String password) {
    try {
      List<String> lines = pidFile(data);
      if (lines.size() > PORT_LINE) {
        int port = Integer.parseInt(lines.get(PORT_LINE).trim());
        if (servesFrom(data, port, password)) {
          LOG.info("Adopting the running PostgreSQL on port {}", port);
          return Optional.of(port);
        }
      }
      return Optional.empty();
    } catch (IOException | NumberFormatException unreadable) {
      return Optional.empty();
    }
  }

  /** The lines of the pid file; empty if no server runs. */
  private static List<String> pidFile(Path data) throws IOException {
    Path file = data.resolve("postmaster.pid");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private static boolean servesFrom(Path data, int port, String password) {
    try (Connection connection = DriverManager.getConnection(jdbcUrl(port), LOGIN, password);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW data_directory")) {
      return row.next() && Path.of(row.getString(1)).equals(data.toAbsolutePath());
    } catch (SQLException absent) {
      return false;
    }
  }

  /** Creates the database if absent, and returns its URL. */
  public String database(String name) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      if (!exists(statement, name)) {
        statement.execute("CREATE DATABASE \"" + name + "\"");
      }
      return "postgresql://"
          + LOGIN
          + ":"
          + password
          + "@127.0.0.1:"
          + server.getPort()
          + "/"
          + name;
    } catch (SQLException failure) {
      throw new EmbeddedServiceException(
          "The embedded PostgreSQL cannot create the database "
              + name
              + ": "
              + failure.getMessage(),
          failure);
    }
  }

  private static boolean exists(Statement statement, String name) throws SQLException {
    try (ResultSet rows =
        statement.executeQuery("SELECT FROM pg_database WHERE datname = '" + name + "'")) {
      return rows.next();
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl(server.getPort()), LOGIN, password);
  }

  private static String jdbcUrl(int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?connectTimeout=5";
  }

  public int port() {
    return server.getPort();
  }

  /**
   * Stops the server without a checkpoint and terminates every session, as {@code pg_ctl stop -m
   * immediate} does. {@link #startDurable} on the same folder recovers committed data.
   */
  public void crash() {
    try {
      ProcessHandle postmaster = postmaster().orElseThrow();
      new ProcessBuilder("kill", "-QUIT", Long.toString(postmaster.pid())).start().waitFor();
      postmaster.onExit().get(CRASH.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException | ExecutionException | TimeoutException failure) {
      throw new EmbeddedServiceException(
          "Stopping the embedded PostgreSQL without a checkpoint failed.", failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new EmbeddedServiceException("Interrupted while PostgreSQL ends.", interrupted);
    }
    // The library finds nothing to stop, and releases the folder.
    close();
  }

  /** Kills the server with all its processes (SIGKILL), as a machine that loses its power does. */
  public void kill() {
    ProcessHandle postmaster = postmaster().orElseThrow();
    List<ProcessHandle> backends = postmaster.descendants().toList();
    postmaster.destroyForcibly();
    backends.forEach(ProcessHandle::destroyForcibly);
    try {
      postmaster.onExit().get(CRASH.toMillis(), TimeUnit.MILLISECONDS);
      // Its number may be that of another process one day.
      Files.delete(data.resolve("postmaster.pid"));
    } catch (IOException | ExecutionException | TimeoutException failure) {
      throw new EmbeddedServiceException("Killing the embedded PostgreSQL failed.", failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new EmbeddedServiceException("Interrupted while PostgreSQL ends.", interrupted);
    }
    close();
  }

  @Override
  public void close() {
    Optional<ProcessHandle> running = postmaster();
    try {
      server.close();
      // The library gives up waiting after five seconds; a checkpoint on a busy disk takes longer.
      if (running.isPresent()) {
        running.get().onExit().get(SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (IOException | ExecutionException | TimeoutException failure) {
      LOG.warn("Stopping the embedded PostgreSQL failed: {}", failure.toString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The number in the file of a server that was killed may be that of another process. */
  private Optional<ProcessHandle> postmaster() {
    try {
      return pidFile(data).stream()
          .findFirst()
          .flatMap(line -> ProcessHandle.of(Long.parseLong(line.trim())))
          .filter(process ->
              process.info().command().map(program -> program.endsWith("/postgres")).orElse(true));
    } catch (IOException | NumberFormatException unreadable) {
      return Optional.empty();
    }
  }
}
