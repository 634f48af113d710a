package dev.tradewind.cart;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import java.util.List;

/** Opens payment sessions for a cart and lets the shopper choose one. */
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
        .on("storeSelectPaymentSession", this::select);
  }

  private Future<Reply> create(Request request) {
    return commands.runOnce(
        request,
        CartCommands.Answer.TAXED_CART_TWICE,
        (cart, now) ->
            contexts
                .cached(request.context(), cart, false)
                .compose(
                    surroundings -> sessions.create(request.context(), cart, surroundings, now))
                .map(after -> CartChange.settled(after, List.of())));
  }

  private Future<Reply> select(Request request) {
    String providerId = request.body().getString("provider_id");
    return commands.run(
        request,
        CartCommands.Answer.CART,
        (cart, now) ->
            contexts
                .cached(request.context(), cart, false)
                .compose(surroundings ->
                    sessions.select(request.context(), cart, surroundings, providerId, now))
                .map(after -> CartChange.settled(after, List.of(CartChange.UPDATED))));
  }
}
