package dev.tradewind.batch.file;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.batch.FileClient.Draft;
import dev.tradewind.api.retention.FileLimits;
import dev.tradewind.batch.BatchVerticle;
import dev.tradewind.batch.file.FileStore.Unfinished;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Moves of files between the database and another storage. */
class FileMoverIT {

  private static final String OTHER = "memory";

  private static Vertx vertx;
  private static Pool pool;

  private final MemoryStorage memory = new MemoryStorage();
  private final String key = "file-" + Ids.ulid();
  private FileStore store;
  private FileMover mover;

  @BeforeAll
  static void open() {
    vertx = Vertx.vertx();
    String url =
        TestDatabase.copyOf(
                "batch",
                base ->
                    new Migrations(DatabaseConfig.parse(base, 1))
                        .run(List.of(BatchVerticle.SCHEMA)))
            .url();
    pool = SchemaPool.open(vertx, DatabaseConfig.parse(url, 4), BatchVerticle.SCHEMA);
  }

  @AfterAll
  static void close() {
    await(vertx.close());
  }

  @BeforeEach
  void empty() {
    sql("DELETE FROM file");
    sql("DELETE FROM file_removal");
    FileStorages storages = FileStorages.of(pool, memory);
    store = new PostgresFileStore(pool, storages, FileLimits.DEFAULT);
    mover = new FileMover(pool, storages, Clock.systemUTC());
  }

  private static RowSet<Row> sql(String statement, Object... values) {
    return await(pool.preparedQuery(statement).execute(Tuple.from(values)));
  }

  /** Runs work on one context, as a verticle does. */
  private static <T> T run(Supplier<Future<T>> work) {
    return await(Future.future(done -> vertx.runOnContext(run -> work.get().onComplete(done))));
  }

  private StoredFile upload(String... chunks) {
    Draft draft = new Draft(key, "writer");
    await(
        store.begin(
            StoredFile.empty(key, "a.csv", "text/csv", false), "writer", Unfinished.EXPIRING));
    for (int number = 0; number < chunks.length; number++) {
      await(store.append(draft, number, Buffer.buffer(chunks[number])));
    }
    return await(store.complete(List.of(draft))).getFirst();
  }

  private StoredFile found() {
    return await(store.find(key)).orElseThrow();
  }

  private String read(StoredFile file) {
    StringBuilder content = new StringBuilder();
    for (int number = 0; number < file.chunks(); number++) {
      int chunk = number;
      content.append(run(() -> store.read(key, file.storage(), chunk)).orElseThrow());
    }
    return content.toString();
  }

  private static void makeDue() {
    sql("UPDATE file_removal SET due_at = now()");
    sql("UPDATE file_move SET next_at = now()");
  }

  @Test
  void aNewFileIsMovedAndItsFormerCopyReadUntilItIsRemoved() {
    StoredFile before = upload("one ", "two ", "three");
    assertThat(before.storage()).isEqualTo(FileStorages.POSTGRES);

    run(mover::moveAll);

    assertThat(memory.contents.get(key)).hasToString("one two three");
    assertThat(found().storage()).isEqualTo(OTHER);
    assertThat(read(found())).isEqualTo("one two three");
    assertThat(read(before)).isEqualTo("one two three");
    run(mover::removeAll);
    assertThat(read(before)).isEqualTo("one two three");
    makeDue();
    run(mover::removeAll);
    assertThat(sql("SELECT FROM file_piece WHERE file_key = $1", key).size()).isZero();
    assertThat(read(found())).isEqualTo("one two three");
  }

