package dev.tradewind.stripe.testserver.state;

import java.util.regex.Pattern;

/** Version of the API such as {@code 2024-10-28.acacia}, ordered by its date. */
public record ApiVersion(String name) implements Comparable<ApiVersion> {

  public static final ApiVersion OLDEST = new ApiVersion("2022-11-15");

  /** Without payment method types, the types of the account are offered. */
  static final ApiVersion AUTOMATIC_PAYMENT_METHODS = new ApiVersion("2023-08-16");

  static final ApiVersion AUTOMATIC_ASYNC = new ApiVersion("2024-04-10");

  /** Endpoints get {@code refund.*} events of all refunds. */
  public static final ApiVersion REFUND_EVENTS = new ApiVersion("2024-10-28.acacia");

  static final ApiVersion WITHOUT_INVOICE = new ApiVersion("2025-03-31.basil");
  static final ApiVersion PENDING_REASON = new ApiVersion("2025-04-30.basil");
  static final ApiVersion ALLOWED_PAYMENT_METHOD_TYPES = new ApiVersion("2026-07-29.dahlia");

  /** Payment method types are refused in requests. */
  static final ApiVersion WITHOUT_PAYMENT_METHOD_TYPES = new ApiVersion("2026-09-30.endive");

  private static final Pattern FORM = Pattern.compile("\\d{4}-\\d{2}-\\d{2}(\\.[a-z]+)?");

  /** The version of a request; refuses other forms, and versions before the oldest one. */
  public static ApiVersion of(String name) {
    if (!FORM.matcher(name).matches()) {
      throw StripeError.invalid("Invalid Stripe API version: " + name, null, null);
    }
    ApiVersion version = new ApiVersion(name);
    if (!version.isFrom(OLDEST)) {
      throw StripeError.invalid(
          "This server has no API version before " + OLDEST.name + ": " + name, null, null);
    }
    return version;
  }

  public boolean isFrom(ApiVersion other) {
    return compareTo(other) >= 0;
  }

  @Override
  public int compareTo(ApiVersion other) {
    return date().compareTo(other.date());
  }

  private String date() {
    return name.substring(0, "yyyy-mm-dd".length());
  }
}
