package dev.tradewind.acceptance.operation;

import static dev.tradewind.testing.Eventually.until;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.catalog.CsvAdminClient;
import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.embedded.Home;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.PrometheusServer;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of nodes and of what they depend on, and the alert that each of them fires in a Prometheus
 * that scrapes the nodes and evaluates the deployed rules. Alerts fire without their durations.
 */
@LongForm
class AlertsIT {

  private static final Path DEPLOYED = Home.folder().resolve("deploy/prometheus");
  private static final String TOKEN = "alerts-token";
  private static final String[] STAFF = {"x-medusa-access-token", TOKEN};

  /** More than the connections of the catalog. */
  private static final int READERS = 20;

  private static final long BLOCKED_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** Work of the node that fails from the start, beside the export of spans: sizes of images. */
  private static final String FAULTS_FROM_THE_START =
      """
      INSERT INTO customer."user" (id, email, role, api_token, created_at, updated_at)
      VALUES ('usr_alerts', 'alerts@example.com', 'admin', '%s', now(), now());
      ALTER TABLE batch.image_task RENAME TO image_task_away;
      """
          .formatted(TOKEN);

  /** Payments by a provider that fails in every call. */
  private static final String FAILING_PROVIDER =
      """
      INSERT INTO catalog.payment_provider (id) VALUES ('ledger') ON CONFLICT DO NOTHING;
      DELETE FROM catalog.region_payment_provider;
      INSERT INTO catalog.region_payment_provider SELECT id, 'ledger' FROM catalog.region;
      UPDATE catalog.product_variant SET inventory_quantity = 100000;
      """;

  /** Notification that has been due for long, and that no node can take over. */
  private static final String STUCK_NOTIFICATIONS =
      """
      CREATE FUNCTION orders.keep_work() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER keep_work BEFORE UPDATE ON orders.notification_work
      FOR EACH ROW EXECUTE FUNCTION orders.keep_work();
      INSERT INTO orders.notification_work (
        id, event_id, provider_id, event_name, resource_type, resource_id, data, due_at,
        created_at, updated_at
      )
      VALUES ('noti_1', 'event_1', 'scripted', 'note.created', 'note', 'note_1', '{}',
        now() - interval '1 hour', now(), now());
      """;

  @TempDir private Path folder;

  private final Set<String> fired = new HashSet<>();
  private Cluster.Gateway node;
  private PrometheusServer prometheus;

  @Test
  void everyAlertIsFiredByItsFault() throws Exception {
    assumeTrue(PrometheusServer.isInstalled(), "prometheus is not installed");
    EmbeddedKafka kafka =
        EmbeddedKafka.start(
            folder.resolve("kafka"), FreePorts.find(), Map.of("message.max.bytes", "100"));
    try (Cluster cluster = cluster(Shop.migratedDatabase(), kafka);
        Cluster other = cluster(cluster.database(), kafka).withJvm("-Xmn226m")) {
      node = cluster.full();
      cluster.execute(FAULTS_FROM_THE_START);
      try (PrometheusServer started =
          PrometheusServer.start(configuration(cluster.managementPorts()), folder)) {
        prometheus = started;
        fire(
            () -> node.status("/store/regions"),
            "TradewindSpansLost",
            "TradewindBackgroundTaskFailing");
        cluster.execute("ALTER TABLE batch.image_task_away RENAME TO image_task");

        cluster.execute(FAILING_PROVIDER);
        fireAnew(
            this::checkOut,
            "TradewindCheckoutsFailing",
            "TradewindProviderFailing",
            "TradewindBudgetBurnsFast",
            "TradewindBudgetBurns");
        cluster.execute(
            "UPDATE cart.payment_attempt SET created_at = created_at - interval '1 hour'");

        requireQuiet("TradewindWebhooksPaused", "TradewindQueueLate", "TradewindBatchJobsFailed");
        pauseWebhook();
        cluster.execute(STUCK_NOTIFICATIONS);
        failJob();
        logInWrongly();
        readBehindLock(cluster);
        Cluster.Gateway alone = startAlone(cluster, other);
        fire(
            this::logIn,
            "TradewindWebhooksPaused",
            "TradewindQueueLate",
            "TradewindBatchJobsFailed",
            "TradewindEventsParked");
        exhaust(alone, other.managementPorts().getFirst());
        loseKafka(cluster, kafka);
        freeze();
        fire(() -> {}, "TradewindPaymentsUnsettled", "TradewindOutboxOld");
        refuseConnections(cluster);
      }
    } finally {
      kafka.close();
    }
    // OperationsDrillIT breaks the archive of a server of its own.
    fired.add("TradewindArchiveFailing");
    assertThat(new TreeSet<>(fired)).isEqualTo(new TreeSet<>(alerts()));
  }

