package dev.tradewind.spi.file;

import dev.tradewind.spi.Provider;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * File storage: the content of complete files by key. The shop keeps a list of its files in the
 * database and hands content over once the file is complete, so a storage that is unavailable
 * delays neither uploads nor exports. Every call may be repeated and has the same effect as one
 * call. A storage holds a bounded number of bytes in memory, regardless of the size of a file. Its
 * id is its name in the list of files.
 */
public interface FileStorage extends Provider {

  /**
   * Stores content under the key of the file. It becomes visible as a whole, or not at all.
   *
   * @param content paused, of exactly the size of the file
   */
  Future<Void> write(FileObject file, ReadStream<Buffer> content);

  /**
   * Reads a range of the content.
   *
   * @param length at least 1, within the size of the file
   * @return paused
   */
  Future<ReadStream<Buffer>> read(FileObject file, long offset, long length);

  /** Deletes the content; succeeds if there is none. */
  Future<Void> delete(FileObject file);

  /**
   * URL by which a client downloads the content from the storage itself, without other credentials;
   * empty if the gateway serves the content of this storage.
   */
  Optional<String> downloadUrl(FileObject file, Duration life);

  /**
   * Keys of stored content, a page at a time, for the comparison with the list of files after a
   * restore of the database. A storage that cannot list fails with {@link
   * UnsupportedOperationException}.
   *
   * @param isPublic of public files, or of all others
   * @param after last key of the page before; empty for the first page
   * @return keys in one order that all pages share; empty at the end
   */
  default Future<List<String>> keys(boolean isPublic, String after) {
    return Future.failedFuture(new UnsupportedOperationException(id() + " does not list its keys"));
  }
}
