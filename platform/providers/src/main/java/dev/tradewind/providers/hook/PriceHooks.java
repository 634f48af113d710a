package dev.tradewind.providers.hook;

import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.spi.hook.HookPoint;
import dev.tradewind.spi.hook.PriceAnswer;
import dev.tradewind.spi.hook.PriceQuestion;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Quotes of variants at the prices of hooks, wherever the shop takes a price. */
public final class PriceHooks {

  private final Hooks hooks;

  public PriceHooks(Hooks hooks) {
    this.hooks = hooks;
  }

  /**
   * The quotes, each at the price that hooks set for it, if any; a variant without a price of the
   * shop has none of a hook.
   *
   * @param question about items; its future fails with a problem
   */
  public Future<List<VariantQuote>> priced(
      CallContext context,
      List<VariantQuote> quotes,
      Function<List<PriceQuestion.Item>, Future<PriceQuestion>> question) {
    List<PriceQuestion.Item> items =
        hooks.areAsked(HookPoint.TAKE_PRICE)
            ? quotes.stream()
                .filter(quote -> quote.unitPrice() != null)
                .map(PriceHooks::item)
                .toList()
            : List.of();
    if (items.isEmpty()) {
      return Future.succeededFuture(quotes);
    }
    return question
        .apply(items)
        .compose(asked -> hooks.prices(context, () -> asked))
        .map(answers ->
            quotes.stream()
                .map(quote ->
                    quote.unitPrice() == null
                        ? quote
                        : quote.decided(
                            price(quote, answers.given()), about(quote, answers.decisions())))
                .toList());
  }

  private static PriceQuestion.Item item(VariantQuote quote) {
    return new PriceQuestion.Item(
        quote.variantId(),
        quote.variant().getString("product_id"),
        quote.quantity(),
        Objects.requireNonNull(quote.unitPrice()),
        quote.includesTax());
  }

  /** The decisions with the price of these units alone: each line keeps its own. */
  private static List<JsonObject> about(VariantQuote quote, List<JsonObject> decisions) {
    return decisions.stream()
        .map(decision -> {
          JsonObject answer = decision.getJsonObject("answer");
          if (answer == null || answer.isEmpty()) {
            return decision;
          }
          JsonArray own = new JsonArray();
          answer.getJsonArray("prices").stream()
              .map(JsonObject.class::cast)
              .filter(price ->
                  quote.variantId().equals(price.getString("variant_id"))
                      && quote.quantity() == price.getInteger("quantity"))
              .forEach(own::add);
          return decision.copy().put("answer", new JsonObject().put("prices", own));
        })
        .toList();
  }

  /** The last hook that prices the units decides. */
  private static @Nullable Long price(VariantQuote quote, List<PriceAnswer> given) {
    return given.stream()
        .flatMap(each -> each.prices().stream())
        .filter(price ->
            price.variantId().equals(quote.variantId()) && price.quantity() == quote.quantity())
        .map(PriceAnswer.Price::unitPrice)
        .reduce((earlier, later) -> later)
        .orElse(quote.unitPrice());
  }
}
