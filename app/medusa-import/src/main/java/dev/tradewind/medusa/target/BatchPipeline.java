package dev.tradewind.medusa.target;

import dev.tradewind.medusa.MoveInException;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Pipeline of a copy: a thread writes a batch while the next one is read and converted, so that
 * source and target work at the same time. At most one batch is being written, so that memory does
 * not grow with the shop.
 */
public final class BatchPipeline implements AutoCloseable {

  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("move-in-writer").daemon().factory());

  private @Nullable Future<Long> last;
  private long written;

  /** Write of a batch. */
  @FunctionalInterface
  public interface Write {

    /**
     * @param before rows of the batches before
     * @return rows of the batch
     */
    long execute(long before) throws SQLException;
  }

  /**
   * Begins a write after the one before.
   *
   * @throws SQLException of the write before
   */
  public void begin(Write write) throws SQLException {
    long before = await();
    last = writer.submit(() -> before + write.execute(before));
  }

  /**
   * Waits for the last write.
   *
   * @return rows that were written
   */
  public long await() throws SQLException {
    Future<Long> write = last;
    last = null;
    if (write != null) {
      written = await(write);
    }
    return written;
  }

  private static long await(Future<Long> write) throws SQLException {
    try {
      return write.get();
    } catch (ExecutionException failure) {
      switch (failure.getCause()) {
        case SQLException refused -> throw refused;
        case RuntimeException unexpected -> throw unexpected;
        case Error fatal -> throw fatal;
        case null, default -> throw new IllegalStateException(failure);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new MoveInException("The move was interrupted.", interrupted);
    }
  }

  /** Ends the thread after the write that it has begun, whose failure counts no more. */
  @Override
  public void close() {
    writer.close();
  }
}
