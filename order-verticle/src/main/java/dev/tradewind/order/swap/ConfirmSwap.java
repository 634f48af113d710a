package dev.tradewind.order.swap;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.order.AuthorizedPayment;
import dev.tradewind.api.order.CheckoutFailpoint;
import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.PlaceOrderResult;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.change.StockStore;
import dev.tradewind.order.change.StockTransaction;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentBuilder;
import dev.tradewind.order.model.SwapEvents;
import dev.tradewind.order.placement.PlacementRefusal;
import dev.tradewind.order.store.SwapStore;
import dev.tradewind.order.view.SwapView;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Confirmation of a swap by the completion of its cart, in one transaction: the cart is closed, its
 * payment attempt used, stock allocated to the additional line items, and the swap written with its
 * payment, its event and the response. Locks are taken in the order of a placement.
 */
final class ConfirmSwap {

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final Clock clock;

  ConfirmSwap(Pool pool, OrderUnitOfWork work, Clock clock) {
    this.pool = pool;
    this.work = work;
    this.clock = clock;
  }

  void bind(Operations internal) {
    internal
        .on(OrderOperation.CONFIRM_SWAP, this::confirm)
        .on(OrderOperation.REQUIRE_OPEN_SWAP, this::requireOpen);
  }

  private Future<Reply> requireOpen(Request request) {
    return ofCart(String.valueOf(request.input().getString("cart_id")))
        .map(found -> {
          requireOpen(found.swap());
          return Reply.ok(new JsonObject());
        });
  }

  private static void requireOpen(Swap swap) {
    if (swap.isCanceled()) {
      throw Problem.notAllowed("Cart related to canceled swap cannot be completed");
    }
  }

  /** Swap with its order. */
  private record Found(Order order, Swap swap) {}

  private Future<Found> ofCart(String cartId) {
    return SwapStore.findByCart(pool, cartId)
        .compose(found -> {
          SwapStore.Key key = found.orElseThrow(Swaps::unknown);
          return work.read(key.orderId())
              .map(order -> new Found(order, Swaps.require(order, key.id())));
        });
  }

  private Future<Reply> confirm(Request request) {
    PlaceOrderRequest completion = PlaceOrderRequest.parse(request.input());
    CheckoutFailpoint.PLACEMENT_ASKED.hit();
    CallContext context = request.context();
    return ofCart(completion.cartId())
        .compose(found -> {
          requireOpen(found.swap());
          return confirm(context, completion, found);
        })
        .recover(ConfirmSwap::refusal)
        .map(OrderClient::answer);
  }

  /** Result of a refusal, after which the caller voids the payment. */
  private static Future<PlaceOrderResult> refusal(Throwable failure) {
    if (failure instanceof Problem expected
        && expected.status() < 500
        && !expected.is(Problem.Kind.CONFLICT)) {
      return Future.succeededFuture(new PlaceOrderResult.Refused(expected));
    }
    return PlacementRefusal.of(failure);
  }

  private Future<PlaceOrderResult> confirm(
      CallContext context, PlaceOrderRequest completion, Found found) {
    OrderRequest request = OrderRequest.of(context, found.order().id(), clock);
    Confirmation confirmation = confirmation(completion, found.swap(), request.now());
    return work.change(
            request,
            tx ->
                closeCart(tx, completion, confirmation)
                    .compose(closed -> takeGiftCards(tx, found.order(), confirmation.swap()))
                    .compose(taken ->
                        StockStore.allocate(
                            tx,
                            confirmation.swap().id(),
                            completion.salesChannelId(),
                            confirmation.swap().additionalLines(),
                            confirmation.swap().allowBackorder()))
                    .onSuccess(allocated -> SwapFailpoint.STOCK_TAKEN.hit()),
            (tx, allocated) -> {
              requireOpen(Swaps.require(tx.order(), confirmation.swap().id()));
              return work.write(tx, decide(request, confirmation))
                  .onSuccess(written -> SwapFailpoint.SWAP_WRITTEN.hit())
                  .compose(written -> requireInTime(context));
            })
        .onSuccess(done -> CheckoutFailpoint.PLACED.hit())
        .map(new PlaceOrderResult.Placed(confirmation.answer()));
  }

  /**
   * Confirmed swap, its payment and the response to the completion of its cart.
   *
   * @param payment absent if nothing is due
   */
  private record Confirmation(Swap swap, @Nullable Payment payment, Reply answer) {}

  private static Confirmation confirmation(PlaceOrderRequest completion, Swap swap, Instant now) {
    Swap confirmed = confirmed(swap, completion, now);
    return new Confirmation(
        confirmed, payment(completion, confirmed, now), Reply.ok(SwapView.completion(confirmed)));
  }

