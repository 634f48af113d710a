package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payment method types of a payment intent, by the parameters that the request's version has.
 *
 * @param automatic the field {@code automatic_payment_methods}
 */
record OfferedTypes(List<String> names, @Nullable JsonObject automatic) {

  static final String TYPES = "payment_method_types";
  private static final String ALLOWED = "allowed_payment_method_types";
  private static final String AUTOMATIC = "automatic_payment_methods";

  /** Refuses the parameters that the version does not have. */
  static void check(ApiCall call) {
    if (call.params().has(TYPES)
        && call.version().isFrom(ApiVersion.WITHOUT_PAYMENT_METHOD_TYPES)) {
      throw StripeError.invalid(
          "payment_method_types is no longer supported; use allowed_payment_method_types",
          "payment_method_types_no_longer_supported",
          TYPES);
    }
    if (call.params().has(ALLOWED)
        && !call.version().isFrom(ApiVersion.ALLOWED_PAYMENT_METHOD_TYPES)) {
      throw StripeError.invalid(
          "Received unknown parameter: " + ALLOWED, "parameter_unknown", ALLOWED);
    }
  }

  static OfferedTypes of(ApiCall call, String currency, String captureMethod) {
    check(call);
    Params params = call.params();
    Params automatic = params.object(AUTOMATIC);
    boolean isAutomatic =
        automatic.has("enabled")
            ? automatic.isTrue("enabled")
            : call.version().isFrom(ApiVersion.AUTOMATIC_PAYMENT_METHODS);
    if (params.has(TYPES)) {
      refuseBeside(params, AUTOMATIC, TYPES);
      refuseBeside(params, ALLOWED, TYPES);
      List<String> types = params.texts(TYPES);
      types.forEach(type -> PaymentMethodType.check(type, currency, captureMethod));
      return new OfferedTypes(types, null);
    }
    List<String> offered = PaymentMethodType.offered(currency, captureMethod);
    if (params.has(ALLOWED)) {
      refuseBeside(params, AUTOMATIC, ALLOWED);
      List<String> allowed = params.texts(ALLOWED);
      return new OfferedTypes(
          offered.stream().filter(allowed::contains).toList(), fields(automatic, call.version()));
    }
    if (isAutomatic) {
      return new OfferedTypes(offered, fields(automatic, call.version()));
    }
    return new OfferedTypes(List.of("card"), null);
  }

  private static JsonObject fields(Params automatic, ApiVersion version) {
    JsonObject fields = new JsonObject();
    if (version.isFrom(ApiVersion.AUTOMATIC_PAYMENT_METHODS)) {
      String redirects = automatic.oneOf("allow_redirects", List.of("always", "never"));
      fields.put("allow_redirects", redirects == null ? "always" : redirects);
    }
    return fields.put("enabled", true);
  }

  private static void refuseBeside(Params params, String name, String other) {
    if (params.has(name)) {
      throw StripeError.invalid(
          "You may only specify one of these parameters: " + name + ", " + other + ".", null, name);
    }
  }
}
