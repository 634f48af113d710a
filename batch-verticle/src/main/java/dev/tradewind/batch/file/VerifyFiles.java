package dev.tradewind.batch.file;

import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verification that the storage of each complete file has its content, all bytes in the database,
 * the last byte elsewhere, and that each object of a storage belongs to a file. It changes nothing.
 */
public final class VerifyFiles {

  private static final Logger LOG = LoggerFactory.getLogger(VerifyFiles.class);

  /** Files of a page, which are asked for concurrently. */
  private static final int PAGE = 16;

  private final Context context;
  private final FileVerificationStore store;
  private final FileStorages storages;

  /**
   * @param other storage beside the database; null: the database alone
   */
  public VerifyFiles(Vertx vertx, Pool pool, @Nullable FileStorage other) {
    this.context = vertx.getOrCreateContext();
    this.store = new FileVerificationStore(pool);
    this.storages = FileStorages.of(pool, other);
  }

  /**
   * Files of a page.
   *
   * @param last key of the last one; null at the end
   * @param unreadable keys of those whose content is missing or cannot be read
   */
  public record Page(int files, @Nullable String last, List<String> unreadable) {}

  /** Verifies the files after a key. */
  public Future<Page> verify(String after) {
    return Future.future(done -> context.runOnContext(start -> verifyPage(after).onComplete(done)));
  }

  /**
   * Objects of a page.
   *
   * @param last key of the last one; null at the end
   * @param foreign keys of those that belong to no file
   */
  public record Objects(@Nullable String last, List<String> foreign) {}

  /**
   * Compares the objects of a storage after a key with the files.
   *
   * @return fails if the storage does not list its objects
   */
  public Future<Objects> compare(FileStorage storage, boolean isPublic, String after) {
    return Future.future(done ->
        context.runOnContext(start ->
            storage
                .keys(isPublic, after)
                .compose(keys -> compare(storage, keys))
                .onComplete(done)));
  }

  private Future<Objects> compare(FileStorage storage, List<String> keys) {
    if (keys.isEmpty()) {
      return Future.succeededFuture(new Objects(null, List.of()));
    }
    return store.foreign(storage.id(), keys).map(foreign -> new Objects(keys.getLast(), foreign));
  }

  private Future<Page> verifyPage(String after) {
    return store
        .next(after, PAGE)
        .compose(found ->
            Future.all(found.stream().map(this::hasContent).toList())
                .map(checked -> page(found, checked.list())));
  }

  private static Page page(List<FileVerificationStore.Stored> found, List<Boolean> checked) {
    List<String> unreadable =
        IntStream.range(0, found.size())
            .filter(index -> !checked.get(index))
            .mapToObj(index -> found.get(index).file().key())
            .toList();
    String last = found.size() < PAGE ? null : found.getLast().file().key();
    return new Page(found.size(), last, unreadable);
  }

  private Future<Boolean> hasContent(FileVerificationStore.Stored stored) {
    StoredFile file = stored.file();
    if (file.storage().equals(FileStorages.POSTGRES)) {
      return Future.succeededFuture(stored.bytes() == file.size());
    }
    if (file.size() == 0) {
      return Future.succeededFuture(true);
    }
    if (!storages.ids().contains(file.storage())) {
      LOG.warn("The storage {} of the file {} is not configured", file.storage(), file.key());
      return Future.succeededFuture(false);
    }
    return storages
        .get(file.storage())
        .read(file.object(), file.size() - 1, 1)
        .compose(PostgresContentStore::end)
        .transform(read -> {
          if (read.failed()) {
            LOG.warn("Reading the file {} failed: {}", file.key(), read.cause().toString());
          }
          return Future.succeededFuture(read.succeeded());
        });
  }
}
