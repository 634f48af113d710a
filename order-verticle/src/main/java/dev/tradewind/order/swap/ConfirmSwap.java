package dev.tradewind.order.swap;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.api.event.Topics;
import dev.tradewind.api.order.AuthorizedPayment;
import dev.tradewind.api.order.CheckoutFailpoint;
import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.PlaceOrderResult;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.SwapEvents;
import dev.tradewind.order.placement.PlacementRefusal;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.StockStore;
import dev.tradewind.order.store.SwapStore;
import dev.tradewind.order.view.SwapView;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
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
 * payment attempt used, the stock of the additional line items taken, and the swap written with its
 * payment, its event and the response. Locks are taken in the order of a placement.
 */
final class ConfirmSwap {

  private final Pool pool;
  private final EventBus eventBus;
  private final LockedOrders orders;
  private final Clock clock;

  ConfirmSwap(Pool pool, EventBus eventBus, LockedOrders orders, Clock clock) {
    this.pool = pool;
    this.eventBus = eventBus;
    this.orders = orders;
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
      throw new Problem.NotAllowed("Cart related to canceled swap cannot be completed")
          .toException();
    }
  }

  /** Swap with its order. */
  private record Found(Order order, Swap swap) {}

  private Future<Found> ofCart(String cartId) {
    return SwapStore.findByCart(pool, cartId)
        .compose(found -> {
          SwapStore.Key key = found.orElseThrow(Swaps::unknown);
          return orders
              .read(pool, key.orderId())
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

  /** Refusals void the payment; after a conflict or a failure the outcome is asked for again. */
  private static Future<PlaceOrderResult> refusal(Throwable failure) {
    return failure instanceof ProblemException expected
            && expected.problem().status() < 500
            && !(expected.problem() instanceof Problem.Conflict)
        ? Future.succeededFuture(new PlaceOrderResult.Refused(expected.problem()))
        : PlacementRefusal.of(failure);
  }

  private Future<PlaceOrderResult> confirm(
      CallContext context, PlaceOrderRequest completion, Found found) {
    Instant now = Timestamps.now(clock);
    Swap confirmed = confirmed(found.swap(), completion, now);
    Payment payment = payment(completion, confirmed, now);
    Reply answer = Reply.ok(SwapView.completion(confirmed));
    return Transactions.inTransaction(
            pool,
            db -> confirm(context, db, completion, found.order(), confirmed, payment, answer, now))
        .onSuccess(done -> CheckoutFailpoint.PLACED.hit())
        .onSuccess(done ->
            CatalogCacheInvalidation.publishVariants(
                eventBus,
                confirmed.additionalLines().stream()
                    .map(OrderLine::variantId)
                    .filter(Objects::nonNull)
                    .collect(Collectors.toSet())))
        .map(new PlaceOrderResult.Placed(answer));
  }

  private Future<Void> confirm(
      CallContext context,
      SqlConnection db,
      PlaceOrderRequest completion,
      Order before,
      Swap swap,
      @Nullable Payment payment,
      Reply answer,
      Instant now) {
    JsonArray units = units(swap);
    return SwapStore.closeCart(
            db,
            context,
            swap,
            completion.cartVersion(),
            payment,
            completion.totalsInput().taxed(completion.region().automaticTaxes()).toJson(),
            List.of(cartUpdated(context, completion, now)),
            completion.key(),
            answer,
            now)
        .compose(closed -> takeGiftCards(context, db, before, swap, now))
        .compose(closed ->
            units.isEmpty()
                ? Future.succeededFuture()
                : StockStore.take(db, context, swap.id(), completion.salesChannelId(), units, now))
        .onSuccess(taken -> SwapFailpoint.STOCK_TAKEN.hit())
        .compose(taken -> orders.lock(db, swap.orderId()))
        .compose(order -> {
          requireOpen(Swaps.require(order, swap.id()));
          return SwapStore.confirm(db, swap, payment, now)
              .compose(first -> {
                if (!first) {
                  throw new IllegalStateException("Swap %s is confirmed".formatted(swap.id()));
                }
                return touch(context, db, order, swap, now);
              });
        })
        .onSuccess(written -> SwapFailpoint.SWAP_WRITTEN.hit())
        .compose(written -> {
          if (context.isExpired(clock)) {
            // The caller may void the payment, and PostgreSQL 15 and 16 do not end the transaction.
            throw new Problem.TimedOut("The swap could not be confirmed in time.").toException();
          }
          return Future.succeededFuture();
        });
  }

  /** The credit of a swap is that of whole units, so their cards have to be unspent still. */
  private static Future<Void> takeGiftCards(
      CallContext context, SqlConnection db, Order order, Swap swap, Instant now) {
    List<BoughtGiftCards.Units> returned =
        order.returns().stream()
            .filter(each -> each.owner().equals(swap.owner()))
            .flatMap(each -> each.items().stream())
            .filter(item -> item.requestedQuantity() != null)
            .map(item -> new BoughtGiftCards.Units(item.lineId(), item.requestedQuantity()))
            .toList();
    return GiftCardStore.lock(db, order)
        .compose(balances -> {
          BoughtGiftCards cards = balances.of(order);
          cards.requireIntact(returned, SwapRequest.SPENT_GIFT_CARD);
          return GiftCardStore.withdraw(
              db, context, order.id(), swap.id(), true, cards.settle(returned).taken(), now);
        });
  }

  private Future<Void> touch(
      CallContext context, SqlConnection db, Order order, Swap swap, Instant now) {
    return orders.write(
        db,
        order,
        new OrderMutation.FulfillmentStatusChange(order.fulfillmentStatus()),
        now,
        List.of(SwapEvents.of(context, now, SwapEvents.PAYMENT_COMPLETED, swap)));
  }

  /** Units of the additional line items; returned ones come back to stock at their receipt. */
  private static JsonArray units(Swap swap) {
    JsonArray units = new JsonArray();
    for (OrderLine line : swap.additionalLines()) {
      if (line.variantId() != null) {
        units.add(
            new JsonObject()
                .put("line_item_id", line.id())
                .put("variant_id", line.variantId())
                .put("quantity", line.quantity())
                .put("may_exceed_stock", swap.allowBackorder()));
      }
    }
    return units;
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
    return authorized == null
        ? null
        : new Payment(
            authorized.id(),
            now,
            now,
            swap.cartId(),
            swap.orderId(),
            swap.id(),
            authorized.amount(),
            0,
            authorized.currencyCode(),
            authorized.providerId(),
            authorized.data(),
            null,
            null,
            null,
            null,
            null);
  }
}