  private static Cluster cluster(TestDatabase database, EmbeddedKafka kafka) {
    return new Cluster(1, database)
        .withManagement()
        .with("TRADEWIND_KAFKA_BOOTSTRAP", kafka.bootstrapServers())
        .with("TRADEWIND_WEBHOOKS", "true")
        .with("TRADEWIND_WEBHOOKS_ALLOW_NETWORKS", "127.0.0.0/8")
        .with("TRADEWIND_OTLP_ENDPOINT", "http://127.0.0.1:1")
        .with("TRADEWIND_TRACE_SAMPLE", "1");
  }

  /** The deployed one, with intervals of a second, for targets that the test names. */
  private Path configuration(List<Integer> ports) throws IOException {
    Files.copy(DEPLOYED.resolve("recording.yaml"), folder.resolve("recording.yaml"));
    String rules = Files.readString(DEPLOYED.resolve("alerts.yaml"));
    Files.writeString(
        folder.resolve("alerts.yaml"), rules.replaceAll("(?m)^( +for:) \\S+$", "$1 0s"));
    target(ports);
    String deployed = Files.readString(DEPLOYED.resolve("prometheus.yaml"));
    String configured =
        deployed
            .replaceAll(
                "static_configs:\\s+- targets: \\[.*]",
                "file_sd_configs: [{files: [" + folder.resolve("targets.json") + "]}]")
            .replace("interval: 15s", "interval: 1s");
    assertThat(configured).contains("targets.json").doesNotContain("15s");
    return Files.writeString(folder.resolve("prometheus.yaml"), configured);
  }

  private void target(List<Integer> ports) throws IOException {
    JsonArray targets = new JsonArray();
    ports.forEach(port -> targets.add("127.0.0.1:" + port));
    Path draft = folder.resolve("targets.new");
    Files.writeString(
        draft, new JsonArray().add(new JsonObject().put("targets", targets)).encode());
    Files.move(draft, folder.resolve("targets.json"), StandardCopyOption.ATOMIC_MOVE);
  }

  private static Set<String> alerts() throws IOException {
    return Pattern.compile("(?m)^ +- alert: (\\S+)$")
        .matcher(Files.readString(DEPLOYED.resolve("alerts.yaml")))
        .results()
        .map(result -> result.group(1))
        .collect(toSet());
  }

  private Set<String> firing() {
    return prometheus.query("ALERTS{alertstate=\"firing\"}").stream()
        .map(series -> ((JsonObject) series).getJsonObject("metric").getString("alertname"))
        .collect(toSet());
  }

  private void requireQuiet(String... alerts) {
    assertThat(firing()).as("before the fault").doesNotContain(alerts);
  }

  /** Causes a fault again and again until all of its alerts have fired. */
  private void fire(Runnable cause, String... alerts) {
    Set<String> missing = new TreeSet<>(List.of(alerts));
    try {
      node.process()
          .awaitThat(() -> {
            cause.run();
            fired.addAll(firing());
            missing.removeAll(fired);
            return missing.isEmpty();
          });
    } catch (AssertionError never) {
      throw new AssertionError("Not fired: " + missing, never);
    }
  }

  private void fireAnew(Runnable cause, String... alerts) {
    requireQuiet(alerts);
    fire(cause, alerts);
  }

  private void checkOut() {
    node.status("POST", "/store/carts/" + node.readyCart() + "/complete", "");
  }

  private void pauseWebhook() {
    StaffClient staff = new StaffClient(node.storefront(), STAFF);
    String id =
        staff
            .post(
                "/admin/tradewind/webhooks",
                "{'url': 'http://127.0.0.1:9/hook', 'event_types': ['order.placed']}")
            .getJsonObject("webhook")
            .getString("id");
    staff.post("/admin/tradewind/webhooks/" + id + "/pause", "");
  }

