package dev.tradewind.order.returns;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.change.RequestedOnce;
import dev.tradewind.order.change.StockTransaction;
import dev.tradewind.order.fulfillment.FulfillmentOperation;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.ShippingMethodTaxes;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.RefundHooks;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderAccess;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import dev.tradewind.order.view.ReturnView;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Request of a return by staff or a shopper, once per idempotency key. Afterwards its shipment is
 * arranged with the fulfillment provider. Goods that have come back already are received in the
 * same transaction.
 */
public final class RequestReturn {

  private static final String PATH = "adminReturnOrder";

  private static final Ids IDS = Ids.of("ret");

  /** Recorded return, and the operations that are due at providers. */
  private record Recorded(
      String returnId, List<FulfillmentOperation> shipments, List<PaymentOperation> refunds) {}

  private final Pool pool;
  private final OrderStore store;
  private final OrderUnitOfWork work;
  private final RefundHooks refunds;
  private final RequestedOnce once;
  private final FulfillmentOperationRunner shipments;
  private final ReceiveReturn receipts;
  private final ReturnShipping shipping;
  private final ReturnChecks checks;
  private final OrderAccess access;
  private final OrderQueries queries;
  private final Clock clock;

  public RequestReturn(
      Pool pool,
      OperationClient bus,
      OrderStore store,
      OrderUnitOfWork work,
      RefundHooks refunds,
      FulfillmentOperationRunner shipments,
      ReceiveReturn receipts,
      ShippingMethodTaxes taxes,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.work = work;
    this.refunds = refunds;
    this.once = new RequestedOnce(pool, ReturnStore::findByKey);
    this.shipments = shipments;
    this.receipts = receipts;
    this.shipping = new ReturnShipping(bus, taxes);
    this.checks = new ReturnChecks(pool);
    this.access = new OrderAccess(bus);
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on(PATH, this::requestByStaff).on("storeCreateReturn", this::requestByShopper);
  }

  private Future<Reply> requestByStaff(Request request) {
    OrderViews.ADMIN.select(request.query());
    String orderId = request.path("id");
    OrderRequest change = OrderRequest.once(request, PATH, orderId, clock);
    ReturnRequest requested = ReturnRequest.ofStaff(request);
    return store
        .findById(pool, orderId)
        .compose(found ->
            request(
                change,
                require(found, orderId),
                requested,
                () ->
                    refunds.require(
                        request, orderId, requested.refund(), RefundReason.RETURN, null, null)))
        .compose(id -> queries.showToStaff(request, orderId));
  }

  private Future<Reply> requestByShopper(Request request) {
    String orderId = request.body().getString("order_id");
    OrderRequest change = OrderRequest.once(request, "storeCreateReturn", orderId, clock);
    ReturnRequest requested = ReturnRequest.ofShopper(request);
    return store
        .findById(pool, orderId)
        .compose(found -> access.visible(request.context(), found))
        .compose(
            found -> request(change, require(found, orderId), requested, Future::succeededFuture))
        .compose(id ->
            work.read(orderId)
                .map(order ->
                    Reply.ok("return", ReturnView.ofShopper(ReceiveReturn.find(order, id)))));
  }

  private static Order require(Optional<Order> found, String orderId) {
    return found.orElseThrow(
        () -> Problem.notFound("Order with id: " + orderId + " was not found"));
  }

  /** Returns the id of the return that has the key. */
  private Future<String> request(
      OrderRequest request,
      Order order,
      ReturnRequest requested,
      Supplier<Future<Void>> permission) {
    return once.run(
        request,
        () ->
            permission
                .get()
                .compose(permitted -> check(order, requested))
                .compose(id ->
                    quote(request, order, requested)
                        .compose(method -> record(request, id, order, requested, method))),
        recorded -> callProviders(request, recorded),
        id -> shipments.runOpen(request.context(), request.orderId()));
  }

  /** Refuses before other verticles are asked, and returns the id of the return. */
  private Future<String> check(Order order, ReturnRequest requested) {
    String id = IDS.next();
    return checks
        .requireOwnLines(order, requested.units(), ReturnRules.canceled())
        .compose(own -> {
          new ReturnRules(order).requireReturnable(requested.units(), requested.refund());
          return checks.requireReasons(requested.units());
        })
        .map(known -> {
          ReturnRules.requireDistinct(id, requested.units());
          return id;
        });
  }

  private Future<Optional<OrderShippingMethod>> quote(
      OrderRequest request, Order order, ReturnRequest requested) {
    String optionId = requested.optionId();
    if (optionId == null) {
      return Future.succeededFuture(Optional.empty());
    }
    return shipping
        .of(request.context(), order, optionId, requested.price(), request.now())
        .map(Optional::of);
  }

  private Future<Recorded> record(
      OrderRequest request,
      String id,
      Order before,
      ReturnRequest requested,
      Optional<OrderShippingMethod> method) {
    return work.change(
        request,
        tx -> lock(tx, id, before, requested),
        (tx, cards) -> {
          Return decided =
              requested.decide(request, id, tx.order(), cards.of(tx.order()), method.orElse(null));
          Change<Recorded> change = change(request, decided);
          if (requested.isReceived()) {
            return receive(tx, change, cards, decided, requested);
          }
          return Future.succeededFuture(change);
        });
  }

  private Future<GiftCardStore.Balances> lock(
      StockTransaction tx, String id, Order before, ReturnRequest requested) {
    return GiftCardStore.lock(tx, before)
        .compose(cards -> {
          if (requested.isReceived()) {
            return receipts
                .receiveStock(tx, before, id, requested.units(), requested.locationId())
                .map(cards);
          }
          return Future.succeededFuture(cards);
        });
  }

  private Change<Recorded> change(OrderRequest request, Return requested) {
    List<FulfillmentOperation> arrangements = FulfillmentOperation.arrangementsOf(requested);
    return Change.ofParts(
            List.of(
                tx -> ReturnStore.insert(tx.db(), requested, request.requireKey().requestHash()),
                shipments.record(arrangements)),
            List.of(
                OrderEvents.of(
                    request.context(),
                    request.now(),
                    OrderEvents.RETURN_REQUESTED,
                    request.orderId(),
                    requested.noNotification(),
                    new JsonObject().put("return_id", requested.id()))))
        .with(new Recorded(requested.id(), arrangements, List.of()));
  }

  /** Receives the requested return as a second change, with an event and version of its own. */
  private Future<Change<Recorded>> receive(
      OrderTransaction tx,
      Change<Recorded> change,
      GiftCardStore.Balances cards,
      Return returned,
      ReturnRequest requested) {
    return work.write(tx, change)
        .compose(written ->
            receipts.receive(
                tx,
                cards,
                new ReceiveReturn.Receipt(
                    PATH, returned, requested.units(), requested.refund(), null)))
        .map(receipt ->
            receipt.with(
                new Recorded(
                    returned.id(),
                    FulfillmentOperation.arrangementsOf(returned),
                    Objects.requireNonNull(receipt.result()))));
  }

  private Future<String> callProviders(OrderRequest request, Recorded recorded) {
    return shipments
        .runEach(request.context(), recorded.shipments())
        .compose(
            done -> receipts.refund(request.context(), recorded.returnId(), recorded.refunds()))
        .map(recorded.returnId());
  }
}
