package dev.tradewind.order;

import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeServices;
import dev.tradewind.model.order.OrderClient;
import dev.tradewind.providers.payment.PaymentProviders;
import io.vertx.core.eventbus.EventBus;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Owns the orders schema and answers every operation of the order verticle. */
public final class OrderVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("orders");

  public OrderVerticle(NodeServices node) {
    super(OrderClient.ADDRESS, SCHEMA, node);
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationBus bus) {
    Clock clock = node().clock();
    EventBus events = vertx.eventBus();
    OrderStore store = new OrderStore();
    ReadOrders reading = new ReadOrders(pool, bus);
    OrderChanges orders = new OrderChanges(pool, store);
    PaymentWorkStore workStore = new PaymentWorkStore();
    PaymentWorks works =
        new PaymentWorks(pool, orders, workStore, PaymentProviders.installed(), clock);
    reading.bind(operations, internal);
    new OrderService(pool, store).bind(internal);
    new TotalsExplanation(pool, store).bind(operations);
    DraftOrderStore drafts = new DraftOrderStore();
    new PlaceOrder(events, pool, store, drafts, clock).bind(internal);
    DraftOrderView draftView = new DraftOrderView(pool, store, bus);
    new DraftOrders(pool, drafts, draftView, bus, clock).bind(operations);
    new PayDraftOrder(pool, drafts, bus, reading).bind(operations);
    DraftOrderSweeper emails = new DraftOrderSweeper(pool, drafts, bus, clock);
    emails.bind(internal);
    schedule(emails.task());
    new UpdateOrder(pool, store, orders, bus, reading, clock).bind(operations);
    new OrderActions(orders, workStore, works, reading, clock).bind(operations);
    new RefundOrder(orders, workStore, works, reading, clock).bind(operations);
    new CancelOrder(events, pool, orders, workStore, works, reading, clock).bind(operations);
    schedule(new PaymentWorkSweeper(pool, workStore, works, clock).task());
  }
}
