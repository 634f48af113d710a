package dev.tradewind.order.swap;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.fulfillment.FulfillmentOperation;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.SwapEvents;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.store.SwapStore;
import dev.tradewind.order.view.OrderAccess;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Creation of a swap by staff or a shopper, once per idempotency key. The cart verticle prepares
 * the cart; one transaction under the lock of the order then checks the units and inserts the swap
 * with its return and its cart. Afterwards the shipment of the return is arranged with its
 * provider.
 */
final class CreateSwap {

  private static final Ids IDS = Ids.of("swap");

  private final Pool pool;
  private final OrderStore store;
  private final LockedOrders orders;
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
      LockedOrders orders,
      PartReturns returns,
      FulfillmentOperationRunner shipments,
      OrderQueries queries,
      SwapQueries swaps,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.orders = orders;
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
    SwapRequest wanted = SwapRequest.ofStaff(request.body());
    IdempotencyKey key = IdempotencyKey.of(request, "adminCreateOrderSwap", orderId);
    return orders
        .read(pool, orderId)
        .compose(order -> create(request.context(), order, wanted, key))
        .compose(id -> queries.showToStaff(request, orderId));
  }

  private Future<Reply> createByShopper(Request request) {
    String orderId = request.body().getString("order_id");
    SwapRequest wanted = SwapRequest.ofShopper(request.body());
    IdempotencyKey key = IdempotencyKey.of(request, "storeCreateSwap", orderId);
    return store
        .findById(pool, orderId)
        .compose(found -> access.visible(request.context(), found))
        .map(found ->
            found.orElseThrow(() ->
                new Problem.NotFound("Order with id: " + orderId + " was not found").toException()))
        .compose(order -> create(request.context(), order, wanted, key))
        .compose(id -> swaps.showCreated(request.context(), id));
  }

  /** Returns the id of the swap that has this key. */
  private Future<String> create(
      CallContext context, Order order, SwapRequest wanted, IdempotencyKey key) {
    return createdBefore(context, order.id(), key)
        .compose(before ->
            before.isPresent()
                ? Future.succeededFuture(before.orElseThrow())
                : prepare(context, order, wanted, key));
  }

  private Future<Optional<String>> createdBefore(
      CallContext context, String orderId, IdempotencyKey key) {
    return SwapStore.findByKey(pool, orderId, key.key())
        .compose(found -> {
          if (found.isEmpty()) {
            return Future.succeededFuture(Optional.<String>empty());
          }
          requireSameRequest(key, found.orElseThrow());
          return shipments
              .runOpen(context, orderId)
              .map(done -> Optional.of(found.orElseThrow().id()));
        });
  }

  private static void requireSameRequest(IdempotencyKey key, SwapStore.Requested found) {
    if (!key.requestHash().equals(found.requestHash())) {
      throw new Problem.Refused(
              409,
              "duplicate_error",
              null,
              "The Idempotency-Key was used before for a request with another body.",
              List.of())
          .toException();
    }
  }

  private Future<String> prepare(
      CallContext context, Order order, SwapRequest wanted, IdempotencyKey key) {
    SwapRequest.requireSwappable(order);
    String id = IDS.next();
    Instant now = Timestamps.now(clock);
    return returns
        .prepare(
            context,
            order,
            wanted.returnedUnits(),
            wanted.returnOptionId(),
            wanted.returnPrice(),
            SwapRequest.canceledItem(),
            now)
        .compose(returned ->
            carts
                .prepareSwapCart(context, SwapCartContent.of(id, order, wanted, returned))
                .compose(cart ->
                    Transactions.inTransaction(
                        pool,
                        db ->
                            orders
                                .lock(db, order.id())
                                .compose(locked ->
                                    insert(
                                        context, db, locked, id, wanted, returned, cart, key,
                                        now)))))
        .compose(
            created -> shipments.runAll(context, created.shipments()).map(done -> created.id()));
  }

  /**
   * New swap, or one that a faster request with the same key made, and what is due at providers.
   */
  private record Created(String id, List<FulfillmentOperation> shipments) {}

  private Future<Created> insert(
      CallContext context,
      SqlConnection db,
      Order order,
      String id,
      SwapRequest wanted,
      PartReturns.Prepared returned,
      JsonObject cart,
      IdempotencyKey key,
      Instant now) {
    return SwapStore.findByKey(db, order.id(), key.key())
        .compose(found -> {
          if (found.isPresent()) {
            requireSameRequest(key, found.orElseThrow());
            return Future.succeededFuture(new Created(found.orElseThrow().id(), List.of()));
          }
          SwapRequest.requireSwappable(order);
          Swap swap = swap(id, order, wanted, cart, key, now);
          // Their balance is taken by the confirmation.
          return GiftCardStore.read(db, order)
              .compose(cards -> {
                cards.requireIntact(
                    wanted.returnedUnits().stream()
                        .map(units -> new BoughtGiftCards.Units(units.lineId(), units.quantity()))
                        .toList(),
                    SwapRequest.SPENT_GIFT_CARD);
                return SwapStore.insert(db, swap, key.requestHash());
              })
              .compose(inserted ->
                  SwapStore.createCart(
                      db,
                      Objects.requireNonNull(cart.getJsonObject("row")),
                      cart.getJsonArray("events", new JsonArray())))
              .compose(inserted ->
                  returns.insert(
                      db,
                      order,
                      swap.owner(),
                      returned,
                      PartReturns.credit(order, returned),
                      wanted.returnLocationId(),
                      swap.noNotification(),
                      now))
              .compose(shipments ->
                  orders
                      .write(
                          db,
                          order,
                          new OrderMutation.FulfillmentStatusChange(order.fulfillmentStatus()),
                          now,
                          List.of(SwapEvents.of(context, now, SwapEvents.CREATED, swap)))
                      .map(new Created(id, shipments)));
        });
  }

  private static Swap swap(
      String id,
      Order order,
      SwapRequest wanted,
      JsonObject cart,
      IdempotencyKey key,
      Instant now) {
    return new Swap(
        id,
        now,
        now,
        order.id(),
        Objects.requireNonNull(cart.getJsonObject("row").getString("id")),
        FulfillmentStatus.NOT_FULFILLED,
        SwapPaymentStatus.NOT_PAID,
        null,
        SwapCartContent.lines(cart, now),
        List.of(),
        null,
        wanted.allowBackorder(),
        wanted.noNotificationFor(order),
        key.key(),
        null,
        null,
        null);
  }
}
