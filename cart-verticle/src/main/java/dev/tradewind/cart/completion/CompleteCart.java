package dev.tradewind.cart.completion;

import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.api.order.CheckoutFailpoint;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.PlaceOrderResult;
import dev.tradewind.api.problem.ShopProblems;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.command.GiftCardSale;
import dev.tradewind.cart.completion.CheckoutMeters.Outcome;
import dev.tradewind.cart.discount.CartGiftCards;
import dev.tradewind.cart.item.CurrentPrices;
import dev.tradewind.cart.item.LineItemRules;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartMutation;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.cart.reference.CartHooks;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.reference.DeletedDiscounts;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.view.CartResponse;
import dev.tradewind.cart.view.CartTotalsCalculator;
import dev.tradewind.cart.view.CartView;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.idempotency.StoredResponse;
import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.retry.Retry;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.providers.hook.Hooks;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Cart completion: validates the cart, authorizes its total and places the order, or confirms the
 * swap of a swap's cart. An acknowledged completion has exactly one order; an unacknowledged one
 * has none or one, and a retry returns which.
 */
final class CompleteCart {

  /** Restarts of a completion whose cart changed meanwhile, up to the caller's deadline. */
  private static final Retry RESTART = new Retry(6, Duration.ofMillis(5), Duration.ofMillis(100));

  private static final String COMPLETE = "storeCompleteCart";

  private static final String EXPECTED_TOTAL = "expected_total";

  /** The completion accepts the names of the order that it places. */
  private static final View ORDER = OrderGraph.storefront();

  private final Pool pool;
  private final CartStore carts;
  private final CartReferenceLoader referenceLoader;
  private final DeletedDiscounts deletedDiscounts;
  private final CartCommandExecutor commands;
  private final CartHooks hooks;
  private final CompletionRule shipping;
  private final @Nullable CurrentPrices prices;
  private final PaymentAuthorizer payments;
  private final PaymentMeters meters;
  private final CheckoutMeters checkouts;
  private final OrderClient orders;
  private final Clock clock;

  CompleteCart(
      Pool pool,
      CartStore carts,
      CartReferenceLoader referenceLoader,
      DeletedDiscounts deletedDiscounts,
      CartCommandExecutor commands,
      CartHooks hooks,
      CompletionRule shipping,
      @Nullable CurrentPrices prices,
      PaymentAuthorizer payments,
      PaymentMeters meters,
      CheckoutMeters checkouts,
      OrderClient orders,
      Clock clock) {
    this.pool = pool;
    this.carts = carts;
    this.referenceLoader = referenceLoader;
    this.deletedDiscounts = deletedDiscounts;
    this.commands = commands;
    this.hooks = hooks;
    this.shipping = shipping;
    this.prices = prices;
    this.payments = payments;
    this.meters = meters;
    this.checkouts = checkouts;
    this.orders = orders;
    this.clock = clock;
  }

  void bind(Operations operations, Operations internal) {
    operations.on(COMPLETE, this::complete).on("storeCompleteCartCart", this::complete);
    internal.on(CartOperation.PAY_DRAFT_CART, this::payDraft);
  }

  private Future<Reply> complete(Request request) {
    // Unknown names are refused before the completion has an effect.
    ORDER.select(request.query());
    String cartId = request.path("id");
    IdempotencyKey key =
        expectedTotal(request) == null
            ? IdempotencyKey.ofBodiless(request, COMPLETE, cartId)
            : IdempotencyKey.of(request, COMPLETE, cartId);
    return complete(request, key).compose(reply -> selected(request, reply));
  }

  /** Total that the shopper agreed to; absent if the client takes any. */
  private static @Nullable Long expectedTotal(Request request) {
    return request.body().getLong(EXPECTED_TOTAL);
  }

  /** The response has the default fields and relations; others are read from the order. */
  private Future<Reply> selected(Request request, Reply reply) {
    if (request.query().isEmpty() || !isOrder(reply)) {
      return Future.succeededFuture(reply);
    }
    return orders.findCompletion(request.context(), request.path("id"), request.query());
  }

  static boolean isOrder(Reply reply) {
    return !reply.isProblem() && "order".equals(reply.body().toJsonObject().getString("type"));
  }

  /**
   * Completes the cart of a draft order that staff marks as paid; otherwise like any completion.
   */
  private Future<Reply> payDraft(Request request) {
    IdempotencyKey key =
        IdempotencyKey.ofBodiless(request, CartOperation.PAY_DRAFT_CART.id(), request.path("id"));
    return complete(request, key);
  }

