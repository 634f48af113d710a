package dev.tradewind.acceptance.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.testing.TestKafka;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node of the version before, restarted beside a newer one that has migrated the database: this
 * build with a lower version of the migrations, and a function that the newer version has changed.
 */
class OlderNodeIT {

  private static final String FUNCTIONS =
      """
      SELECT md5(string_agg(pg_get_functiondef(pg_proc.oid), '' ORDER BY pg_proc.oid))
      FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
      WHERE nspname IN ('catalog', 'customer', 'discount', 'orders', 'cart', 'batch', 'webhooks')
        AND prokind = 'f'
      """;

  private static final String NEWER_FUNCTION =
      """
      ALTER FUNCTION catalog.take_simple_stock COST 99;
      UPDATE catalog.schema_history SET checksum = 1 WHERE script = 'R__stock.sql';
      """;

  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final int httpPort = FreePorts.find();
  private final int clusterPort = FreePorts.find();
  private final TestDatabase database = Shop.migratedDatabase();

  @BeforeEach
  void writeOlderVersion() throws Exception {
    Path properties = folder.resolve("older/db/migration/version.properties");
    Files.createDirectories(properties.getParent());
    Files.writeString(properties, "version=0\noldestCompatible=0\n");
  }

  @Test
  void aCompatibleNodeServesAndChangesNoFunction() throws Exception {
    try (NodeProcess newer = NodeProcess.command(environment(httpPort), "start")) {
      newer.awaitServing();
      change(NEWER_FUNCTION);
      for (String schema : schemas()) {
        change("UPDATE %s.migration_version SET oldest_compatible = 0".formatted(schema));
      }
      String functions = text(FUNCTIONS);
      int olderPort = FreePorts.find();
      try (Requests requests = new Requests();
          NodeProcess older = older(olderPort)) {
        older.awaitServing();

        assertThat(older.output()).contains("Left the schemas as a newer version made them");
        assertThat(status(olderPort)).isEqualTo(200);
        assertThat(text(FUNCTIONS)).isEqualTo(functions);
        assertThat(older.stop()).isZero();
        assertThat(requests.failed()).isZero();
      }
      assertThat(newer.stop()).isZero();
    }
  }

  @LongForm
  @Test
  void anIncompatibleNodeEndsWithASentence() throws Exception {
    try (NodeProcess newer = NodeProcess.command(environment(httpPort), "start")) {
      newer.awaitServing();
      change(NEWER_FUNCTION);
      String functions = text(FUNCTIONS);
      try (Requests requests = new Requests();
          NodeProcess older = older(FreePorts.find())) {
        assertThat(older.awaitEnd()).isEqualTo(1);

        assertThat(older.output())
            .contains("was migrated by a newer version of Tradewind", "Start the newer version.")
            .doesNotContain("\tat ", "Exception");
        assertThat(text(FUNCTIONS)).isEqualTo(functions);
        assertThat(requests.failed()).isZero();
      }
      assertThat(newer.stop()).isZero();
    }
  }

  private NodeProcess older(int port) {
    String classPath =
        folder.resolve("older") + File.pathSeparator + System.getProperty("java.class.path");
    return NodeProcess.startOf(classPath, List.of(), environment(port));
  }

  private static String[] schemas() {
    return new String[] {"catalog", "customer", "discount", "orders", "cart", "batch", "webhooks"};
  }

  private Map<String, String> environment(int port) {
    return Map.of(
        "TRADEWIND_DATABASE_URL", database.url(),
        "TRADEWIND_KAFKA_BOOTSTRAP", TestKafka.bootstrapServers(),
        "TRADEWIND_DATA_DIR", folder.toString(),
        "TRADEWIND_HTTP_PORT", Integer.toString(port),
        "TRADEWIND_MANAGEMENT_PORT", "0",
        "TRADEWIND_CLUSTER_PORT", Integer.toString(clusterPort),
        "TRADEWIND_CLUSTER_MEMBERS", "127.0.0.1");
  }

  private int status(int port) {
    try {
      return client
          .send(
              HttpRequest.newBuilder(
                      URI.create("http://localhost:" + port + "/store/products?limit=1&q=" + port))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (java.io.IOException failure) {
      return 0;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private void change(String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String text(String query) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  /** Requests to the newer node, one after the other, until it is closed. */
  private final class Requests implements AutoCloseable {

    private final AtomicBoolean ended = new AtomicBoolean();
    private int failed;
    private final Thread sender = Thread.ofPlatform().start(this::send);

    private void send() {
      while (!ended.get()) {
        if (status(httpPort) != 200) {
          failed++;
        }
      }
    }

    int failed() throws InterruptedException {
      ended.set(true);
      sender.join();
      return failed;
    }

    @Override
    public void close() {
      ended.set(true);
    }
  }
}
