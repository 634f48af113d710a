package dev.tradewind.kernel.resource.read;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import io.vertx.sqlclient.SqlClient;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a read gets its rows: its own schema and, within a call, the other verticles. */
public final class FetchContext {

  private final SqlClient db;
  private final @Nullable OperationClient bus;
  private final @Nullable CallContext context;

  private FetchContext(SqlClient db, @Nullable OperationClient bus, @Nullable CallContext context) {
    this.db = db;
    this.bus = bus;
    this.context = context;
  }

  static FetchContext own(SqlClient db) {
    return new FetchContext(db, null, null);
  }

  FetchContext withRemote(OperationClient otherBus, CallContext call) {
    return new FetchContext(db, otherBus, call);
  }

  public SqlClient db() {
    return db;
  }

  /** What other verticles are asked over; a reader that shows their rows has been given one. */
  public OperationClient bus() {
    return Objects.requireNonNull(bus, "This reader asks nobody");
  }

  /** The call that the rows are read for. */
  public CallContext context() {
    return Objects.requireNonNull(context, "This reader asks nobody");
  }
}
