package dev.tradewind.batch;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.batch.file.MemoryStorage;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of a node with a storage beside the database. */
class FileStorageIT {

  private final MemoryStorage memory = new MemoryStorage();
  private TestBatch batch;
  private String node;

  @BeforeEach
  void open() {
    batch = new TestBatch();
    node = batch.node("one", memory);
  }

  @AfterEach
  void close() {
    batch.close();
  }

  private void awaitMove(String key) {
    until(() -> batch.count("file WHERE key = '" + key + "' AND storage = 'memory'") > 0);
    batch.sql("DELETE FROM file_piece");
  }

  @Test
  void aPrivateFileIsDownloadedFromItsStorage() {
    String key = batch.file("secret");
    assertThat(batch.link(key)).contains("/files/");

    awaitMove(key);

    assertThat(batch.link(key)).isEqualTo("memory:" + key);
  }

  @Test
  void linksToAFileStayValidWhenItMoves() {
    String content = "0123456789".repeat(300_000);
    String key = batch.file(content);
    String link = batch.link(key);

    awaitMove(key);

    assertThat(batch.contentOf(link)).isEqualTo(content);
  }

  @Test
  void anImportReadsItsFileFromTheStorage() {
    String key = batch.file(TestBatch.lines(5_000));
    awaitMove(key);
    JsonObject imported =
        batch.create("product-import", new JsonObject().put("fileKey", key), false);

    JsonObject ended = batch.awaitEnd(imported.getString("id"));

    assertThat(ended.getString("status")).as("%s", ended).isEqualTo("completed");
    assertThat(ended.getJsonObject("result").getInteger("advancement_count"))
        .as("products and variants")
        .isEqualTo(10_000);
  }

  @Test
  void anImportWaitsForAStorageThatIsAway() {
    String key = batch.file(TestBatch.lines(50));
    awaitMove(key);
    memory.isAway = true;
    String job =
        batch.create("product-import", new JsonObject().put("fileKey", key), false).getString("id");
    JsonObject waiting = batch.awaitJob(job, any -> memory.refusedReads.get() > 7);
    assertThat(waiting.getString("status")).as("%s", waiting).isNotEqualTo("failed");

    memory.isAway = false;

    assertThat(batch.awaitEnd(job).getString("status")).isEqualTo("completed");
  }

  @Test
  void aNodeWithoutTheStorageOfAFileRefusesItsDownload() {
    String key = batch.file("elsewhere");
    String link = batch.link(key);
    awaitMove(key);
    batch.undeploy(node);
    batch.node("two");

    assertThat(failure(batch.files.open(TestBatch.context(), TestBatch.signed(link))))
        .hasMessage("The file storage memory is not configured");
  }
}
