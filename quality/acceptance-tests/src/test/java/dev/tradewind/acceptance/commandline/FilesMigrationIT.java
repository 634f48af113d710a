package dev.tradewind.acceptance.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import com.robothy.s3.rest.LocalS3;
import com.robothy.s3.rest.bootstrap.LocalS3Mode;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.TestDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Migration of files between the database and S3 by the command line. */
class FilesMigrationIT {

  private static final int FILES = 300;

  private final Map<String, String> environment = new HashMap<>();
  private final TestDatabase database = Shop.migratedDatabase();
  private final String endpoint = "http://127.0.0.1:" + FreePorts.find();
  private LocalS3 server;

  @BeforeEach
  void start() throws Exception {
    server =
        LocalS3.builder().port(URI.create(endpoint).getPort()).mode(LocalS3Mode.IN_MEMORY).build();
    server.start();
    for (String bucket : new String[] {"shop-public", "shop-private"}) {
      assertThat(s3("PUT", bucket)).isEqualTo(200);
    }
    environment.putAll(
        Map.of(
            "TRADEWIND_DATABASE_URL", database.url(),
            "TRADEWIND_S3_ENDPOINT", endpoint,
            "TRADEWIND_S3_BUCKET", "shop-public",
            "TRADEWIND_S3_PRIVATE_BUCKET", "shop-private",
            "TRADEWIND_S3_ACCESS_KEY", "access",
            "TRADEWIND_S3_SECRET_KEY", "secret",
            "TRADEWIND_S3_PATH_STYLE", "true"));
  }

  @AfterEach
  void stop() {
    server.shutdown();
  }

  private int s3(String method, String path) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(endpoint + "/" + path))
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build();
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  private String run(String... arguments) throws Exception {
    try (NodeProcess command = NodeProcess.command(environment, arguments)) {
      assertThat(command.awaitEnd()).as(command.output()).isZero();
      return command.output();
    }
  }

  private void sql(String statement) throws SQLException {
    try (Connection connection = database.connect();
        Statement execution = connection.createStatement()) {
      execution.execute(statement);
    }
  }

  private long filesIn(String storage) {
    try (Connection connection = database.connect();
        Statement execution = connection.createStatement();
        ResultSet count =
            execution.executeQuery(
                "SELECT count(*) FROM batch.file WHERE storage = '" + storage + "'")) {
      count.next();
      return count.getLong(1);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  @LongForm
  @Test
  void aMigrationThatWasKilledGoesOnAndComesBack() throws Exception {
    sql(
        """
        INSERT INTO batch.file
          (key, name, content_type, is_public, size, pieces, writer, completed_at)
        SELECT 'file-' || number, 'a.csv', 'text/csv', number %% 2 = 0, 200000, 2, 'test', now()
        FROM generate_series(1, %1$d) AS number;
        INSERT INTO batch.file_piece (file_key, number, bytes)
        SELECT 'file-' || number, piece, convert_to(repeat(number %% 10 || 'y', 50000), 'UTF8')
        FROM generate_series(1, %1$d) AS number, generate_series(0, 1) AS piece
        """
            .formatted(FILES));

    String[] toS3 = {"files", "migrate", "--from", "postgres", "--to", "s3"};
    try (NodeProcess killed = NodeProcess.command(environment, toS3)) {
      killed.awaitThat(() -> filesIn("s3") > 0);
    }

    assertThat(run(toS3)).contains("from postgres to s3.");
    assertThat(filesIn("s3")).isEqualTo(FILES);
    assertThat(s3("GET", "shop-public/file-2")).isEqualTo(200);
    assertThat(s3("GET", "shop-private/file-3")).isEqualTo(200);
    assertThat(s3("GET", "shop-public/file-3")).isEqualTo(404);

    // The former copies are gone.
    sql("DELETE FROM batch.file_piece");
    assertThat(run("files", "migrate", "--from", "s3", "--to", "postgres"))
        .contains("Moved " + FILES + " files from s3 to postgres.");
    assertThat(filesIn("postgres")).isEqualTo(FILES);
  }

  @Test
  void anImageThatCannotBeReadIsReported() throws Exception {
    sql(
        """
        INSERT INTO batch.file
          (key, name, content_type, is_public, size, pieces, writer, completed_at)
        VALUES ('image-1', 'a.jpg', 'image/jpeg', true, 1, 1, 'test', now());
        INSERT INTO batch.file_piece (file_key, number, bytes)
        VALUES ('image-1', 0, '\\x00')
        """);

    assertThat(run("files", "scale-images"))
        .contains("Made sizes of 0 images.", "1 images have none");
  }

  @Test
  void aMigrationWithoutItsSettingsIsRefused() throws Exception {
    environment.keySet().removeIf(name -> name.contains("_S3_"));

    try (NodeProcess command =
        NodeProcess.command(environment, "files", "migrate", "--from", "postgres", "--to", "s3")) {
      assertThat(command.awaitEnd()).isNotZero();
      assertThat(command.output()).contains("TRADEWIND_S3_");
    }
  }
}