  /** Completes a cart that its shopper has paid at the provider, as a request of the shopper. */
  Future<Reply> completePaid(CallContext context, String cartId) {
    JsonObject headers =
        new JsonObject()
            .put(IdempotencyKey.HEADER, context.commandId())
            .put(IdempotencyKey.GENERATED, "true");
    return complete(
        new Request(
            COMPLETE,
            context,
            new JsonObject()
                .put("path", new JsonObject().put("id", cartId))
                .put("headers", headers)));
  }

  private static boolean isPaidByStaff(Request request) {
    return request.operation().equals(CartOperation.PAY_DRAFT_CART.id());
  }

  private Future<Reply> complete(Request request, IdempotencyKey key) {
    if (prices == null || isPaidByStaff(request)) {
      return completeAsItIs(request, key);
    }
    return atPresentPrices(request, prices)
        .compose(changed ->
            changed.map(Future::succeededFuture).orElseGet(() -> completeAsItIs(request, key)));
  }

  /**
   * Saves an open cart whose prices have changed since they were quoted, with payment sessions of
   * its new total, and answers with it: the shopper agrees to the new total by another completion.
   * One that pays at the provider has agreed by paying.
   */
  private Future<Optional<Reply>> atPresentPrices(Request request, CurrentPrices present) {
    return referenceLoader
        .readChanges(request.path("id"))
        .compose(version -> carts.load(pool, request.path("id"), null))
        .compose(found -> {
          Cart cart = found.cart();
          CartCommandExecutor.requireVisible(cart, request.principal());
          if (cart.isCompleted()
              || cart.isDraft()
              || cart.isOfSwap()
              || cart.selectedSession().filter(payments::mayBePaid).isPresent()) {
            return Future.succeededFuture(Optional.empty());
          }
          return present
              .lines(request.context(), cart, Timestamps.now(clock))
              .compose(lines -> {
                if (prices(lines).equals(prices(cart.items()))) {
                  return Future.succeededFuture(Optional.empty());
                }
                return reprice(request, present).map(Optional::of);
              });
        });
  }

  private Future<Reply> reprice(Request request, CurrentPrices present) {
    return commands
        .run(
            request,
            CartResponse.CART,
            (cart, now) ->
                present
                    .lines(request.context(), cart, now)
                    .map(lines ->
                        CartMutation.updated(
                            lines.size() == cart.items().size()
                                ? cart.with(builder -> builder.items(lines))
                                : LineItemRules.withItems(cart, lines))))
        .map(saved ->
            refused(
                ShopProblems.pricesChanged(), saved.body().toJsonObject().getJsonObject("cart")));
  }

  private static List<Long> prices(List<LineItem> lines) {
    return lines.stream().map(LineItem::unitPrice).toList();
  }

  private Future<Reply> completeAsItIs(Request request, IdempotencyKey key) {
    AtomicBoolean isFirst = new AtomicBoolean(true);
    return RESTART
        .run(
            request.context().remaining(clock),
            CartChangedException.class::isInstance,
            () -> attempt(new Try(request, key, isFirst.getAndSet(false))))
        .recover(failure -> {
          Throwable refusal = exhausted(request, failure);
          checkouts.countFailure(refusal);
          return Future.failedFuture(refusal);
        });
  }

  /**
   * Conflict or timeout after the last restart: the cart changed during each. Each restart has
   * voided its authorization unless the order uses it or another completion still may.
   */
  private Throwable exhausted(Request request, Throwable failure) {
    if (!(failure instanceof CartChangedException)) {
      return failure;
    }
    if (request.context().isExpired(clock)) {
      return Problem.timedOut("The cart could not be completed in time. Please retry.");
    }
    return Problem.conflict();
  }

  /** Try of a completion; after a change of the cart there is another one. */
  private record Try(Request request, IdempotencyKey key, boolean isFirst) {}

