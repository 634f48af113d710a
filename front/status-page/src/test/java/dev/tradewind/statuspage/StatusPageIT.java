package dev.tradewind.statuspage;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.gateway.Http;
import dev.tradewind.gateway.RunningGateway;
import dev.tradewind.gateway.config.DashboardConfig;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.gateway.management.Health;
import dev.tradewind.gateway.management.ManagementAccess;
import dev.tradewind.gateway.management.ManagementConfig;
import dev.tradewind.gateway.management.ManagementVerticle;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Sha256;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Status page over HTTP, in a cluster of this node, one that answers, one that does not, and one
 * that has left.
 */
class StatusPageIT {

  private static final Pattern FILE = Pattern.compile("(?:src|href)=\"(/[^\"]+/files/[^\"]+)\"");
  private static final String ADMIN = token("admin");

  @TempDir private Path folder;

  private StatusBoard board;
  private RunningGateway gateway;
  private volatile boolean isSessionOver;

  @BeforeEach
  void start() {
    open(GatewayConfig.of("127.0.0.1", 0).withEnforcesRoles(true));
  }

  private void open(GatewayConfig config) {
    Vertx vertx = Vertx.vertx();
    board = board(vertx);
    gateway = new RunningGateway(vertx, config, opened -> StatusRoutes.forStaff(opened, board));
    gateway.serve(
        OperationClient.internalAddress(CustomerClient.ADDRESS),
        new Operations().on(CustomerOperation.AUTHENTICATE, this::authenticate));
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private static StatusBoard board(Vertx vertx) {
    ClusterReports reports =
        new ClusterReports(
            vertx,
            reporter(vertx, "01LOCAL"),
            () ->
                List.of(
                    new ClusterMember("local", "10.0.0.1:5701", true),
                    new ClusterMember("other", "10.0.0.2:5701", false),
                    new ClusterMember("frozen", "10.0.0.3:5701", false),
                    new ClusterMember("gone", "10.0.0.4:5701", false)));
    await(reports.serve());
    await(
        new ClusterReports(
                vertx,
                reporter(vertx, "01OTHER"),
                () -> List.of(new ClusterMember("other", "10.0.0.2:5701", true)))
            .serve());
    vertx.eventBus().consumer("node.status.frozen", question -> {});
    return new StatusBoard(vertx, reports, Clock.systemUTC());
  }

  private static NodeReporter reporter(Vertx vertx, String id) {
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Gauge.builder("tradewind.outbox.events", () -> 17).tag("verticle", "order").register(meters);
    Gauge.builder("tradewind.outbox.oldest.age", () -> 95)
        .tag("verticle", "order")
        .register(meters);
    Timer.builder("tradewind.requests")
        .tag("operation", "storeCompleteCart")
        .tag("status", "200")
        .serviceLevelObjectives(Duration.ofMillis(500), Duration.ofSeconds(1))
        .register(meters)
        .record(Duration.ofMillis(700));
    Health health = new Health();
    health.watch("kafka", () -> Future.failedFuture("Kafka does not answer."));
    health.markStarted();
    return new NodeReporter(
        vertx,
        new NodeIdentity(id, "1.2.3", "0123456789", Instant.now(), List.of("gateway", "order")),
        health::readiness,
        meters,
        () ->
            List.of(
                new LoggedProblem(
                    "ERROR",
                    "dev.tradewind.order.Some",
                    "Placing <b>{}</b> failed",
                    "java.io.IOException",
                    Instant.now(),
                    Instant.now(),
                    "storeCompleteCart",
                    "request-1",
                    3)));
  }

  /** The API token of a user is the name of its role; the session {@code staff} is an admin's. */
  private Future<Reply> authenticate(Request request) {
    JsonArray tokens = request.input().getJsonArray("api_token_hashes", new JsonArray());
    JsonObject user = new JsonObject().put("id", "usr_1");
    if (Sha256.of("staff").equals(request.input().getString("session")) && !isSessionOver) {
      return Future.succeededFuture(
          Reply.ok("user", user.put("how", "SESSION").put("role", "admin")));
    }
    for (String role : List.of("admin", "member", "developer")) {
      if (tokens.contains(Sha256.of(role))) {
        return Future.succeededFuture(
            Reply.ok("user", user.put("how", "API_TOKEN").put("role", role)));
      }
    }
    if (tokens.contains(Sha256.of("limited"))) {
      user.put("permissions", new JsonArray().add("orders:read"));
      return Future.succeededFuture(
          Reply.ok("user", user.put("how", "API_TOKEN").put("role", "admin")));
    }
    return Future.succeededFuture(Reply.ok(new JsonObject()));
  }

  private static String token(String token) {
    return "x-medusa-access-token: " + token + "\r\n";
  }

  private Http.Answer get(String path, String headers) {
    return gateway.http.send("GET " + path + " HTTP/1.1", headers, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/app/status", "/app/status.json", "/app/status/events"})
  void onlyAdminsAndTheirTokensSeeIt(String path) {
    assertThat(get(path, "").status()).isEqualTo(401);
    assertThat(get(path, token("nonsense")).status()).isEqualTo(401);
    for (String refused : List.of("member", "developer", "limited")) {
      assertThat(get(path, token(refused)).status()).as(refused).isEqualTo(403);
    }
    if (!path.endsWith("events")) {
      assertThat(get(path, ADMIN).status()).isEqualTo(200);
      assertThat(get(path, "Cookie: connect.sid=staff\r\n").status()).isEqualTo(200);
    }
  }

  @Test
  void aBrowserWithoutALoginIsLedToTheSignInAndBack() {
    Http.Answer answer = get("/app/status", "Accept: text/html,*/*;q=0.8\r\n");

    assertThat(answer.status()).isEqualTo(302);
    assertThat(answer.header("location")).isEqualTo("/sign-in?to=%2Fapp%2Fstatus");
    assertThat(get("/app/status", "Accept: text/html\r\n" + token("member")).status())
        .isEqualTo(403);
  }

  @Test
  void aRequiredSecondFactorIsRequiredHere() {
    gateway.close();
    open(
        GatewayConfig.of("127.0.0.1", 0)
            .withSecurity(ServerSecurity.DEVELOPMENT.withRequiresSecondFactor(true)));

    String session = "Cookie: connect.sid=staff\r\n";
    assertThat(get("/app/status.json", session).status()).isEqualTo(403);
    assertThat(get("/app/status", session + "Accept: text/html\r\n").status()).isEqualTo(302);
    assertThat(get("/app/status.json", ADMIN).status()).isEqualTo(200);
  }

  @Test
  void eachNodeIsShownAlsoOneThatDoesNotAnswer() {
    JsonObject status = get("/app/status.json", ADMIN).json();

    assertThat(status.getString("level")).isEqualTo("problem");
    JsonArray nodes = status.getJsonObject("shop").getJsonArray("nodes");
    assertThat(nodes.stream().map(node -> answer((JsonObject) node)))
        .containsExactly(
            "10.0.0.1:5701 01LOCAL",
            "10.0.0.2:5701 01OTHER",
            "10.0.0.3:5701 No answer within 3 s.",
            "10.0.0.4:5701 It starts, stops or runs an earlier version.");
    assertThat(
            status.getJsonArray("findings").stream()
                .map(finding -> ((JsonObject) finding).getString("text")))
        .contains(
            "The oldest event of order has waited for 1 min.",
            "Node 01OTHER, kafka: Kafka does not answer.",
            "Node 10.0.0.3:5701 has no status. No answer within 3 s.");
    JsonObject operation = status.getJsonObject("shop").getJsonArray("operations").getJsonObject(0);
    assertThat(operation.getString("operation")).isEqualTo("storeCompleteCart");
    assertThat(operation.getInteger("count")).isEqualTo(2);
  }

  private static String answer(JsonObject node) {
    JsonObject report = node.getJsonObject("report");
    return node.getString("address")
        + " "
        + (report == null
            ? node.getString("silence")
            : report.getJsonObject("node").getString("id"));
  }

  @Test
  void thePageShowsTheSameEscapedAndIsNeitherKeptNorIndexed() {
    Http.Answer page = get("/app/status", ADMIN);

    assertThat(page.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("cache-control")).isEqualTo("no-store");
    assertThat(page.header("x-frame-options")).isEqualTo("DENY");
    assertThat(page.header("content-security-policy"))
        .contains("default-src 'none'; script-src 'self'; style-src 'self'");
    assertThat(page.body())
        .contains(
            "<meta name=\"robots\" content=\"noindex\">",
            "http-equiv=\"refresh\"",
            "01LOCAL",
            "01OTHER",
            "10.0.0.3:5701",
            "No answer within 3 s.",
            "kafka: Kafka does not answer.",
            "storeCompleteCart",
            "≤ 1.0 s",
            "Placing &lt;b&gt;{}&lt;/b&gt; failed",
            "1.2.3 · 0123456",
            "Runbook: TradewindOutboxOld")
        .doesNotContain("<b>{}</b>", "<style", "onclick");
    List<String> files = FILE.matcher(page.body()).results().map(found -> found.group(1)).toList();
    assertThat(files).hasSize(4);
    assertThat(files)
        .allSatisfy(file -> assertThat(gateway.http.get(file).status()).isEqualTo(200));
    assertThat(get("/app/status/nothing", ADMIN).status()).isEqualTo(404);
    assertThat(get("/app/status/", ADMIN).status()).isEqualTo(200);
  }

  @Test
  void aLivePageGetsTheWholeStatusAgainAndAgain() {
    try (Events events = events(ADMIN)) {
      assertThat(events.head()).startsWith("HTTP/1.1 200");
      assertThat(events.header()).contains("text/event-stream", "no-store", "X-Accel-Buffering");
      events.awaitLine("retry: 3000");
      for (int i = 0; i < 2; i++) {
        events.awaitLine("event: status");
        events.awaitLine("data: <section id=\"verdict\"");
        events.awaitLine("data: <section id=\"problems\"");
      }
    }
  }

  @Test
  void aLivePageEndsWithItsSession() {
    try (Events events = events("Cookie: connect.sid=staff\r\n")) {
      events.awaitLine("event: status");
      events.awaitLine(": live");
      isSessionOver = true;
      events.awaitLine("event: end");
      events.awaitLine("data: session");
      events.awaitEnd();
    }
  }

  @Test
  void theNumberOfLivePagesIsLimited() {
    List<Events> open = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        Events events = events(ADMIN);
        assertThat(events.head()).startsWith("HTTP/1.1 200");
        open.add(events);
      }
      Http.Answer further = get("/app/status/events", ADMIN);
      assertThat(further.status()).isEqualTo(503);
      assertThat(further.header("retry-after")).isEqualTo("1");
      assertThat(further.body()).contains("This node has 20 live pages");

      open.removeFirst().close();
      awaitStream();
    } finally {
      open.forEach(Events::close);
    }
  }

  /** The node learns a moment later that a page is closed. */
  private void awaitStream() {
    until(() -> {
      try (Events events = events(ADMIN)) {
        return events.head().startsWith("HTTP/1.1 200");
      }
    });
  }

  @Test
  void aNodeThatStopsEndsItsLivePages() {
    try (Events events = events(ADMIN)) {
      events.awaitLine("event: status");

      Future<Void> left = gateway.leave();

      events.awaitEnd();
      await(left);
    }
  }

  @ParameterizedTest
  @CsvSource({"/status", "/status.json"})
  void theManagementPortNeedsItsToken(String path) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "0123456789abcdef0123456789abcdef\n");
    ManagementVerticle management =
        new ManagementVerticle(
            new ManagementConfig("127.0.0.1", 0, false),
            gateway.services.health(),
            gateway.metrics,
            null,
            List.of(
                StatusRoutes.forManagement(
                    gateway.vertx, board, new ManagementAccess(gateway.vertx, file))));
    await(gateway.vertx.deployVerticle(management));
    Http port = new Http(management.actualPort());

