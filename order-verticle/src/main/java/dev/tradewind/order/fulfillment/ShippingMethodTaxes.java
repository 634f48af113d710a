package dev.tradewind.order.fulfillment;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.ApplicableTaxRates;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.order.OrderRegion;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.order.model.Order;
import dev.tradewind.providers.Providers;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.tax.TaxLine;
import dev.tradewind.spi.tax.TaxRequest;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Tax rates of a shipping method that is added to an order or to a return of it: those linked to
 * its option, else the rate of the region, as the tax provider of the region answers them.
 */
public final class ShippingMethodTaxes {

  private final CatalogClient catalog;
  private final Providers providers;
  private final ProviderCalls calls;

  public ShippingMethodTaxes(OperationClient bus, Providers providers, Clock clock) {
    this.catalog = new CatalogClient(bus);
    this.providers = providers;
    this.calls = new ProviderCalls(clock);
  }

  /** Shipping method that is to be taxed. */
  public record Method(String id, JsonObject option, long price) {

    String optionId() {
      return Objects.requireNonNull(option.getString("id"));
    }
  }

  public Future<List<TaxRate>> rates(
      CallContext context, Order order, JsonObject option, String methodId, long price) {
    return rates(context, order, List.of(new Method(methodId, option, price)))
        .map(rates -> rates.getOrDefault(methodId, List.of()));
  }

  /** Tax rates of several methods, by their ids. */
  public Future<Map<String, List<TaxRate>>> rates(
      CallContext context, Order order, List<Method> methods) {
    OrderRegion region = order.snapshot().region();
    Address address = order.snapshot().shippingAddress();
    String providerId = region.document().getString("tax_provider_id");
    return catalog
        .findTaxRates(
            context, order.regionId(), List.of(), methods.stream().map(Method::optionId).toList())
        .compose(applicable ->
            calls.ask(
                "tax provider " + providerId,
                context.deadline(),
                () ->
                    providers
                        .taxProvider(providerId)
                        .taxLines(
                            new ProviderCall(
                                methods.getFirst().id() + ":taxes", context.deadline()),
                            new TaxRequest(
                                order.cartId(),
                                region.document(),
                                order.currencyCode(),
                                order.customerId(),
                                address == null ? null : address.toJson(),
                                List.of(),
                                methods.stream()
                                    .map(method -> request(method, region, applicable))
                                    .toList()))))
        .map(lines -> {
          Map<String, List<TaxRate>> rates = new HashMap<>();
          lines.forEach((methodId, taxes) ->
              rates.put(
                  methodId,
                  taxes.stream()
                      .map(line -> new TaxRate(line.percent(), line.name(), line.code()))
                      .toList()));
          return rates;
        });
  }

  private static TaxRequest.Method request(
      Method method, OrderRegion region, ApplicableTaxRates applicable) {
    return new TaxRequest.Method(
        method.id(),
        method.optionId(),
        method.price(),
        method.option().getBoolean("includes_tax", false),
        applicable
            .shippingOptions()
            .getOrDefault(method.optionId(), List.of(regionRate(region)))
            .stream()
            .map(ShippingMethodTaxes::line)
            .toList());
  }

  private static TaxRate regionRate(OrderRegion region) {
    BigDecimal percent = region.taxRate();
    return new TaxRate(percent == null ? BigDecimal.ZERO : percent, "default", "default");
  }

  private static TaxLine line(TaxRate rate) {
    return new TaxLine(rate.percent(), rate.name(), rate.code());
  }
}