  /** Version conflict: the cart changed since it was read, so the completion restarts. */
  private static final class CartChangedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    CartChangedException() {
      super("The cart changed while it was completed", null, false, false);
    }
  }

  private Future<Reply> attempt(Try current) {
    Request request = current.request();
    IdempotencyKey key = current.key();
    return referenceLoader
        .readChanges(request.path("id"))
        .compose(version ->
            // A client-supplied key may have a stored response, and a swap may have ended.
            (key.isGenerated()
                    ? carts.recent(request.path("id"), version).filter(cart -> !cart.isOfSwap())
                    : Optional.<Cart>empty())
                .map(recent ->
                    Future.succeededFuture(recent)
                        .compose(cart -> checked(request, cart))
                        .compose(checked -> pay(current, checked)))
                .orElseGet(() -> readAndPlace(current)));
  }

  private Future<Reply> readAndPlace(Try current) {
    Request request = current.request();
    IdempotencyKey key = current.key();
    return carts
        // A generated key has no stored response; the cart itself has the outcome.
        .load(pool, request.path("id"), key.isGenerated() ? null : key)
        .compose(found -> {
          if (found.storedResponse() != null) {
            checkouts.count(Outcome.REPEATED);
            return Future.succeededFuture(found.storedResponse());
          }
          Cart cart = found.cart();
          CartCommandExecutor.requireVisible(cart, request.principal());
          if (cart.isCompleted()) {
            return orders
                .findCompletion(request.context(), cart.id(), new JsonObject())
                // Another request has completed it, such as the notice of a payment.
                .compose(reply -> {
                  if (key.isGenerated() || reply.isProblem()) {
                    return Future.succeededFuture(reply);
                  }
                  return StoredResponse.keepFirst(pool, key, reply);
                })
                .onSuccess(order -> checkouts.count(Outcome.REPEATED));
          }
          // Refused before anything is authorized, and again when the swap is confirmed.
          return (cart.isOfSwap()
                  ? orders.requireOpenSwap(request.context(), cart.id())
                  : Future.<Void>succeededFuture())
              .compose(open -> checked(request, cart))
              .compose(checked -> pay(current, checked));
        });
  }

  /**
   * Cart that may be completed.
   *
   * @param session absent if nothing is due
   */
  private record Checked(
      Cart cart, CartReferences references, @Nullable PaymentSession session, long total) {}

  private Future<Checked> checked(Request request, Cart cart) {
    CartCommandExecutor.requireVisible(cart, request.principal());
    if (isPaidByStaff(request)) {
      GiftCardSale.requirePermitted(request, cart.items());
    }
    Future<Cart> current = deletedDiscounts.removedFrom(request.context(), cart);
    Future<CartReferences> references = referenceLoader.fresh(request.context(), cart);
    return Future.all(current, references)
        .compose(both ->
            current.result().equals(cart)
                ? shipped(request, checked(request, cart, references.result()))
                : dropDeletedDiscounts(request));
  }

  /**
   * Saves the cart without its deleted discounts and with payment sessions of its new total, and
   * restarts the completion. The command itself changes nothing: every command drops them.
   */
  private Future<Checked> dropDeletedDiscounts(Request request) {
    return commands
        .run(
            request,
            CartResponse.CART,
            (cart, now) -> Future.succeededFuture(CartMutation.updated(cart)))
        .compose(saved -> Future.failedFuture(new CartChangedException()));
  }

  private Future<Checked> shipped(Request request, Checked checked) {
    return shipping.require(request.context(), checked.cart(), checked.references()).map(checked);
  }

  private Checked checked(Request request, Cart cart, CartReferences references) {
    long total = CartTotalsCalculator.taxed(cart, references).requireExact().total();
    PaymentSession session =
        isPaidByStaff(request)
            ? PaymentSession.ofStaff(total, Timestamps.now(clock))
            : cart.selectedSession().orElse(null);
    check(cart, references, session, total);
    return new Checked(cart, references, total > 0 ? session : null, total);
  }

  private Future<Reply> pay(Try current, Checked checked) {
    CheckoutFailpoint.CHECKED.hit();
    Request request = current.request();
    Cart cart = checked.cart();
    PaymentSession session = checked.session();
    Long expected = expectedTotal(request);
    if (expected != null && expected != checked.total()) {
      return Future.succeededFuture(refusedTotal(request, checked, expected));
    }
    return hooks
        .beforeCompletion(request.context(), cart, checked.total(), session, isPaidByStaff(request))
        .compose(permission -> authorize(current, checked, permission));
  }

  private Future<Reply> authorize(Try current, Checked checked, Hooks.Permission permission) {
    Request request = current.request();
    Cart cart = checked.cart();
    CartReferences references = checked.references();
    PaymentSession session = checked.session();
    if (session == null) {
      return place(current, checked, permission, null);
    }
    return payments
        .authorize(
            request.context(),
            cart,
            session,
            checked.total(),
            references.region().getString("currency_code"),
            // The placements of swaps, and of orders that staff pay, use attempts that are opened.
            current.isFirst() && !cart.isOfSwap() && !isPaidByStaff(request))
        .compose(outcome ->
            switch (outcome) {
              case PaymentOutcome.Authorized authorized ->
                  place(current, checked, permission, authorized);
              case PaymentOutcome.RequiresAction required ->
                  requireAction(request, cart, references, session, required);
              case PaymentOutcome.Declined declined ->
                  Future.failedFuture(
                      ShopProblems.paymentRefused("The payment was not authorized."));
              case PaymentOutcome.CartChanged changed ->
                  Future.failedFuture(new CartChangedException());
            });
  }

  /**
   * Refusal of a completion at another total than the expected one. The placement of the checked
   * cart commits at its version only, so that no order has a total that was not compared.
   */
  private Reply refusedTotal(Request request, Checked checked, long expected) {
    return refused(
        ShopProblems.totalChanged(checked.total(), expected),
        CartView.render(checked.cart(), checked.references(), request.principal(), false));
  }

  /** Refusal that shows the cart as it is now, so that the shopper can agree to it. */
  private Reply refused(Problem problem, JsonObject cart) {
    checkouts.count(Outcome.REFUSED);
    return Reply.json(409, JsonBytes.of(problem.body().put("cart", cart)));
  }

  private static void check(
      Cart cart, CartReferences references, @Nullable PaymentSession session, long total) {
    CartGiftCards.requireStillUsable(cart, references);
    if (total > 0 && session == null) {
      throw Problem.notAllowed(
          cart.giftCardIds().isEmpty()
              ? "You cannot complete a cart without a payment session."
              : "The gift cards do not cover the cart any more. Create payment sessions for the"
                  + " rest.");
    }
    if (cart.items().isEmpty() && !cart.isOfSwap()) {
      throw Problem.invalidData("Cannot create order from empty cart");
    }
    requireOnSale(cart, references);
    if (references.customer() == null) {
      throw Problem.invalidData("Cannot create an order from the cart without a customer");
    }
  }

  /** Staff decides about the line items of draft orders and swaps. */
  private static void requireOnSale(Cart cart, CartReferences references) {
    if (cart.isDraft() || cart.isOfSwap()) {
      return;
    }
    List<String> titles =
        cart.items().stream()
            .filter(item -> references.offSale().contains(String.valueOf(item.variantId())))
            .map(LineItem::title)
            .distinct()
            .toList();
    if (!titles.isEmpty()) {
      throw Problem.notAllowed(
          "The cart has products that are no longer sold: " + String.join(", ", titles));
    }
  }

  private Future<Reply> place(
      Try current,
      Checked checked,
      Hooks.Permission permission,
      PaymentOutcome.@Nullable Authorized payment) {
    Request request = current.request();
    Cart cart = checked.cart();
    PlaceOrderRequest placement =
        PlaceOrderRequests.of(
            cart, checked.references(), permission, payment, current.key(), isPaidByStaff(request));
    return (cart.isOfSwap()
            ? orders.confirmSwap(request.context(), placement)
            : orders.place(request.context(), placement))
        .onSuccess(outcome -> CheckoutFailpoint.ANSWERED.hit())
        .compose(outcome ->
            switch (outcome) {
              case PlaceOrderResult.Placed placed ->
                  afterPlacement(request, cart, payment).map(placed.answer());
              case PlaceOrderResult.AlreadyCompleted completed ->
                  release(payment, each -> payments.voidAuthorized(request.context(), each))
                      .compose(done -> Future.failedFuture(new CartChangedException()));
              case PlaceOrderResult.Changed changed ->
                  release(payment, each -> payments.voidUnlessLive(request.context(), each))
                      .compose(done -> Future.failedFuture(new CartChangedException()));
              case PlaceOrderResult.Refused refused ->
                  release(payment, each -> payments.voidAuthorized(request.context(), each))
                      .compose(done -> Future.failedFuture(refused.problem()));
            });
  }

  /**
   * Records the used attempt. An order without a payment releases the authorizations made for the
   * cart earlier.
   */
  private Future<Void> afterPlacement(
      Request request, Cart cart, PaymentOutcome.@Nullable Authorized payment) {
    carts.completed(cart.id());
    checkouts.count(Outcome.PLACED);
    if (payment != null) {
      meters.recordResolved(PaymentAttempt.Status.USED, true);
      return Future.succeededFuture();
    }
    return payments.voidOpenAttempts(request.context(), cart.id()).otherwiseEmpty();
  }

  private static Future<Void> release(
      PaymentOutcome.@Nullable Authorized payment, Function<PaymentAttempt, Future<Void>> release) {
    if (payment == null || !payment.isOpened()) {
      return Future.succeededFuture();
    }
    return release.apply(payment.attempt());
  }

  /**
   * Response for a payment that requires an action of the shopper: the session has the status, and
   * the cart is returned. No response is stored, so that the same idempotency key can complete the
   * cart later.
   */
  private Future<Reply> requireAction(
      Request request,
      Cart cart,
      CartReferences references,
      PaymentSession session,
      PaymentOutcome.RequiresAction required) {
    checkouts.count(Outcome.REQUIRES_ACTION);
    Cart updated =
        cart.withSession(
            session.answered(required.status(), required.data(), Timestamps.now(clock)));
    return carts
        .save(pool, cart, updated, null, List.of(), null, null)
        .map(saved ->
            Reply.ok(
                new JsonObject()
                    .put("data", CartView.render(updated, references, request.principal(), false))
                    .put("payment_status", required.status())
                    .put("type", "cart")));
  }
}