    Http.Answer page =
        port.send(
            "GET " + path + " HTTP/1.1",
            "Authorization: Bearer 0123456789abcdef0123456789abcdef\r\n",
            "");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).contains("01LOCAL", "01OTHER");
    assertThat(port.get(path).status()).isEqualTo(401);
    assertThat(port.send("GET " + path + " HTTP/1.1", "Accept: text/html\r\n", "").status())
        .isEqualTo(401);
    assertThat(port.get("/status/events").status()).isEqualTo(401);
  }

  @Test
  void aDashboardOfAnotherApiHasNoStatusBesideIt() {
    gateway.close();
    open(
        GatewayConfig.of("127.0.0.1", 0)
            .withDashboard(new DashboardConfig(true, "https://api.shop.example")));

    assertThat(get("/app/status.json", ADMIN).status()).isEqualTo(404);
  }

  private Events events(String headers) {
    return new Events(gateway.http.port(), headers);
  }

  /** Stream of server-sent events. */
  private static final class Events implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader lines;
    private final String head;
    private final String header;

    Events(int port, String headers) {
      try {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) LIMIT.toMillis());
        socket
            .getOutputStream()
            .write(
                ("GET /app/status/events HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
        lines =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        head = lines.readLine();
        header =
            String.join(
                "\n", Stream.generate(this::line).takeWhile(line -> !line.isEmpty()).toList());
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    String head() {
      return head;
    }

    String header() {
      return header;
    }

    private String line() {
      try {
        return lines.readLine();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    void awaitLine(String start) {
      String line = line();
      while (line != null && !line.startsWith(start)) {
        line = line();
      }
      assertThat(line).as("The stream ended before %s", start).isNotNull();
    }

    void awaitEnd() {
      // The last chunk; a proxy or browser closes the connection then.
      awaitLine("0");
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
