package dev.tradewind.catalog.price;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Resolver of the pricing context of a query. Region: the region of {@code cart_id}, else {@code
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

  /** Price context of a query. */
  private record PriceQuery(
      @Nullable String cartId,
      @Nullable String regionId,
      @Nullable String currencyCode,
      @Nullable String customerId) {

    private static final RecordCodec<PriceQuery> CODEC =
        RecordCodec.of(MethodHandles.lookup(), PriceQuery.class);
  }

  /** Price context of a cart. */
  private record CartPrices(@Nullable String regionId, @Nullable String customerId) {

    private static final RecordCodec<CartPrices> CODEC =
        RecordCodec.of(MethodHandles.lookup(), CartPrices.class);
  }

  public Future<PricingContext> of(Request request) {
    PriceQuery query = PriceQuery.CODEC.read(request.query());
    CallContext context = request.context();
    // Staff may request the prices of any customer.
    @Nullable String customer =
        request.principal().isCustomer() ? request.principal().id() : query.customerId();
    if (query.cartId() != null) {
      return carts
          .findPriceContext(context, query.cartId())
          .map(CartPrices.CODEC::read)
          .compose(cart ->
              of(context, cart.regionId(), null, customer == null ? cart.customerId() : customer));
    }
    @Nullable String currency = query.currencyCode();
    if (query.regionId() == null && currency == null) {
      return Future.succeededFuture(PricingContext.NONE);
    }
    return of(
        context,
        query.regionId(),
        currency == null ? null : currency.toLowerCase(Locale.ROOT),
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
