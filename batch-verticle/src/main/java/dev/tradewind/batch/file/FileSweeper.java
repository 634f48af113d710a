package dev.tradewind.batch.file;

import io.vertx.core.Vertx;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes away uploads that were begun and never finished. */
public final class FileSweeper {

  private static final Logger LOG = LoggerFactory.getLogger(FileSweeper.class);
  private static final long PERIOD_MILLIS = 60_000;

  private final Vertx vertx;
  private final FileStore store;
  private long timer = -1;

  public FileSweeper(Vertx vertx, FileStore store) {
    this.vertx = vertx;
    this.store = store;
  }

  public void start() {
    timer = vertx.setPeriodic(PERIOD_MILLIS, tick -> sweep());
  }

  public void stop() {
    vertx.cancelTimer(timer);
  }

  private void sweep() {
    store
        .sweep()
        .onSuccess(swept -> {
          if (swept > 0) {
            LOG.info("{} unfinished uploads were swept away", swept);
          }
        })
        .onFailure(failure -> LOG.warn("Uploads were not swept: {}", failure.toString()));
  }
}
