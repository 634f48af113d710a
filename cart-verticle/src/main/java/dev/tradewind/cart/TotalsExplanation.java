package dev.tradewind.cart;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.model.totals.CartTotals;
import dev.tradewind.model.totals.Steps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;

/** Tells how a cart comes to its amounts: every rule, what went in, how it was rounded. */
final class TotalsExplanation {

  private final Pool pool;
  private final CartStore store;
  private final CartContexts contexts;

  TotalsExplanation(Pool pool, CartStore store, CartContexts contexts) {
    this.pool = pool;
    this.store = store;
    this.contexts = contexts;
  }

  void bind(Operations operations) {
    operations.on("storeExplainCartTotals", this::explain);
  }

  private Future<Reply> explain(Request request) {
    return store
        .load(pool, request.path("id"))
        .compose(cart -> {
          CartCommands.requireVisible(cart, request.principal());
          return contexts
              .cached(request.context(), cart, false)
              .map(surroundings -> Reply.ok("totals_explanation", explanation(cart, surroundings)));
        });
  }

  private static JsonObject explanation(Cart cart, CartContext surroundings) {
    Steps steps = Steps.kept();
    CartTotals totals = CartAmounts.explained(cart, surroundings, steps);
    JsonObject amounts = new JsonObject();
    CartView.putTotals(amounts, totals);
    return new JsonObject()
        .put("cart_id", cart.id())
        .put("currency_code", surroundings.region().getString("currency_code"))
        .put("totals", amounts)
        .put("steps", steps.toJson());
  }
}
