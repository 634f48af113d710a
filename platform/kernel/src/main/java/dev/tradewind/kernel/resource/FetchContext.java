package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Sources of a read: the own schema and, within a call, the other verticles. */
public final class FetchContext {

  private final SqlClient db;
  private final @Nullable OperationClient bus;
  private final @Nullable CallContext context;
  private final boolean leavesOutUnavailable;

  private FetchContext(
      SqlClient db,
      @Nullable OperationClient bus,
      @Nullable CallContext context,
      boolean leavesOutUnavailable) {
    this.db = db;
    this.bus = bus;
    this.context = context;
    this.leavesOutUnavailable = leavesOutUnavailable;
  }

  public static FetchContext own(SqlClient db) {
    return new FetchContext(db, null, null, false);
  }

  public FetchContext withRemote(OperationClient otherBus, CallContext call) {
    return new FetchContext(db, otherBus, call, leavesOutUnavailable);
  }

  /** The same sources; rows of a verticle that is not available are missing, as deleted ones. */
  public FetchContext leavingOutUnavailable() {
    return new FetchContext(db, bus, context, true);
  }

  /** Rows of another verticle, or none if it is not available and that is no failure. */
  public Future<List<RelatedRow>> unlessUnavailable(Future<List<RelatedRow>> rows) {
    if (leavesOutUnavailable) {
      return rows.recover(failure -> {
        if (Problem.is(failure, Problem.Kind.UNAVAILABLE)) {
          return Future.succeededFuture(List.of());
        }
        return Future.failedFuture(failure);
      });
    }
    return rows;
  }

  public SqlClient db() {
    return db;
  }

  /** The client to other verticles; present in a reader of remote relations. */
  public OperationClient bus() {
    return Objects.requireNonNull(bus, "The reader has no client to other verticles");
  }

  /** The call in which the rows are read. */
  public CallContext context() {
    return Objects.requireNonNull(context, "The reader has no client to other verticles");
  }
}
