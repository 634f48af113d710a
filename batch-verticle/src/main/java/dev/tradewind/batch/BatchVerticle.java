package dev.tradewind.batch;

import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeServices;
import io.vertx.sqlclient.Pool;

/** Owns the batch schema and answers every operation of the batch verticle. */
public final class BatchVerticle extends DomainVerticle {

  public static final String ADDRESS = "batch";

  public static final Schema SCHEMA = Schema.of("batch");

  public BatchVerticle(NodeServices node) {
    super(ADDRESS, SCHEMA, node);
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationBus bus) {
    // The contract gives this verticle no operation yet.
  }
}
