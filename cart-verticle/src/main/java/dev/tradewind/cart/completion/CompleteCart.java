package dev.tradewind.cart.completion;

import dev.tradewind.cart.Cart;
import dev.tradewind.cart.CartAmounts;
import dev.tradewind.cart.CartContext;
import dev.tradewind.cart.CartContexts;
import dev.tradewind.cart.CartGiftCards;
import dev.tradewind.cart.CartStore;
import dev.tradewind.cart.CartView;
import dev.tradewind.cart.PaymentSession;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.model.cart.CartOperation;
import dev.tradewind.model.order.CompletionPoint;
import dev.tradewind.model.order.OrderClient;
import dev.tradewind.model.order.Placement;
import dev.tradewind.model.order.PlacementOutcome;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Completes a cart: checks it, has its total authorised, and has the order placed. An acknowledged
 * completion has exactly one order; an unacknowledged one has none or one, and asking again tells.
 */
final class CompleteCart {

  /** How often the completion begins again because the cart changed meanwhile. */
  private static final int FRESH_STARTS = 3;

  private final Pool pool;
  private final CartStore carts;
  private final CartContexts contexts;
  private final Payments payments;
  private final OrderClient orders;
  private final Clock clock;

  CompleteCart(
      Pool pool,
      CartStore carts,
      CartContexts contexts,
      Payments payments,
      OrderClient orders,
      Clock clock) {
    this.pool = pool;
    this.carts = carts;
    this.contexts = contexts;
    this.payments = payments;
    this.orders = orders;
    this.clock = clock;
  }

  void bind(Operations operations, Operations internal) {
    operations.on("storeCompleteCart", this::complete).on("storeCompleteCartCart", this::complete);
    internal.on(CartOperation.PAY_DRAFT_CART, this::payDraft);
  }

  private Future<Reply> complete(Request request) {
    IdempotencyKey key =
        IdempotencyKey.ofBodiless(request, "storeCompleteCart", request.path("id"));
    return complete(request, key, FRESH_STARTS);
  }

  /** Staff says that the cart of a draft is paid: it is completed as any other. */
  private Future<Reply> payDraft(Request request) {
    IdempotencyKey key =
        IdempotencyKey.ofBodiless(request, CartOperation.PAY_DRAFT_CART.id(), request.path("id"));
    return complete(request, key, FRESH_STARTS);
  }

  private static boolean isPaidByStaff(Request request) {
    return request.operation().equals(CartOperation.PAY_DRAFT_CART.id());
  }

  private Future<Reply> complete(Request request, IdempotencyKey key, int freshStarts) {
    return carts
        // What was completed under a key that nobody else has is told by the cart.
        .load(pool, request.path("id"), key.isMade() ? null : key)
        .compose(found -> {
          if (found.kept() != null) {
            return Future.succeededFuture(found.kept());
          }
          Cart cart = found.cart();
          if (cart.isHiddenFrom(request.principal())) {
            return Future.failedFuture(notFound(cart.id()).toException());
          }
          return cart.isCompleted()
              ? orders.findCompletion(request.context(), cart.id())
              : contexts
                  .fresh(request.context(), cart)
                  .compose(context -> place(request, key, freshStarts, cart, context));
        });
  }

  private Future<Reply> place(
      Request request, IdempotencyKey key, int freshStarts, Cart cart, CartContext context) {
    long total = CartAmounts.taxed(cart, context).total();
    PaymentSession session =
        isPaidByStaff(request)
            ? PaymentSession.ofStaff(total, Timestamps.now(clock))
            : cart.selectedSession().orElse(null);
    check(cart, context, session, total);
    CompletionPoint.CHECKED.reach();
    if (session == null || total <= 0) {
      return place(request, key, freshStarts, cart, context, null);
    }
    return payments
        .authorize(
            request.context(), cart, session, total, context.region().getString("currency_code"))
        .compose(outcome ->
            switch (outcome) {
              case PaymentOutcome.Authorized authorized ->
                  place(request, key, freshStarts, cart, context, authorized.attempt());
              case PaymentOutcome.WaitsForShopper waits -> askForMore(cart, session, waits);
              case PaymentOutcome.Declined declined ->
                  Future.failedFuture(
                      new Problem.PaymentRefused("The payment was not authorized.").toException());
            });
  }

  private static void check(
      Cart cart, CartContext context, @Nullable PaymentSession session, long total) {
    CartGiftCards.requireStillUsable(cart, context);
    if (total > 0 && session == null) {
      throw new Problem.NotAllowed("You cannot complete a cart without a payment session.")
          .toException();
    }
    if (cart.items().isEmpty()) {
      throw new Problem.InvalidData("Cannot create order from empty cart").toException();
    }
    if (context.customer() == null) {
      throw new Problem.InvalidData("Cannot create an order from the cart without a customer")
          .toException();
    }
  }

  private Future<Reply> place(
      Request request,
      IdempotencyKey key,
      int freshStarts,
      Cart cart,
      CartContext context,
      @Nullable PaymentAttempt attempt) {
    return orders
        .place(
            request.context(),
            placement(cart, context, attempt, key, isPaidByStaff(request) ? key.key() : null))
        .onSuccess(outcome -> CompletionPoint.ANSWERED.reach())
        .compose(outcome ->
            switch (outcome) {
              case PlacementOutcome.Placed placed -> {
                carts.completed(cart.id());
                yield Future.succeededFuture(placed.answer());
              }
              case PlacementOutcome.AlreadyCompleted completed ->
                  complete(request, key, freshStarts);
              case PlacementOutcome.Changed changed ->
                  freshStarts > 0
                      ? complete(request, key, freshStarts - 1)
                      : Future.failedFuture(new Problem.Conflict().toException());
              case PlacementOutcome.Refused refused ->
                  (attempt == null
                          ? Future.<Void>succeededFuture()
                          : payments.giveUp(request.context(), attempt))
                      .compose(done -> Future.failedFuture(refused.problem().toException()));
            });
  }

  private static Placement placement(
      Cart cart,
      CartContext context,
      @Nullable PaymentAttempt attempt,
      IdempotencyKey key,
      @Nullable String paidUnder) {
    JsonObject view =
        CartView.render(cart, context, true)
            .put("currency", context.region().getJsonObject("currency"));
    JsonObject customer = Objects.requireNonNull(CartView.customer(context));
    return new Placement(
        cart.id(),
        cart.version(),
        view,
        customer,
        CartAmounts.basket(cart, context, true),
        attempt == null
            ? null
            : new Placement.AuthorizedPayment(
                attempt.id(),
                attempt.providerId(),
                attempt.amount(),
                attempt.currencyCode(),
                attempt.data()),
        key,
        paidUnder);
  }

  /**
   * The provider wants something from the shopper first: the session says so, and the cart comes
   * back. Nothing is kept under the key, so that the same key can complete afterwards.
   */
  private Future<Reply> askForMore(
      Cart cart, PaymentSession session, PaymentOutcome.WaitsForShopper waits) {
    Cart waiting =
        cart.withSession(session.answered(waits.status(), waits.data(), Timestamps.now(clock)));
    return carts
        .save(pool, cart, waiting, List.of(), null, null)
        .map(saved ->
            Reply.ok(
                new JsonObject()
                    .put("data", CartView.withSessionsOnly(waiting))
                    .put("payment_status", waits.status())
                    .put("type", "cart")));
  }

  private static Problem notFound(String cartId) {
    return new Problem.NotFound("Cart with " + cartId + " was not found");
  }
}
