package dev.tradewind.catalog.search.index;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.catalog.search.index.IndexFeed.View;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.testing.Eventually;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Index on a disk that gets full: it is refused until there is room, and right afterwards. */
class FullDiskIT {

  private static TestCatalog catalog;

  private final AtomicBoolean isFull = new AtomicBoolean();

  @TempDir private Path data;

  private Context eventLoop;
  private IndexFeed feed;
  private String id;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @BeforeEach
  void addProduct() {
    eventLoop = catalog.vertx.getOrCreateContext();
    id =
        catalog
            .written(
                "adminCreateProduct",
                new JsonObject(),
                new JsonObject().put("title", "Ruff Pan").put("status", "published"))
            .getString("id");
    catalog.sql(
        """
        INSERT INTO product_sales_channel (product_id, sales_channel_id)
        SELECT $1, default_sales_channel_id FROM store
        ON CONFLICT DO NOTHING
        """,
        id);
  }

  @AfterEach
  void stop() {
    await(onEventLoop(feed::close));
    catalog.sql("DELETE FROM product WHERE id = $1", id);
  }

  @Test
  void aChangeThatHasNoRoomIsFoundOnceThereIsSome() {
    start();
    assertThat(found("Ruff Pan")).isOne();

    isFull.set(true);
    rename("Godwit Pan");
    assertRefused();
    // The files of the index that has ended take no room from the next one.
    Eventually.until(() -> !hasCommit());
    assertRefused();

    isFull.set(false);
    assertThat(found("Godwit Pan")).isOne();
    assertThat(found("Ruff Pan")).isZero();
  }

  @Test
  void anIndexIsFilledThatHadNoRoomAtTheStart() {
    isFull.set(true);
    start();
    assertRefused();
    assertRefused();

    isFull.set(false);

    assertThat(found("Ruff Pan")).isOne();
  }

  @Test
  void aStopWithoutRoomLosesNoChange() {
    start();
    assertThat(found("Ruff Pan")).isOne();
    rename("Godwit Pan");
    assertThat(found("Godwit Pan")).isOne();

    isFull.set(true);
    await(onEventLoop(feed::close));
    isFull.set(false);
    start();

    assertThat(found("Godwit Pan")).isOne();
    assertThat(found("Ruff Pan")).isZero();
  }

  private void start() {
    feed =
        new IndexFeed(
            catalog.vertx,
            catalog.pool,
            data,
            directory -> new FillableDirectory(directory, isFull));
    await(
        onEventLoop(() -> {
          feed.start(() -> {});
          return Future.succeededFuture();
        }));
  }

  private void rename(String title) {
    catalog.sql("UPDATE product SET title = $2 WHERE id = $1", id, title);
  }

  private void assertRefused() {
    assertThat(failure(current()))
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE));
  }

  /** Number of products of the title in the first index that is not refused. */
  private int found(String title) {
    View view = Eventually.value(() -> await(current().otherwiseEmpty()), found -> found != null);
    try {
      IndexSearcher searcher = view.index().acquire();
      try {
        return searcher.count(
            new TermQuery(new Term(Fields.values(Attributes.TITLE), Fields.folded(title))));
      } finally {
        view.index().release(searcher);
      }
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  /** As a search asks, after the task that fills an index again. */
  private Future<View> current() {
    return onEventLoop(() -> feed.filling().work().get().transform(done -> feed.current()));
  }

  private <T> Future<T> onEventLoop(Supplier<Future<T>> work) {
    Promise<T> promise = Promise.promise();
    eventLoop.runOnContext(now -> work.get().onComplete(promise));
    return promise.future();
  }

  private boolean hasCommit() throws IOException {
    try (Stream<Path> files = Files.walk(data)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith("segments_"));
    } catch (UncheckedIOException vanished) {
      // The feed deletes files meanwhile.
      return false;
    }
  }
}
