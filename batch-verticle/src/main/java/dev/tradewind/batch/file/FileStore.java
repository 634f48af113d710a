package dev.tradewind.batch.file;

import dev.tradewind.api.batch.FileClient.Draft;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;

/**
 * Where files are kept. A file is written by one writer at a time, piece by piece, and can be read
 * when it is complete. Who writes is fenced: after {@link #reopen} an earlier writer is refused,
 * however late it comes.
 */
public interface FileStore {

  /** What becomes of a file to which nothing is appended any longer. */
  enum Unfinished {
    /** It goes after some minutes; nobody comes back to it. */
    SWEPT,
    /** It stays; somebody will go on. */
    KEPT
  }

  Future<Void> begin(StoredFile file, String writer, Unfinished unfinished);

  /**
   * Appends the piece of that number; repeating it does nothing. {@code NotFound} where the file is
   * not this writer's or the number is not the next.
   *
   * @return bytes so far
   */
  Future<Long> append(Draft draft, int number, Buffer piece);

  /**
   * Gives the file to another writer and takes away all pieces but the first ones; whether there is
   * such an unfinished file.
   */
  Future<Boolean> reopen(Draft draft, int pieces);

  /** The files, which can be read from now on; {@code NotFound} unless all are these writers'. */
  Future<List<StoredFile>> complete(List<Draft> drafts);

  /** A complete file. */
  Future<Optional<StoredFile>> find(String key);

  /** One piece of a complete file; empty after the last. */
  Future<Optional<Buffer>> read(String key, int number);

  /** Whether there was one. */
  Future<Boolean> delete(String key);

  /** The same while it is this writer's and not complete. */
  Future<Boolean> abandon(Draft draft);

  /** Takes away what nobody finished; how many files that were. */
  Future<Integer> deleteExpired();
}
