package dev.tradewind.spi.payment;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Subject of a payment session, as the shop knows it when the session is opened or changed.
 *
 * @param customer absent for a cart without one
 * @param email of the order
 * @param billingAddress in the form of the API, as is the shipping address
 * @param lines of the cart; none for a payment collection
 * @param context of the cart, with what the storefront has put there
 */
public record PaymentSubject(
    @Nullable Customer customer,
    @Nullable String email,
    @Nullable JsonObject billingAddress,
    @Nullable JsonObject shippingAddress,
    List<Line> lines,
    JsonObject context) {

  /** Subject of which nothing is known. */
  public static final PaymentSubject UNKNOWN =
      new PaymentSubject(null, null, null, null, List.of(), new JsonObject());

  public PaymentSubject {
    lines = List.copyOf(lines);
  }

  /**
   * Customer who pays.
   *
   * @param metadata of the customer. Shoppers write it, so it is data and never an identity
   * @param atProvider the customer at the service of the provider, as the shop has recorded it;
   *     absent without a record, or for a provider without a {@link PaymentProvider#customerKey}
   */
  public record Customer(
      String id,
      String email,
      boolean hasAccount,
      JsonObject metadata,
      @Nullable ProviderCustomer atProvider) {}

  /**
   * Customer at the service of the provider.
   *
   * @param isConfirmed whether the provider has returned this id for this customer. Otherwise it
   *     was taken over from metadata, which shoppers could write: the provider must not use it
   *     before the service itself has told that it is this customer's
   */
  public record ProviderCustomer(String id, boolean isConfirmed) {}

  /**
   * Line of the cart.
   *
   * @param unitPrice before discounts, in the smallest unit of the currency
   */
  public record Line(String title, @Nullable String variantId, long quantity, long unitPrice) {}

  /**
   * Page that a shopper returns to after a redirect: {@code return_url} of the cart's context, as
   * the storefront has set it.
   */
  public Optional<String> returnUrl() {
    if (context.getValue("return_url") instanceof String url) {
      return Optional.of(url);
    }
    return Optional.empty();
  }
}
