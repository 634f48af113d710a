package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;

/** Customers and the payment methods attached to them. */
public final class StripeCustomers {

  static final List<String> ADDRESS =
      List.of("city", "country", "line1", "line2", "postal_code", "state");

  private final Account account;

  public StripeCustomers(Account account) {
    this.account = account;
  }

  public JsonObject create(ApiCall call) {
    Params params = call.params();
    JsonObject address = params.object("address").values();
    JsonObject fields =
        new JsonObject()
            .put(
                "address",
                address.isEmpty()
                    ? null
                    : PaymentMethods.billing(new JsonObject().put("address", address))
                        .getValue("address"))
            .put("balance", 0)
            .putNull("currency")
            .putNull("default_source")
            .put("delinquent", false)
            .put("description", params.text("description"))
            .putNull("discount")
            .put("email", params.text("email"))
            .put("invoice_prefix", account.newId("").substring(0, 8))
            .put(
                "invoice_settings",
                new JsonObject()
                    .putNull("custom_fields")
                    .putNull("default_payment_method")
                    .putNull("footer")
                    .putNull("rendering_options"))
            .put("metadata", params.object("metadata").values().copy())
            .put("name", params.text("name"))
            .put("phone", params.text("phone"))
            .put("preferred_locales", new JsonArray())
            .putNull("shipping")
            .put("tax_exempt", "none")
            .putNull("test_clock");
    JsonObject customer = account.add("cus_", "customer", fields);
    account.emit(call, "customer.created", customer);
    return customer;
  }

  public JsonObject get(ApiCall call, String id) {
    return account.named("customer", id, "customer");
  }

  public JsonObject list(ApiCall call) {
    String email = call.params().text("email");
    return Lists.page(
        call.params(),
        "/v1/customers",
        account
            .newestFirst("customer")
            .filter(customer -> !customer.getBoolean("deleted", false))
            .filter(customer -> email == null || email.equals(customer.getString("email"))));
  }

  public JsonObject update(ApiCall call, String id) {
    JsonObject customer = existing(account, id);
    Params params = call.params();
    for (String name : List.of("email", "name", "phone", "description")) {
      String value = params.text(name);
      if (value != null) {
        customer.put(name, value);
      }
    }
    customer.getJsonObject("metadata").mergeIn(params.object("metadata").values());
    account.emit(call, "customer.updated", customer);
    return customer;
  }

  public JsonObject delete(ApiCall call, String id) {
    JsonObject customer = existing(account, id);
    methods(id).forEach(method -> method.putNull("customer"));
    account.emit(call, "customer.deleted", customer);
    customer.clear();
    return customer.put("id", id).put("object", "customer").put("deleted", true);
  }

  public JsonObject paymentMethods(ApiCall call, String id) {
    existing(account, id);
    Params params = call.params();
    String type = params.text("type");
    String redisplay = params.text(PaymentMethods.ALLOW_REDISPLAY);
    return Lists.page(
        params,
        "/v1/customers/" + id + "/payment_methods",
        methods(id)
            .filter(method -> type == null || type.equals(method.getString("type")))
            .filter(method ->
                redisplay == null
                    || redisplay.equals(method.getString(PaymentMethods.ALLOW_REDISPLAY))));
  }

  private Stream<JsonObject> methods(String customer) {
    return account
        .newestFirst("payment_method")
        .filter(method -> customer.equals(method.getString("customer")));
  }

  /** The customer; refuses one that does not exist or is deleted. */
  static JsonObject existing(Account account, String id) {
    JsonObject customer = account.named("customer", id, "customer");
    if (customer.getBoolean("deleted", false)) {
      throw StripeError.unknown("customer", id, "customer");
    }
    return customer;
  }
}
