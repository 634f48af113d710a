package dev.tradewind.order;

import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.order.admin.CancelOrder;
import dev.tradewind.order.admin.OrderStatusService;
import dev.tradewind.order.admin.RefundOrder;
import dev.tradewind.order.admin.UpdateOrder;
import dev.tradewind.order.draft.DraftOrderEmailSync;
import dev.tradewind.order.draft.DraftOrders;
import dev.tradewind.order.draft.PayDraftOrder;
import dev.tradewind.order.payment.PaymentOperationRetrier;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.placement.PlaceOrder;
import dev.tradewind.order.store.DraftOrderStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.DraftOrderView;
import dev.tradewind.order.view.ExplainOrderTotals;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderRelationLoader;
import dev.tradewind.order.view.OrderService;
import dev.tradewind.order.view.OrderStates;
import dev.tradewind.providers.payment.PaymentProviders;
import io.vertx.core.eventbus.EventBus;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Order verticle: owns the orders schema and serves all operations on orders and draft orders. */
public final class OrderVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("orders");

  public OrderVerticle(NodeContext node) {
    super(OrderClient.ADDRESS, SCHEMA, node);
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationClient bus) {
    Clock clock = node().clock();
    EventBus events = vertx.eventBus();
    OrderStore store = new OrderStore();
    OrderRelationLoader relations = new OrderRelationLoader(pool, bus, events);
    OrderQueries queries = new OrderQueries(pool, relations);
    LockedOrders orders = new LockedOrders(pool, store);
    PaymentOperationStore operationStore = new PaymentOperationStore();
    PaymentOperationRunner runner =
        new PaymentOperationRunner(
            pool, orders, operationStore, PaymentProviders.installed(), clock);
    queries.bind(operations, internal);
    publishStates(new OrderStates(pool, relations, clock).source());
    new OrderService(pool, store, relations).bind(internal, bus);
    new ExplainOrderTotals(pool, store).bind(operations);
    DraftOrderStore drafts = new DraftOrderStore();
    new PlaceOrder(events, pool, store, drafts, relations, clock).bind(internal);
    DraftOrderView draftView = new DraftOrderView(pool, bus);
    new DraftOrders(pool, drafts, draftView, bus, clock).bind(operations);
    new PayDraftOrder(pool, drafts, bus, queries).bind(operations);
    DraftOrderEmailSync emails = new DraftOrderEmailSync(pool, drafts, bus, clock);
    emails.bind(internal);
    schedule(emails.task());
    new UpdateOrder(pool, store, orders, bus, queries, clock).bind(operations);
    new OrderStatusService(orders, operationStore, runner, queries, clock).bind(operations);
    new RefundOrder(orders, operationStore, runner, queries, clock).bind(operations);
    new CancelOrder(events, pool, orders, operationStore, runner, queries, clock).bind(operations);
    schedule(new PaymentOperationRetrier(pool, operationStore, runner, clock).task());
  }
}
