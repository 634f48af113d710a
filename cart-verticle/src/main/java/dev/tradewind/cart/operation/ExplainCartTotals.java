package dev.tradewind.cart.operation;

import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.reference.DeletedDiscounts;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.view.CartTotalsCalculator;
import dev.tradewind.cart.view.CartView;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.totals.CalculationTrace;
import dev.tradewind.totals.CartTotals;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;

/** Explanation of a cart's totals: each rule with its inputs and rounding. */
public final class ExplainCartTotals {

  private final Pool pool;
  private final CartStore store;
  private final CartReferenceLoader referenceLoader;
  private final DeletedDiscounts deletedDiscounts;

  public ExplainCartTotals(
      Pool pool,
      CartStore store,
      CartReferenceLoader referenceLoader,
      DeletedDiscounts deletedDiscounts) {
    this.pool = pool;
    this.store = store;
    this.referenceLoader = referenceLoader;
    this.deletedDiscounts = deletedDiscounts;
  }

  public void bind(Operations operations) {
    operations.on("storeExplainCartTotals", this::explain);
  }

  private Future<Reply> explain(Request request) {
    return referenceLoader
        .readChanges()
        .compose(read -> store.load(pool, request.path("id")))
        .compose(cart -> {
          CartCommandExecutor.requireVisible(cart, request.principal());
          return deletedDiscounts.removedFrom(request.context(), cart);
        })
        .compose(cart ->
            referenceLoader
                .cached(request.context(), cart)
                .map(references -> Reply.ok("totals_explanation", explanation(cart, references))));
  }

  private static JsonObject explanation(Cart cart, CartReferences references) {
    CalculationTrace trace = CalculationTrace.recording();
    CartTotals totals = CartTotalsCalculator.explained(cart, references, trace);
    JsonObject amounts = new JsonObject();
    CartView.putTotals(amounts, totals);
    return new JsonObject()
        .put("cart_id", cart.id())
        .put("currency_code", references.region().getString("currency_code"))
        .put("totals", amounts)
        .put("steps", trace.toJson());
  }
}
