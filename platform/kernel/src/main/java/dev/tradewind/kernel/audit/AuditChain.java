package dev.tradewind.kernel.audit;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.Batches;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;

/**
 * Background task that appends the entries of one schema to its hash chain. Every node runs it; the
 * database lets one run work at a time. The changes that are audited do not wait for it.
 */
public final class AuditChain {

  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final int BATCH = 500;

  private static final String CHAIN = "SELECT chain_audit_entries($1)";

  private final Pool pool;

  public AuditChain(Pool pool) {
    this.pool = pool;
  }

  public BackgroundTask task() {
    return BackgroundTask.spread(INTERVAL, "chain-audit-entries", this::chain)
        .exempt("Logins here have entries, which are protected from then on.");
  }

  /** Chains all committed entries. */
  public Future<Void> chain() {
    return Batches.repeat(BATCH, this::chainBatch).mapEmpty();
  }

  private Future<Integer> chainBatch() {
    return pool.preparedQuery(CHAIN)
        .execute(Tuple.of(BATCH))
        .map(rows -> rows.iterator().next().getInteger(0));
  }
}
