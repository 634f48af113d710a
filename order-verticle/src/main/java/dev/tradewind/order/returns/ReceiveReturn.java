package dev.tradewind.order.returns;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.change.StockStore;
import dev.tradewind.order.change.StockTransaction;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.model.SwapEvents;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.RefundHooks;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.returns.ReturnRules.Units;
import dev.tradewind.order.store.LineProgressStore;
import dev.tradewind.order.view.ReturnView;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receipt of a return, at most once. One transaction adds its units to stock, records the received
 * units and the refund that is due; afterwards the payment provider is called. A refund above the
 * refundable amount, or one that the provider refuses, is left to staff: the order requires action,
 * and staff refunds the amount.
 */
public final class ReceiveReturn {

  private static final Logger LOG = LoggerFactory.getLogger(ReceiveReturn.class);

  private static final String PATH = "adminReceiveReturn";

  /**
   * Units of a return that came back.
   *
   * @param path operation of the contract that receives them
   * @param refund chosen by staff; absent: as requested, or computed again if something else came
   *     or gift cards come back
   * @param locationId absent: as requested
   */
  record Receipt(
      String path,
      Return returned,
      List<Units> units,
      @Nullable Long refund,
      @Nullable String locationId) {

    Change.Write write(List<Return.Item> items, long refundAmount) {
      return tx ->
          ReturnStore.receive(tx.db(), returned.id(), items, refundAmount, locationId, tx.now());
    }

    Change.Write progress(Order order) {
      ReturnRules rules = new ReturnRules(order);
      List<LineProgressStore.Units> progress =
          units.stream()
              .map(each ->
                  new LineProgressStore.Units(
                      each.lineId(), rules.requireLine(each.lineId()).quantity(), each.quantity()))
              .toList();
      return tx -> LineProgressStore.addReturned(tx.db(), order.id(), progress);
    }
  }

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final PaymentOperationRunner payments;
  private final RefundHooks refunds;
  private final Clock clock;

  public ReceiveReturn(
      Pool pool,
      OrderUnitOfWork work,
      PaymentOperationRunner payments,
      RefundHooks refunds,
      Clock clock) {
    this.refunds = refunds;
    this.pool = pool;
    this.work = work;
    this.payments = payments;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on(PATH, this::receive);
  }

  private Future<Reply> receive(Request request) {
    String id = request.path("id");
    JsonObject body = request.body();
    List<Units> units = ReturnRequest.units(body);
    Long refund = body.getLong("refund");
    if (refund != null) {
      // Before anything is known of the return.
      request.requirePermitted(RefundPlan.PERMISSION);
    }
    String locationId = body.getString("location_id");
    return ReturnStore.findOrder(pool, id)
        .map(found -> found.orElseThrow(() -> notFound(id)))
        .compose(orderId -> {
          OrderRequest change = OrderRequest.of(request.context(), orderId, clock);
          return work.read(orderId)
              .compose(before -> {
                // Refused before the stock is locked, and again under the lock of the order.
                Return expected = find(before, id);
                requireOpen(expected);
                ReturnRules.requireDistinct(id, units);
                return refunds
                    .require(request, orderId, refund, RefundReason.RETURN, null, null)
                    .compose(permitted ->
                        work.change(
                            change,
                            tx ->
                                GiftCardStore.lock(tx, before)
                                    .compose(cards ->
                                        receiveStock(
                                                tx,
                                                before,
                                                id,
                                                units,
                                                locationId == null
                                                    ? expected.locationId()
                                                    : locationId)
                                            .map(cards)),
                            (tx, cards) -> {
                              Return returned = find(tx.order(), id);
                              requireOpen(returned);
                              return receive(
                                  tx,
                                  cards,
                                  new Receipt(PATH, returned, units, refund, locationId));
                            }));
              })
              .compose(refunds -> refund(request.context(), id, refunds))
              .compose(done -> work.read(orderId));
        })
        .map(order -> Reply.ok("return", ReturnView.ofReceipt(order, find(order, id))));
  }

  static RuntimeException notFound(String id) {
    return Problem.notFound("Return with id: " + id + " was not found");
  }