  /**
   * Requires that the deadline has not passed: the caller may void the payment after it, and
   * PostgreSQL 15 and 16 do not end the transaction then.
   */
  private Future<Change<Void>> requireInTime(CallContext context) {
    if (context.isExpired(clock)) {
      throw Problem.timedOut("The swap could not be confirmed in time.");
    }
    return Future.succeededFuture(Change.none());
  }

  private static Future<Void> closeCart(
      StockTransaction tx, PlaceOrderRequest completion, Confirmation confirmation) {
    return SwapStore.closeCart(
        tx.db(),
        tx.context(),
        confirmation.swap(),
        completion.cartVersion(),
        confirmation.payment(),
        completion.totalsInput().taxed(completion.region().automaticTaxes()).toJson(),
        List.of(cartUpdated(tx.context(), completion, tx.now())),
        completion.key(),
        confirmation.answer(),
        tx.now());
  }

  private static Change<Void> decide(OrderRequest request, Confirmation confirmation) {
    Swap swap = confirmation.swap();
    return Change.ofParts(
        List.of(tx ->
            SwapStore.confirm(tx.db(), swap, confirmation.payment(), tx.now())
                .map(isFirst -> {
                  if (!isFirst) {
                    throw new IllegalStateException("Swap %s is confirmed".formatted(swap.id()));
                  }
                  return null;
                })),
        List.of(
            SwapEvents.of(request.context(), request.now(), SwapEvents.PAYMENT_COMPLETED, swap)));
  }

  /** Takes the cards of the returned units, which a swap credits whole: they must be unspent. */
  private static Future<Void> takeGiftCards(StockTransaction tx, Order order, Swap swap) {
    List<BoughtGiftCards.Units> returned =
        order.returns().stream()
            .filter(each -> each.owner().equals(swap.owner()))
            .flatMap(each -> each.items().stream())
            .filter(item -> item.requestedQuantity() != null)
            .map(item -> new BoughtGiftCards.Units(item.lineId(), item.requestedQuantity()))
            .toList();
    return GiftCardStore.lock(tx, order)
        .compose(balances -> {
          BoughtGiftCards cards = balances.of(order);
          cards.requireIntact(returned, SwapRequest.SPENT_GIFT_CARD);
          return GiftCardStore.withdraw(tx, swap.id(), true, cards.settle(returned).taken());
        });
  }

  private static Event cartUpdated(CallContext context, PlaceOrderRequest completion, Instant now) {
    return Event.of(
        context,
        now,
        Topics.CART,
        "cart.updated",
        completion.cartId(),
        completion.cartVersion() + 1,
        new JsonObject().put("id", completion.cartId()));
  }

  private static Swap confirmed(Swap swap, PlaceOrderRequest completion, Instant now) {
    TotalsInput input = completion.totalsInput();
    CartTotals totals = CartTotals.of(input);
    Map<String, TaxableLine> pricedLines = byId(input.lines(), TaxableLine::id);
    Map<String, LineItemDetails> details = byId(completion.lines(), LineItemDetails::id);
    Map<String, TaxableMethod> pricedMethods = byId(input.methods(), TaxableMethod::id);
    List<OrderLine> lines =
        swap.additionalLines().stream()
            .map(line ->
                OrderLine.sold(
                    Objects.requireNonNull(details.get(line.id())),
                    Objects.requireNonNull(pricedLines.get(line.id())),
                    totals.line(line.id()),
                    input.discount(),
                    now))
            .toList();
    List<OrderShippingMethod> methods =
        completion.shippingMethods().stream()
            .map(method ->
                OrderShippingMethod.sold(
                    method,
                    swap.cartId(),
                    Objects.requireNonNull(pricedMethods.get(method.id())),
                    totals.method(method.id()),
                    now))
            .toList();
    return swap.confirmed(totals.total(), lines, methods, completion.shippingAddress(), now);
  }

  private static <T> Map<String, T> byId(List<T> elements, Function<T, String> id) {
    return elements.stream().collect(Collectors.toMap(id, Function.identity()));
  }

  private static @Nullable Payment payment(PlaceOrderRequest completion, Swap swap, Instant now) {
    AuthorizedPayment authorized = completion.payment();
    if (authorized == null) {
      return null;
    }
    return PaymentBuilder.builder()
        .id(authorized.id())
        .createdAt(now)
        .updatedAt(now)
        .cartId(swap.cartId())
        .orderId(swap.orderId())
        .swapId(swap.id())
        .amount(authorized.amount())
        .amountRefunded(0)
        .currencyCode(authorized.currencyCode())
        .providerId(authorized.providerId())
        .data(authorized.data())
        .build();
  }
}
