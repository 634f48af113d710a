package dev.tradewind.spi.tax;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Request for the taxes of a cart.
 *
 * @param region as the wire shows it
 * @param currencyCode ISO 4217, lower case; amounts are in its smallest unit
 * @param shippingAddress destination of the goods, if known
 */
public record TaxRequest(
    String cartId,
    JsonObject region,
    String currencyCode,
    @Nullable String customerId,
    @Nullable JsonObject shippingAddress,
    List<Item> items,
    List<Method> shippingMethods) {

  public TaxRequest {
    items = List.copyOf(items);
    shippingMethods = List.copyOf(shippingMethods);
  }

  /**
   * A line of the cart.
   *
   * @param rates the region's rates for its product; the region's own without any
   */
  public record Item(
      String id,
      @Nullable String variantId,
      @Nullable String productId,
      long unitPrice,
      int quantity,
      boolean includesTax,
      List<TaxLine> rates) {}

  /**
   * A chosen way of shipping.
   *
   * @param rates the region's rates for its option; the region's own without any
   */
  public record Method(
      String id, String shippingOptionId, long price, boolean includesTax, List<TaxLine> rates) {}
}
