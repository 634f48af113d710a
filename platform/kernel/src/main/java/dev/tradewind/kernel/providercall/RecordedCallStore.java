package dev.tradewind.kernel.providercall;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;

/**
 * Store of recorded calls of one sort of provider.
 *
 * @param <C> recorded call
 */
public interface RecordedCallStore<C> {

  /** Calls without an outcome for a subject, such as an aggregate, oldest first. */
  Future<List<C>> findOpen(SqlClient db, String subjectId);

  /**
   * Calls without an outcome that were recorded or leased before a time, in UTC, leased to this
   * node for {@link RecordedCallRetrier#MIN_AGE}.
   */
  Future<List<C>> lease(SqlClient db, Instant before);
}
