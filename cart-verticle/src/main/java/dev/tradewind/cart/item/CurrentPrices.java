package dev.tradewind.cart.item;

import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.reference.VariantQuoteService;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Line items of a cart at the prices of now: a line keeps its price until it is quoted again. */
public final class CurrentPrices {

  private final VariantQuoteService quotes;

  public CurrentPrices(VariantQuoteService quotes) {
    this.quotes = quotes;
  }

  /** Line items at the present prices; one without a price is left out, a custom one stays. */
  public Future<List<LineItem>> lines(CallContext context, Cart cart, Instant now) {
    return quoted(context, cart).map(quoted -> LineItemRules.repriced(cart.items(), quoted, now));
  }

  public Future<List<VariantQuote>> quoted(CallContext context, Cart cart) {
    return quotes.of(
        context,
        cart,
        cart.items().stream()
            .filter(item -> item.variantId() != null)
            .map(item ->
                new QuoteRequest.Item(Objects.requireNonNull(item.variantId()), item.quantity()))
            .toList());
  }
}
