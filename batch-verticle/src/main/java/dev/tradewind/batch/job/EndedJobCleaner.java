package dev.tradewind.batch.job;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.Batches;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Background task that deletes batch jobs and their files when their retention time has ended. */
public final class EndedJobCleaner {

  private static final Logger LOG = LoggerFactory.getLogger(EndedJobCleaner.class);

  private static final Duration INTERVAL = Duration.ofMinutes(10);
  private static final int BATCH = 100;

  private final Pool pool;
  private final EndedJobStore store = new EndedJobStore();
  private final Duration retention;
  private final Clock clock;

  public EndedJobCleaner(Pool pool, Duration retention, Clock clock) {
    this.pool = pool;
    this.retention = retention;
    this.clock = clock;
  }

  public BackgroundTask task() {
    return BackgroundTask.spread(INTERVAL, "delete-ended-jobs", this::delete);
  }

  /** Deletes all jobs beyond their retention and returns their number. */
  public Future<Integer> delete() {
    return Batches.repeat(BATCH, () -> store.delete(pool, clock.instant().minus(retention), BATCH))
        .onSuccess(deleted -> {
          if (deleted > 0) {
            LOG.info("Deleted {} ended batch jobs", deleted);
          }
        });
  }
}
