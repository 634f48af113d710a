package dev.tradewind.testing;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Database of one test, in the server that the tests of this JVM share.
 *
 * @param url {@code postgresql://user:password@host:port/database}; the login is a superuser's
 */
public record TestDatabase(String url) {

  private static final Map<String, TestDatabase> TEMPLATES = new ConcurrentHashMap<>();

  /** Creates an empty database. */
  public static TestDatabase create() {
    return create("template1");
  }

  /**
   * Creates a copy of a template database. Migrating a database takes seconds, copying it a tenth
   * of one.
   *
   * @param template name of the template, which all tests of this JVM share
   * @param preparation runs once, on the URL of the empty template, and leaves no connection open
   */
  public static TestDatabase copyOf(String template, Consumer<String> preparation) {
    TestDatabase source =
        TEMPLATES.computeIfAbsent(
            template,
            absent -> {
              TestDatabase empty = create();
              preparation.accept(empty.url());
              return empty;
            });
    return create(source.name());
  }

  private static TestDatabase create(String template) {
    TestDatabase server = new TestDatabase(TestServices.postgres());
    String name = "test_" + UUID.randomUUID().toString().replace("-", "");
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE DATABASE \"%s\" TEMPLATE \"%s\" STRATEGY FILE_COPY".formatted(name, template));
    } catch (SQLException failure) {
      throw new IllegalStateException("The test database was not created.", failure);
    }
    return new TestDatabase(server.uri().resolve("/" + name).toString());
  }

  /** Opens a connection of the superuser. */
  public Connection connect() throws SQLException {
    String[] login = uri().getUserInfo().split(":", 2);
    return DriverManager.getConnection(
        "jdbc:postgresql://" + uri().getHost() + ":" + uri().getPort() + uri().getPath(),
        login[0],
        login[1]);
  }

  private String name() {
    return uri().getPath().substring(1);
  }

  private URI uri() {
    return URI.create(url);
  }
}
