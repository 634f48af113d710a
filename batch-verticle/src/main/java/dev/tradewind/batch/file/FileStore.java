package dev.tradewind.batch.file;

import dev.tradewind.api.batch.FileClient.Draft;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;

/**
 * File storage. A file is appended in chunks by one writer at a time, and can be read when it is
 * complete. Writers are fenced: after {@link #reopen} every append of an earlier writer is refused.
 */
public interface FileStore {

  /** Retention of an unfinished file. */
  enum Unfinished {
    /** Deleted after some minutes without an append. */
    EXPIRING,
    /** Kept, because another writer will continue it. */
    RETAINED
  }

  /** Begins a file; fails with {@code TooLarge} if the shop has no room for a further one. */
  Future<Void> begin(StoredFile file, String writer, Unfinished unfinished);

  /**
   * Appends the chunk of that number; a repetition has no effect. Fails with {@code NotFound} if
   * the file has another writer or the number is not the next one, and with {@code TooLarge} if the
   * files of the shop would have too many bytes.
   *
   * @return size in bytes
   */
  Future<Long> append(Draft upload, int number, Buffer chunk);

  /**
   * Transfers an unfinished file to another writer and truncates it to the first chunks; false if
   * there is no such file.
   */
  Future<Boolean> reopen(Draft upload, int chunks);

  /**
   * Completes the files, which makes them readable, and queues them for the storage of new files,
   * and public images for their smaller sizes; fails with {@code NotFound} unless all belong to
   * these writers.
   */
  Future<List<StoredFile>> complete(List<Draft> uploads);

  /** Public, complete images of these keys, with their widths and heights as far as known. */
  Future<List<ImageSize>> measure(List<String> keys);

  /** Complete file of that key. */
  Future<Optional<StoredFile>> find(String key);

  /**
   * Chunk of a complete file; empty after the last one.
   *
   * @param storage storage that the file had when it was found; a moved file can still be read from
   *     it for a day
   */
  Future<Optional<Buffer>> read(String key, String storage, int number);

  /** Deletes the file; false if it does not exist. */
  Future<Boolean> delete(String key);

  /** Deletes the unfinished file of this writer; false if there is none. */
  Future<Boolean> abandon(Draft upload);

  /** Deletes expired unfinished files and returns their number. */
  Future<Integer> deleteExpired();
}
