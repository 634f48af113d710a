package dev.tradewind.kernel.database;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PgBouncer with its default settings, except for the mode. */
class PgBouncerIT {

  private static final Schema LIBRARY = new Schema("library", "db/migration/library");

  @TempDir private Path folder;

  private Process pooler;

  @AfterEach
  void stop() throws InterruptedException {
    if (pooler != null) {
      pooler.destroy();
      pooler.waitFor();
    }
  }

  @Test
  void theSessionModeKeepsTheSettingsOfAConnection() throws Exception {
    DatabaseConfig database = start("session");

    new Migrations(database).run(List.of(LIBRARY));
    new Migrations(database).run(List.of(LIBRARY));

    Vertx vertx = Vertx.vertx();
    Pool first = SchemaPool.open(vertx, database, LIBRARY);
    await(first.query("SELECT 1").execute());
    await(first.close());
    // Of the same server connections.
    Pool second = SchemaPool.open(vertx, database, LIBRARY);
    Row row =
        await(
                second
                    .preparedQuery(
                        "SELECT current_user::text, current_schema()::text,"
                            + " current_setting('lock_timeout')")
                    .execute())
            .iterator()
            .next();
    assertThat(row.getString(0)).isEqualTo("library");
    assertThat(row.getString(1)).isEqualTo("library");
    assertThat(row.getString(2)).isEqualTo("2s");
    await(vertx.close());
  }

  @ParameterizedTest
  @ValueSource(strings = {"transaction", "statement"})
  void anotherModeIsRefusedWithTheReason(String mode) throws Exception {
    DatabaseConfig database = start(mode);

    assertThatThrownBy(() -> new Migrations(database).run(List.of(LIBRARY)))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("docs/configuration.md#pgbouncer");
  }

  private DatabaseConfig start(String mode) throws Exception {
    Optional<Path> program = program();
    assumeTrue(program.isPresent(), "There is no pgbouncer on the path.");
    String url = TestDatabase.create().url();
    URI server = URI.create(url);
    String[] login = server.getUserInfo().split(":");
    int port = FreePorts.find();
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    Path settings =
        Files.writeString(
            folder.resolve("pgbouncer.ini"),
            """
            [databases]
            * = host=%s port=%d user=%s password=%s
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = any
            pool_mode = %s
            %s
            """
                .formatted(
                    server.getHost(),
                    server.getPort(),
                    login[0],
                    login[1],
                    port,
                    mode,
                    // It does not run as root.
                    isRoot ? "user = daemon" : ""));
    pooler =
        new ProcessBuilder(program.get().toString(), settings.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("pgbouncer.log").toFile())
            .start();
    awaitListening(port);
    return DatabaseConfig.parse(url.replace(":" + server.getPort() + "/", ":" + port + "/"), 2);
  }

  private void awaitListening(int port) {
    until(() -> {
      assertThat(pooler.isAlive()).as(Files.readString(folder.resolve("pgbouncer.log"))).isTrue();
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        return true;
      } catch (IOException closed) {
        return false;
      }
    });
  }

  /** Debian installs it into a folder for administrators. */
  private static Optional<Path> program() {
    return Arrays.stream((System.getenv("PATH") + ":/usr/sbin").split(":"))
        .map(folder -> Path.of(folder, "pgbouncer"))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
