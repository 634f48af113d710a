package dev.tradewind.batch.file;

import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes away uploads that were begun and never finished. */
public final class ExpiredFileCleaner {

  private static final Logger LOG = LoggerFactory.getLogger(ExpiredFileCleaner.class);
  private static final long PERIOD_MILLIS = 60_000;

  private final Vertx vertx;
  private final FileStore store;
  private long timer = -1;

  public ExpiredFileCleaner(Vertx vertx, FileStore store) {
    this.vertx = vertx;
    this.store = store;
  }

  public void start() {
    timer = vertx.setPeriodic(PERIOD_MILLIS, tick -> deleteExpired());
  }

  public void stop() {
    vertx.cancelTimer(timer);
  }

  private void deleteExpired() {
    store
        .deleteExpired()
        .onSuccess(swept -> {
          if (swept > 0) {
            LOG.info("{} unfinished uploads were swept away", swept);
          }
        })
        .onFailure(failure -> LOG.warn("Uploads were not swept: {}", failure.toString()));
  }
}
