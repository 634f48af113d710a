package dev.tradewind.order.returns;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.ShippingOptionQuery;
import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.fulfillment.ShippingMethodTaxes;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.totals.MethodTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableMethod;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shipping method of a return, from a return option of the order's region and its tax rates. */
final class ReturnShipping {

  private static final Ids IDS = Ids.of("sm");

  private static final Set<String> OPTION_RELATIONS =
      Set.of("region", "profile", "provider", "requirements");

  private final CatalogClient catalog;
  private final ShippingMethodTaxes taxes;

  ReturnShipping(OperationClient bus, ShippingMethodTaxes taxes) {
    this.catalog = new CatalogClient(bus);
    this.taxes = taxes;
  }

  /**
   * @param price instead of the option's
   */
  Future<OrderShippingMethod> of(
      CallContext context, Order order, String optionId, @Nullable Long price, Instant now) {
    return catalog
        .findShippingOptions(context, ShippingOptionQuery.byIds(List.of(optionId)))
        .compose(found -> {
          JsonObject option =
              found.stream()
                  .findFirst()
                  .orElseThrow(() ->
                      Problem.notFound("Shipping Option with " + optionId + " was not found"));
          requireReturnOption(option, order);
          if (context.principal().isShopper() && option.getBoolean("admin_only", false)) {
            throw Problem.invalidData("The shipping option is not available to shoppers");
          }
          String id = IDS.next();
          long due = price(option, price);
          return taxes
              .rates(context, order, option, id, due)
              .map(rates -> method(id, option, due, rates, now));
        });
  }

  private static void requireReturnOption(JsonObject option, Order order) {
    if (!option.getBoolean("is_return")
        || !order.regionId().equals(option.getString("region_id"))) {
      throw Problem.invalidData("The shipping option is not a return option of the order's region");
    }
  }

  private static long price(JsonObject option, @Nullable Long value) {
    Long price = value == null ? option.getLong("amount") : value;
    if (price == null) {
      throw Problem.invalidData("The price of this shipping option has to be given");
    }
    return price;
  }

  private static OrderShippingMethod method(
      String id, JsonObject option, long price, List<TaxRate> rates, Instant now) {
    JsonObject document = option.copy();
    OPTION_RELATIONS.forEach(document::remove);
    TaxableMethod priced =
        new TaxableMethod(id, price, option.getBoolean("includes_tax", false), rates);
    ShippingMethodDetails details =
        new ShippingMethodDetails(id, option.getString("id"), new JsonObject(), document);
    return OrderShippingMethod.sold(details, null, priced, MethodTotals.of(priced), now);
  }
}
