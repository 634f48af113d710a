package dev.tradewind.order;

import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.ratelimit.EndedCounterCleaner;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.order.admin.AddShippingMethod;
import dev.tradewind.order.admin.CancelOrder;
import dev.tradewind.order.admin.OrderStatusService;
import dev.tradewind.order.admin.RefundOrder;
import dev.tradewind.order.admin.UpdateOrder;
import dev.tradewind.order.claim.ClaimModule;
import dev.tradewind.order.draft.DraftOrderEmailSync;
import dev.tradewind.order.draft.DraftOrders;
import dev.tradewind.order.draft.PayDraftOrder;
import dev.tradewind.order.edit.OrderEditModule;
import dev.tradewind.order.fulfillment.FulfillmentCancellation;
import dev.tradewind.order.fulfillment.FulfillmentCreation;
import dev.tradewind.order.fulfillment.FulfillmentOperation;
import dev.tradewind.order.fulfillment.FulfillmentOperationRetrier;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.FulfillmentOperationStore;
import dev.tradewind.order.fulfillment.FulfillmentService;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.fulfillment.Fulfillments;
import dev.tradewind.order.fulfillment.ShippingMethodTaxes;
import dev.tradewind.order.note.NoteService;
import dev.tradewind.order.notification.NotificationSender;
import dev.tradewind.order.notification.NotificationService;
import dev.tradewind.order.ownership.OwnershipClaims;
import dev.tradewind.order.payment.PaymentCollectionAccess;
import dev.tradewind.order.payment.PaymentCollectionService;
import dev.tradewind.order.payment.PaymentCollectionView;
import dev.tradewind.order.payment.PaymentCollections;
import dev.tradewind.order.payment.PaymentOperationRetrier;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.payment.PaymentService;
import dev.tradewind.order.payment.PaymentSessionService;
import dev.tradewind.order.placement.PlaceOrder;
import dev.tradewind.order.pricing.ShippingMethodQuotes;
import dev.tradewind.order.privacy.OrderPrivacy;
import dev.tradewind.order.reservation.LineItemReservations;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.returns.ReceiveReturn;
import dev.tradewind.order.returns.RequestReturn;
import dev.tradewind.order.returns.ReturnArrangement;
import dev.tradewind.order.returns.ReturnReasonService;
import dev.tradewind.order.returns.ReturnService;
import dev.tradewind.order.store.DraftOrderStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.swap.SwapModule;
import dev.tradewind.order.view.DraftOrderView;
import dev.tradewind.order.view.ExplainOrderTotals;
import dev.tradewind.order.view.LookUpOrder;
import dev.tradewind.order.view.OrderAccess;
import dev.tradewind.order.view.OrderExportPages;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderRelationLoader;
import dev.tradewind.order.view.OrderService;
import dev.tradewind.order.view.OrderStates;
import dev.tradewind.providers.fulfillment.FulfillmentProviders;
import dev.tradewind.providers.notification.NotificationProviders;
import dev.tradewind.providers.payment.PaymentProviders;
import dev.tradewind.providers.tax.TaxProviders;
import io.vertx.core.eventbus.EventBus;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.Map;

