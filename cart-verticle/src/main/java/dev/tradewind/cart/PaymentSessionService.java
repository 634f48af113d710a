package dev.tradewind.cart;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/** Opens payment sessions for a cart, and lets the shopper choose, feed, renew and drop one. */
final class PaymentSessionService {

  private final CartCommands commands;
  private final CartContexts contexts;
  private final PaymentSessions sessions;

  PaymentSessionService(CartCommands commands, CartContexts contexts, PaymentSessions sessions) {
    this.commands = commands;
    this.contexts = contexts;
    this.sessions = sessions;
  }

  void bind(Operations operations) {
    operations
        .on("storeCreatePaymentSessions", this::create)
        .on("storeSelectPaymentSession", this::select)
        .on("storeUpdatePaymentSession", this::update)
        .on("storeRefreshPaymentSession", this::refresh)
        .on("storeDeletePaymentSession", this::delete);
  }

  private Future<Reply> create(Request request) {
    return commands.runOnce(
        request,
        CartAnswer.TAXED_CART_TWICE,
        (cart, now) ->
            surroundings(request, cart)
                .compose(
                    surroundings -> sessions.create(request.context(), cart, surroundings, now))
                .map(after -> CartChange.settled(after, List.of())));
  }

  private Future<Reply> select(Request request) {
    String providerId = request.body().getString("provider_id");
    return changing(
        request,
        CartAnswer.CART,
        (cart, surroundings, now) ->
            sessions.select(request.context(), cart, surroundings, providerId, now));
  }

  private Future<Reply> update(Request request) {
    String providerId = request.path("provider_id");
    JsonObject data = request.body().getJsonObject("data");
    return changing(
        request,
        CartAnswer.CART,
        (cart, surroundings, now) ->
            sessions.update(request.context(), cart, surroundings, providerId, data, now));
  }

  private Future<Reply> refresh(Request request) {
    String providerId = request.path("provider_id");
    return changing(
        request,
        CartAnswer.CART_WITH_SESSIONS,
        (cart, surroundings, now) ->
            sessions.refresh(request.context(), cart, surroundings, providerId, now));
  }

  private Future<Reply> delete(Request request) {
    String providerId = request.path("provider_id");
    return commands.run(
        request,
        CartAnswer.CART,
        (cart, now) ->
            Future.succeededFuture(
                CartChange.settled(
                    sessions.deleted(cart, providerId), List.of(CartChange.UPDATED))));
  }

  @FunctionalInterface
  private interface Step {
    Future<Cart> apply(Cart cart, CartContext surroundings, Instant now);
  }

  private Future<Reply> changing(Request request, CartAnswer answer, Step step) {
    return commands.run(
        request,
        answer,
        (cart, now) ->
            surroundings(request, cart)
                .compose(surroundings -> step.apply(cart, surroundings, now))
                .map(after -> CartChange.settled(after, List.of(CartChange.UPDATED))));
  }

  private Future<CartContext> surroundings(Request request, Cart cart) {
    return contexts.cached(request.context(), cart, false);
  }
}
