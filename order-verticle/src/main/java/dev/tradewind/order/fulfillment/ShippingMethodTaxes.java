package dev.tradewind.order.fulfillment;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.order.OrderRegion;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.order.model.Order;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.ProviderCalls;
import dev.tradewind.providers.tax.TaxLine;
import dev.tradewind.providers.tax.TaxProviders;
import dev.tradewind.providers.tax.TaxRequest;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;
import java.util.Objects;

/**
 * Tax rates of a shipping method that is added to an order or to a return of it: those linked to
 * its option, else that of the region, as the tax provider of the region answers them.
 */
public final class ShippingMethodTaxes {

  private final CatalogClient catalog;
  private final TaxProviders providers;
  private final ProviderCalls calls;

  public ShippingMethodTaxes(OperationClient bus, TaxProviders providers, Clock clock) {
    this.catalog = new CatalogClient(bus);
    this.providers = providers;
    this.calls = new ProviderCalls(clock);
  }

  public Future<List<TaxRate>> rates(
      CallContext context, Order order, JsonObject option, String methodId, long price) {
    OrderRegion region = order.snapshot().region();
    String optionId = Objects.requireNonNull(option.getString("id"));
    Address address = order.snapshot().shippingAddress();
    String providerId = region.document().getString("tax_provider_id");
    return catalog
        .findTaxRates(context, order.regionId(), List.of(), List.of(optionId))
        .compose(applicable -> {
          List<TaxRate> own =
              applicable.shippingOptions().getOrDefault(optionId, List.of(regionRate(region)));
          return calls.ask(
              "tax provider " + providerId,
              context.deadline(),
              () ->
                  providers
                      .get(providerId)
                      .taxLines(
                          new ProviderCall(methodId + ":taxes", context.deadline()),
                          new TaxRequest(
                              order.cartId(),
                              region.document(),
                              order.currencyCode(),
                              order.customerId(),
                              address == null ? null : address.toJson(),
                              List.of(),
                              List.of(
                                  new TaxRequest.Method(
                                      methodId,
                                      optionId,
                                      price,
                                      option.getBoolean("includes_tax", false),
                                      own.stream().map(ShippingMethodTaxes::line).toList())))));
        })
        .map(lines ->
            lines.getOrDefault(methodId, List.of()).stream()
                .map(line -> new TaxRate(line.percent(), line.name(), line.code()))
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
