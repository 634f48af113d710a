package dev.tradewind.spi.payment;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Form of a payment provider in the storefront that the gateway serves: a JavaScript module, which
 * the checkout imports when the shopper chooses the provider. It exports {@code mount(element,
 * checkout)}, which shows its fields in the element and resolves to an object with {@code
 * confirm(data)}, where {@code data} is the data of the payment session. The checkout has {@code
 * provider}, {@code amount} in the smallest unit of the shop, {@code currency}, {@code language},
 * and {@code returnUrl}: the address to come back to from a page of the payment method. A module
 * that uses it exports {@code returned(parameters)} as well, which tells by the query of that
 * address whether the shopper has paid there; then the order is placed. That resolves to {@code
 * true} when the payment can be authorized, and to {@code false} if this session cannot be paid any
 * more: then the storefront opens another one and asks again. It fails with an error whose message
 * the shopper reads.
 *
 * @param providerId provider whose sessions it pays
 * @param title name of the payment method for shoppers
 * @param module path of the module, which is a public route of the plugin
 * @param scriptOrigins other origins from which the module loads scripts; the content security
 *     policy of the storefront admits them, such as {@code https://js.example.com} or, for all
 *     subdomains, {@code https://*.example.com}
 * @param connectOrigins other origins that these scripts call
 * @param frameOrigins other origins that they show in frames
 */
public record PaymentForm(
    String providerId,
    String title,
    String module,
    Set<String> scriptOrigins,
    Set<String> connectOrigins,
    Set<String> frameOrigins) {

  private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._-]+)+");
  private static final Pattern ORIGIN = Pattern.compile("https?://(\\*\\.)?[A-Za-z0-9.\\[\\]:-]+");

  /**
   * @throws IllegalArgumentException if the module is no path, or an origin is none
   */
  public PaymentForm {
    if (!PATH.matcher(module).matches()) {
      throw new IllegalArgumentException("A payment form cannot be at " + module + ".");
    }
    scriptOrigins = requireOrigins(scriptOrigins);
    connectOrigins = requireOrigins(connectOrigins);
    frameOrigins = requireOrigins(frameOrigins);
  }

  private static Set<String> requireOrigins(Set<String> origins) {
    for (String origin : origins) {
      if (!ORIGIN.matcher(origin).matches()) {
        throw new IllegalArgumentException(
            "A payment form names an origin such as https://js.example.com, not " + origin + ".");
      }
    }
    return Set.copyOf(origins);
  }
}
