package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JSON of resources: fields by version, expanded relations, and the subset of the browser. */
public final class Renderer {

  /** Fields of a payment intent that a publishable key reads. */
  private static final Set<String> PUBLIC =
      Set.of(
          "id",
          "object",
          "amount",
          "amount_details",
          "automatic_payment_methods",
          "canceled_at",
          "cancellation_reason",
          "capture_method",
          "client_secret",
          "confirmation_method",
          "created",
          "currency",
          "description",
          "last_payment_error",
          "livemode",
          "next_action",
          "payment_method",
          "payment_method_types",
          "processing",
          "receipt_email",
          "setup_future_usage",
          "shipping",
          "status");

  /** Relations that are an id unless they are expanded. */
  private static final Set<String> EXPANDABLE =
      Set.of("customer", "payment_method", "latest_charge", "payment_intent", "charge");

  /** Expandable, but without a resource on this server. */
  private static final Set<String> KEPT_AS_ID =
      Set.of("balance_transaction", "failure_balance_transaction", "invoice", "review");

  private final Account account;

  Renderer(Account account) {
    this.account = account;
  }

  /** The resource as a caller of the operation sees it. */
  public JsonObject answer(JsonObject resource, ApiCall call) {
    JsonObject rendered = nested(resource, call);
    if (!call.isPublishable()) {
      for (String path : call.params().texts("expand")) {
        expand(rendered, path.split("\\.", 2), call.version(), path);
      }
    }
    return rendered;
  }

  /** The resource without expanded relations; of a payment intent the browser gets a subset. */
  JsonObject nested(JsonObject resource, ApiCall call) {
    JsonObject rendered = render(resource, call.version());
    if (call.isPublishable() && "payment_intent".equals(resource.getString("object"))) {
      rendered.getMap().keySet().retainAll(PUBLIC);
    }
    return rendered;
  }

  /** A copy without internal fields, in the form of the version. */
  static JsonObject render(JsonObject resource, ApiVersion version) {
    JsonObject copy = new JsonObject();
    for (String name : resource.fieldNames()) {
      if (!name.startsWith("_") && isIn(version, resource.getString("object", ""), name)) {
        copy.put(name, rendered(resource.getValue(name), version));
      }
    }
    return copy;
  }

  private static @Nullable Object rendered(@Nullable Object value, ApiVersion version) {
    return switch (value) {
      case JsonObject object -> render(object, version);
      case JsonArray array ->
          new JsonArray(array.stream().map(element -> rendered(element, version)).toList());
      case null, default -> value;
    };
  }

  private static boolean isIn(ApiVersion version, String object, String field) {
    return switch (object + "." + field) {
      case "payment_intent.invoice", "charge.invoice" ->
          !version.isFrom(ApiVersion.WITHOUT_INVOICE);
      case "refund.pending_reason" -> version.isFrom(ApiVersion.PENDING_REASON);
      default -> true;
    };
  }

  private void expand(JsonObject parent, String[] path, ApiVersion version, String whole) {
    String name = path[0];
    if (name.equals("refunds") && "charge".equals(parent.getString("object"))) {
      parent.put("refunds", refunds(parent, version));
      return;
    }
    Object value = parent.getValue(name);
    if (name.equals("data") && value instanceof JsonArray list && path.length == 2) {
      String[] rest = path[1].split("\\.", 2);
      list.forEach(element -> expand((JsonObject) element, rest, version, whole));
      return;
    }
    if (KEPT_AS_ID.contains(name) && parent.containsKey(name)) {
      return;
    }
    if (!EXPANDABLE.contains(name) || !parent.containsKey(name)) {
      throw StripeError.invalid(
          "This property cannot be expanded (" + whole + ").", "property_cannot_be_expanded", null);
    }
    if (value instanceof String id) {
      value = render(account.get(id), version);
      parent.put(name, value);
    }
    if (path.length == 2 && value instanceof JsonObject related) {
      expand(related, path[1].split("\\.", 2), version, whole);
    }
  }

  private JsonObject refunds(JsonObject charge, ApiVersion version) {
    String id = charge.getString("id");
    List<JsonObject> refunds =
        account
            .newestFirst("refund")
            .filter(refund -> id.equals(refund.getString("charge")))
            .map(refund -> render(refund, version))
            .toList();
    return new JsonObject()
        .put("object", "list")
        .put("data", new JsonArray(refunds))
        .put("has_more", false)
        .put("url", "/v1/charges/" + id + "/refunds");
  }
}
