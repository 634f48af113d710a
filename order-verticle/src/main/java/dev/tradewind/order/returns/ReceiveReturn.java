package dev.tradewind.order.returns;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.SwapEvents;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.returns.ReturnRules.Units;
import dev.tradewind.order.store.LineProgressStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.store.StockStore;
import dev.tradewind.order.view.ReturnView;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receipt of a return, at most once. One transaction adds its units to stock, records what came and
 * the refund that is due; afterwards the payment provider is called. A refund above what is
 * refundable, or that the provider refuses, is left to staff: the order requires action, and the
 * money is refunded as any other.
 */
public final class ReceiveReturn {

  private static final Logger LOG = LoggerFactory.getLogger(ReceiveReturn.class);

  private final Pool pool;
  private final EventBus eventBus;
  private final OrderStore store;
  private final LockedOrders orders;
  private final PaymentOperationStore operationStore;
  private final PaymentOperationRunner runner;
  private final Clock clock;

  public ReceiveReturn(
      Pool pool,
      EventBus eventBus,
      OrderStore store,
      LockedOrders orders,
      PaymentOperationStore operationStore,
      PaymentOperationRunner runner,
      Clock clock) {
    this.pool = pool;
    this.eventBus = eventBus;
    this.store = store;
    this.orders = orders;
    this.operationStore = operationStore;
    this.runner = runner;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminReceiveReturn", this::receive);
  }

  private Future<Reply> receive(Request request) {
    String id = request.path("id");
    CallContext context = request.context();
    JsonObject body = request.body();
    List<Units> units = RequestReturn.units(body);
    if (body.getLong("refund") != null) {
      request.requirePermitted(RefundPlan.PERMISSION);
    }
    Instant now = Timestamps.now(clock);
    return ReturnStore.findOrder(pool, id)
        .compose(found -> {
          String orderId = found.orElseThrow(() -> notFound(id));
          return store
              .findById(pool, orderId)
              .compose(before -> {
                Order order = before.orElseThrow();
                // Refused before the stock is locked, and again under the lock of the order.
                Return expected = find(order, id);
                requireOpen(expected);
                String given = body.getString("location_id");
                String locationId = given == null ? expected.locationId() : given;
                ReturnRules.requireDistinct(id, units);
                return Transactions.inTransaction(
                        pool,
                        db ->
                            GiftCardStore.lock(db, order)
                                .compose(cards ->
                                    receiveStock(db, context, id, order, units, locationId, now)
                                        .compose(received -> orders.lock(db, orderId))
                                        .compose(locked -> {
                                          Return returned = find(locked, id);
                                          requireOpen(returned);
                                          return receive(
                                              context,
                                              db,
                                              "adminReceiveReturn",
                                              locked,
                                              cards.of(locked),
                                              returned,
                                              units,
                                              body.getLong("refund"),
                                              body.getString("location_id"),
                                              now);
                                        })))
                    .onSuccess(received -> publishStock(order));
              })
              .compose(refunds -> refund(context, id, refunds))
              .compose(done -> store.findById(pool, orderId));
        })
        .map(Optional::orElseThrow)
        .map(order -> Reply.ok("return", ReturnView.ofReceipt(order, find(order, id))));
  }

