package dev.tradewind.batch.file;

import dev.tradewind.api.batch.FileClient.Draft;
import dev.tradewind.api.retention.FileLimits;
import dev.tradewind.batch.file.FileStore.Unfinished;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Files of the shop that are copies of files on another server. The key of a copy follows from its
 * URL, so that a repetition finds it. One process at a time may copy.
 */
public final class CopiedFiles {

  /** Writer of all copies: what an interrupted process has begun is its own. */
  private static final String WRITER = "copied-files";

  /** Hexadecimal digits of a digest that tell URLs apart. */
  private static final int DIGITS = 32;

  private final Context context;
  private final FileStore store;
  private final SignedFileLinks links;
  private final String baseUrl;

  /**
   * @param storage storage of files beside the database; absent: the database alone
   * @param baseUrl of links, without a slash at the end
   */
  public CopiedFiles(
      Vertx vertx,
      Pool pool,
      @Nullable FileStorage storage,
      FileLimits limits,
      SigningKeys keys,
      String baseUrl) {
    this.context = vertx.getOrCreateContext();
    this.store = new PostgresFileStore(pool, FileStorages.of(pool, storage), limits);
    this.links = new SignedFileLinks(keys, Clock.systemUTC());
    this.baseUrl = baseUrl;
  }

  /** Copy that is being written, chunk by chunk. */
  public final class Copy {

    private final StoredFile file;
    private final Draft draft;
    private int chunks;

    private Copy(StoredFile file) {
      this.file = file;
      this.draft = new Draft(file.key(), WRITER);
    }

    public Future<Long> append(Buffer chunk) {
      int number = chunks++;
      return run(() -> store.append(draft, number, chunk));
    }

    /** Completes the file. */
    public Future<String> complete() {
      return run(() -> store.complete(List.of(draft))).map(done -> reference(file));
    }

    public Future<Boolean> abandon() {
      return run(() -> store.abandon(draft));
    }
  }

  /** Reference to the complete copy of a URL; empty without one. */
  public Future<Optional<String>> find(String url, String name, boolean isPublic) {
    return run(() -> store.find(key(url, name, isPublic))).map(found -> found.map(this::reference));
  }

  /** Begins the copy of a URL anew. */
  public Future<Copy> begin(String url, String name, String contentType, boolean isPublic) {
    Copy copy = new Copy(StoredFile.empty(key(url, name, isPublic), name, contentType, isPublic));
    return copy.abandon()
        .compose(gone -> run(() -> store.begin(copy.file, WRITER, Unfinished.EXPIRING)))
        .map(copy);
  }

  private static String key(String url, String name, boolean isPublic) {
    String digest =
        HexFormat.of()
            .formatHex(Sha256.digest((isPublic + " " + url).getBytes(StandardCharsets.UTF_8)));
    return digest.substring(0, DIGITS) + "-" + FileService.fileName(name);
  }

  /** Link of a public file that never ends; the key of another one. */
  private String reference(StoredFile file) {
    return file.isPublic() ? baseUrl + "/files/" + links.sign(file) : file.key();
  }

  private <T> Future<T> run(Supplier<Future<T>> work) {
    return Future.future(done -> context.runOnContext(start -> work.get().onComplete(done)));
  }
}
