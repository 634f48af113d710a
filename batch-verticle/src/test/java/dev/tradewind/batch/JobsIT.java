package dev.tradewind.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.testing.RecordedAnswers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations of staff on jobs. */
class JobsIT {

  private static TestBatch batch;

  @BeforeAll
  static void open() {
    batch = new TestBatch();
    batch.node("one");
  }

  @AfterAll
  static void close() {
    batch.close();
  }

  @BeforeEach
  void reset() {
    batch.catalog.products = 10;
    batch.catalog.slowness = 1;
    batch.catalog.applied.clear();
    batch.catalog.sameOptions.clear();
    batch.catalog.refusal = null;
  }

  /** Asserts the fields of the recorded job, and the user who is always shown with it. */
  private static void assertMembers(JsonObject job, JsonObject recorded) {
    Set<String> expected = new TreeSet<>(recorded.fieldNames());
    expected.add("created_by_user");
    assertThat(new TreeSet<>(job.fieldNames())).isEqualTo(expected);
  }

  @Test
  void repliesHaveTheFieldsOfTheRecordedOnes() {
    JsonObject created = batch.create("product-export", new JsonObject(), true);
    String id = created.getString("id");

    assertMembers(
        created, RecordedAnswers.body("admin-create-batch-job").getJsonObject("batch_job"));
    assertThat(created.getString("status")).isEqualTo("created");
    assertThat(created.getValue("result")).isNull();
    assertThat(created.getJsonObject("context").getJsonObject("list_config"))
        .isEqualTo(
            new JsonObject()
                .put("skip", 0)
                .put("take", 50)
                .put("order", new JsonObject().put("created_at", "DESC"))
                .put(
                    "relations",
                    created
                        .getJsonObject("context")
                        .getJsonObject("list_config")
                        .getJsonArray("relations")));
    JsonObject waiting = batch.awaitStatus(id, "pre_processed");
    JsonObject recorded =
        RecordedAnswers.body("admin-confirm-batch-job").getJsonObject("batch_job");
    assertMembers(waiting, recorded);
    assertThat(new TreeSet<>(waiting.getJsonObject("context").getJsonObject("shape").fieldNames()))
        .isEqualTo(
            new TreeSet<>(recorded.getJsonObject("context").getJsonObject("shape").fieldNames()));
    assertThat(waiting.getJsonObject("result").getJsonArray("stat_descriptors").getJsonObject(0))
        .isEqualTo(
            new JsonObject()
                .put("key", "product-export-count")
                .put("name", "Product count to export")
                .put("message", "There will be 10 products exported by this action"));
    JsonObject confirmed = batch.ask("adminConfirmBatchJob", id, "usr_1").body().toJsonObject();
    assertThat(confirmed.getJsonObject("batch_job").getString("status")).isEqualTo("confirmed");
    JsonObject done = batch.awaitEnd(id);
    assertThat(done.getString("status")).as("%s", done).isEqualTo("completed");
    assertThat(new TreeSet<>(done.getJsonObject("result").fieldNames()))
        .isEqualTo(
            new TreeSet<>(
                RecordedAnswers.body("admin-get-batch-job")
                    .getJsonObject("batch_job")
                    .getJsonObject("result")
                    .fieldNames()));
    assertThat(done.getJsonObject("result").getDouble("progress")).isEqualTo(1);
    assertThat(done.getJsonObject("result").getString("file_key"))
        .matches("exports/products/product-export-\\d+-\\w+\\.csv");
    assertThat(batch.content(done.getJsonObject("result").getString("file_key")))
        .startsWith("Product Id;Product Handle;")
        .hasLineCount(11)
        .contains("prod_9;product-9;");
    JsonObject list = batch.list(new JsonObject().put("limit", 10), "usr_1");
    assertMembers(
        list.getJsonArray("batch_jobs").getJsonObject(0),
        RecordedAnswers.body("admin-list-batch-jobs").getJsonArray("batch_jobs").getJsonObject(0));
    assertThat(events(id))
        .containsExactly(
            "batch.created",
            "batch.updated",
            "batch.pre_processed",
            "batch.confirmed",
            "batch.processing",
            "batch.updated",
            "batch.updated",
            "batch.updated",
            "batch.completed");
  }

