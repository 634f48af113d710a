package dev.tradewind.kernel.database;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Migration by a login that may not create roles, as most shops on a shared server have. */
@ExtendWith(VertxExtension.class)
class SchemaRolesIT {

  private static final Schema LEFT = new Schema("left_side", "db/migration/left");
  private static final Schema RIGHT = new Schema("right_side", "db/migration/right");
  private static final List<Schema> SCHEMAS = List.of(LEFT, RIGHT);

  private final TestDatabase database = TestDatabase.create();
  private final String unique = UUID.randomUUID().toString().replace("-", "").substring(0, 12);
  private final String login = "Shop-" + unique;

  /** The roles of the server's first shop exist; those of another prefix do not. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLoginMigratesOnceASuperuserHasRunThePrintedStatements(boolean isFirstShop, Vertx vertx)
      throws SQLException {
    new Migrations(ofSuperuser(TestDatabase.create())).run(SCHEMAS);
    superuser("CREATE ROLE \"%s\" LOGIN PASSWORD 'secret'".formatted(login));
    DatabaseConfig config = ofLogin().withRolePrefix(isFirstShop ? "s" + unique + "_" : "");

    superuser(printed(config));
    new Migrations(config).run(SCHEMAS);
    new Migrations(config).run(SCHEMAS);

    Pool pool = SchemaPool.open(vertx, config, LEFT);
    assertThat(await(pool.query("SELECT FROM thing").execute()).size()).isZero();
    assertThat(
            await(pool.query("SELECT current_user::text").execute()).iterator().next().getString(0))
        .isEqualTo(config.roleOf(LEFT));
    await(pool.close());
  }

  @Test
  void theShopsOfOneServerHaveDifferentOwners() throws SQLException {
    DatabaseConfig north = ofSuperuser(database).withRolePrefix("n" + unique + "_");
    new Migrations(north).run(SCHEMAS);

    assertThatThrownBy(() -> new Migrations(north.withRolePrefix("")).run(SCHEMAS))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("belongs to the role n" + unique + "_left_side, not to left_side")
        .hasMessageContaining("TRADEWIND_DATABASE_ROLE_PREFIX");
  }

  /** The statements of the message, which the login may not run itself. */
  private static String printed(DatabaseConfig config) {
    MigrationException refused =
        catchThrowableOfType(MigrationException.class, () -> new Migrations(config).run(SCHEMAS));
    List<String> statements =
        refused
            .getMessage()
            .lines()
            .filter(line -> line.startsWith("  "))
            .map(String::strip)
            .toList();
    assertThat(statements).isNotEmpty().allMatch(statement -> statement.endsWith(";"));
    return String.join("\n", statements);
  }

  private void superuser(String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static DatabaseConfig ofSuperuser(TestDatabase database) {
    return DatabaseConfig.parse(database.url(), 1);
  }

  private DatabaseConfig ofLogin() {
    return ofSuperuser(database).withLogin(new DatabaseLogin(login, "secret"));
  }
}
