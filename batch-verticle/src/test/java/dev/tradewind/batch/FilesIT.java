package dev.tradewind.batch;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.batch.FileClient.Draft;
import dev.tradewind.api.retention.FileLimits;
import dev.tradewind.batch.file.FileStorages;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.file.FileStore.Unfinished;
import dev.tradewind.batch.file.PostgresFileStore;
import dev.tradewind.batch.file.StoredFile;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files are readable only when they are complete. */
class FilesIT {

  private static TestBatch batch;
  private static FileStore store;

  private final Draft upload = new Draft("file-" + Ids.ulid(), "writer");

  @BeforeAll
  static void open() {
    batch = new TestBatch();
    batch.node("one");
    store =
        new PostgresFileStore(batch.pool, FileStorages.of(batch.pool, null), FileLimits.DEFAULT);
  }

  @AfterAll
  static void close() {
    batch.close();
  }

  private static boolean fails(Future<?> future) {
    return await(future.transform(result -> Future.succeededFuture(result.failed())));
  }

  private void begin(Unfinished unfinished) {
    StoredFile file = StoredFile.empty(upload.key(), "a.csv", "text/csv", false);
    await(store.begin(file, upload.writer(), unfinished));
  }

  private void append(int number, String text) {
    await(store.append(upload, number, Buffer.buffer(text)));
  }

  private String content() {
    StringBuilder content = new StringBuilder();
    int chunks = await(store.find(upload.key())).orElseThrow().chunks();
    for (int number = 0; number < chunks; number++) {
      content.append(await(store.read(upload.key(), FileStorages.POSTGRES, number)).orElseThrow());
    }
    return content.toString();
  }

  @Test
  void chunksAreAppendedInOrderAndOnce() {
    begin(Unfinished.EXPIRING);
    append(0, "one ");
    append(1, "two ");
    append(1, "two ");
    assertThat(fails(store.append(upload, 3, Buffer.buffer("four")))).isTrue();
    assertThat(await(store.find(upload.key()))).isEmpty();
    append(2, "three");

    StoredFile file = await(store.complete(List.of(upload))).getFirst();

    assertThat(file.size()).isEqualTo(13);
    assertThat(content()).isEqualTo("one two three");
    assertThat(fails(store.append(upload, 3, Buffer.buffer("late")))).isTrue();
  }

  @Test
  void concurrentAppendsOfAChunkAppendItOnce() {
    begin(Unfinished.EXPIRING);

    await(
        Future.all(
            IntStream.range(0, 20)
                .mapToObj(i -> store.append(upload, 0, Buffer.buffer("chunk")))
                .map(append -> append.transform(done -> Future.succeededFuture()))
                .toList()));

    assertThat(await(store.complete(List.of(upload))).getFirst().size()).isEqualTo(5);
    assertThat(content()).isEqualTo("chunk");
  }

  @Test
  void anEarlierWriterIsFencedAfterATakeover() {
    begin(Unfinished.RETAINED);
    append(0, "kept ");
    append(1, "cut off");
    Draft later = new Draft(upload.key(), "later");

    assertThat(await(store.reopen(later, 1))).isTrue();

    assertThat(fails(store.append(upload, 2, Buffer.buffer("late")))).isTrue();
    assertThat(fails(store.complete(List.of(upload)))).isTrue();
    await(store.append(later, 1, Buffer.buffer("new")));
    assertThat(await(store.complete(List.of(later))).getFirst().size()).isEqualTo(8);
    assertThat(content()).isEqualTo("kept new");
    assertThat(await(store.reopen(later, 0))).isFalse();
  }

  @Test
  void unfinishedUploadsAreDeleted() {
    begin(Unfinished.EXPIRING);
    append(0, "half");
    batch.sql(
        "UPDATE file SET expires_at = now() - interval '1 second' WHERE key = $1", upload.key());

    assertThat(await(store.deleteExpired())).isPositive();

    assertThat(batch.sql("SELECT FROM file WHERE key = $1", upload.key()).size()).isZero();
    assertThat(batch.sql("SELECT FROM file_piece WHERE file_key = $1", upload.key()).size())
        .isZero();
    String kept = batch.file("whole");
    await(store.deleteExpired());
    assertThat(batch.content(kept)).isEqualTo("whole");
  }

