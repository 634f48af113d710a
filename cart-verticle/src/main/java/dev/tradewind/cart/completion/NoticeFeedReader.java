package dev.tradewind.cart.completion;

import dev.tradewind.cart.payment.NoticeFeedStore;
import dev.tradewind.cart.payment.NoticeFeedStore.Position;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.spi.payment.NoticeFeed;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of the feeds of payment notices, for notices that did not reach the shop: a webhook is
 * given up after some days without an answer. Runs on every node; a feed is leased to one. A shop
 * that was switched here reads a feed from the switch on.
 */
final class NoticeFeedReader {

  private static final Logger LOG = LoggerFactory.getLogger(NoticeFeedReader.class);

  private static final Duration INTERVAL = Duration.ofMinutes(5);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** Pages of one run; the next run goes on. */
  private static final int MAX_PAGES = 10;

  private final Pool pool;
  private final NoticeFeedStore store = new NoticeFeedStore();
  private final Map<String, NoticeFeed> feeds;
  private final BackgroundGate gate;
  private final Clock clock;

  NoticeFeedReader(Pool pool, Map<String, NoticeFeed> feeds, BackgroundGate gate, Clock clock) {
    this.pool = pool;
    this.feeds = feeds;
    this.gate = gate;
    this.clock = clock;
  }

  BackgroundTask task() {
    return BackgroundTask.spread(INTERVAL, "notice-feeds", this::readAll);
  }

  private Future<Void> readAll() {
    return Future.join(
            feeds.entrySet().stream().map(feed -> read(feed.getKey(), feed.getValue())).toList())
        .mapEmpty();
  }

  private Future<Void> read(String name, NoticeFeed feed) {
    Instant now = Timestamps.now(clock);
    return store
        // A little less than the interval, so that the next run of the same node finds it due.
        .lease(pool, name, now, now.plus(INTERVAL.minusSeconds(1)))
        .compose(leased ->
            leased
                .map(position -> readPages(name, feed, position, MAX_PAGES))
                .orElseGet(Future::succeededFuture))
        .onFailure(
            failure -> LOG.warn("Reading the notices of {} failed: {}", name, failure.toString()));
  }

  private Future<Void> readPages(String name, NoticeFeed feed, Position position, int left) {
    return feed.read(position.value(), gate.newsSince(), clock.instant().plus(TIMEOUT))
        .compose(page ->
            store
                .store(pool, name, position, page, Timestamps.now(clock))
                .compose(missed -> {
                  if (missed > 0) {
                    LOG.info("Found {} notices of {} that had not arrived", missed, name);
                  }
                  if (page.hasMore() && left > 1) {
                    return readPages(name, feed, new Position(page.position()), left - 1);
                  }
                  return Future.succeededFuture();
                }));
  }
}