  @Test
  void theVerificationFindsLostContentAndObjectsOfNoFile() {
    VerifyFiles verification = new VerifyFiles(vertx, pool, memory);
    upload("one ", "two");
    assertThat(await(verification.verify("")).unreadable()).as("in the database").isEmpty();
    sql("UPDATE file_piece SET bytes = 'on' WHERE file_key = $1 AND number = 0", key);
    assertThat(await(verification.verify("")).unreadable()).containsExactly(key);
    sql("UPDATE file_piece SET bytes = 'one ' WHERE file_key = $1 AND number = 0", key);
    run(mover::moveAll);
    assertThat(await(verification.verify("")).unreadable()).as("in the other").isEmpty();

    memory.contents.put("foreign", Buffer.buffer("content"));
    assertThat(await(verification.compare(memory, false, "")).foreign()).containsExactly("foreign");
    memory.contents.remove(key);
    VerifyFiles.Page page = await(verification.verify(""));
    assertThat(page.files()).isOne();
    assertThat(page.unreadable()).containsExactly(key);
  }

  @Test
  void aStorageThatIsAwayDelaysTheMoveOnly() {
    memory.isAway = true;
    upload("content");
    run(mover::moveAll);
    assertThat(read(found())).isEqualTo("content");
    assertThat(found().storage()).isEqualTo(FileStorages.POSTGRES);

    memory.isAway = false;
    makeDue();
    run(mover::moveAll);

    assertThat(found().storage()).isEqualTo(OTHER);
  }

  @Test
  void aCopyThatLostBytesDoesNotReplaceTheFile() {
    memory.losesBytes = true;
    upload("content");

    run(mover::moveAll);

    assertThat(found().storage()).isEqualTo(FileStorages.POSTGRES);
    assertThat(read(found())).isEqualTo("content");
  }

  @Test
  void aMoveThatANodeBeganIsBegunAgain() {
    upload("content");
    FileMoveStore moves = new FileMoveStore(pool, Clock.systemUTC());
    assertThat(await(moves.lease(FileStorages.of(pool, memory).ids()))).isPresent();
    run(mover::moveAll);
    assertThat(found().storage()).as("claimed by the node that died").isNotEqualTo(OTHER);

    makeDue();
    run(mover::moveAll);

    assertThat(found().storage()).isEqualTo(OTHER);
  }

  @Test
  void theContentOfADeletedFileIsRemoved() {
    upload("content");
    run(mover::moveAll);

    assertThat(await(store.delete(key))).isTrue();
    memory.isAway = true;
    run(mover::removeAll);
    assertThat(memory.contents).containsKey(key);
    memory.isAway = false;
    makeDue();
    run(mover::removeAll);

    assertThat(memory.contents).isEmpty();
  }

  @Test
  void aFileThatIsDeletedWhileItIsCopiedLeavesNoContent() {
    upload("content");
    FileMoveStore moves = new FileMoveStore(pool, Clock.systemUTC());
    FileMoveStore.Move move = await(moves.lease(FileStorages.of(pool, memory).ids())).orElseThrow();
    await(store.delete(key));
    memory.contents.put(key, Buffer.buffer("content"));

    assertThat(await(moves.finish(move))).isFalse();
    run(mover::removeAll);

    assertThat(memory.contents).isEmpty();
  }

  @Test
  void aFileMovesBackAndForthWithinADay() {
    upload("one ", "two");
    run(mover::moveAll);
    StoredFile moved = found();

    assertThat(await(mover.queue(OTHER, FileStorages.POSTGRES))).isEqualTo(1);
    run(mover::moveAll);

    assertThat(found().storage()).isEqualTo(FileStorages.POSTGRES);
    assertThat(read(moved)).isEqualTo("one two");
    makeDue();
    run(mover::removeAll);
    assertThat(memory.contents).isEmpty();
    assertThat(read(found())).isEqualTo("one two");
    await(mover.queue(FileStorages.POSTGRES, OTHER));
    run(mover::moveAll);
    assertThat(read(found())).isEqualTo("one two");
  }

  @Test
  void piecesAreWrittenAgainAfterTheirRemoval() {
    String content = "0123456789".repeat(60_000);
    upload(content.substring(0, 200_000), content.substring(200_000));
    run(mover::moveAll);
    makeDue();
    run(mover::removeAll);

    await(mover.queue(OTHER, FileStorages.POSTGRES));
    run(mover::moveAll);

    assertThat(found().storage()).isEqualTo(FileStorages.POSTGRES);
    assertThat(read(found())).isEqualTo(content);
  }
}