/** Order verticle: owns the orders schema and serves all operations on orders and draft orders. */
public final class OrderVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("orders");

  private final SigningKeys keys;

  public OrderVerticle(NodeContext node, SigningKeys keys) {
    super(OrderClient.ADDRESS, SCHEMA, node);
    this.keys = keys;
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationClient bus) {
    Clock clock = node().clock();
    EventBus events = vertx.eventBus();
    OrderStore store = new OrderStore();
    OrderRelationLoader relations = new OrderRelationLoader(pool, bus, events);
    OrderQueries queries = new OrderQueries(pool, bus, relations);
    new OrderExportPages(pool, relations).bind(internal);
    LockedOrders orders = new LockedOrders(pool, store);
    PaymentOperationStore operationStore = new PaymentOperationStore();
    PaymentOperationRunner runner =
        new PaymentOperationRunner(
            pool, orders, operationStore, PaymentProviders.installed(), clock);
    queries.bind(operations, internal);
    new LookUpOrder(vertx, pool, bus, queries, clock).bind(operations);
    schedule(new EndedCounterCleaner(pool, clock).task());
    publishStates(new OrderStates(pool, relations, clock).source());
    new OrderService(pool, store, relations).bind(internal, bus);
    new OrderPrivacy(pool, clock).bind(internal);
    new ExplainOrderTotals(pool, store).bind(operations);
    DraftOrderStore drafts = new DraftOrderStore();
    new PlaceOrder(events, pool, store, drafts, relations, clock).bind(internal);
    DraftOrderView draftView = new DraftOrderView(pool, bus);
    new DraftOrders(pool, drafts, draftView, bus, clock).bind(operations);
    new PayDraftOrder(pool, drafts, bus, queries).bind(operations);
    DraftOrderEmailSync emails = new DraftOrderEmailSync(pool, drafts, bus, clock);
    emails.bind(internal);
    schedule(emails.task());
    new UpdateOrder(pool, orders, bus, queries, clock).bind(operations);
    new OrderStatusService(orders, operationStore, runner, queries, clock).bind(operations);
    new RefundOrder(pool, orders, operationStore, runner, queries, clock).bind(operations);
    bindPayments(operations, pool, bus, orders, operationStore, runner);
    new OrderEditModule(
            pool,
            events,
            bus,
            store,
            orders,
            new FulfillmentStore(),
            new PaymentCollections(operationStore, runner, PaymentProviders.installed(), clock),
            clock)
        .bind(operations);
    ShippingMethodTaxes taxes = new ShippingMethodTaxes(bus, TaxProviders.installed(), clock);
    ShippingMethodQuotes methods =
        new ShippingMethodQuotes(bus, FulfillmentProviders.installed(), taxes, clock);
    new AddShippingMethod(pool, orders, methods, queries, clock).bind(operations);
    FulfillmentStore fulfillments = new FulfillmentStore();
    ReceiveReturn receipts =
        new ReceiveReturn(pool, events, store, orders, operationStore, runner, clock);
    receipts.bind(operations);
    new ReturnService(pool, store, orders, queries, clock).bind(operations);
    FulfillmentOperationRunner fulfillmentRunner =
        bindFulfillments(
            operations,
            internal,
            pool,
            bus,
            store,
            orders,
            fulfillments,
            receipts,
            taxes,
            operationStore,
            runner,
            queries);
    new ClaimModule(
            pool,
            events,
            bus,
            orders,
            operationStore,
            runner,
            fulfillmentRunner,
            taxes,
            methods,
            queries,
            clock)
        .bind(operations);
    new LineItemReservations(pool, orders, fulfillments, bus, clock).bind(operations, internal);
    new CancelOrder(
            events,
            pool,
            orders,
            operationStore,
            runner,
            fulfillments,
            fulfillmentRunner,
            queries,
            clock)
        .bind(operations);
    new OwnershipClaims(pool, orders, bus, new JwtService(vertx, keys, clock), clock)
        .bind(operations);
    bindMessages(operations, internal, pool, bus);
    schedule(new PaymentOperationRetrier(pool, operationStore, runner, clock).task());
  }

  private FulfillmentOperationRunner bindFulfillments(
      Operations operations,
      Operations internal,
      Pool pool,
      OperationClient bus,
      OrderStore orderStore,
      LockedOrders orders,
      FulfillmentStore fulfillments,
      ReceiveReturn receipts,
      ShippingMethodTaxes taxes,
      PaymentOperationStore operationStore,
      PaymentOperationRunner paymentRunner,
      OrderQueries queries) {
    Clock clock = node().clock();
    FulfillmentOperationStore store = new FulfillmentOperationStore();
    FulfillmentOperationRunner runner =
        new FulfillmentOperationRunner(
            pool,
            orders,
            store,
            FulfillmentProviders.installed(),
            Map.of(
                FulfillmentOperation.Kind.CREATE,
                new FulfillmentCreation(pool, orders, fulfillments),
                FulfillmentOperation.Kind.CANCEL,
                new FulfillmentCancellation(pool, orders, fulfillments),
                FulfillmentOperation.Kind.RETURN,
                new ReturnArrangement(pool, orders)),
            clock);
    Fulfillments goods = new Fulfillments(pool, orders, fulfillments, store, runner, bus, clock);
    new FulfillmentService(goods, queries).bind(operations);
    new SwapModule(
            pool,
            vertx.eventBus(),
            bus,
            orderStore,
            orders,
            new PartReturns(pool, bus, taxes, store),
            goods,
            fulfillments,
            runner,
            operationStore,
            paymentRunner,
            queries,
            clock)
        .bind(operations, internal);
    new RequestReturn(pool, bus, orderStore, orders, store, runner, receipts, taxes, queries, clock)
        .bind(operations);
    schedule(new FulfillmentOperationRetrier(pool, store, runner, clock).task());
    return runner;
  }

  private void bindPayments(
      Operations operations,
      Pool pool,
      OperationClient bus,
      LockedOrders orders,
      PaymentOperationStore operationStore,
      PaymentOperationRunner runner) {
    Clock clock = node().clock();
    PaymentCollectionView view = new PaymentCollectionView(pool, bus);
    PaymentCollectionAccess access =
        new PaymentCollectionAccess(pool, orders, new OrderAccess(bus));
    new PaymentService(pool, bus, orders, operationStore, runner, clock).bind(operations);
    new PaymentCollectionService(pool, orders, access, view, clock).bind(operations);
    new PaymentSessionService(
            pool,
            bus,
            orders,
            access,
            operationStore,
            runner,
            PaymentProviders.installed(),
            view,
            clock)
        .bind(operations);
  }

  private void bindMessages(
      Operations operations, Operations internal, Pool pool, OperationClient bus) {
    Clock clock = node().clock();
    new ReturnReasonService(pool, clock).bind(operations);
    new NoteService(pool, bus, clock).bind(operations);
    NotificationProviders notifiers = NotificationProviders.installed();
    new NotificationService(pool, bus, notifiers, clock).bind(operations);
    NotificationSender sender = new NotificationSender(pool, notifiers, clock);
    sender.bind(internal);
    sender.tasks().forEach(this::schedule);
  }
}
