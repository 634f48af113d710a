package dev.tradewind.spi.hook;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cart that a hook is asked about, as it is before what it is asked about happens.
 *
 * @param type {@code default}, {@code draft_order} or {@code swap}
 * @param currencyCode of the region, such as {@code eur}
 * @param customerId absent until the cart has an e-mail address or a customer
 * @param hasAccount whether the customer can log in
 * @param shippingAddress in the form of the API, as is the billing address
 * @param metadata written by the storefront, so it is data and never an identity
 * @param context of the cart: IP address, user agent and what the storefront has put there
 */
public record HookCart(
    String id,
    String type,
    String regionId,
    String currencyCode,
    @Nullable String salesChannelId,
    @Nullable String customerId,
    boolean hasAccount,
    @Nullable String email,
    @Nullable JsonObject shippingAddress,
    @Nullable JsonObject billingAddress,
    List<Line> lines,
    List<String> discountCodes,
    JsonObject metadata,
    JsonObject context) {

  public HookCart {
    lines = List.copyOf(lines);
    discountCodes = List.copyOf(discountCodes);
  }

  /**
   * Line of the cart.
   *
   * @param variantId absent for a custom line
   * @param unitPrice before discounts, in the smallest unit of the currency
   */
  public record Line(
      String id,
      @Nullable String variantId,
      @Nullable String productId,
      String title,
      long quantity,
      long unitPrice,
      JsonObject metadata) {}
}
