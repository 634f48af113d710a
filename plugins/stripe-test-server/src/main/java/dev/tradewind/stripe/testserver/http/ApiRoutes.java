package dev.tradewind.stripe.testserver.http;

import dev.tradewind.stripe.testserver.state.Account;
import dev.tradewind.stripe.testserver.state.ApiCall;
import dev.tradewind.stripe.testserver.state.Charges;
import dev.tradewind.stripe.testserver.state.Confirmation;
import dev.tradewind.stripe.testserver.state.Disputes;
import dev.tradewind.stripe.testserver.state.EventLists;
import dev.tradewind.stripe.testserver.state.PaymentIntents;
import dev.tradewind.stripe.testserver.state.PaymentMethods;
import dev.tradewind.stripe.testserver.state.Refunds;
import dev.tradewind.stripe.testserver.state.StripeCustomers;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Table of the API's routes, with the parameters that each accepts. */
final class ApiRoutes {

  private static final String PAGE = "limit starting_after ending_before created";

  private static final String INTENT =
      "description metadata payment_method payment_method_data payment_method_options"
          + " payment_method_types allowed_payment_method_types capture_method setup_future_usage"
          + " shipping receipt_email";
  private static final String CONFIRMATION =
      "off_session return_url error_on_requires_action use_stripe_sdk mandate_data";
  private static final String DESCRIPTOR = "statement_descriptor statement_descriptor_suffix";

  private static final String CREATE =
      String.join(
          " ",
          INTENT,
          CONFIRMATION,
          DESCRIPTOR,
          "amount currency customer automatic_payment_methods confirmation_method confirm");
  private static final String UPDATE =
      String.join(" ", INTENT, DESCRIPTOR, "amount currency customer");
  private static final String CONFIRM =
      String.join(
          " ",
          CONFIRMATION,
          "payment_method payment_method_data payment_method_options payment_method_types"
              + " allowed_payment_method_types setup_future_usage shipping receipt_email"
              + " client_secret");

  private static final String METHOD =
      "type card ideal bancontact p24 blik billing_details metadata allow_redisplay";

  private final List<Route> all = new ArrayList<>();

  static ApiRoutes of(
      Account account,
      PaymentMethods methods,
      Confirmation confirmation,
      Charges charges,
      Refunds refunds,
      Disputes disputes) {
    PaymentIntents intents = new PaymentIntents(account, confirmation, charges, disputes);
    StripeCustomers customers = new StripeCustomers(account);
    EventLists events = new EventLists(account);
    return new ApiRoutes()
        .on("POST /v1/payment_intents", CREATE, intents::create)
        .on("GET /v1/payment_intents", PAGE + " customer", intents::list)
        .forBrowsers("GET /v1/payment_intents/{id}", "client_secret", intents::get)
        .on("POST /v1/payment_intents/{id}", UPDATE, intents::update)
        .forBrowsers("POST /v1/payment_intents/{id}/confirm", CONFIRM, intents::confirm)
        .on(
            "POST /v1/payment_intents/{id}/capture",
            "amount_to_capture final_capture metadata " + DESCRIPTOR,
            intents::capture)
        .on("POST /v1/payment_intents/{id}/cancel", "cancellation_reason", intents::cancel)
        .on("POST /v1/refunds", "payment_intent charge amount reason metadata", refunds::create)
        .on("GET /v1/refunds", PAGE + " payment_intent charge", refunds::list)
        .on("GET /v1/refunds/{id}", "", refunds::get)
        .on(
            "POST /v1/customers",
            "email name phone description address metadata",
            customers::create)
        .on("GET /v1/customers", PAGE + " email", customers::list)
        .on("GET /v1/customers/{id}", "", customers::get)
        .on("POST /v1/customers/{id}", "email name phone description metadata", customers::update)
        .on("DELETE /v1/customers/{id}", "", customers::delete)
        .on(
            "GET /v1/customers/{id}/payment_methods",
            PAGE + " type allow_redisplay",
            customers::paymentMethods)
        .forBrowsers("POST /v1/payment_methods", METHOD, (call, id) -> methods.create(call))
        .on("GET /v1/payment_methods/{id}", "", methods::get)
        .on("POST /v1/payment_methods/{id}/attach", "customer", methods::attach)
        .on("POST /v1/payment_methods/{id}/detach", "", methods::detach)
        .on("GET /v1/charges/{id}", "", charges::get)
        .on("GET /v1/events", PAGE + " type types delivery_success", events::list)
        .on("GET /v1/events/{id}", "", events::get)
        .on("GET /v1/disputes", PAGE + " payment_intent charge", disputes::list)
        .on("GET /v1/disputes/{id}", "", disputes::get)
        .on("GET /v1/account", "", account::describe);
  }

  private ApiRoutes on(String name, String params, Function<ApiCall, JsonObject> operation) {
    return on(name, params, (call, id) -> operation.apply(call));
  }

  private ApiRoutes on(
      String name, String params, BiFunction<ApiCall, String, JsonObject> operation) {
    return add(name, false, params, operation);
  }

  private ApiRoutes forBrowsers(
      String name, String params, BiFunction<ApiCall, String, JsonObject> operation) {
    return add(name, true, params, operation);
  }

  private ApiRoutes add(
      String name,
      boolean isForBrowsers,
      String params,
      BiFunction<ApiCall, String, JsonObject> operation) {
    String[] parts = name.split(" ");
    Pattern path = Pattern.compile(parts[1].replace("{id}", "([^/]+)"));
    Set<String> names =
        Stream.concat(Stream.of("expand"), Stream.of(params.split(" ")))
            .collect(Collectors.toUnmodifiableSet());
    all.add(new Route(name, parts[0], path, isForBrowsers, names, operation));
    return this;
  }

  List<Route> all() {
    return all;
  }
}
