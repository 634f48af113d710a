package dev.tradewind.cart.view;

import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.kernel.operation.Principal;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * JSON view of the customer of a cart. Anyone may put an e-mail address on a cart and so make the
 * guest with that address its customer: only staff and the customer itself see more of the record
 * than its identity.
 */
public final class CustomerView {

  private static final List<String> IDENTITY = List.of("id", "email", "has_account");

  private CustomerView() {}

  /** Customer as the caller may see it; absent if the cart has none. */
  static @Nullable JsonObject of(CartReferences references, Principal caller) {
    JsonObject customer = references.customer();
    if (customer == null) {
      return null;
    }
    return isShownTo(caller, customer) ? whole(customer, references) : identity(customer);
  }

  private static boolean isShownTo(Principal caller, JsonObject customer) {
    return switch (caller.kind()) {
      case USER, SYSTEM -> true;
      case CUSTOMER -> Objects.equals(caller.id(), customer.getString("id"));
      case NOBODY -> false;
    };
  }

  /** Whole record with its billing address. */
  public static JsonObject whole(JsonObject customer, CartReferences references) {
    JsonObject document = customer.copy();
    document.remove("group_ids");
    JsonObject billing = document.getJsonObject("billing_address");
    return document.put(
        "billing_address", billing == null ? null : references.withCountry(billing));
  }

  private static JsonObject identity(JsonObject customer) {
    JsonObject document = new JsonObject();
    IDENTITY.forEach(name -> document.put(name, customer.getValue(name)));
    return document;
  }

  /** The shown customer; where that is the identity only, its relations are empty. */
  static @Nullable JsonObject expandable(@Nullable JsonObject document) {
    if (document == null || document.containsKey("created_at")) {
      return document;
    }
    return document
        .copy()
        .putNull("billing_address")
        .put("shipping_addresses", new JsonArray())
        .put("orders", new JsonArray())
        .put("groups", new JsonArray());
  }
}
