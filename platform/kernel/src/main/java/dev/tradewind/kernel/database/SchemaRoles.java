package dev.tradewind.kernel.database;

import static dev.tradewind.kernel.database.Migrations.exists;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Roles, schemas and extensions that the migrations need. A login that may not create them gets the
 * statements for an administrator, which name the login: a superuser runs them.
 */
final class SchemaRoles {

  /** Extensions shipped with PostgreSQL: trigram indexes for substring search. */
  private static final List<String> EXTENSIONS = List.of("pg_trgm");

  /** The first server with a separate permission to set a granted role. */
  private static final int SET_PERMISSION = 16;

  private final DatabaseConfig database;
  private final Statement statement;

  SchemaRoles(DatabaseConfig database, Statement statement) {
    this.database = database;
    this.statement = statement;
  }

  /**
   * Creates what is missing.
   *
   * @throws MigrationException with the statements for an administrator if the login may not, or if
   *     a schema belongs to another role
   */
  void create(List<Schema> schemas) throws SQLException {
    List<String> missing = new ArrayList<>();
    for (Schema schema : schemas) {
      missing.addAll(missingSteps(schema));
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
                + " may not create roles, schemas and extensions. Let a superuser run this in the database "
                + database.database()
                + ", then start again:"
                + missing.stream().map(step -> "\n  " + step + ";").collect(Collectors.joining()),
            refused);
      }
      throw refused;
    }
  }

  private List<String> missingSteps(Schema schema) throws SQLException {
    String role = database.roleOf(schema);
    List<String> steps = new ArrayList<>();
    boolean hasRole = exists(statement, "SELECT FROM pg_roles WHERE rolname = '" + role + "'");
    if (!hasRole) {
      steps.add("CREATE ROLE \"" + role + "\" NOLOGIN");
    }
    if (!hasRole
        || !exists(
            statement,
            "SELECT WHERE pg_has_role(current_user, '%s', '%s')".formatted(role, permission()))) {
      steps.add("GRANT \"" + role + "\" TO " + text("SELECT quote_ident(current_user)"));
    }
    if (exists(statement, "SELECT FROM pg_namespace WHERE nspname = '" + schema.name() + "'")) {
      requireOwner(schema, role);
    } else {
      steps.add("CREATE SCHEMA \"" + schema.name() + "\" AUTHORIZATION \"" + role + "\"");
    }
    return steps;
  }

  private String permission() throws SQLException {
    int version = statement.getConnection().getMetaData().getDatabaseMajorVersion();
    return version < SET_PERMISSION ? "MEMBER" : "SET";
  }

  private void requireOwner(Schema schema, String role) throws SQLException {
    String owner =
        text(
            "SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = '"
                + schema.name()
                + "'");
    if (!owner.equals(role)) {
      throw new MigrationException(
          "The schema %s of the database %s belongs to the role %s, not to %s; TRADEWIND_DATABASE_ROLE_PREFIX is the beginning of the role's name."
              .formatted(schema.name(), database, owner, role));
    }
  }

  private String text(String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