  @Test
  void aLinkIsValidForItsFileOnly() {
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

  /** The kinds of exports that there are, as the keys of their files begin. */
  @ParameterizedTest
  @CsvSource({
    "exports/orders/order-export-1.csv, products:read, 403",
    "exports/orders/order-export-1.csv, orders:read, 404",
    "exports/products/product-export-1.csv, orders:read, 403",
    "exports/products/product-export-1.csv, products:read, 404",
    "exports/, 'orders:read,products:read', 404",
    "exports/x/y, 'orders:read,products:read', 403",
    "image.png, '', 404"
  })
  void anExportTakesThePermissionOfItsJob(String key, String permitted, int status) {
    JsonObject body = new JsonObject().put("file_key", key);
    JsonObject none = new JsonObject();
    JsonObject headers = new JsonObject().put(Request.PERMITTED, permitted);

    assertThat(batch.ask("adminDownloadUrlUpload", none, none, body, "usr_1", headers).status())
        .isEqualTo(status);
    assertThat(batch.ask("adminDeleteUploads", none, none, body, "usr_1", headers).status())
        .isEqualTo(status == 404 ? 200 : status);
  }

  @Test
  void aDeletedFileIsNotFoundAndDeletionIsIdempotent() {
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

  /** Number and bytes as counted by the table itself. */
  private static FileLimits used() {
    return limits(
        "SELECT count(*) AS files, coalesce(sum(size), 0)::bigint AS bytes FROM file"
            + " WHERE original IS NULL");
  }

  private static FileLimits counted() {
    return limits("SELECT files, bytes FROM file_usage");
  }

  private static FileLimits limits(String query) {
    Row row = batch.sql(query).iterator().next();
    return new FileLimits(row.getLong("files"), row.getLong("bytes"));
  }

  /** Stores as of several nodes. */
  private static List<FileStore> stores(FileLimits limits) {
    return IntStream.range(0, 3)
        .<FileStore>mapToObj(
            i -> new PostgresFileStore(batch.pool, FileStorages.of(batch.pool, null), limits))
        .toList();
  }

  /** Outcomes of writers that run at the same time; null: done. */
  private static List<Throwable> outcomes(List<? extends Future<?>> writers) {
    await(Future.join(writers).transform(done -> Future.succeededFuture()));
    return writers.stream().map(writer -> writer.cause()).toList();
  }

  private static void assertTooLarge(List<Throwable> outcomes) {
    assertThat(outcomes)
        .filteredOn(Objects::nonNull)
        .isNotEmpty()
        .allSatisfy(refused -> {
          assertThat(refused).isInstanceOf(Problem.class);
          assertThat(((Problem) refused).status()).isEqualTo(413);
          assertThat(refused).hasMessageContaining("bytes in all");
        });
  }

  private static Draft draft() {
    return new Draft("file-" + Ids.ulid(), "writer");
  }

  private static Future<Void> begin(FileStore store, Draft draft) {
    return store.begin(
        StoredFile.empty(draft.key(), "a.csv", "text/csv", false),
        draft.writer(),
        Unfinished.EXPIRING);
  }

  @Test
  void concurrentWritersBeginNoMoreFilesThanTheShopMayHave() {
    FileLimits before = used();
    List<FileStore> stores = stores(new FileLimits(before.files() + 5, Long.MAX_VALUE));

    List<Throwable> outcomes =
        outcomes(
            IntStream.range(0, 30)
                .mapToObj(i -> begin(stores.get(i % stores.size()), draft()))
                .toList());

    assertThat(outcomes).filteredOn(Objects::isNull).hasSize(5);
    assertTooLarge(outcomes);
    assertThat(used().files()).isEqualTo(before.files() + 5);
    assertThat(counted()).isEqualTo(used());
  }

  @Test
  void concurrentWritersAppendNoMoreBytesThanTheShopMayHave() {
    FileLimits before = used();
    List<FileStore> stores = stores(new FileLimits(Long.MAX_VALUE, before.bytes() + 50));
    List<Draft> drafts = IntStream.range(0, 30).mapToObj(i -> draft()).toList();
    drafts.forEach(each -> await(begin(stores.getFirst(), each)));

    List<Throwable> outcomes =
        outcomes(
            IntStream.range(0, drafts.size())
                .mapToObj(i ->
                    stores
                        .get(i % stores.size())
                        .append(drafts.get(i), 0, Buffer.buffer("ten bytes.")))
                .toList());

    assertThat(outcomes).filteredOn(Objects::isNull).hasSize(5);
    assertTooLarge(outcomes);
    assertThat(used().bytes()).isEqualTo(before.bytes() + 50);
    assertThat(counted()).isEqualTo(used());
    assertThat(fails(begin(stores.getFirst(), draft()))).isTrue();
    Draft written = drafts.get(outcomes.indexOf(null));
    assertThat(await(stores.getFirst().append(written, 0, Buffer.buffer("ten bytes."))))
        .as("a repetition")
        .isEqualTo(10);

    await(stores.getFirst().delete(written.key()));

    await(begin(stores.getFirst(), draft()));
    assertThat(counted()).isEqualTo(used());
  }

  @Test
  void theCountedRoomFollowsTakeoversDeletionsAndSizesOfImages() {
    begin(Unfinished.RETAINED);
    append(0, "kept ");
    append(1, "cut off");
    assertThat(await(store.reopen(new Draft(upload.key(), "later"), 1))).isTrue();
    assertThat(counted()).isEqualTo(used());
    batch.sql(
        "INSERT INTO file (key, name, content_type, is_public, size, writer, original)"
            + " VALUES ($1 || '-320', 'a', 'image/jpeg', true, 7, 'writer', $1)",
        upload.key());
    assertThat(counted()).isEqualTo(used());

    await(store.delete(upload.key()));

    assertThat(counted()).isEqualTo(used());
  }
}
