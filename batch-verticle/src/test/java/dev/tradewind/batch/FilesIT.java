package dev.tradewind.batch;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.batch.FileClient.Draft;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.file.FileStore.Unfinished;
import dev.tradewind.batch.file.PostgresFileStore;
import dev.tradewind.batch.file.StoredFile;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Files are whole or not there. */
class FilesIT {

  private static TestBatch batch;
  private static FileStore store;

  private final Draft draft = new Draft("file-" + Ids.ulid(), "writer");

  @BeforeAll
  static void open() {
    batch = new TestBatch();
    batch.node("one");
    store = new PostgresFileStore(batch.pool);
  }

  @AfterAll
  static void close() {
    batch.close();
  }

  private static boolean fails(Future<?> future) {
    return await(future.transform(result -> Future.succeededFuture(result.failed())));
  }

  private void begin(Unfinished unfinished) {
    StoredFile file = StoredFile.empty(draft.key(), "a.csv", "text/csv", false);
    await(store.begin(file, draft.writer(), unfinished));
  }

  private void append(int number, String text) {
    await(store.append(draft, number, Buffer.buffer(text)));
  }

  private String content() {
    StringBuilder content = new StringBuilder();
    int pieces = await(store.find(draft.key())).orElseThrow().pieces();
    for (int number = 0; number < pieces; number++) {
      content.append(await(store.read(draft.key(), number)).orElseThrow());
    }
    return content.toString();
  }

  @Test
  void piecesComeInOrderAndOnce() {
    begin(Unfinished.SWEPT);
    append(0, "one ");
    append(1, "two ");
    append(1, "two ");
    assertThat(fails(store.append(draft, 3, Buffer.buffer("four")))).isTrue();
    assertThat(await(store.find(draft.key()))).isEmpty();
    append(2, "three");

    StoredFile file = await(store.complete(List.of(draft))).getFirst();

    assertThat(file.size()).isEqualTo(13);
    assertThat(content()).isEqualTo("one two three");
    assertThat(fails(store.append(draft, 3, Buffer.buffer("late")))).isTrue();
  }

  @Test
  void manyWhoAppendTheSamePieceAppendItOnce() {
    begin(Unfinished.SWEPT);

    await(
        Future.all(
            IntStream.range(0, 20)
                .mapToObj(i -> store.append(draft, 0, Buffer.buffer("piece")))
                .map(append -> append.transform(done -> Future.succeededFuture()))
                .toList()));

    assertThat(await(store.complete(List.of(draft))).getFirst().size()).isEqualTo(5);
    assertThat(content()).isEqualTo("piece");
  }

  @Test
  void anEarlierWriterIsRefusedOnceAnotherHasTakenOver() {
    begin(Unfinished.KEPT);
    append(0, "kept ");
    append(1, "cut off");
    Draft later = new Draft(draft.key(), "later");

    assertThat(await(store.reopen(later, 1))).isTrue();

    assertThat(fails(store.append(draft, 2, Buffer.buffer("late")))).isTrue();
    assertThat(fails(store.complete(List.of(draft)))).isTrue();
    await(store.append(later, 1, Buffer.buffer("new")));
    assertThat(await(store.complete(List.of(later))).getFirst().size()).isEqualTo(8);
    assertThat(content()).isEqualTo("kept new");
    assertThat(await(store.reopen(later, 0))).isFalse();
  }

  @Test
  void whatNobodyFinishesIsSweptAway() {
    begin(Unfinished.SWEPT);
    append(0, "half");
    batch.sql(
        "UPDATE file SET expires_at = now() - interval '1 second' WHERE key = $1", draft.key());

    assertThat(await(store.deleteExpired())).isPositive();

    assertThat(batch.sql("SELECT FROM file WHERE key = $1", draft.key()).size()).isZero();
    assertThat(batch.sql("SELECT FROM file_piece WHERE file_key = $1", draft.key()).size())
        .isZero();
    String kept = batch.file("whole");
    await(store.deleteExpired());
    assertThat(batch.content(kept)).isEqualTo("whole");
  }

  @Test
  void aLinkLeadsToItsFileAloneAndToNoOther() {
    String key = batch.file("secret");
    String link = batch.link(key);
    String signed = link.substring(link.lastIndexOf('/') + 1);

    assertThat(await(batch.files.open(TestBatch.context(), signed)).key()).isEqualTo(key);
    for (String wrong :
        List.of(
            signed + "x", "x" + signed, signed.replace(".", ""), "", ".", "a.b", "\u00e4.\u00e4")) {
      assertThat(fails(batch.files.open(TestBatch.context(), wrong))).as(wrong).isTrue();
    }
  }

  @Test
  void aDeletedFileIsGoneAndDeletingItAgainIsFine() {
    String key = batch.file("gone soon");
    JsonObject body = new JsonObject().put("file_key", key);
    JsonObject none = new JsonObject();

    for (int i = 0; i < 2; i++) {
      Reply deleted = batch.ask("adminDeleteUploads", none, none, body, "usr_1");
      assertThat(deleted.body().toJsonObject())
          .isEqualTo(new JsonObject().put("id", key).put("object", "file").put("deleted", true));
    }
    assertThat(batch.ask("adminDownloadUrlUpload", none, none, body, "usr_1").status())
        .isEqualTo(404);
  }
}
