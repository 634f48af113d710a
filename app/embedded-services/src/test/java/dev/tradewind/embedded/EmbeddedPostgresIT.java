package dev.tradewind.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class EmbeddedPostgresIT {

  @TempDir private Path folder;

  @Test
  void dataSurvivesARestart() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.startDurable(folder, 0)) {
      execute(server.database("shop"), "CREATE TABLE kept AS SELECT 7 AS number");
    }
    try (EmbeddedPostgres server = EmbeddedPostgres.startDurable(folder, 0)) {
      assertThat(ask(server.database("shop"), "SELECT number FROM kept")).isEqualTo("7");
    }
  }

  @Test
  void committedDataSurvivesACrash() throws Exception {
    EmbeddedPostgres crashed = EmbeddedPostgres.startDurable(folder, 0);
    int port = crashed.port();
    try (Connection connection = connect(crashed.database("shop"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE kept AS SELECT 7 AS number");
      crashed.crash();
      assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
    }
    try (EmbeddedPostgres server = EmbeddedPostgres.startDurable(folder, port)) {
      assertThat(server.port()).isEqualTo(port);
      assertThat(ask(server.database("shop"), "SELECT number FROM kept")).isEqualTo("7");
    }
  }

  @Test
  void committedDataIsOnTheDisk() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.startDurable(folder, 0)) {
      String url = server.database("shop");

      assertThat(ask(url, "SHOW fsync")).isEqualTo("on");
      assertThat(ask(url, "SHOW full_page_writes")).isEqualTo("on");
      assertThat(ask(url, "SHOW synchronous_commit")).isEqualTo("on");
    }
  }

  @Test
  void anUnusableFolderIsReported() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> EmbeddedPostgres.startDurable(file.resolve("below"), 0))
        .isInstanceOf(EmbeddedServiceException.class)
        .hasMessageContaining("cannot be written");
  }

  private static void execute(String url, String sql) throws SQLException {
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String ask(String url, String sql) throws SQLException {
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private static Connection connect(String url) throws SQLException {
    return connect(url, URI.create(url).getUserInfo().substring("postgres:".length()));
  }

  private static Connection connect(String url, String password) throws SQLException {
    String place = url.substring(url.indexOf('@') + 1);
    return DriverManager.getConnection("jdbc:postgresql://" + place, "postgres", password);
  }

  /** A superuser runs programs as the user of the server. */
  @Test
  void otherUsersOfTheMachineKnowNoPassword() throws Exception {
    String first;
    try (EmbeddedPostgres server = EmbeddedPostgres.startDurable(folder, 0)) {
      first = server.database("shop");
      for (String guess : List.of("postgres", "")) {
        assertThatThrownBy(() -> connect(server.database("shop"), guess))
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("password");
      }
      assertThat(Files.readString(folder.resolve("data/pg_hba.conf"))).doesNotContain("trust");
      assertThat(Files.getPosixFilePermissions(folder.resolve("password")))
          .containsExactlyInAnyOrder(
              PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }
    try (EmbeddedPostgres server = EmbeddedPostgres.startDurable(folder, 0)) {
      assertThat(URI.create(server.database("shop")).getUserInfo())
          .isEqualTo(URI.create(first).getUserInfo());
      assertThat(ask(server.database("shop"), "SELECT 7")).isEqualTo("7");
    }
  }

  @Test
  void othersMayNotWriteIntoTheFolderOfTheBinaries() throws IOException {
    try (EmbeddedPostgres server = EmbeddedPostgres.startForTests()) {
      assertThat(server.port()).isPositive();
      assertThat(Files.getPosixFilePermissions(Home.postgresBinaries()))
          .doesNotContain(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    }
  }
}
