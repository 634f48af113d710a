package dev.tradewind.order.pricing;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.ShippingOptionQuery;
import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.fulfillment.ShippingMethodTaxes;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.view.OrderView;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableMethod;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shipping methods that staff add to an order or claim: options of the order's region at a given
 * price, taxed like a shipping method of a cart. The data are checked by the fulfillment provider.
 */
public final class ShippingMethodQuotes {

  private static final Ids IDS = Ids.of("sm");

  /** Relations of an option that the shipping methods of an order do not show. */
  private static final List<String> RELATIONS =
      List.of("requirements", "profile", "region", "provider");

  /**
   * Choice of a shipping option.
   *
   * @param price absent: the option's
   */
  public record Choice(String optionId, @Nullable Long price, @Nullable JsonObject data) {}

  /** Shipping method with its price and tax rates. */
  public record Priced(ShippingMethodDetails details, TaxableMethod taxable) {}

  private final CatalogClient catalog;
  private final ProviderRegistry<FulfillmentProvider> providers;
  private final ShippingMethodTaxes taxes;
  private final ProviderCalls calls;

  public ShippingMethodQuotes(
      OperationClient bus,
      ProviderRegistry<FulfillmentProvider> providers,
      ShippingMethodTaxes taxes,
      Clock clock) {
    this.catalog = new CatalogClient(bus);
    this.providers = providers;
    this.taxes = taxes;
    this.calls = new ProviderCalls(clock);
  }

  /** One shipping method for each choice, in their order. */
  public Future<List<Priced>> quote(CallContext context, Order order, List<Choice> choices) {
    if (choices.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return catalog
        .findShippingOptions(
            context,
            ShippingOptionQuery.byIds(choices.stream().map(Choice::optionId).distinct().toList()))
        .compose(found -> {
          Map<String, JsonObject> options =
              found.stream()
                  .collect(Collectors.toMap(option -> option.getString("id"), Function.identity()));
          List<ShippingMethodTaxes.Method> methods = new ArrayList<>();
          List<Future<JsonObject>> data = new ArrayList<>();
          for (Choice choice : choices) {
            JsonObject option = require(order, options, choice.optionId());
            String id = IDS.next();
            methods.add(new ShippingMethodTaxes.Method(id, option, price(choice, option)));
            JsonObject input = choice.data();
            data.add(
                validData(context, order, option, id, input == null ? new JsonObject() : input));
          }
          return Future.all(data)
              .compose(valid -> taxes.rates(context, order, methods))
              .map(rates -> {
                List<Priced> priced = new ArrayList<>();
                for (int index = 0; index < methods.size(); index++) {
                  ShippingMethodTaxes.Method method = methods.get(index);
                  priced.add(
                      priced(
                          method,
                          data.get(index).result(),
                          rates.getOrDefault(method.id(), List.of())));
                }
                return priced;
              });
        });
  }

  private static Priced priced(
      ShippingMethodTaxes.Method method, JsonObject data, List<TaxRate> rates) {
    JsonObject document = method.option().copy();
    RELATIONS.forEach(document::remove);
    return new Priced(
        new ShippingMethodDetails(
            method.id(), Objects.requireNonNull(document.getString("id")), data, document),
        new TaxableMethod(
            method.id(), method.price(), document.getBoolean("includes_tax", false), rates));
  }

  private static long price(Choice choice, JsonObject option) {
    Long price = choice.price() == null ? option.getLong("amount") : choice.price();
    if (price == null) {
      throw Problem.invalidData("The price of this shipping option has to be given");
    }
    if (price < 0) {
      throw Problem.invalidData("price must not be less than 0");
    }
    return price;
  }

  private static JsonObject require(Order order, Map<String, JsonObject> options, String optionId) {
    JsonObject option = options.get(optionId);
    if (option == null) {
      throw Problem.notFound("Shipping Option with " + optionId + " was not found");
    }
    if (!order.regionId().equals(option.getString("region_id"))) {
      throw Problem.invalidData("The shipping option is not available in the order's region");
    }
    if (option.getBoolean("is_return", false)) {
      throw Problem.invalidData("The shipping option is for returns");
    }
    return option;
  }

  private Future<JsonObject> validData(
      CallContext context, Order order, JsonObject option, String methodId, JsonObject data) {
    String providerId = Objects.requireNonNull(option.getString("provider_id"));
    return calls.ask(
        "fulfillment provider " + providerId,
        context.deadline(),
        () ->
            providers
                .get(providerId)
                .validateData(
                    new ProviderCall(methodId + ":data", context.deadline()),
                    option.getJsonObject("data", new JsonObject()),
                    data,
                    OrderView.whole(order)));
  }
}
