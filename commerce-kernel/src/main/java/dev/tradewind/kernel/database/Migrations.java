package dev.tradewind.kernel.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the database to the state that this version of the code expects. Blocking: it runs before
 * the event loops have work. Each schema has its own numbered files and its own history; several
 * nodes may run this at once, PostgreSQL's advisory lock lets one at a time.
 */
public final class Migrations {

  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);

  /** What every schema has: the outbox and its lease. */
  private static final String SHARED_LOCATION = "db/migration/kernel";

  /** Belongs to PostgreSQL: indexes that find a text within texts. */
  private static final List<String> EXTENSIONS = List.of("pg_trgm");

  private static final long LOCK = 0x7261646577696e64L;

  private final DatabaseConfig database;

  public Migrations(DatabaseConfig database) {
    this.database = database;
  }

  /**
   * Creates roles, schemas and extensions that are missing and runs all migrations.
   *
   * @throws MigrationException with a sentence for the operator
   */
  public void run(List<Schema> schemas) {
    try (Connection connection =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
      createRolesAndSchemas(statement, schemas);
      schemas.forEach(this::migrate);
    } catch (SQLException failure) {
      throw new MigrationException(
          "The database " + database + " cannot be used: " + failure.getMessage(), failure);
    } catch (FlywayValidateException differs) {
      throw new MigrationException(
          "The database "
              + database
              + " was migrated by a version of Tradewind that this one does not follow; use that"
              + " version, or another database.",
          differs);
    }
  }

  private void migrate(Schema schema) {
    run(schema, SHARED_LOCATION, "kernel_schema_history");
    run(schema, schema.migrations(), "schema_history");
  }

  private void run(Schema schema, String location, String history) {
    int applied =
        Flyway.configure()
            .dataSource(database.jdbcUrl(), database.user(), database.password())
            .callbacks(new SetRoleCallback(schema))
            .defaultSchema(schema.name())
            .schemas(schema.name())
            .createSchemas(false)
            .table(history)
            .locations("classpath:" + location)
            .baselineOnMigrate(true)
            .baselineVersion("0")
            .failOnMissingLocations(true)
            .loggers("slf4j")
            .load()
            .migrate()
            .migrationsExecuted;
    if (applied > 0) {
      LOG.info("Schema {}: {} migrations of {} applied", schema.name(), applied, location);
    }
  }

  private void createRolesAndSchemas(Statement statement, List<Schema> schemas)
      throws SQLException {
    List<String> missing = new ArrayList<>();
    for (Schema schema : schemas) {
      missing.addAll(missingSteps(statement, schema.name()));
    }
    for (String extension : EXTENSIONS) {
      if (!exists(statement, "SELECT FROM pg_extension WHERE extname = '" + extension + "'")) {
        missing.add("CREATE EXTENSION \"" + extension + "\" SCHEMA public");
      }
    }
    try {
      for (String step : missing) {
        statement.execute(step);
      }
    } catch (SQLException refused) {
      if ("42501".equals(refused.getSQLState())) {
        throw new MigrationException(
            "The login of "
                + database
                + " may not create roles, schemas and extensions. Let a superuser run this, then start again:"
                + missing.stream().map(step -> "\n  " + step + ";").collect(Collectors.joining()),
            refused);
      }
      throw refused;
    }
  }

  private static List<String> missingSteps(Statement statement, String name) throws SQLException {
    List<String> steps = new ArrayList<>();
    boolean hasRole = exists(statement, "SELECT FROM pg_roles WHERE rolname = '" + name + "'");
    if (!hasRole) {
      steps.add("CREATE ROLE \"" + name + "\" NOLOGIN");
    }
    if (!hasRole
        || !exists(statement, "SELECT WHERE pg_has_role(current_user, '" + name + "', 'SET')")) {
      steps.add("GRANT \"" + name + "\" TO CURRENT_USER");
    }
    if (!exists(statement, "SELECT FROM pg_namespace WHERE nspname = '" + name + "'")) {
      steps.add("CREATE SCHEMA \"" + name + "\" AUTHORIZATION \"" + name + "\"");
    }
    return steps;
  }

  private static boolean exists(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      return rows.next();
    }
  }
}
