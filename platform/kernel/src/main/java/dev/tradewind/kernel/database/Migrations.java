package dev.tradewind.kernel.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Migration of the database to the state that this version of the code expects. Blocking: it runs
 * before the event loops have work. If several nodes start concurrently, PostgreSQL's advisory lock
 * serializes them.
 *
 * <p>Each schema has its own files, numbered in one sequence, and its own history. {@code
 * V1__baseline.sql} creates the tables of a new schema, {@code V<version>__<change>.sql} changes
 * them: each runs once, and is never edited again. {@code R__<topic>.sql} holds functions and their
 * triggers and grants: it is edited in place, runs again after each change, always after the
 * versioned files, and therefore contains repeatable statements only. A function whose parameters
 * change gets a new name while nodes of the previous version may call the old one.
 *
 * <p>Each schema also knows the newest {@link MigrationVersion} that migrated it. An older node
 * runs no file: its repeatable ones would replace functions that newer nodes call.
 */
public final class Migrations {

  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);

  /** Migrations of every schema: the outbox, its lease and the idempotency records. */
  private static final String SHARED_LOCATION = "db/migration/kernel";

  private static final String SHARED_HISTORY = "kernel_schema_history";

  /** Migrations of every schema of a plugin: its work in the background. */
  private static final String PLUGIN_LOCATION = "db/plugin";

  private static final String PLUGIN_HISTORY = "tradewind_schema_history";
  private static final String HISTORY = "schema_history";
  private static final String VERSION_TABLE = "migration_version";

  /** The oldest supported server: older ones cannot treat NULLs as equal in a unique index. */
  private static final int OLDEST_SERVER = 15;

  private static final long LOCK = 0x7261646577696e64L;

  private final DatabaseConfig database;
  private final MigrationVersion program;

  public Migrations(DatabaseConfig database) {
    this(database, MigrationVersion.ofProgram());
  }

  Migrations(DatabaseConfig database, MigrationVersion program) {
    this.database = database;
    this.program = program;
  }

  /**
   * Creates missing roles, schemas and extensions and runs all migrations.
   *
   * @throws MigrationException with a sentence for the operator
   */
  public void run(List<Schema> schemas) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      int version = connection.getMetaData().getDatabaseMajorVersion();
      if (version < OLDEST_SERVER) {
        throw new MigrationException(
            "The database %s runs on PostgreSQL %s; Tradewind needs PostgreSQL %s or later."
                .formatted(
                    database, connection.getMetaData().getDatabaseProductVersion(), OLDEST_SERVER));
      }
      requireOwnSession(statement);
      statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
      new SchemaRoles(database, statement).create(schemas);
      for (Schema schema : schemas) {
        requireSequence(statement, schema, SHARED_HISTORY);
        requireSequence(statement, schema, HISTORY);
      }
      if (!isOfNewerVersion(statement, schemas) && !areApplied(statement, schemas)) {
        for (Schema schema : schemas) {
          migrate(statement, schema);
        }
      }
      startChangeEpochs(statement, schemas);
    } catch (SQLException failure) {
      throw new MigrationException(
          "The database " + database + " cannot be used: " + failure.getMessage(), failure);
    } catch (FlywayValidateException differs) {
      throw new MigrationException(otherHistory(), differs);
    }
  }

  /**
   * Creates the role and the schema of a plugin if they are missing, and runs its migrations.
   *
   * @param plugin class loader of its files
   * @throws MigrationException with a sentence for the operator
   */
  public void runOfPlugin(Schema schema, ClassLoader plugin) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
      new SchemaRoles(database, statement).create(List.of(schema));
      run(schema, PLUGIN_LOCATION, PLUGIN_HISTORY, Migrations.class.getClassLoader());
      createHistory(statement, schema, PLUGIN_HISTORY);
      run(schema, schema.migrations(), HISTORY, new MigrationFiles(plugin));
    } catch (SQLException | FlywayException failure) {
      throw new MigrationException(
          "The schema %s of the database %s cannot be migrated: %s"
              .formatted(schema.name(), database, failure.getMessage()),
          failure);
    }
  }

  /**
   * Refuses a connection pooler that assigns a server connection to each transaction or statement.
   * The role of a schema, its timeouts, prepared statements and the lock of the migrations belong
   * to a session. Two connections of such a pooler that are idle in turn share a server process, or
   * change it.
   */
  private void requireOwnSession(Statement first) throws SQLException {
    try (Connection another = database.connect();
        Statement second = another.createStatement()) {
      int firstProcess = processOf(first);
      int secondProcess = processOf(second);
      if (firstProcess == secondProcess
          || firstProcess != processOf(first)
          || secondProcess != processOf(second)) {
        throw new MigrationException(
            "The database "
                + database
                + " is behind a connection pooler in transaction or statement mode. Tradewind needs"
                + " its session mode, or a direct connection: see docs/configuration.md#pgbouncer.");
      }
    }
  }

  private static int processOf(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return row.getInt(1);
    }
  }

  /**
   * Refuses a schema that was migrated before the numbers of the files started at 1. Its {@link
   * MigrationVersion} may be higher than the version of the program, and says nothing.
   */
  private void requireSequence(Statement statement, Schema schema, String history)
      throws SQLException {
    String table = "\"" + schema.name() + "\"." + history;
    if (!exists(statement, "SELECT WHERE to_regclass('" + table + "') IS NOT NULL")) {
      return;
    }
    String migrations = "SELECT FROM " + table + " WHERE version IS NOT NULL";
    statement.execute("SET ROLE \"" + database.roleOf(schema) + "\"");
    boolean isOfAnother =
        exists(statement, migrations) && !exists(statement, migrations + " AND version = '1'");
    statement.execute("RESET ROLE");
    if (isOfAnother) {
      throw new MigrationException(
          "The database "
              + database
              + " was made by an earlier state of Tradewind, whose migrations this version does not"
              + " follow. Use another database.");
    }
  }

  /**
   * Whether a newer version has migrated the schemas, so that this one leaves them as they are.
   *
   * @throws MigrationException if this version cannot serve on them
   */
  private boolean isOfNewerVersion(Statement statement, List<Schema> schemas) throws SQLException {
    for (Schema schema : schemas) {
      MigrationVersion applied = appliedVersion(statement, schema);
      if (applied != null && applied.isNewerThan(program)) {
        if (!applied.isCompatibleWith(program)) {
          throw new MigrationException(
              "The database %s was migrated by a newer version of Tradewind (migrations %s), on which versions before migrations %s cannot run; this one has %s. Start the newer version."
                  .formatted(
                      database, applied.version(), applied.oldestCompatible(), program.version()));
        }
        LOG.info(
            "Left the schemas as a newer version made them: migrations {}, this version has {}",
            applied.version(),
            program.version());
        return true;
      }
    }
    return false;
  }

  /** Whether the schemas have all files of this version, so that Flyway need not compare each. */
  private boolean areApplied(Statement statement, List<Schema> schemas) throws SQLException {
    if (program.files() == null) {
      return false;
    }
    for (Schema schema : schemas) {
      MigrationVersion applied = appliedVersion(statement, schema);
      if (applied == null
          || applied.version() != program.version()
          || !appliedFiles().equals(applied.files())) {
        return false;
      }
    }
    return true;
  }

  /** The files also grant to roles, by names with a prefix. */
  private String appliedFiles() {
    return program.files() + " " + database.rolePrefix();
  }

  private @Nullable MigrationVersion appliedVersion(Statement statement, Schema schema)
      throws SQLException {
    String table = "\"" + schema.name() + "\"." + VERSION_TABLE;
    if (!exists(statement, "SELECT WHERE to_regclass('" + table + "') IS NOT NULL")) {
      return null;
    }
    statement.execute("SET ROLE \"" + database.roleOf(schema) + "\"");
    try (ResultSet row =
        // A schema of an earlier version has no column of files yet.
        statement.executeQuery(
            "SELECT version, oldest_compatible, to_jsonb(applied) ->> 'files' FROM "
                + table
                + " AS applied")) {
      return row.next()
          ? new MigrationVersion(row.getInt(1), row.getInt(2), row.getString(3))
          : null;
    } finally {
      statement.execute("RESET ROLE");
    }
  }

  /**
   * The version is recorded first, so that an older node leaves a half migrated schema alone too.
   */
  private void migrate(Statement statement, Schema schema) throws SQLException {
    if (appliedVersion(statement, schema) != null) {
      recordVersion(statement, schema);
    }
    ClassLoader own = Migrations.class.getClassLoader();
    run(schema, SHARED_LOCATION, SHARED_HISTORY, own);
    recordVersion(statement, schema);
    createHistory(statement, schema, SHARED_HISTORY);
    run(schema, schema.migrations(), HISTORY, own);
    asOwner(
        statement,
        schema,
        "UPDATE \"%s\".%s SET files = '%s'"
            .formatted(schema.name(), VERSION_TABLE, appliedFiles()));
  }

  private void recordVersion(Statement statement, Schema schema) throws SQLException {
    asOwner(
        statement,
        schema,
        """
        INSERT INTO "%s".%s (version, oldest_compatible) VALUES (%s, %s)
        ON CONFLICT ((true)) DO UPDATE
        SET version = excluded.version, oldest_compatible = excluded.oldest_compatible
        """
            .formatted(
                schema.name(), VERSION_TABLE, program.version(), program.oldestCompatible()));
  }

  /** After a logical restore the change logs have the positions of another server. */
  private void startChangeEpochs(Statement statement, List<Schema> schemas) throws SQLException {
    for (Schema schema : schemas) {
      asOwner(statement, schema, "SELECT \"%s\".start_change_epoch()".formatted(schema.name()));
    }
  }

  private void asOwner(Statement statement, Schema schema, String sql) throws SQLException {
    statement.execute("SET ROLE \"" + database.roleOf(schema) + "\"");
    statement.execute(sql);
    statement.execute("RESET ROLE");
  }

  private void run(Schema schema, String location, String history, ClassLoader files) {
    Flyway flyway =
        Flyway.configure(files)
            .dataSource(database.jdbcUrl(), database.user(), database.password())
            .callbacks(new SetRoleCallback(database.roleOf(schema)))
            .placeholders(Map.of("role_prefix", database.rolePrefix()))
            .defaultSchema(schema.name())
            .schemas(schema.name())
            .createSchemas(false)
            .table(history)
            .locations("classpath:" + location)
            .ignoreMigrationPatterns("repeatable:missing")
            .failOnMissingLocations(true)
            .loggers("slf4j")
            .load();
    int applied = flyway.migrate().migrationsExecuted;
    if (applied > 0) {
      LOG.info("Migrated schema {}: {} migrations of {}", schema.name(), applied, location);
    }
  }

  /**
   * Creates the empty history of the schema's own migrations, with the columns of another one.
   * Without it Flyway mistakes the schema, which has the shared tables by now, for a database of
   * unknown origin, and refuses it.
   */
  private void createHistory(Statement statement, Schema schema, String like) throws SQLException {
    asOwner(
        statement,
        schema,
        "CREATE TABLE IF NOT EXISTS \"%1$s\".%2$s (LIKE \"%1$s\".%3$s INCLUDING ALL)"
            .formatted(schema.name(), HISTORY, like));
  }

  private String otherHistory() {
    return "The database "
        + database
        + " was migrated by a version of Tradewind that this one does not follow; use that"
        + " version, or another database.";
  }

  static boolean exists(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      return rows.next();
    }
  }
}
