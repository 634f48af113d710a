package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import io.vertx.sqlclient.SqlClient;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Sources of a read: the own schema and, within a call, the other verticles. */
public final class FetchContext {

  private final SqlClient db;
  private final @Nullable OperationClient bus;
  private final @Nullable CallContext context;

  private FetchContext(SqlClient db, @Nullable OperationClient bus, @Nullable CallContext context) {
    this.db = db;
    this.bus = bus;
    this.context = context;
  }

  public static FetchContext own(SqlClient db) {
    return new FetchContext(db, null, null);
  }

  public FetchContext withRemote(OperationClient otherBus, CallContext call) {
    return new FetchContext(db, otherBus, call);
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
