package dev.tradewind.order.claim;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.change.RequestedOnce;
import dev.tradewind.order.change.StockStore;
import dev.tradewind.order.change.StockTransaction;
import dev.tradewind.order.fulfillment.FulfillmentOperation;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.payment.ClaimRefunds;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.RefundHooks;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.store.ClaimStore;
import dev.tradewind.order.store.LineProgressStore;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import dev.tradewind.providers.hook.HookAudit;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Creation of a claim, once per idempotency key, with its return and its refund. Afterwards the
 * providers are called. A refused refund leaves no claim.
 */
final class CreateClaim {

  private static final String PATH = "adminCreateOrderClaim";

  private static final Ids IDS = Ids.of("claim");

  /** Recorded claim, and the operations that are due at providers. */
  private record Recorded(
      String claimId, List<PaymentOperation> refunds, List<FulfillmentOperation> arrangements) {}

  private final OrderUnitOfWork work;
  private final RequestedOnce once;
  private final PaymentOperationRunner payments;
  private final RefundHooks refunds;
  private final FulfillmentOperationRunner shipments;
  private final ClaimQuotes quotes;
  private final OrderQueries queries;
  private final Clock clock;

  CreateClaim(
      Pool pool,
      OrderUnitOfWork work,
      PaymentOperationRunner payments,
      RefundHooks refunds,
      FulfillmentOperationRunner shipments,
      ClaimQuotes quotes,
      OrderQueries queries,
      Clock clock) {
    this.work = work;
    this.once = new RequestedOnce(pool, ClaimStore::findByKey);
    this.payments = payments;
    this.refunds = refunds;
    this.shipments = shipments;
    this.quotes = quotes;
    this.queries = queries;
    this.clock = clock;
  }

  void bind(Operations operations) {
    operations.on(PATH, this::create);
  }

  private Future<Reply> create(Request request) {
    OrderViews.ofAction(request.query());
    OrderRequest change = OrderRequest.once(request, PATH, request.path("id"), clock);
    Long refund = request.body().getLong("refund_amount");
    if (refund != null) {
      request.requirePermitted(RefundPlan.PERMISSION);
    }
    return once.run(
            change,
            () ->
                refunds
                    .require(request, change.orderId(), refund, RefundReason.CLAIM, null, null)
                    .compose(permitted -> create(change, ClaimRequest.of(request.body()))),
            recorded -> callProviders(change, recorded),
            id ->
                payments
                    .runOpen(change.context(), change.orderId(), ClaimRefunds.of(id))
                    .compose(refunded -> shipments.runOpen(change.context(), change.orderId())))
        .compose(id -> queries.showToStaff(request, change.orderId()));
  }

  private Future<Recorded> create(OrderRequest request, ClaimRequest claim) {
    String id = IDS.next();
    return work.read(request.orderId())
        .compose(before ->
            quotes
                .quote(request, before, claim)
                .compose(quote ->
                    work.change(
                        request,
                        tx -> lock(tx, id, before, quote),
                        (tx, cards) -> decide(tx, id, claim, quote, cards))));
  }

  private static Future<GiftCardStore.Balances> lock(
      StockTransaction tx, String id, Order before, ClaimQuotes.Quote quote) {
    return GiftCardStore.lock(tx, before)
        .compose(cards ->
            StockStore.allocate(tx, id, before.salesChannelId(), quote.lines(), false)
                .recover(failure -> Future.failedFuture(StockStore.explained(failure)))
                .map(cards));
  }

  private Future<Change<Recorded>> decide(
      OrderTransaction tx,
      String id,
      ClaimRequest claim,
      ClaimQuotes.Quote quote,
      GiftCardStore.Balances cards) {
    Order order = tx.order();
    return payments
        .findOfOrder(tx.db(), order.id())
        .map(recorded -> {
          BoughtGiftCards bought = cards.of(order);
          ClaimSettlement settlement = ClaimSettlement.of(order, recorded, bought, id, claim);
          return change(
              tx.request(),
              order,
              NewClaim.of(tx.request(), order, claim, quote, settlement),
              quote,
              settlement);
        });
  }

  private Change<Recorded> change(
      OrderRequest request,
      Order order,
      Claim claim,
      ClaimQuotes.Quote quote,
      ClaimSettlement settlement) {
    List<Change.Write> writes = new ArrayList<>();
    writes.add(tx -> ClaimStore.insert(tx.db(), claim, request.requireKey().requestHash()));
    writes.add(
        tx -> LineProgressStore.addClaimed(tx.db(), order.id(), ClaimRefunds.units(order, claim)));
    writes.add(tx ->
        HookAudit.append(tx.db(), request.context(), request.now(), order.id(), quote.decisions()));
    List<FulfillmentOperation> arrangements = List.of();
    PartReturns.Prepared prepared = quote.returned();
    if (prepared != null) {
      Return returned =
          PartReturns.decide(request, order, claim.owner(), prepared, claim.noNotification());
      arrangements = FulfillmentOperation.arrangementsOf(returned);
      writes.add(PartReturns.record(returned));
      writes.add(shipments.record(arrangements));
    }
    List<PaymentOperation> refunds = settlement.refunds();
    writes.add(new PaymentOperationRunner.Recording(PATH, refunds));
    writes.add(
        new GiftCardStore.Withdrawal(settlement.cause(), refunds.isEmpty(), settlement.taken()));
    return Change.ofParts(writes, NewClaim.events(request, claim))
        .with(new Recorded(claim.id(), refunds, arrangements));
  }

  private Future<String> callProviders(OrderRequest request, Recorded recorded) {
    return payments
        .runAll(request.context(), recorded.refunds())
        .compose(refunded -> shipments.runEach(request.context(), recorded.arrangements()))
        .map(recorded.claimId());
  }
}
