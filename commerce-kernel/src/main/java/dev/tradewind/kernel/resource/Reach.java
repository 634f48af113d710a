package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationBus;
import io.vertx.sqlclient.SqlClient;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a read gets its rows: its own schema and, within a call, the other verticles. */
public final class Reach {

  private final SqlClient db;
  private final @Nullable OperationBus bus;
  private final @Nullable CallContext context;

  private Reach(SqlClient db, @Nullable OperationBus bus, @Nullable CallContext context) {
    this.db = db;
    this.bus = bus;
    this.context = context;
  }

  static Reach own(SqlClient db) {
    return new Reach(db, null, null);
  }

  Reach asking(OperationBus otherBus, CallContext call) {
    return new Reach(db, otherBus, call);
  }

  public SqlClient db() {
    return db;
  }

  /** What other verticles are asked over; a reader that shows their rows has been given one. */
  public OperationBus bus() {
    return Objects.requireNonNull(bus, "This reader asks nobody");
  }

  /** The call that the rows are read for. */
  public CallContext context() {
    return Objects.requireNonNull(context, "This reader asks nobody");
  }
}
