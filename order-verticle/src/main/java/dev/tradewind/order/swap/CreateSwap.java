package dev.tradewind.order.swap;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.cart.PreparedSwapCart;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.change.RequestedOnce;
import dev.tradewind.order.fulfillment.FulfillmentOperation;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.SwapEvents;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.store.SwapStore;
import dev.tradewind.order.view.OrderAccess;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;

/**
 * Creation of a swap by staff or a shopper, once per idempotency key. The cart verticle prepares
 * the cart, which is inserted with the swap and its return. Afterwards the shipment of the return
 * is arranged with its provider.
 */
final class CreateSwap {

  private static final Ids IDS = Ids.of("swap");

  /** Recorded swap, and the operations that are due at providers. */
  private record Recorded(String swapId, List<FulfillmentOperation> arrangements) {}

  private final Pool pool;
  private final OrderStore store;
  private final OrderUnitOfWork work;
  private final RequestedOnce once;
  private final CartClient carts;
  private final PartReturns returns;
  private final FulfillmentOperationRunner shipments;
  private final OrderAccess access;
  private final OrderQueries queries;
  private final SwapQueries swaps;
  private final Clock clock;

  CreateSwap(
      Pool pool,
      OperationClient bus,
      OrderStore store,
      OrderUnitOfWork work,
      PartReturns returns,
      FulfillmentOperationRunner shipments,
      OrderQueries queries,
      SwapQueries swaps,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.work = work;
    this.once = new RequestedOnce(pool, SwapStore::findByKey);
    this.carts = new CartClient(bus);
    this.returns = returns;
    this.shipments = shipments;
    this.access = new OrderAccess(bus);
    this.queries = queries;
    this.swaps = swaps;
    this.clock = clock;
  }

  void bind(Operations operations) {
    operations
        .on("adminCreateOrderSwap", this::createByStaff)
        .on("storeCreateSwap", this::createByShopper);
  }

  private Future<Reply> createByStaff(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    SwapRequest swap = SwapRequest.ofStaff(request.body());
    OrderRequest change = OrderRequest.once(request, "adminCreateOrderSwap", orderId, clock);
    return work.read(orderId)
        .compose(order -> create(change, order, swap))
        .compose(id -> queries.showToStaff(request, orderId));
  }

  private Future<Reply> createByShopper(Request request) {
    String orderId = request.body().getString("order_id");
    SwapRequest swap = SwapRequest.ofShopper(request.body());
    OrderRequest change = OrderRequest.once(request, "storeCreateSwap", orderId, clock);
    return store
        .findById(pool, orderId)
        .compose(found -> access.visible(request.context(), found))
        .map(found ->
            found.orElseThrow(
                () -> Problem.notFound("Order with id: " + orderId + " was not found")))
        .compose(order -> create(change, order, swap))
        .compose(id -> swaps.showCreated(request.context(), id));
  }

  /** Returns the id of the swap that has the key. */
  private Future<String> create(OrderRequest request, Order order, SwapRequest swap) {
    return once.run(
        request,
        () -> record(request, order, swap),
        recorded ->
            shipments.runEach(request.context(), recorded.arrangements()).map(recorded.swapId()),
        id -> shipments.runOpen(request.context(), order.id()));
  }

  private Future<Recorded> record(OrderRequest request, Order before, SwapRequest swap) {
    swap.requirePossible(before);
    String id = IDS.next();
    return returns
        .prepare(request, before, swap.returned(), SwapRequest.canceledItem())
        .compose(returned ->
            carts
                .prepareSwapCart(request.context(), SwapCartContent.of(id, before, swap, returned))
                .compose(cart ->
                    work.change(
                        request,
                        // Their balance is taken by the confirmation.
                        tx ->
                            GiftCardStore.read(tx.db(), tx.order())
                                .map(cards -> {
                                  swap.requirePossible(tx.order());
                                  requireIntact(cards, returned);
                                  Swap created = swap(request, tx.order(), id, swap, cart);
                                  return change(request, tx.order(), created, cart, returned);
                                }))));
  }

  private static void requireIntact(BoughtGiftCards cards, PartReturns.Prepared returned) {
    cards.requireIntact(
        returned.units().stream()
            .map(units -> new BoughtGiftCards.Units(units.lineId(), units.quantity()))
            .toList(),
        SwapRequest.SPENT_GIFT_CARD);
  }

  private Change<Recorded> change(
      OrderRequest request,
      Order order,
      Swap swap,
      PreparedSwapCart cart,
      PartReturns.Prepared prepared) {
    Return returned =
        PartReturns.decide(request, order, swap.owner(), prepared, swap.noNotification());
    List<FulfillmentOperation> arrangements = FulfillmentOperation.arrangementsOf(returned);
    return Change.ofParts(
            List.of(
                tx -> SwapStore.insert(tx.db(), swap, request.requireKey().requestHash()),
                tx -> SwapStore.createCart(tx.db(), tx.context(), cart.cart()),
                PartReturns.record(returned),
                shipments.record(arrangements)),
            List.of(SwapEvents.of(request.context(), request.now(), SwapEvents.CREATED, swap)))
        .with(new Recorded(swap.id(), arrangements));
  }

  private static Swap swap(
      OrderRequest request, Order order, String id, SwapRequest swap, PreparedSwapCart cart) {
    return swap.swap(order)
        .id(id)
        .createdAt(request.now())
        .updatedAt(request.now())
        .orderId(order.id())
        .cartId(cart.cart().id())
        .fulfillmentStatus(FulfillmentStatus.NOT_FULFILLED)
        .paymentStatus(SwapPaymentStatus.NOT_PAID)
        .additionalLines(SwapCartContent.lines(cart, request.now()))
        .shippingMethods(List.of())
        .idempotencyKey(request.requireKey().key())
        .build();
  }
}
