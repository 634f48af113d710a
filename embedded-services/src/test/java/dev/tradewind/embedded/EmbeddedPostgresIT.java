package dev.tradewind.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    String place = url.substring(url.indexOf('@') + 1);
    return DriverManager.getConnection("jdbc:postgresql://" + place, "postgres", "postgres");
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
