package dev.tradewind.catalog;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cached responses of two nodes over one database: never older than the last commit. */
class ReplyCacheIT {

  private static final JsonObject NOTHING = new JsonObject();
  private static final int ROUNDS = 1_500;
  private static final int READERS = 3;

  private static TestCatalog catalog;
  private static Vertx other;
  private static SimpleMeterRegistry meters;
  private static OperationClient node;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    other = Vertx.vertx();
    meters = new SimpleMeterRegistry();
    node = catalog.deployNode(other, meters, 8);
    catalog.sql(
        """
        INSERT INTO product_type (id, value) VALUES ('ptyp_1', 'first')
        """);
    catalog.sql("INSERT INTO product_tag (id, value) VALUES ('ptag_1', 'first')");
    catalog.write(
        "adminCreateProductCategory",
        NOTHING,
        new JsonObject().put("name", "first").put("is_active", true));
  }

  @AfterAll
  static void close() {
    await(other.close());
    catalog.close();
  }

  private static String read(OperationClient client, String operation, JsonObject path) {
    Reply reply =
        await(
            client.send(
                CatalogClient.ADDRESS,
                operation,
                TestCatalog.context(),
                Request.input(path, NOTHING, null, NOTHING)));
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toString();
  }

  private static String read(String operation) {
    return read(node, operation, NOTHING);
  }

  private static double hits() {
    return meters
        .get("cache.gets")
        .tags("cache", "catalog-replies", "result", "hit")
        .counter()
        .count();
  }

  /** The searches wait for a table, as they would wait for a disk. */
  @Test
  void noOtherReadWaitsForSearches() {
    String before = read("storeListProductTypes");
    SqlConnection holder = await(catalog.pool.getConnection());
    Transaction lock = await(holder.begin());
    await(holder.query("LOCK TABLE product_variant IN ACCESS EXCLUSIVE MODE").execute());
    List<io.vertx.core.Future<Reply>> searches =
        IntStream.range(0, 20)
            .mapToObj(search ->
                node.send(
                    CatalogClient.ADDRESS,
                    "storeListProducts",
                    TestCatalog.context(),
                    Request.input(
                        NOTHING, new JsonObject().put("q", "search " + search), null, NOTHING)))
            .toList();

    assertThat(read("storeListProductTypes")).isEqualTo(before);
    catalog.sql("UPDATE product_type SET value = value || '*'");
    assertThat(read("storeListProductTypes")).isNotEqualTo(before);
    assertThat(searches).anyMatch(search -> !search.isComplete());

    await(lock.commit());
    await(holder.close());
    await(io.vertx.core.Future.all(searches));
  }

  @Test
  void anUnchangedResponseIsReadFromMemory() {
    String first = read("storeListCollections");
    double before = hits();

    for (int i = 0; i < 10; i++) {
      assertThat(read("storeListCollections")).isEqualTo(first);
    }
    assertThat(hits() - before).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          storeListCollections       ; UPDATE product_collection SET title = title || '+'
          storeListProductTypes      ; UPDATE product_type SET value = value || '+'
          storeListProductTags       ; UPDATE product_tag SET value = value || '+'
          storeListProductCategories ; UPDATE product_category SET name = name || '+'
          storeListRegions           ; UPDATE region SET name = name || '+'
          storeListRegions           ; UPDATE country SET display_name = display_name || '+'
          storeListRegions           ; UPDATE currency SET name = name || '+'
          storeListRegions           ; UPDATE payment_provider SET is_installed = NOT is_installed
          storeListRegions           ; UPDATE fulfillment_provider SET is_installed = NOT is_installed
          storeListRegions           ; DELETE FROM region_payment_provider
          storeListRegions           ; DELETE FROM region_fulfillment_provider
          storeListRegions           ; INSERT INTO tax_rate (id, name, rate, region_id) SELECT 'txr_new', 'new', 1, min(id) FROM region
          """)
  void aChangeOfEachTableIsShownAtOnce(String operation, String change) {
    String before = read(operation);
    assertThat(read(operation)).isEqualTo(before);

    catalog.sql(change);
    assertThat(read(operation)).isNotEqualTo(before);
  }

  /** The later commit has the earlier value, so the highest value alone would not show it. */
  @Test
  void aChangeThatCommitsAfterALaterOneIsShown() {
    SqlConnection slow = await(catalog.pool.getConnection());
    Transaction open = await(slow.begin());
    await(
        slow.query("INSERT INTO product_type (id, value) VALUES ('ptyp_slow', 'slow')").execute());
    catalog.sql("INSERT INTO product_type (id, value) VALUES ('ptyp_fast', 'fast')");
    assertThat(read("storeListProductTypes")).contains("fast").doesNotContain("slow");

    await(open.commit());
    await(slow.close());
    assertThat(read("storeListProductTypes")).contains("fast", "slow");
  }

  @Test
  void aChangeThatIsRolledBackIsNeverShown() {
    String before = read("storeListProductTags");
    SqlConnection connection = await(catalog.pool.getConnection());
    Transaction open = await(connection.begin());
    await(connection.query("UPDATE product_tag SET value = value || '-'").execute());
    assertThat(read("storeListProductTags")).isEqualTo(before);

    await(open.rollback());
    await(connection.close());
    assertThat(read("storeListProductTags")).isEqualTo(before);
  }

  /** A crash, and a standby that takes over, empty the unlogged tables. */
  @Test
  void nothingIsAnsweredFromMemoryAfterTheLogIsLost() {
    String before = read("storeListCollections");
    catalog.sql("UPDATE product_collection SET title = title || '!'");
    catalog.sql("TRUNCATE change_log, change_epoch");

    String after = read("storeListCollections");
    assertThat(after).isNotEqualTo(before);
    double hits = hits();
    assertThat(read("storeListCollections")).isEqualTo(after);
    assertThat(hits()).isEqualTo(hits + 1);
  }

  /** A dump has the rows of unlogged tables, with the transaction ids of the dumped server. */
  @Test
  void theStartAfterALogicalRestoreMakesTheLogUsable() {
    catalog.sql("UPDATE change_epoch SET pruned = '8000000000', next = '9000000000'");
    catalog.sql(
        "INSERT INTO change_log (transaction_id, kind) VALUES ('9000000001', 'everything')");
    double hits = hits();
    read("storeListCollections");
    read("storeListCollections");
    assertThat(hits()).isEqualTo(hits);

    catalog.migrate();

    String before = read("storeListCollections");
    assertThat(read("storeListCollections")).isEqualTo(before);
    assertThat(hits()).isEqualTo(hits + 1);
    catalog.sql("UPDATE product_collection SET title = title || '+'");
    assertThat(read("storeListCollections")).isNotEqualTo(before);
  }

  @Test
  void aReaderThatHasMissedPrunedChangesForgetsWhatItHas() {
    String before = read("storeListCollections");
    catalog.sql("UPDATE product_collection SET title = title || '?'");
    prune();
    assertThat(logged()).isPositive();
    prune();
    assertThat(logged()).isZero();

    assertThat(read("storeListCollections")).isNotEqualTo(before);
  }

  private static void prune() {
    catalog.sql("UPDATE change_epoch SET noted_at = now() - interval '1 hour'");
    catalog.sql("SELECT prune_change_log()");
  }

  private static long logged() {
    return catalog.sql("SELECT count(*) FROM change_log").iterator().next().getLong(0);
  }

  /** A later version of the program may log kinds that this one does not know. */
  @Test
  void aChangeOfAnUnknownKindConcernsEverything() {
    read("storeListCollections");
    double before = hits();
    catalog.sql("INSERT INTO change_log (kind) VALUES ('later')");

    read("storeListCollections");
    assertThat(hits()).isEqualTo(before);
    read("storeListCollections");
    assertThat(hits()).isEqualTo(before + 1);
  }

  @Test
  void readersOfAllNodesSeeEveryAcknowledgedChange() throws Exception {
    String id = catalog.id("SELECT min(id) FROM product_collection WHERE deleted_at IS NULL");
    JsonObject path = new JsonObject().put("id", id);
    AtomicInteger acknowledged = new AtomicInteger();
    catalog.write("adminUpdateCollection", path, new JsonObject().put("title", "0"));
    double before = hits();
    List<Future<Integer>> reads = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(2 * READERS)) {
      for (OperationClient client : List.of(catalog.bus, node)) {
        for (int reader = 0; reader < READERS; reader++) {
          reads.add(threads.submit(() -> compare(client, path, acknowledged)));
        }
      }
      for (int round = 1; round <= ROUNDS; round++) {
        catalog.write("adminUpdateCollection", path, new JsonObject().put("title", "" + round));
        acknowledged.set(round);
        if (round == ROUNDS / 2) {
          until(() -> hits() > before);
        }
      }
      for (Future<Integer> read : reads) {
        assertThat(read.get()).isPositive();
      }
    }
  }

  private static int compare(OperationClient client, JsonObject path, AtomicInteger acknowledged) {
    int reads = 0;
    int least;
    do {
      least = acknowledged.get();
      String title =
          new JsonObject(read(client, "storeGetCollection", path))
              .getJsonObject("collection")
              .getString("title");
      assertThat(Integer.parseInt(title)).isGreaterThanOrEqualTo(least);
      reads++;
    } while (least < ROUNDS);
    return reads;
  }
}
