package dev.tradewind.batch.csv;

import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.file.StoredFile;
import dev.tradewind.batch.job.JobFailedException;
import dev.tradewind.batch.job.JobRun;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Input stream of a stored file that prefetches the next chunk. */
public final class FileInput extends InputStream {

  private final JobRun run;
  private final FileStore files;
  private final StoredFile file;
  private byte[] chunk = new byte[0];
  private int at;
  private int number;
  private @Nullable Future<Optional<Buffer>> fetched;

  public FileInput(JobRun run, FileStore files, StoredFile file) {
    this.run = run;
    this.files = files;
    this.file = file;
  }

  @Override
  public int read() {
    return hasMore() ? chunk[at++] & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (!hasMore()) {
      return -1;
    }
    int count = Math.min(length, chunk.length - at);
    System.arraycopy(chunk, at, target, offset, count);
    at += count;
    return count;
  }

  private boolean hasMore() {
    while (at == chunk.length) {
      if (number == file.chunks()) {
        return false;
      }
      Future<Optional<Buffer>> next = fetched == null ? fetch(number) : fetched;
      chunk =
          run.await(next)
              .orElseThrow(() ->
                  new JobFailedException(
                      "The file " + file.key() + " was deleted while it was imported"))
              .getBytes();
      at = 0;
      number++;
      fetched = number < file.chunks() ? fetch(number) : null;
    }
    return true;
  }

  private Future<Optional<Buffer>> fetch(int chunk) {
    return run.begin(() -> files.read(file.key(), file.storage(), chunk));
  }
}