  /** Tells the caches of other verticles that the stock of the order's variants has changed. */
  void publishStock(Order order) {
    CatalogCacheInvalidation.publishVariants(
        eventBus,
        order.goods().stream()
            .flatMap(goods -> goods.lines().stream())
            .map(OrderLine::variantId)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet()));
  }

  static RuntimeException notFound(String id) {
    return new Problem.NotFound("Return with id: " + id + " was not found").toException();
  }

  static Return find(Order order, String id) {
    return order.returns().stream()
        .filter(returned -> returned.id().equals(id))
        .findFirst()
        .orElseThrow(() -> notFound(id));
  }

  private static void requireOpen(Return returned) {
    if (returned.isCanceled()) {
      throw new Problem.NotAllowed("Cannot receive a canceled return").toException();
    }
    if (returned.status() == ReturnStatus.RECEIVED) {
      throw new Problem.NotAllowed("Return with id " + returned.id() + " has already been received")
          .toException();
    }
  }

  /**
   * Adds the units to stock, before the order is locked; custom line items have none.
   *
   * @param locationId where variants with an inventory item are stocked
   */
  Future<Void> receiveStock(
      SqlConnection db,
      CallContext context,
      String id,
      Order order,
      List<Units> units,
      @Nullable String locationId,
      Instant now) {
    ReturnRules rules = new ReturnRules(order);
    JsonArray lines = new JsonArray();
    for (Units each : units) {
      String variantId = rules.line(each.lineId()).map(OrderLine::variantId).orElse(null);
      if (variantId != null) {
        lines.add(new JsonObject().put("variant_id", variantId).put("quantity", each.quantity()));
      }
    }
    return lines.isEmpty()
        ? Future.succeededFuture()
        : StockStore.receive(db, context, order.id(), id, locationId, lines, now);
  }

  /**
   * Records what came, and returns the refunds that are due at the payment providers.
   *
   * @param path operation of the contract that receives it
   * @param cards bought in the order, locked
   * @param refund given by staff; absent: as requested, or computed again if something else came or
   *     gift cards come back
   */
  Future<List<PaymentOperation>> receive(
      CallContext context,
      SqlConnection db,
      String path,
      Order order,
      BoughtGiftCards cards,
      Return returned,
      List<Units> units,
      @Nullable Long refund,
      @Nullable String locationId,
      Instant now) {
    ReturnRules rules = new ReturnRules(order, cards);
    rules.requireReceivable(returned.id(), units);
    String swapId = returned.owner().swapIdOrNull();
    if (swapId != null) {
      Swap swap = order.findSwap(swapId).orElseThrow();
      List<Return.Item> items = ReturnReceipt.items(returned, units);
      return receiveForSwap(context, db, order, swap, returned, items, units, locationId, now);
    }
    return operationStore
        .findOfOrder(db, order.id())
        .compose(begun -> {
          ReturnReceipt receipt = ReturnReceipt.of(order, begun, cards, returned, units, refund);
          List<PaymentOperation> refunds = receipt.refunds();
          FulfillmentStatus status =
              FulfillmentStatus.afterReturn(linesAfter(order, units), receipt.isRefundable());
          Event event =
              OrderEvents.of(
                  context,
                  now,
                  receipt.isRefundable()
                      ? OrderEvents.ITEMS_RETURNED
                      : OrderEvents.RETURN_ACTION_REQUIRED,
                  order.id(),
                  returned.noNotification(),
                  new JsonObject().put("return_id", returned.id()));
          return ReturnStore.receive(
                  db, returned.id(), receipt.items(), receipt.amount(), locationId, now)
              .compose(
                  written -> LineProgressStore.addReturned(db, order.id(), progress(rules, units)))
              .compose(written -> operationStore.insert(db, context, path, order, refunds, now))
              .compose(written ->
                  GiftCardStore.withdraw(
                      db, context, order.id(), receipt.cause(), false, receipt.taken(), now))
              .compose(written ->
                  orders.write(
                      db,
                      order,
                      new OrderMutation.FulfillmentStatusChange(status),
                      now,
                      List.of(event)))
              .map(refunds);
        });
  }

  /** Records what came back for a swap, which settles its money by itself. */
  private Future<List<PaymentOperation>> receiveForSwap(
      CallContext context,
      SqlConnection db,
      Order order,
      Swap swap,
      Return returned,
      List<Return.Item> items,
      List<Units> units,
      @Nullable String locationId,
      Instant now) {
    if (swap.isCanceled()) {
      throw new Problem.NotAllowed("Canceled swap cannot be registered as received").toException();
    }
    return ReturnStore.receive(db, returned.id(), items, returned.refundAmount(), locationId, now)
        .compose(written ->
            LineProgressStore.addReturned(db, order.id(), progress(new ReturnRules(order), units)))
        .compose(written ->
            orders.write(
                db,
                order,
                new OrderMutation.FulfillmentStatusChange(order.fulfillmentStatus()),
                now,
                List.of(SwapEvents.of(context, now, SwapEvents.RECEIVED, swap))))
        .map(List.of());
  }

  private static List<OrderLine> linesAfter(Order order, List<Units> units) {
    Map<String, LineProgress> progress = new HashMap<>();
    ReturnRules rules = new ReturnRules(order);
    for (Units each : units) {
      LineProgress before = rules.requireLine(each.lineId()).progress();
      progress.put(
          each.lineId(),
          new LineProgress(
              before.fulfilled(), before.shipped(), before.returnedUnits() + each.quantity()));
    }
    return order.snapshot().withProgress(progress).lines();
  }

  private static List<LineProgressStore.Units> progress(ReturnRules rules, List<Units> units) {
    return units.stream()
        .map(each ->
            new LineProgressStore.Units(
                each.lineId(), rules.requireLine(each.lineId()).quantity(), each.quantity()))
        .toList();
  }

  /**
   * Calls the payment provider; a refund without an answer is retried later, a refused one is
   * recorded with the order.
   */
  Future<Void> refund(CallContext context, String id, List<PaymentOperation> refunds) {
    return runner
        .runAll(context, refunds)
        .onFailure(failure -> LOG.warn("Refunding return {} failed: {}", id, failure.toString()))
        .otherwiseEmpty();
  }
}
