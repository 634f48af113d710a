package dev.tradewind.batch.product;

import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.file.StoredFile;
import dev.tradewind.batch.job.JobFailedException;
import dev.tradewind.batch.job.JobRun;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bytes of a stored file; while one piece is read the next one is fetched. */
final class FileInput extends InputStream {

  private final JobRun run;
  private final FileStore files;
  private final StoredFile file;
  private byte[] piece = new byte[0];
  private int at;
  private int number;
  private @Nullable Future<Optional<Buffer>> fetched;

  FileInput(JobRun run, FileStore files, StoredFile file) {
    this.run = run;
    this.files = files;
    this.file = file;
  }

  @Override
  public int read() {
    return hasMore() ? piece[at++] & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (!hasMore()) {
      return -1;
    }
    int count = Math.min(length, piece.length - at);
    System.arraycopy(piece, at, target, offset, count);
    at += count;
    return count;
  }

  private boolean hasMore() {
    while (at == piece.length) {
      if (number == file.pieces()) {
        return false;
      }
      Future<Optional<Buffer>> next = fetched == null ? fetch(number) : fetched;
      piece =
          run.await(next)
              .orElseThrow(() ->
                  new JobFailedException(
                      "The file " + file.key() + " was deleted while it was imported"))
              .getBytes();
      at = 0;
      number++;
      fetched = number < file.pieces() ? fetch(number) : null;
    }
    return true;
  }

  private Future<Optional<Buffer>> fetch(int piece) {
    return run.begin(() -> files.read(file.key(), piece));
  }
}
