package dev.tradewind.discount;

import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeServices;
import dev.tradewind.model.discount.DiscountClient;
import io.vertx.sqlclient.Pool;

/** Owns the discount schema and answers every operation of the discount verticle. */
public final class DiscountVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("discount");

  public DiscountVerticle(NodeServices node) {
    super(DiscountClient.ADDRESS, SCHEMA, node);
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationBus bus) {
    // The contract gives this verticle no operation yet.
  }
}
