package dev.tradewind.cart.operation;

import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartMutation;
import dev.tradewind.cart.payment.PaymentSessions;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.view.CartResponse;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/** Operations on payment sessions: create, select, update, refresh and delete. */
public final class PaymentSessionService {

  private final CartCommandExecutor commands;
  private final CartReferenceLoader referenceLoader;
  private final PaymentSessions sessions;

  public PaymentSessionService(
      CartCommandExecutor commands, CartReferenceLoader referenceLoader, PaymentSessions sessions) {
    this.commands = commands;
    this.referenceLoader = referenceLoader;
    this.sessions = sessions;
  }

  public void bind(Operations operations) {
    operations
        .on("storeCreatePaymentSessions", this::create)
        .on("storeSelectPaymentSession", this::select)
        .on("storeUpdatePaymentSession", this::update)
        .on("storeRefreshPaymentSession", this::refresh)
        .on("storeDeletePaymentSession", this::delete);
  }

  private Future<Reply> create(Request request) {
    return commands.executeIdempotent(
        request,
        CartResponse.TAXED_CART_TWICE,
        (cart, now) ->
            references(request, cart)
                .compose(references -> sessions.create(request.context(), cart, references, now))
                .map(after -> CartMutation.withoutResync(after, List.of())));
  }

  private Future<Reply> select(Request request) {
    String providerId = request.body().getString("provider_id");
    return changing(
        request,
        CartResponse.CART,
        (cart, references, now) ->
            sessions.select(request.context(), cart, references, providerId, now));
  }

  private Future<Reply> update(Request request) {
    String providerId = request.path("provider_id");
    JsonObject data = request.body().getJsonObject("data");
    return changing(
        request,
        CartResponse.CART,
        (cart, references, now) ->
            sessions.update(request.context(), cart, references, providerId, data, now));
  }

  private Future<Reply> refresh(Request request) {
    String providerId = request.path("provider_id");
    return changing(
        request,
        CartResponse.CART,
        (cart, references, now) ->
            sessions.refresh(request.context(), cart, references, providerId, now));
  }

  private Future<Reply> delete(Request request) {
    String providerId = request.path("provider_id");
    return commands.run(
        request,
        CartResponse.CART,
        (cart, now) ->
            Future.succeededFuture(
                CartMutation.withoutResync(
                    sessions.deleted(cart, providerId), List.of(CartMutation.UPDATED))));
  }

  @FunctionalInterface
  private interface Step {
    Future<Cart> apply(Cart cart, CartReferences references, Instant now);
  }

  private Future<Reply> changing(Request request, CartResponse answer, Step step) {
    return commands.run(
        request,
        answer,
        (cart, now) ->
            references(request, cart)
                .compose(references -> step.apply(cart, references, now))
                .map(after -> CartMutation.withoutResync(after, List.of(CartMutation.UPDATED))));
  }

  private Future<CartReferences> references(Request request, Cart cart) {
    return referenceLoader.cached(request.context(), cart);
  }
}
