import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Receiver of webhooks that keeps a table of orders in PostgreSQL, without any library but the JDBC
 * driver: {@code java -cp postgresql.jar WebhookReceiver.java}. The id of an event and its effect
 * are written in one transaction, before the answer, so that every event has its effect exactly
 * once.
 */
public final class WebhookReceiver {

  private static final int MAX_BODY = 1024 * 1024;
  private static final long TOLERANCE_SECONDS = 300;

  private static final String TABLES =
      """
      SELECT pg_advisory_xact_lock(7261646579);
      CREATE TABLE IF NOT EXISTS processed_event (
        event_id text PRIMARY KEY,
        processed_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE IF NOT EXISTS order_history (
        order_id text PRIMARY KEY,
        events text[] NOT NULL DEFAULT '{}'
      )
      """;

  private static final String PROCESSED =
      "INSERT INTO processed_event (event_id) VALUES (?) ON CONFLICT DO NOTHING";

  /** PostgreSQL reads the event, so that the example needs no JSON library. */
  private static final String EFFECT =
      """
      INSERT INTO order_history (order_id, events)
      SELECT event ->> 'subject', ARRAY[event ->> 'type']
      FROM (SELECT ?::jsonb) AS received (event)
      ON CONFLICT (order_id) DO UPDATE SET events = order_history.events || excluded.events
      """;

  private final String databaseUrl;
  private final byte[] key;

  private WebhookReceiver(String databaseUrl, String secret) {
    this.databaseUrl = databaseUrl;
    this.key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
  }

  public static void main(String[] arguments) throws Exception {
    WebhookReceiver receiver =
        new WebhookReceiver(System.getenv("JDBC_URL"), System.getenv("WEBHOOK_SECRET"));
    receiver.createTables();
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Integer.parseInt(System.getenv("PORT"))),
            0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", receiver::receive);
    server.start();
    System.out.println("Listening");
  }

  private void createTables() throws SQLException {
    try (Connection connection = DriverManager.getConnection(databaseUrl);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(TABLES);
      connection.commit();
    }
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY);
      exchange.sendResponseHeaders(status(exchange, body), -1);
    }
  }

  private int status(HttpExchange exchange, byte[] body) {
    try {
      String id = exchange.getRequestHeaders().getFirst("webhook-id");
      if (!isGenuine(exchange, id, body)) {
        return 401;
      }
      apply(id, new String(body, StandardCharsets.UTF_8));
      return 204;
    } catch (SQLException | GeneralSecurityException failure) {
      System.err.println(failure.getMessage());
      return 500;
    }
  }

  /** Whether one of the signatures is that of the secret, and the delivery is not an old one. */
  private boolean isGenuine(HttpExchange exchange, String id, byte[] body)
      throws GeneralSecurityException {
    String timestamp = exchange.getRequestHeaders().getFirst("webhook-timestamp");
    String signatures = exchange.getRequestHeaders().getFirst("webhook-signature");
    Matcher seconds = Pattern.compile("\\d{1,12}").matcher(String.valueOf(timestamp));
    if (id == null
        || signatures == null
        || !seconds.matches()
        || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp))
            > TOLERANCE_SECONDS) {
      return false;
    }
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected =
        ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body)))
            .getBytes(StandardCharsets.UTF_8);
    boolean isGenuine = false;
    for (String signature : signatures.split(" ")) {
      isGenuine |= MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
    }
    return isGenuine;
  }

  private void apply(String id, String event) throws SQLException {
    try (Connection connection = DriverManager.getConnection(databaseUrl)) {
      connection.setAutoCommit(false);
      try (PreparedStatement processed = connection.prepareStatement(PROCESSED);
          PreparedStatement effect = connection.prepareStatement(EFFECT)) {
        processed.setString(1, id);
        if (processed.executeUpdate() == 1) {
          effect.setString(1, event);
          effect.executeUpdate();
        }
        connection.commit();
      }
    }
  }
}
