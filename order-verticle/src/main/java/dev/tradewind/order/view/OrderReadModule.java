package dev.tradewind.order.view;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.outbox.StateSource;
import dev.tradewind.order.store.DraftOrderStore;
import dev.tradewind.order.store.OrderStore;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Wiring of the reads of orders. */
public final class OrderReadModule {

  private final OperationClient bus;
  private final OrderRelationLoader relations;
  private final OrderQueries queries;
  private final OrderExportPages exports;
  private final LookUpOrder lookUp;
  private final OrderStates states;
  private final OrderService service;
  private final ExplainOrderTotals totals;

  public OrderReadModule(
      Vertx vertx,
      Pool pool,
      OperationClient bus,
      OrderStore store,
      DraftOrderStore drafts,
      Clock clock) {
    this.bus = bus;
    this.relations = new OrderRelationLoader(pool, bus);
    this.queries = new OrderQueries(pool, store, bus, relations, clock);
    this.exports = new OrderExportPages(pool, relations);
    this.lookUp = new LookUpOrder(vertx, pool, store, bus, queries, clock);
    this.states = new OrderStates(pool, store, relations, clock);
    this.service = new OrderService(pool, store, drafts, relations);
    this.totals = new ExplainOrderTotals(pool, store, bus);
  }

  public void bind(Operations operations, Operations internal) {
    queries.bind(operations, internal);
    exports.bind(internal);
    lookUp.bind(operations);
    service.bind(internal, bus);
    totals.bind(operations);
  }

  public StateSource states() {
    return states.source();
  }

  public OrderQueries queries() {
    return queries;
  }

  public OrderRelationLoader relations() {
    return relations;
  }
}
