package dev.tradewind.cart.completion;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.order.CheckoutFailpoint;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.PlaceOrderResult;
import dev.tradewind.cart.discount.CartGiftCards;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.view.CartTotalsCalculator;
import dev.tradewind.cart.view.CartView;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
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
  private final CartReferenceLoader referenceLoader;
  private final PaymentAuthorizer payments;
  private final OrderClient orders;
  private final Clock clock;

  CompleteCart(
      Pool pool,
      CartStore carts,
      CartReferenceLoader referenceLoader,
      PaymentAuthorizer payments,
      OrderClient orders,
      Clock clock) {
    this.pool = pool;
    this.carts = carts;
    this.referenceLoader = referenceLoader;
    this.payments = payments;
    this.orders = orders;
    this.clock = clock;
  }

  void bind(Operations operations, Operations internal) {
    operations.on("storeCompleteCart", this::complete).on("storeCompleteCartCart", this::complete);
    internal.on(CartClient.PAY_DRAFT_CART, this::payDraft);
  }

  private Future<Reply> complete(Request request) {
    IdempotencyKey key =
        IdempotencyKey.ofBodiless(request, "storeCompleteCart", request.path("id"));
    return complete(request, key, FRESH_STARTS);
  }

  /** Staff says that the cart of a draft is paid: it is completed as any other. */
  private Future<Reply> payDraft(Request request) {
    IdempotencyKey key =
        IdempotencyKey.ofBodiless(request, CartClient.PAY_DRAFT_CART, request.path("id"));
    return complete(request, key, FRESH_STARTS);
  }

  private static boolean isPaidByStaff(Request request) {
    return request.operation().equals(CartClient.PAY_DRAFT_CART);
  }

  private Future<Reply> complete(Request request, IdempotencyKey key, int freshStarts) {
    return carts
        // What was completed under a key that nobody else has is told by the cart.
        .load(pool, request.path("id"), key.isGenerated() ? null : key)
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
              : referenceLoader
                  .fresh(request.context(), cart)
                  .compose(references -> place(request, key, freshStarts, cart, references));
        });
  }

  private Future<Reply> place(
      Request request, IdempotencyKey key, int freshStarts, Cart cart, CartReferences references) {
    long total = CartTotalsCalculator.taxed(cart, references).total();
    PaymentSession session =
        isPaidByStaff(request)
            ? PaymentSession.ofStaff(total, Timestamps.now(clock))
            : cart.selectedSession().orElse(null);
    check(cart, references, session, total);
    CheckoutFailpoint.CHECKED.hit();
    if (session == null || total <= 0) {
      return place(request, key, freshStarts, cart, references, null);
    }
    return payments
        .authorize(
            request.context(), cart, session, total, references.region().getString("currency_code"))
        .compose(outcome ->
            switch (outcome) {
              case PaymentOutcome.Authorized authorized ->
                  place(request, key, freshStarts, cart, references, authorized.attempt());
              case PaymentOutcome.RequiresAction waits -> askForMore(cart, session, waits);
              case PaymentOutcome.Declined declined ->
                  Future.failedFuture(
                      new Problem.PaymentRefused("The payment was not authorized.").toException());
            });
  }

  private static void check(
      Cart cart, CartReferences references, @Nullable PaymentSession session, long total) {
    CartGiftCards.requireStillUsable(cart, references);
    if (total > 0 && session == null) {
      throw new Problem.NotAllowed("You cannot complete a cart without a payment session.")
          .toException();
    }
    if (cart.items().isEmpty()) {
      throw new Problem.InvalidData("Cannot create order from empty cart").toException();
    }
    if (references.customer() == null) {
      throw new Problem.InvalidData("Cannot create an order from the cart without a customer")
          .toException();
    }
  }

  private Future<Reply> place(
      Request request,
      IdempotencyKey key,
      int freshStarts,
      Cart cart,
      CartReferences references,
      @Nullable PaymentAttempt attempt) {
    return orders
        .place(
            request.context(),
            placement(cart, references, attempt, key, isPaidByStaff(request) ? key.key() : null))
        .onSuccess(outcome -> CheckoutFailpoint.ANSWERED.hit())
        .compose(outcome ->
            switch (outcome) {
              case PlaceOrderResult.Placed placed -> {
                carts.completed(cart.id());
                yield Future.succeededFuture(placed.answer());
              }
              case PlaceOrderResult.AlreadyCompleted completed ->
                  complete(request, key, freshStarts);
              case PlaceOrderResult.Changed changed ->
                  freshStarts > 0
                      ? complete(request, key, freshStarts - 1)
                      : Future.failedFuture(new Problem.Conflict().toException());
              case PlaceOrderResult.Refused refused ->
                  (attempt == null
                          ? Future.<Void>succeededFuture()
                          : payments.voidAuthorization(request.context(), attempt))
                      .compose(done -> Future.failedFuture(refused.problem().toException()));
            });
  }

  private static PlaceOrderRequest placement(
      Cart cart,
      CartReferences references,
      @Nullable PaymentAttempt attempt,
      IdempotencyKey key,
      @Nullable String paidWithKey) {
    JsonObject view =
        CartView.render(cart, references, true)
            .put("currency", references.region().getJsonObject("currency"));
    JsonObject customer = Objects.requireNonNull(CartView.customer(references));
    return new PlaceOrderRequest(
        cart.id(),
        cart.version(),
        view,
        customer,
        CartTotalsCalculator.basket(cart, references, true),
        attempt == null
            ? null
            : new PlaceOrderRequest.AuthorizedPayment(
                attempt.id(),
                attempt.providerId(),
                attempt.amount(),
                attempt.currencyCode(),
                attempt.data()),
        key,
        paidWithKey);
  }

  /**
   * The provider wants something from the shopper first: the session says so, and the cart comes
   * back. Nothing is kept under the key, so that the same key can complete afterwards.
   */
  private Future<Reply> askForMore(
      Cart cart, PaymentSession session, PaymentOutcome.RequiresAction waits) {
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