  private static List<String> events(String id) {
    return batch
                .sql(
                    "SELECT array_agg(type ORDER BY id) FROM outbox WHERE subject = $1"
                        + " AND type <> 'audit.recorded'",
                    id)
                .iterator()
                .next()
                .getValue(0)
            instanceof String[] types
        ? List.of(types)
        : List.of();
  }

  @Test
  void aJobIsVisibleToItsCreatorOnly() {
    String id = batch.create("product-export", new JsonObject(), true).getString("id");
    batch.awaitStatus(id, "pre_processed");

    for (String operation :
        List.of("adminGetBatchJob", "adminConfirmBatchJob", "adminCancelBatchJob")) {
      Reply foreign = batch.ask(operation, id, "usr_2");
      assertThat(foreign.status()).isEqualTo(400);
      assertThat(foreign.body().toJsonObject())
          .isEqualTo(
              new JsonObject()
                  .put("type", "not_allowed")
                  .put(
                      "message",
                      "Cannot access a batch job that does not belong to the logged in user"));
      Reply unknown = batch.ask(operation, "batch_none", "usr_2");
      assertThat(unknown.status()).isEqualTo(404);
      assertThat(unknown.body().toJsonObject().getString("message"))
          .isEqualTo("Batch job with id batch_none was not found");
    }
    assertThat(batch.list(new JsonObject(), "usr_2").getInteger("count")).isZero();
    assertThat(batch.job(id).getString("status")).isEqualTo("pre_processed");
    assertThat(batch.job(id).getJsonObject("created_by_user").getMap())
        .containsEntry("email", "usr_1@example.com")
        .doesNotContainKey("password_hash");
  }

  @Test
  void aListIsFilteredByTypeIdAndTimes() {
    String export = batch.create("product-export", new JsonObject(), true).getString("id");
    String imported = batch.create("product-import", new JsonObject(), false).getString("id");
    batch.awaitStatus(export, "pre_processed");
    batch.awaitEnd(imported);
    JsonObject both = new JsonObject().put("id", new JsonArray().add(export).add(imported));

    assertThat(ids(both.copy())).containsExactly(imported, export);
    assertThat(ids(both.copy().put("order", "created_at"))).containsExactly(export, imported);
    assertThat(ids(new JsonObject().put("id", export))).containsExactly(export);
    assertThat(ids(both.copy().put("type", new JsonArray().add("product-import"))))
        .containsExactly(imported);
    assertThat(ids(both.copy().putNull("pre_processed_at"))).containsExactly(imported);
    assertThat(ids(both.copy().putNull("failed_at"))).containsExactly(export);
    JsonObject since = new JsonObject().put("gt", "2020-01-01T00:00:00.000Z");
    assertThat(ids(both.copy().put("failed_at", since))).containsExactly(imported);
    assertThat(ids(both.copy().put("pre_processed_at", since))).containsExactly(export);
    assertThat(ids(both.copy().put("confirmed_at", since))).isEmpty();
    assertThat(ids(both.copy().put("completed_at", since))).isEmpty();
    assertThat(ids(both.copy().put("canceled_at", since))).isEmpty();
    assertThat(ids(both.copy().put("created_at", since))).hasSize(2);
    assertThat(ids(both.copy().put("updated_at", since))).hasSize(2);
    JsonObject few =
        batch
            .list(both.copy().put("fields", "status").put("expand", ""), "usr_1")
            .getJsonArray("batch_jobs")
            .getJsonObject(0);
    assertThat(few.fieldNames()).containsExactlyInAnyOrder("id", "status");
  }

  private static List<String> ids(JsonObject query) {
    return batch.list(query, "usr_1").getJsonArray("batch_jobs").stream()
        .map(job -> ((JsonObject) job).getString("id"))
        .toList();
  }

