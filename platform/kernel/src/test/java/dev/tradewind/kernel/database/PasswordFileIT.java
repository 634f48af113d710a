package dev.tradewind.kernel.database;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.EmbeddedPostgres;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A server that asks one login for its password, which changes. */
@ExtendWith(VertxExtension.class)
class PasswordFileIT {

  @TempDir private Path folder;

  @Test
  void aNewConnectionTakesTheNewPasswordAndAnOpenOneGoesOn(Vertx vertx) throws Exception {
    Path access =
        Files.writeString(
            folder.resolve("pg_hba.conf"),
            """
            host all keeper all scram-sha-256
            host all all all trust
            """);
    Path password = Files.writeString(folder.resolve("password"), "first\n");
    try (EmbeddedPostgres server =
        EmbeddedPostgres.startForTests(Map.of("hba_file", access.toString()))) {
      DatabaseConfig owner = DatabaseConfig.parse(server.database("shop"), 1);
      execute(owner, "CREATE ROLE keeper SUPERUSER LOGIN PASSWORD 'first'");
      DatabaseConfig keeper =
          owner
              .withLogin(new DatabaseLogin("keeper", "in the URL"))
              .withPasswordFile(password)
              .withPoolSize(2);
      execute(owner, "CREATE SCHEMA library; CREATE ROLE library");
      Pool pool = SchemaPool.open(vertx, keeper, new Schema("library", "unused"));
      SqlConnection open = await(pool.getConnection());

      execute(owner, "ALTER ROLE keeper PASSWORD 'second'");
      assertThat(failure(pool.getConnection())).isInstanceOf(PgException.class);
      Files.writeString(password, "second");

      SqlConnection later = await(pool.getConnection());
      assertThat(await(later.query("SELECT 1").execute()).size()).isOne();
      assertThat(await(open.query("SELECT 1").execute()).size()).isOne();
      try (Connection ofCommand = keeper.connect()) {
        assertThat(ofCommand.isValid(10)).isTrue();
      }
      await(pool.close());
    }
  }

  private static void execute(DatabaseConfig database, String sql) throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
