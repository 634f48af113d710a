package dev.tradewind.acceptance.catalog;

import static dev.tradewind.testing.Eventually.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.testing.LongForm;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Crash of a node during an import and an export; the next node completes both. */
class BatchKillIT {

  private static final int PRODUCTS = 1_500;
  private static final int PRICED = 20_000;
  private static final String HEADER =
      "Product Handle;Product Title;Product Status;Variant Title;Variant SKU;Price EUR\n";

  @Test
  void anImportAndAnExportSurviveTheCrashOfTheirNode() {
    try (Cluster cluster = new Cluster(3)) {
      Cluster.Gateway gateway = cluster.gateway();
      NodeProcess doomed = cluster.domain();
      gateway.process().awaitThat(gateway::isReady);
      CsvAdminClient office = CsvAdminClient.ofDemo(gateway.storefront());
      assertThat(office.imported(file("there", "draft")).getString("status"))
          .isEqualTo("completed");

      JsonObject export =
          new JsonObject()
              .put("limit", 10)
              .put("filterable_fields", new JsonObject().put("status", "draft"));
      String exported = office.create("product-export", export, false).getString("id");
      JsonObject file = new JsonObject().put("fileKey", office.upload(file("new", "published")));
      String imported = office.create("product-import", file, false).getString("id");
      awaitJob(office, exported, job -> advanced(job) >= 100);
      awaitJob(office, imported, job -> advanced(job) >= 200);
      doomed.kill();
      assertThat(cluster.count("SELECT count(*) FROM batch.batch_job WHERE completed_at IS NULL"))
          .as("jobs that were not completed when their node died")
          .isPositive();
      NodeProcess successor = cluster.domain();

      JsonObject importDone = awaitJob(office, imported, BatchKillIT::isOver);
      JsonObject exportDone = awaitJob(office, exported, BatchKillIT::isOver);

      assertThat(importDone.getString("status")).as("%s", importDone).isEqualTo("completed");
      assertThat(advanced(importDone)).isEqualTo(2 * PRODUCTS);
      assertThat(cluster.count(products("new"))).isEqualTo(PRODUCTS);
      assertThat(
              cluster.count(
                  "SELECT count(DISTINCT sku) FROM catalog.product_variant WHERE sku LIKE 'new-%'"))
          .isEqualTo(PRODUCTS);
      assertThat(
              cluster.count(
                  "SELECT count(*) FROM catalog.outbox WHERE type = 'product.created' AND subject IN"
                      + " (SELECT id FROM catalog.product WHERE handle LIKE 'new-%')"))
          .isEqualTo(PRODUCTS);
      assertThat(exportDone.getString("status")).as("%s", exportDone).isEqualTo("completed");
      List<String> lines =
          office
              .download(exportDone.getJsonObject("result").getString("file_key"))
              .lines()
              .skip(1)
              .map(line -> line.split(";", 3)[1])
              .sorted()
              .toList();
      assertThat(lines)
          .isEqualTo(IntStream.range(0, PRODUCTS).mapToObj(i -> "there-" + i).sorted().toList());
      awaitNoWork(cluster, successor);
      assertThat(cluster.count("SELECT count(*) FROM batch.import_key")).isZero();
    }
  }

  @Test
  @LongForm
  void anImportOfPricesSurvivesTheCrashOfItsNode() {
    try (Cluster cluster = new Cluster(3)) {
      Cluster.Gateway gateway = cluster.gateway();
      NodeProcess doomed = cluster.domain();
      gateway.process().awaitThat(gateway::isReady);
      CsvAdminClient office = CsvAdminClient.ofDemo(gateway.storefront());
      cluster.execute(
          """
          INSERT INTO catalog.product_variant (
            id, product_id, title, sku, variant_rank, created_at, updated_at
          )
          SELECT 'variant_' || n, (SELECT min(id) FROM catalog.product), 'V', 'priced-' || n, n,
            now(), now()
          FROM generate_series(1, %d) AS n
          """
              .formatted(PRICED));
      String list = newPriceList(office);
      StringBuilder prices = new StringBuilder("SKU;Price EUR;Price USD\n");
      for (int i = 1; i <= PRICED; i++) {
        prices.append("priced-%d;10.50;12\n".formatted(i));
      }
      JsonObject context =
          new JsonObject()
              .put("fileKey", office.upload(prices.toString()))
              .put("price_list_id", list);
      String job = office.create("price-list-import", context, false).getString("id");
      awaitJob(office, job, running -> advanced(running) >= 1_000);
      doomed.kill();
      assertThat(cluster.count("SELECT count(*) FROM batch.batch_job WHERE completed_at IS NULL"))
          .as("jobs that were not completed when their node died")
          .isOne();
      NodeProcess successor = cluster.domain();

      JsonObject done = awaitJob(office, job, BatchKillIT::isOver);

      assertThat(done.getString("status")).as("%s", done).isEqualTo("completed");
      assertThat(advanced(done)).isEqualTo(PRICED);
      String ofList = " FROM catalog.money_amount WHERE price_list_id = '" + list + "'";
      assertThat(cluster.count("SELECT count(*)" + ofList)).isEqualTo(2 * PRICED);
      assertThat(cluster.count("SELECT sum(amount)" + ofList)).isEqualTo(PRICED * (1_050 + 1_200L));
      awaitNoWork(cluster, successor);
    }
  }

  /** The worker cleans up after the job is completed, and ends the work on it after that. */
  private static void awaitNoWork(Cluster cluster, NodeProcess worker) {
    worker.awaitThat(() -> cluster.count("SELECT count(*) FROM batch.job_work") == 0);
  }

  private static String newPriceList(CsvAdminClient office) {
    Answer answer =
        office.send(
            "POST",
            "/admin/price-lists",
            StaffClient.json(
                "{'name': 'Sale', 'description': 'D', 'type': 'sale', 'status': 'active',"
                    + " 'prices': []}"));
    return StaffClient.ok(answer).getJsonObject("price_list").getString("id");
  }

  private static String products(String prefix) {
    return "SELECT count(*) FROM catalog.product WHERE handle LIKE '" + prefix + "-%'";
  }

  private static String file(String prefix, String status) {
    StringBuilder text = new StringBuilder(HEADER);
    for (int i = 0; i < PRODUCTS; i++) {
      text.append("%1$s-%2$d;Cup %2$d;%3$s;White;%1$s-%2$d;9.95\n".formatted(prefix, i, status));
    }
    return text.toString();
  }

  private static long advanced(JsonObject job) {
    JsonObject result = job.getJsonObject("result");
    return result == null ? 0 : result.getLong("advancement_count", 0L);
  }

  private static boolean isOver(JsonObject job) {
    return List.of("completed", "failed", "canceled").contains(job.getString("status"));
  }

  /** Polls the job until the condition holds, also while no node responds. */
  private static JsonObject awaitJob(
      CsvAdminClient office, String id, Predicate<JsonObject> holds) {
    return value(
            () -> office.send("GET", "/admin/batch-jobs/" + id, null),
            answer ->
                answer.status() == 200 && holds.test(answer.body().getJsonObject("batch_job")))
        .body()
        .getJsonObject("batch_job");
  }
}
