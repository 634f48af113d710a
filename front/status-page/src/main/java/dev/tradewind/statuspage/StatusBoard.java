package dev.tradewind.statuspage;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Status of the shop as this node shows it to all viewers: nodes are asked every few seconds while
 * someone views it, however many they are, and not at all otherwise. The number of viewers with a
 * live page is limited.
 */
public final class StatusBoard {

  private static final Logger LOG = LoggerFactory.getLogger(StatusBoard.class);

  /** Live pages of one node. */
  static final int MAX_VIEWERS = 20;

  private static final Duration INTERVAL = Duration.ofSeconds(5);

  /** Age at which a status is shown again. */
  private static final Duration FRESH = Duration.ofSeconds(1);

  /** Live page. Its methods are called on any thread. */
  interface Viewer {

    /**
     * Shows a status.
     *
     * @param event server-sent event
     */
    void show(Buffer event);

    /** Ends the live page. */
    void end();
  }

  /**
   * Rendered status.
   *
   * @param html its part of the page
   * @param event server-sent event with the same
   */
  record Snapshot(ShopStatus status, String html, Buffer event) {}

  private final Vertx vertx;
  private final ClusterReports reports;
  private final StatusPage page = new StatusPage();
  private final Clock clock;

  /** Of the fields that it changes alone: running, snapshot, readAt and timer. */
  private final Context context;

  private @Nullable Future<Snapshot> running;
  private @Nullable Snapshot snapshot;
  private long readAt;
  private long timer = -1;

  private final Set<Viewer> viewers = new LinkedHashSet<>();
  private boolean isClosed;

  /** To be called outside of verticles: it outlives them. */
  public StatusBoard(Vertx vertx, ClusterReports reports, Clock clock) {
    this.vertx = vertx;
    this.reports = reports;
    this.clock = clock;
    this.context = vertx.getOrCreateContext();
  }

  StatusPage page() {
    return page;
  }

  /** The present status, at most a second old; it completes on the context of the caller. */
  Future<Snapshot> current() {
    Context caller = vertx.getOrCreateContext();
    Promise<Snapshot> current = Promise.promise();
    context.runOnContext(begin ->
        fresh()
            .onComplete(read ->
                caller.runOnContext(answer -> {
                  if (read.succeeded()) {
                    current.complete(read.result());
                  } else {
                    current.fail(read.cause());
                  }
                })));
    return current.future();
  }

  private Future<Snapshot> fresh() {
    Snapshot last = snapshot;
    if (last != null && System.nanoTime() - readAt < FRESH.toNanos()) {
      return Future.succeededFuture(last);
    }
    return refresh();
  }

  /** Reads the status once, for all who ask meanwhile. */
  private Future<Snapshot> refresh() {
    Future<Snapshot> present = running;
    if (present != null) {
      return present;
    }
    Promise<Snapshot> ended = Promise.promise();
    running = ended.future();
    Future.<Void>succeededFuture()
        // The cluster may be gone while the node stops.
        .compose(begin -> reports.ask())
        .compose(nodes ->
            vertx.executeBlocking(
                () -> page.snapshot(ShopStatus.of(nodes, clock.instant())), false))
        .onComplete(read ->
            // Checks of a node may end on any thread.
            context.runOnContext(back -> {
              running = null;
              if (read.failed()) {
                LOG.error("Showing the status of the shop failed", read.cause());
                ended.fail(read.cause());
                return;
              }
              snapshot = read.result();
              readAt = System.nanoTime();
              viewers().forEach(viewer -> viewer.show(read.result().event()));
              ended.complete(read.result());
            }));
    return ended.future();
  }

  private synchronized List<Viewer> viewers() {
    return List.copyOf(viewers);
  }

  /** Adds a live page; false if there are too many, or the node stops. */
  synchronized boolean add(Viewer viewer) {
    if (isClosed || viewers.size() >= MAX_VIEWERS) {
      return false;
    }
    viewers.add(viewer);
    context.runOnContext(begin -> watch());
    return true;
  }

  synchronized void remove(Viewer viewer) {
    if (viewers.remove(viewer)) {
      context.runOnContext(ended -> watch());
    }
  }

  /** Runs the timer while there are viewers. */
  private void watch() {
    boolean isViewed = !viewers().isEmpty();
    if (isViewed && timer < 0) {
      timer = vertx.setPeriodic(INTERVAL.toMillis(), tick -> refresh());
    } else if (!isViewed && timer >= 0) {
      vertx.cancelTimer(timer);
      timer = -1;
    }
  }

  /** Ends all live pages and accepts no further ones: the node stops. */
  public void close() {
    synchronized (this) {
      isClosed = true;
    }
    viewers().forEach(Viewer::end);
  }
}
