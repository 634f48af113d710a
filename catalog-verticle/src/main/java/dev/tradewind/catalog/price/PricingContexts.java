package dev.tradewind.catalog.price;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Resolver of the pricing context of a query. Region: that of {@code cart_id}, else {@code
 * region_id}, else {@code currency_code}. Customer: the authenticated one, else {@code customer_id}
 * (admin operations only), else the cart's.
 */
public final class PricingContexts {

  private final CartClient carts;
  private final CustomerClient customers;

  public PricingContexts(OperationClient bus) {
    this.carts = new CartClient(bus);
    this.customers = new CustomerClient(bus);
  }

  public Future<PricingContext> of(Request request) {
    JsonObject query = request.query();
    CallContext context = request.context();
    // Staff may request the prices of any customer.
    String customer =
        request.principal().isCustomer()
            ? request.principal().id()
            : query.getString("customer_id");
    String cartId = query.getString("cart_id");
    if (cartId != null) {
      return carts
          .findPriceContext(context, cartId)
          .compose(cart ->
              of(
                  context,
                  cart.getString("region_id"),
                  null,
                  customer == null ? cart.getString("customer_id") : customer));
    }
    String regionId = query.getString("region_id");
    String currencyCode = query.getString("currency_code");
    return regionId == null && currencyCode == null
        ? Future.succeededFuture(PricingContext.NONE)
        : of(
            context,
            regionId,
            currencyCode == null ? null : currencyCode.toLowerCase(Locale.ROOT),
            customer);
  }

  private Future<PricingContext> of(
      CallContext context,
      @Nullable String regionId,
      @Nullable String currencyCode,
      @Nullable String customerId) {
    return groups(context, customerId)
        .map(groups -> new PricingContext(regionId, currencyCode, groups));
  }

  private Future<List<String>> groups(CallContext context, @Nullable String customerId) {
    if (customerId == null) {
      return Future.succeededFuture(List.of());
    }
    return customers
        .findCustomers(context, List.of(customerId))
        .map(found ->
            found.stream()
                .flatMap(customer -> customer.getJsonArray("group_ids").stream())
                .map(String.class::cast)
                .toList());
  }
}