  static Return find(Order order, String id) {
    return order.returns().stream()
        .filter(returned -> returned.id().equals(id))
        .findFirst()
        .orElseThrow(() -> notFound(id));
  }

  private static void requireOpen(Return returned) {
    if (returned.isCanceled()) {
      throw Problem.notAllowed("Cannot receive a canceled return");
    }
    if (returned.status() == ReturnStatus.RECEIVED) {
      throw Problem.notAllowed("Return with id " + returned.id() + " has already been received");
    }
  }

  /**
   * Adds the units to stock; custom line items have none.
   *
   * @param locationId where variants with an inventory item are stocked
   */
  Future<Void> receiveStock(
      StockTransaction tx,
      Order order,
      String returnId,
      List<Units> units,
      @Nullable String locationId) {
    ReturnRules rules = new ReturnRules(order);
    JsonArray lines = new JsonArray();
    for (Units each : units) {
      String variantId = rules.line(each.lineId()).map(OrderLine::variantId).orElse(null);
      if (variantId != null) {
        lines.add(new JsonObject().put("variant_id", variantId).put("quantity", each.quantity()));
      }
    }
    return StockStore.receive(tx, returnId, locationId, lines);
  }

  /** Decides about a receipt; the result is the refunds that are due at the payment providers. */
  Future<Change<List<PaymentOperation>>> receive(
      OrderTransaction tx, GiftCardStore.Balances balances, Receipt receipt) {
    Order order = tx.order();
    BoughtGiftCards cards = balances.of(order);
    new ReturnRules(order, cards).requireReceivable(receipt.returned().id(), receipt.units());
    if (receipt.returned().owner().swapIdOrNull() == null) {
      return payments
          .findOfOrder(tx.db(), order.id())
          .map(recorded -> decide(tx.request(), order, recorded, cards, receipt));
    }
    return Future.succeededFuture(decideOfSwap(tx.request(), order, receipt));
  }

  static Change<List<PaymentOperation>> decide(
      OrderRequest request,
      Order order,
      List<PaymentOperation> recorded,
      BoughtGiftCards cards,
      Receipt receipt) {
    Return returned = receipt.returned();
    ReturnReceipt decided =
        ReturnReceipt.of(order, recorded, cards, returned, receipt.units(), receipt.refund());
    return new Change<>(
        List.of(
            receipt.write(decided.items(), decided.amount()),
            receipt.progress(order),
            new PaymentOperationRunner.Recording(receipt.path(), decided.refunds()),
            new GiftCardStore.Withdrawal(decided.cause(), false, decided.taken())),
        new OrderMutation.FulfillmentStatusChange(
            FulfillmentStatus.afterReturn(
                linesAfter(order, receipt.units()), decided.isRefundable())),
        List.of(
            OrderEvents.of(
                request.context(),
                request.now(),
                decided.isRefundable()
                    ? OrderEvents.ITEMS_RETURNED
                    : OrderEvents.RETURN_ACTION_REQUIRED,
                order.id(),
                returned.noNotification(),
                new JsonObject().put("return_id", returned.id()))),
        decided.refunds());
  }

  /** Receipt for a swap, which settles its money by itself. */
  static Change<List<PaymentOperation>> decideOfSwap(
      OrderRequest request, Order order, Receipt receipt) {
    Return returned = receipt.returned();
    Swap swap = order.findSwap(String.valueOf(returned.owner().swapIdOrNull())).orElseThrow();
    if (swap.isCanceled()) {
      throw Problem.notAllowed("Canceled swap cannot be registered as received");
    }
    return Change.ofParts(
            List.of(
                receipt.write(
                    ReturnReceipt.items(returned, receipt.units()), returned.refundAmount()),
                receipt.progress(order)),
            List.of(SwapEvents.of(request.context(), request.now(), SwapEvents.RECEIVED, swap)))
        .with(List.of());
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

  /**
   * Calls the payment provider; a refund without an answer is retried later, a refused one is
   * recorded with the order.
   */
  Future<Void> refund(CallContext context, String id, List<PaymentOperation> refunds) {
    return payments
        .runAll(context, refunds)
        .onFailure(failure -> LOG.warn("Refunding return {} failed: {}", id, failure.toString()))
        .otherwiseEmpty();
  }
}
