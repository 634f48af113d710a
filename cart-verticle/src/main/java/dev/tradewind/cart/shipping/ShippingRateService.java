package dev.tradewind.cart.shipping;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.view.CartView;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.ProviderCalls;
import dev.tradewind.providers.fulfillment.FulfillmentProvider;
import dev.tradewind.providers.fulfillment.FulfillmentProviders;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks fulfilment providers what shipping a cart costs, and whether they can do what is wanted. */
public final class ShippingRateService {

  private static final Logger LOG = LoggerFactory.getLogger(ShippingRateService.class);

  private final FulfillmentProviders providers;
  private final ProviderCalls timeout;

  public ShippingRateService(FulfillmentProviders providers, ProviderCalls timeout) {
    this.providers = providers;
    this.timeout = timeout;
  }

  /**
   * An option as it was chosen.
   *
   * @param option with the amount that it costs in the cart
   * @param data what the provider keeps of what the shopper sent
   */
  public record Choice(JsonObject option, JsonObject data) {}

  /** Checks the data with the option's provider, and asks for the price where it is calculated. */
  public Future<Choice> choose(
      CallContext context,
      Cart cart,
      CartReferences references,
      JsonObject option,
      JsonObject data,
      String methodId) {
    JsonObject optionData = option.getJsonObject("data", new JsonObject());
    JsonObject view = CartView.render(cart, references, false);
    String key = methodId + ":" + cart.version();
    return this.<JsonObject>ask(
            option,
            context.deadline(),
            key + ":data",
            (provider, call) -> provider.validateData(call, optionData, data, view))
        .compose(accepted ->
            (ShippingEligibility.isFlatRate(option)
                    ? Future.succeededFuture(option)
                    : priced(option, accepted, view, context.deadline(), key + ":price"))
                .map(priced -> new Choice(priced, accepted)));
  }

  /**
   * The options with what they cost in the cart. One whose provider does not say it in time cannot
   * be offered.
   */
  Future<List<JsonObject>> priced(
      CallContext context, Cart cart, CartReferences references, List<JsonObject> options) {
    Instant deadline = timeout.halfWay(context.deadline());
    List<Future<Optional<JsonObject>>> quotes =
        options.stream()
            .map(option ->
                ShippingEligibility.isFlatRate(option)
                    ? Future.succeededFuture(Optional.of(option))
                    : offered(option, cart, references, deadline))
            .toList();
    return Future.all(quotes)
        .map(all -> quotes.stream().flatMap(quote -> quote.result().stream()).toList());
  }

  private Future<Optional<JsonObject>> offered(
      JsonObject option, Cart cart, CartReferences references, Instant deadline) {
    String key = cart.id() + ":" + cart.version() + ":" + option.getString("id") + ":price";
    JsonObject view = CartView.render(cart, references, false);
    return priced(option, option.getJsonObject("data", new JsonObject()), view, deadline, key)
        .map(Optional::of)
        .otherwise(failure -> {
          LOG.info("{} is not offered: {}", option.getString("id"), failure.getMessage());
          return Optional.empty();
        });
  }

  private Future<JsonObject> priced(
      JsonObject option, JsonObject data, JsonObject view, Instant deadline, String key) {
    JsonObject optionData = option.getJsonObject("data", new JsonObject());
    return this.<Long>ask(
            option,
            deadline,
            key,
            (provider, call) ->
                provider
                    .calculatePrice(call, optionData, data, view)
                    .map(ShippingRateService::requirePrice))
        .map(price -> option.copy().put("amount", price));
  }

  private static Long requirePrice(Long price) {
    if (price == null || price < 0) {
      throw new IllegalStateException("It wants " + price + " for shipping");
    }
    return price;
  }

  private <T> Future<T> ask(
      JsonObject option,
      Instant deadline,
      String key,
      BiFunction<FulfillmentProvider, ProviderCall, Future<T>> question) {
    String providerId = Objects.requireNonNull(option.getString("provider_id"));
    return timeout.ask(
        "fulfillment provider " + providerId,
        deadline,
        () -> question.apply(providers.get(providerId), new ProviderCall(key, deadline)));
  }
}
