package dev.tradewind.acceptance.operation;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.DocumentedCode;
import dev.tradewind.acceptance.DocumentedCode.Block;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.operation.DrillMachine.Page;
import dev.tradewind.api.event.Topics;
import dev.tradewind.embedded.Home;
import dev.tradewind.testing.LongForm;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Drills of docs/operations: the commands of each page as they stand, one page after the other, on
 * one shop. Every order that was acknowledged is there after each page.
 */
@TestMethodOrder(OrderAnnotation.class)
class OperationsDrillIT {

  private static final Path PAGES = Home.folder().resolve("docs/operations");

  private static final Set<String> DRILLS =
      Set.of(
          "production.md",
          "many-nodes.md",
          "secrets.md",
          "kafka-unavailable.md",
          "backup.md",
          "upgrades.md",
          "disk-full.md",
          "fail-over.md");

  /** Blocks that are not run, with the reason. */
  private static final Map<String, String> NOT_RUN =
      Map.of(
          "packages", "root, and a package manager",
          "systemd", "root, and a machine booted by systemd",
          "nginx", "root; ReverseProxyIT tries the file where nginx is installed",
          "pgbackrest-backup", "root, and a package manager",
          "pgbackrest-restore", "root, and a package manager",
          "remove-old-key", "30 days; SecretRotationIT removes one",
          "kubernetes-secrets", "a cluster of Kubernetes",
          "helm", "a cluster of Kubernetes; HelmChartTest renders the chart");

  private static final String ORDERS = "psql -d tradewind -Atc 'SELECT id FROM orders.\"order\"'";

  @TempDir private static Path folder;

  private static DrillMachine machine;
  private static boolean isInProduction;
  private static final List<String> orders = new ArrayList<>();

