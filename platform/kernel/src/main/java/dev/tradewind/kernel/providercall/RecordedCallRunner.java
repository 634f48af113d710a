package dev.tradewind.kernel.providercall;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;

/**
 * Execution of recorded calls. A call without an answer is made again under the same key, by the
 * next request for its subject or by a {@link RecordedCallRetrier}; the outcome is recorded once,
 * although several nodes may make the call.
 *
 * @param <C> recorded call
 */
public abstract class RecordedCallRunner<C> extends CallRunner<C> {

  private final SqlClient db;
  private final RecordedCallStore<C> store;

  protected RecordedCallRunner(SqlClient db, RecordedCallStore<C> store, CallProgress progress) {
    super(progress);
    this.db = db;
    this.store = store;
  }

  /**
   * Runs all calls for a subject without an outcome, one after the other. A refusal is the outcome
   * of an earlier request; a provider that does not answer fails it.
   */
  public Future<Void> runOpen(CallContext context, String subjectId) {
    return store
        .findOpen(db, subjectId)
        .compose(open ->
            Futures.sequence(
                open,
                call ->
                    run(context, call)
                        .recover(failure -> {
                          if (ProviderCalls.isRefusal(failure)) {
                            return Future.succeededFuture();
                          }
                          return handler(call)
                              .giveUp(context, call, failure)
                              .compose(further -> runAll(context, further));
                        })));
  }

  Future<List<C>> lease(Instant before) {
    return store.lease(db, before);
  }
}
