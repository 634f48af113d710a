package dev.tradewind.kernel.changelog;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.changelog.OpenTransactions.Observation;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletion of the changes that all readers of a change log know, once a minute. It also observes
 * the oldest transaction that is open on the server: a gauge shows its age in seconds, and a
 * warning names it from a minute on. The age is what the node has seen of it, because a role may
 * not read the start of the sessions of others.
 */
public final class ChangeLogPruner {

  private static final Logger LOG = LoggerFactory.getLogger(ChangeLogPruner.class);

  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private final SqlClient db;
  private final OpenTransactions open = new OpenTransactions();
  private volatile Duration age = Duration.ZERO;

  public ChangeLogPruner(SqlClient db, String verticle, MeterRegistry meters) {
    this.db = db;
    Gauge.builder(
            "tradewind.database.oldest.transaction.age", this, pruner -> pruner.age.toSeconds())
        .description(
            "How long the oldest open transaction of the database server has been seen; 0 without one")
        .baseUnit("seconds")
        .tag("verticle", verticle)
        .register(meters);
  }

  public BackgroundTask task() {
    return BackgroundTask.spread(INTERVAL, "prune-change-log", this::prune)
        .exempt("The rounds of the following fill the log.");
  }

  Future<?> prune() {
    return ChangeLogStore.prune(db).onSuccess(this::observe);
  }

  private void observe(Observation seen) {
    Duration before = age;
    age = open.age(seen);
    if (age.compareTo(INTERVAL) >= 0 && before.compareTo(INTERVAL) < 0) {
      LOG.warn(
          "Found transaction {} of the database server open for {} s: it holds back VACUUM"
              + " (pg_stat_activity.backend_xid, pg_prepared_xacts)",
          seen.oldest(),
          age.toSeconds());
    }
  }
}