  private void failJob() {
    CsvAdminClient office = new CsvAdminClient(node.storefront(), STAFF);
    String file = office.upload("Product Handle;Product Title\n;Cup\n");
    office.await(
        office
            .create("product-import", new JsonObject().put("fileKey", file), false)
            .getString("id"),
        "failed");
  }

  private void logInWrongly() {
    fireAnew(this::logIn, "TradewindRateLimited");
  }

  /** More wrong passwords than are tried. */
  private void logIn() {
    for (int i = 0; i < 50; i++) {
      node.status(
          "POST", "/admin/auth", "{\"email\": \"alerts@example.com\", \"password\": \"wrong\"}");
    }
  }

  /** Reads that wait for a table lock with all connections of the catalog. */
  private void readBehindLock(Cluster cluster) throws SQLException {
    try (Connection holder = cluster.connect();
        Statement held = holder.createStatement()) {
      holder.setAutoCommit(false);
      held.execute("LOCK TABLE catalog.product IN ACCESS EXCLUSIVE MODE");
      Semaphore readers = new Semaphore(READERS);
      int[] offset = {0};
      fireAnew(
          () -> {
            if (readers.tryAcquire()) {
              int next = offset[0]++;
              Thread.startVirtualThread(() -> {
                node.status("/store/products?offset=" + next);
                readers.release();
              });
            }
          },
          "TradewindPoolExhausted",
          "TradewindReadsSlow");
    }
  }

  /** A gateway that does not see the node that has the verticles. */
  private Cluster.Gateway startAlone(Cluster cluster, Cluster other) throws IOException {
    requireQuiet("TradewindClusterDivided", "TradewindBusFailing");
    Cluster.Gateway alone = other.gateway();
    target(List.of(cluster.managementPorts().getFirst(), other.managementPorts().getFirst()));
    fire(() -> alone.status("/store/regions"), "TradewindClusterDivided", "TradewindBusFailing");
    return alone;
  }

  /** Few file descriptors, and an old generation that is smaller than what a node keeps. */
  private void exhaust(Cluster.Gateway alone, int port) throws IOException {
    requireQuiet("TradewindFilesExhausted");
    long open =
        Long.parseLong(
            prometheus
                .query("process_open_fds{instance=\"127.0.0.1:%d\"}".formatted(port))
                .getJsonObject(0)
                .getJsonArray("value")
                .getString(1));
    String pid = Long.toString(alone.process().pid());
    run("prlimit", "--pid", pid, "--nofile=" + (open + 20) + ":");
    run(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), pid, "GC.run");
    fire(() -> {}, "TradewindFilesExhausted", "TradewindHeapFull");
  }

  private static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.onExit().join().exitValue()).as(output).isZero();
  }

  /** Events that wait, aged by the clock of their rows. */
  private void loseKafka(Cluster cluster, EmbeddedKafka kafka) {
    requireQuiet("TradewindKafkaAway", "TradewindOutboxOld");
    kafka.crash();
    new StaffClient(node.storefront(), STAFF).post("/admin/collections", "{'title': 'Unsent'}");
    cluster.execute(
        "UPDATE catalog.outbox SET occurred_at = occurred_at - interval '2 minutes'"
            + " WHERE sent_at IS NULL");
    fire(() -> {}, "TradewindKafkaAway");
  }

  /** A stopped process answers no scrape; resumed, its event loops find their timers late. */
  private void freeze() {
    requireQuiet("TradewindNodeMissing");
    node.process().freeze();
    long frozen = System.nanoTime();
    fire(() -> {}, "TradewindNodeMissing");
    until(() -> System.nanoTime() - frozen >= BLOCKED_NANOS);
    node.process().wake();
    fire(() -> {}, "TradewindEventLoopBlocked");
  }

  private void refuseConnections(Cluster cluster) throws SQLException {
    requireQuiet("TradewindDatabaseAway");
    String name = URI.create(cluster.database().url()).getPath().substring(1);
    try (Connection elsewhere = TestDatabase.create().connect();
        Statement statement = elsewhere.createStatement()) {
      statement.execute("ALTER DATABASE \"%s\" ALLOW_CONNECTIONS false".formatted(name));
      statement.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'"
              .formatted(name));
      fire(() -> {}, "TradewindDatabaseAway");
    }
  }
}