  @Test
  void anUnknownTypeIsNotFound() {
    JsonObject body =
        new JsonObject().put("type", "customer-export").put("context", new JsonObject());
    Reply reply =
        batch.ask("adminCreateBatchJob", new JsonObject(), new JsonObject(), body, "usr_1");

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.body().toJsonObject().getString("message"))
        .isEqualTo("Unable to find a BatchJob strategy with the type customer-export");
  }

  @ParameterizedTest
  @CsvSource({
    "limit, must be a number conforming to the specified constraints",
    "offset, must be a number conforming to the specified constraints",
    "order, must be a string"
  })
  void aContextOfTheWrongTypeIsRefused(String name, String message) {
    Object wrong = name.equals("order") ? 5 : "many";
    JsonObject body =
        new JsonObject()
            .put("type", "product-export")
            .put("context", new JsonObject().put(name, wrong));
    Reply reply =
        batch.ask("adminCreateBatchJob", new JsonObject(), new JsonObject(), body, "usr_1");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body().toJsonObject().getString("message")).isEqualTo(name + " " + message);
  }

  @Test
  void anImportWithoutItsFileFailsWithAMessage() {
    JsonObject context = new JsonObject().put("fileKey", "nothing.csv");
    JsonObject job = batch.awaitEnd(batch.create("product-import", context, false).getString("id"));

    assertThat(job.getString("status")).isEqualTo("failed");
    assertThat(job.getJsonObject("result").getJsonArray("errors").getList())
        .isEqualTo(List.of("The file nothing.csv was not found"));
    Reply canceled = batch.ask("adminCancelBatchJob", job.getString("id"), "usr_1");
    assertThat(canceled.status()).isEqualTo(200);
    JsonObject after = canceled.body().toJsonObject().getJsonObject("batch_job");
    assertThat(after.getString("status")).isEqualTo("failed");
    assertThat(after.getString("canceled_at")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Product Handle;Product Title\n"})
  void anEmptyFileCompletesAtOnce(String content) {
    JsonObject context = new JsonObject().put("fileKey", batch.file(content));
    JsonObject job = batch.awaitEnd(batch.create("product-import", context, false).getString("id"));

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    assertThat(job.getJsonObject("result").getInteger("count")).isZero();
  }

  @Test
  void anExportHonorsSkipAndLimit() {
    batch.catalog.products = 30;
    JsonObject context = new JsonObject().put("offset", 5).put("limit", 4).put("batch_size", 10);
    JsonObject job = batch.awaitEnd(batch.create("product-export", context, false).getString("id"));

    assertThat(job.getJsonObject("result").getInteger("count")).isEqualTo(10);
    List<String> lines =
        batch.content(job.getJsonObject("result").getString("file_key")).lines().toList();
    assertThat(lines).hasSize(11);
    assertThat(lines.get(1)).startsWith("prod_5;");
    assertThat(lines.get(10)).startsWith("prod_14;");
  }

  @Test
  void anExportOfNothingIsAHeader() {
    batch.catalog.products = 0;
    JsonObject job =
        batch.awaitEnd(batch.create("product-export", new JsonObject(), false).getString("id"));

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    assertThat(batch.content(job.getJsonObject("result").getString("file_key"))).hasLineCount(1);
  }

  @Test
  void anExportRestartsWithMoreColumnsWhenItsProductsGrow() {
    batch.catalog.products = 300;
    batch.catalog.slowness = 300;
    String id =
        batch.create("product-export", new JsonObject().put("limit", 20), false).getString("id");
    batch.awaitJob(
        id,
        job ->
            job.getJsonObject("result") != null
                && job.getJsonObject("result").getInteger("advancement_count", 0) > 40);
    batch.catalog.images = 2;
    batch.catalog.slowness = 1;
    JsonObject job = batch.awaitEnd(id);
    batch.catalog.images = 0;

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    List<String> lines =
        batch.content(job.getJsonObject("result").getString("file_key")).lines().toList();
    assertThat(lines).hasSize(301).doesNotHaveDuplicates();
    assertThat(lines.getFirst()).endsWith("Image 1 Url;Image 2 Url");
    assertThat(lines).filteredOn(line -> line.endsWith("image-0;image-1")).hasSize(300);
  }

  @Test
  void aCancellationTakesEffectLongBeforeTheEndAndShowsTheProgress() {
    batch.catalog.slowness = 500;
    JsonObject context = new JsonObject().put("fileKey", batch.file(TestBatch.lines(1_000)));
    String id = batch.create("product-import", context, false).getString("id");
    batch.awaitJob(id, job -> batch.catalog.applied.size() >= 3);

    Reply canceled = batch.ask("adminCancelBatchJob", id, "usr_1");
    int before = batch.catalog.applied.size();
    assertThat(canceled.status()).isEqualTo(200);
    awaitNoWork(id);

    // The worker learns of it within a second; on a busy machine all of this takes longer.
    int chunks = batch.catalog.applied.size();
    assertThat(chunks).isLessThan(Math.min(before + 10, 20));
    JsonObject job = batch.job(id);
    assertThat(job.getString("status")).isEqualTo("canceled");
    assertThat(job.getValue("failed_at")).isNull();
    assertThat(job.getJsonObject("result").getInteger("advancement_count")).isEqualTo(chunks * 100);
    assertThat(batch.count("import_key")).isZero();
  }

  @Test
  void aWaitingJobStaysCanceled() {
    JsonObject context = new JsonObject().put("fileKey", batch.file(TestBatch.lines(3)));
    String id = batch.create("product-import", context, true).getString("id");
    batch.awaitStatus(id, "pre_processed");

    assertThat(batch.ask("adminCancelBatchJob", id, "usr_1").status()).isEqualTo(200);
    awaitNoWork(id);

    assertThat(batch.job(id).getString("status")).isEqualTo("canceled");
    assertThat(batch.catalog.applied).isEmpty();
    assertThat(batch.ask("adminConfirmBatchJob", id, "usr_1").status()).isEqualTo(400);
    assertThat(batch.ask("adminCancelBatchJob", id, "usr_1").status()).isEqualTo(200);
  }

  private static void awaitNoWork(String id) {
    batch.awaitJob(id, job -> batch.sql("SELECT FROM job_work WHERE job_id = $1", id).size() == 0);
  }

  @Test
  void repeatedValuesAreFoundInAFileOfAnyLength() {
    String far =
        TestBatch.lines(500).replace("Variant Title\n", "Variant Title;Variant SKU\n")
            + "p-900;Cup;White;SAME\n".repeat(1)
            + TestBatch.lines(400).substring(TestBatch.lines(0).length()).replace("p-", "q-")
            + "z;Cup;Red;SAME\n";
    JsonObject context = new JsonObject().put("fileKey", batch.file(far));
    JsonObject job = batch.awaitEnd(batch.create("product-import", context, false).getString("id"));

    assertThat(job.getJsonObject("result").getJsonArray("errors").getList())
        .isEqualTo(List.of("Line 903, column Variant SKU: SAME is in line 502 already"));
  }

  @Test
  void linesWithTheSameOptionsAreMarkedHoweverFarApart() {
    String header = "Product Handle;Product Title;Variant Title;Option 1 Name;Option 1 Value\n";
    String far =
        TestBatch.lines(150)
                .replace("Variant Title\n", "Variant Title;Option 1 Name;Option 1 Value\n")
            + "p-3;Cup;Red;Size;S\np-3;Cup;Red;Size;M\np-4;Cup;Red;Size;S\n";
    String text = header + "p-3;Cup;White;Size;S\n" + far.substring(header.length());
    JsonObject context = new JsonObject().put("fileKey", batch.file(text));
    batch.awaitEnd(batch.create("product-import", context, false).getString("id"));

    assertThat(batch.catalog.sameOptions).containsExactly("153 as 2");
  }

  @Test
  void aRefusalDuringApplicationNamesItsLines() {
    batch.catalog.refusal = "Product with handle p-1 already exists.";
    JsonObject context = new JsonObject().put("fileKey", batch.file(TestBatch.lines(10)));
    JsonObject job = batch.awaitEnd(batch.create("product-import", context, false).getString("id"));

    assertThat(job.getString("status")).isEqualTo("failed");
    assertThat(job.getJsonObject("result").getJsonArray("errors").getList())
        .isEqualTo(List.of("Lines 2 to 11: Product with handle p-1 already exists."));
  }

  @Test
  void aProductMayComeAgainLaterInTheFile() {
    String text = TestBatch.lines(75) + "p-3;Cup;Red\n";
    JsonObject context = new JsonObject().put("fileKey", batch.file(text));
    JsonObject job = batch.awaitEnd(batch.create("product-import", context, false).getString("id"));

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    JsonObject last = batch.catalog.applied.get(1).getJsonArray("products").getJsonObject(25);
    assertThat(last.getString("handle")).isEqualTo("p-3");
    assertThat(last.getBoolean("is_continued")).isTrue();
    assertThat(batch.catalog.applied.get(0).getJsonArray("products").getJsonObject(3).fieldNames())
        .doesNotContain("is_continued");
  }
}
