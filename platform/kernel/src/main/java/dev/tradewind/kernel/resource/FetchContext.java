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
  private final ExpansionBudget.Bounds bounds;

  private FetchContext(
      SqlClient db,
      @Nullable OperationClient bus,
      @Nullable CallContext context,
      boolean leavesOutUnavailable,
      ExpansionBudget.Bounds bounds) {
    this.db = db;
    this.bus = bus;
    this.context = context;
    this.leavesOutUnavailable = leavesOutUnavailable;
    this.bounds = bounds;
  }

  public static FetchContext own(SqlClient db) {
    return new FetchContext(db, null, null, false, ExpansionBudget.Bounds.NONE);
  }

  public FetchContext withRemote(OperationClient otherBus, CallContext call) {
    return new FetchContext(db, otherBus, call, leavesOutUnavailable, bounds);
  }

  /** The same sources; rows of a verticle that is not available are missing, as deleted ones. */
  public FetchContext leavingOutUnavailable() {
    return new FetchContext(db, bus, context, true, bounds);
  }

  /** The same sources, of which relations have at most so many rows of one parent. */
  public FetchContext within(ExpansionBudget.Bounds other) {
    return new FetchContext(db, bus, context, leavesOutUnavailable, other);
  }

  /** The same sources for the rows of that relation, of which {@link #most()} are needed. */
  public FetchContext boundedFor(Relation relation) {
    return relation.isCutWhenLarge() ? this : atMost(bounds.whole());
  }

  /**
   * The same sources, of which a relation has at most so many rows of one parent, the newest.
   *
   * @param rows null: all
   */
  public FetchContext atMost(@Nullable Integer rows) {
    return within(new ExpansionBudget.Bounds(rows, null));
  }

  /** Rows of one parent that a relation shows at most; null: all. */
  public @Nullable Integer most() {
    return bounds.cut();
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