  @BeforeAll
  static void open() throws IOException {
    Optional<Path> postgres = DrillMachine.postgresPrograms();
    assumeTrue(postgres.isPresent(), "PostgreSQL 15 to 18 with psql and pg_basebackup");
    machine = new DrillMachine(folder, postgres.get());
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  @Test
  @Order(1)
  void aShopGoesIntoProduction() throws IOException {
    try (Page page = machine.open("production.md")) {
      page.run(
          "\"$KAFKA_HOME/bin/kafka-server-start.sh\" -daemon \"$KAFKA_HOME/config/server.properties\"");
      String printed = page.rest();

      assertThat(printed).contains("Node 1 is ready.", "\"store\":", "\"nodes\":");
      assertThat(page.run("psql -d tradewind -Atc 'SELECT ssl FROM pg_stat_ssl' | sort -u"))
          .as("connections of nodes are encrypted, that of psql is local")
          .contains("t");
      page.run("TRADEWIND_ENV=development ./tradewind seed --config \"$SHOP/shop.properties\"");
      page.run(
          "psql -d tradewind -qc 'UPDATE catalog.product_variant SET inventory_quantity = 1000'");
      isInProduction = true;
      checkOut(1, page);
    }
  }

  @LongForm
  @Test
  @Order(2)
  void anotherNodeJoinsAndBothAreRestarted() throws IOException {
    try (Page page = open("many-nodes.md")) {
      page.until("deploy/node.sh start 2");
      checkOut(2, page);
      page.until("deploy/node.sh stop");
      checkOut(1, page);
      checkOut(2, page);
      page.rest();
      checkOut(1, page);
    }
  }

  @LongForm
  @Test
  @Order(3)
  void secretsAreReplacedAndLoginsStay() throws IOException {
    try (Page page = open("secrets.md")) {
      JsonObject shopper =
          new JsonObject()
              .put("email", "shopper@example.com")
              .put("password", "a long walk on the quay")
              .put("first_name", "Ada")
              .put("last_name", "Lovelace");
      assertThat(machine.storefront(1).post("/store/customers", shopper).status()).isEqualTo(200);
      String previous = token(shopper);
      page.until("jwt-keys");
      String current = token(shopper);
      assertThat(keyId(previous)).isEqualTo("first");
      assertThat(keyId(current)).startsWith("20");
      assertThat(List.of(previous, current)).allMatch(OperationsDrillIT::isLoggedIn);
      page.rest();
      checkOut(1, page);
    }
  }

  @LongForm
  @Test
  @Order(4)
  void ordersArePlacedWithoutKafkaAndPublishedAfterwards() throws IOException {
    try (Page page = open("kafka-unavailable.md")) {
      page.until("kafka-server-stop");
      checkOut(1, page);
      String seen = page.until("outbox_events");
      assertThat(seen).containsPattern("tradewind_kafka_up\\S* 0");
      assertThat(page.until("pg_total_relation_size")).contains("waiting");
      page.rest();
      assertThat(KafkaEvents.all(machine.kafka(), Topics.ORDER))
          .filteredOn(event -> event.header("ce_type").equals("order.placed"))
          .extracting(event -> event.header("ce_subject"))
          .containsAll(orders);
    }
  }

  @LongForm
  @Test
  @Order(5)
  void aFullDiskStopsTheShopAndLosesNothing() throws IOException {
    assumeTrue(machine.hasOwnDisks(), "disks that may be filled");
    try (Page page = open("disk-full.md")) {
      assertThat(page.until("$SHOP/filler")).contains("No space left on device", "100%");
      checkOut(1, page);
      page.until("pg_switch_wal");
      String seen = page.until("No space left on device");
      assertThat(seen).contains("PANIC");
      assertThat(machine.storefront(1).get("/store/regions").status()).isEqualTo(503);
      page.rest();
      checkOut(1, page);
    }
  }

  @LongForm
  @Test
  @Order(6)
  void aShopIsBackedUp() throws IOException {
    try (Page page = open("backup.md")) {
      page.until("pg_basebackup");
      assertArchives(page, 1);
      page.run("mv \"$BACKUP/wal\" \"$BACKUP/away\"; psql -Atc 'SELECT pg_switch_wal()'");
      checkOut(1, page);
      page.run("psql -Atc 'SELECT pg_switch_wal()'");
      page.run(untilArchiveFails(1));
      page.run("mv \"$BACKUP/away\" \"$BACKUP/wal\"");
      page.run(untilArchiveFails(0));
      page.run("psql -Atc \"SELECT pg_stat_reset_shared('archiver')\"");
    }
  }

  /** After the backup: the promoted server has segments that the archive has already. */
  @LongForm
  @Test
  @Order(7)
  void aPromotedStandbyHasEveryOrder() throws IOException {
    try (Page page = open("fail-over.md")) {
      page.until("synchronous_standby_names");
      checkOut(1, page);
      page.until("immediate");
      assertThat(machine.storefront(1).get("/store/regions").status()).isEqualTo(503);
      page.rest();
      checkOut(1, page);
    }
    try (Page page = open("fail-over.md")) {
      assertArchives(page, 2);
    }
  }

  /** From the backup before the fail-over, over its timeline. */
  @LongForm
  @Test
  @Order(8)
  void aRestoreEndsAtItsMomentAndTheLostOrderIsFound() throws IOException {
    try (Page page = open("backup.md")) {
      page.skipTo("recovery_target_time");
      page.run(
          "export MOMENT=$(psql -Atc \"SELECT translate("
              + "(clock_timestamp() AT TIME ZONE 'utc')::text, ' ', 'T') || '+00:00'\")");
      String lost = machine.storefront(1).checkOut();
      page.run(
          "until [ \"$(psql -d tradewind -Atc 'SELECT count(*) FROM orders.outbox"
              + " WHERE sent_at IS NULL')\" = 0 ]; do sleep 0.2; done");
      String compared = page.until("restore-check");
      assertThat(compared).contains("order.placed: 1", lost);
      page.rest();
      checkOut(1, page);
      assertArchives(page, 3);
    }
  }

  @LongForm
  @Test
  @Order(9)
  void aNodeIsReplacedByAnotherVersionAndBack() throws IOException {
    try (Page page = open("upgrades.md")) {
      assertThat(page.until("$NEW/tradewind"))
          .contains("The database is up to date.", "tradewind_build_info");
      checkOut(1, page);
      page.rest();
      checkOut(1, page);
    }
  }

  /** On the third timeline, and after it the next backup is as good as the first. */
  @LongForm
  @Test
  @Order(10)
  void aShopIsBackedUpAgain() throws IOException {
    try (Page page = open("backup.md")) {
      page.skipTo("pg_basebackup");
      assertThat(page.until("pg_basebackup")).contains("backup successfully verified");
      assertArchives(page, 3);
      checkOut(1, page);
    }
  }

  @Test
  @Order(11)
  void everyBlockOfThePagesIsRunOrListed() throws IOException {
    try (Stream<Path> files = Files.list(PAGES)) {
      Map<String, List<Block>> pages =
          files
              .filter(file -> file.toString().endsWith(".md"))
              .collect(toMap(file -> file.getFileName().toString(), OperationsDrillIT::commands));

      assertThat(pages.values())
          .flatMap(
              blocks -> blocks.stream().map(Block::note).filter(note -> !note.isEmpty()).toList())
          .containsExactlyInAnyOrderElementsOf(
              NOT_RUN.keySet().stream().map(name -> "not-run=" + name).toList());
      pages.values().removeIf(blocks -> blocks.stream().noneMatch(block -> block.note().isEmpty()));
      assertThat(pages.keySet()).isEqualTo(DRILLS);
    }
  }

  private static List<Block> commands(Path page) {
    try (Stream<Block> blocks = DocumentedCode.blocks(page)) {
      return blocks.filter(block -> block.language().equals("sh")).toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Opens a page about a shop that is in production. */
  private static Page open(String page) throws IOException {
    assumeTrue(isInProduction, "a shop in production");
    Page opened = machine.open(page);
    opened.until("machine.env");
    return opened;
  }

  /** Places an order at a node, and compares the orders in the database with all placed ones. */
  private static void checkOut(int node, Page page) {
    orders.add(machine.storefront(node).checkOut());
    assertThat(page.run(ORDERS).lines()).containsExactlyInAnyOrderElementsOf(orders);
  }

  /** Waits for the metric of the alert. */
  private static String untilArchiveFails(int failing) {
    return """
    until curl -fsS "http://127.0.0.1:$MANAGEMENT_PORT/metrics" |
        grep -q '^tradewind_database_archive_failing.* %d'; do sleep 0.5; done
    """
        .formatted(failing);
  }

  /** A segment of the server's timeline is archived, and none has failed. */
  private static void assertArchives(Page page, int timeline) {
    page.run(
        """
        psql -Atc 'SELECT pg_switch_wal()'
        until psql -Atc 'SELECT last_archived_wal FROM pg_stat_archiver' | grep -q '^%08d'; do
          sleep 0.2
        done
        """
            .formatted(timeline));
    assertThat(page.run("psql -Atc 'SELECT failed_count, last_failed_wal FROM pg_stat_archiver'"))
        .isEqualTo("0|");
  }

  private static String token(JsonObject shopper) {
    Answer answer =
        machine
            .storefront(1)
            .post(
                "/store/auth/token",
                new JsonObject()
                    .put("email", shopper.getString("email"))
                    .put("password", shopper.getString("password")));
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getString("access_token");
  }

  private static String keyId(String token) {
    byte[] header = Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.')));
    return new JsonObject(new String(header, StandardCharsets.UTF_8)).getString("kid");
  }

  private static boolean isLoggedIn(String token) {
    return machine
            .storefront(1)
            .send("GET", "/store/auth", null, "authorization", "Bearer " + token)
            .status()
        == 200;
  }
}
