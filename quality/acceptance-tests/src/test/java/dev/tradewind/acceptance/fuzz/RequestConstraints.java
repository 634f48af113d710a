package dev.tradewind.acceptance.fuzz;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.gateway.contract.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Constraints between values of a request, or between its values and its path, which a schema does
 * not express.
 */
final class RequestConstraints {

  private final KnownValues known;
  private final RandomSource chance;

  RequestConstraints(KnownValues known, RandomSource chance) {
    this.known = known;
    this.chance = chance;
  }

  /** Sets the dependent values of that operation. */
  void give(Operation operation, Map<String, String> path, Map<String, @Nullable Object> input) {
    switch (operation.id()) {
      case "adminLogIn", "adminIssueToken" -> {
        input.put("email", TestCallers.GUARD);
        input.put("password", TestCallers.PASSWORD);
      }
      case "adminEndLogin", "adminEndOtherLogins", "storeEndLogin", "storeEndOtherLogins" ->
          input.remove("old_password");
      case "adminSetRoleOfUser" ->
          input.put("role", chance.oneOf(List.of("admin", "member", "developer")));
      case "adminCreateBatchJob" -> {
        input.put(
            "type", chance.oneOf(List.of("product-import", "product-export", "product-export")));
        input.put("context", Map.of());
        input.put("dry_run", chance.in100(50));
      }
      case "adminUpdateStorefront" -> {
        giveStorefront(input);
        // The demo shop begins with version 1, and each accepted request makes the next one.
        input.put("version", 1 + chance.below(3));
      }
      case "adminPreviewStorefront" -> giveStorefront(input);
      case "adminUpdateSearchSettings" -> {
        input.keySet().retainAll(Set.of("stop_words"));
        input.put("version", chance.below(3));
      }
      case "storeSearchProduct", "storeSearchIndex" -> giveSearch(input);
      case "storeSearchFacetValues" -> {
        giveSearch(input);
        input.put("facetName", "tags_value");
      }
      case "storeSearchIndexes" -> {
        Map<String, @Nullable Object> search = new HashMap<>();
        giveSearch(search);
        search.put("indexUid", "products");
        input.clear();
        input.put("queries", new ArrayList<>(List.of(search)));
      }
      case "adminCreateDiscount" -> input.put("is_dynamic", chance.in100(50));
      case "adminCreateDraftOrder" -> {
        String variant = known.some("variant_id", chance);
        if (variant != null) {
          input.put(
              "items", new ArrayList<>(List.of(Map.of("variant_id", variant, "quantity", 1))));
        }
      }
      case "adminDeclareField" -> {
        input.put("name", "fuzz_" + chance.below(5));
        input.put("type", chance.oneOf(List.of("text", "number", "boolean", "date", "list")));
        giveFieldProperties(input);
      }
      case "adminUpdateField" -> {
        input.put("version", 1 + chance.below(2));
        input.remove("type");
        giveFieldProperties(input);
      }
      case "adminCreateWebhook", "adminUpdateWebhook" -> {
        input.put("url", "https://receiver.example/hooks");
        input.put("event_types", new ArrayList<>(List.of("order.*")));
      }
      case "adminListEvents" -> {
        input.put("after", "0");
        input.remove("type");
      }
      case "adminRedeliverWebhookEvents" -> {
        input.clear();
        input.put("after", "0");
        input.put("until", Integer.toString(chance.below(1_000)));
      }
      case "adminCreateRegion" -> input.put("tax_rate", chance.below(2));
      case "adminCreateShippingOption" -> {
        put(input, "provider_id", known.some("fulfillment_provider_id", chance));
        input.put("price_type", "flat_rate");
        input.put("amount", chance.below(1_000));
        input.remove("requirements");
      }
      case "adminReturnOrder" -> giveReturned(input, path.get("id"));
      case "storeCreateReturn" -> {
        String order = orderOf("item_id");
        put(input, "order_id", order);
        giveReturned(input, order);
      }
      case "adminCreateOrderSwap" -> giveSwapped(input, path.get("id"));
      case "storeCreateSwap" -> {
        String order = orderOf("item_id");
        put(input, "order_id", order);
        giveSwapped(input, order);
      }
      case "adminReceiveReturn" -> {
        input.remove("refund");
        giveReturned(input, known.fact(path.getOrDefault("id", ""), "order_id"));
      }
      case "adminRefundOrder" -> input.put("amount", 1 + chance.below(20));
      case "adminFulfillmentOrder" -> {
        String item = partOf("item_id", path.getOrDefault("id", ""));
        if (item != null) {
          input.put("items", new ArrayList<>(List.of(Map.of("item_id", item, "quantity", 1))));
        }
      }
      case "adminShipmentOrder" ->
          put(input, "fulfillment_id", partOf("fulfillment_id", path.getOrDefault("id", "")));
      case "adminCreateOrderClaim" -> giveClaimed(input, path.getOrDefault("id", ""));
      case "adminCreateOrderClaimShipment" ->
          put(input, "fulfillment_id", known.some("fulfillment_id", chance));
      case "adminUpdateOrderClaim" -> input.remove("claim_items");
      case "adminCreateOrderEdit" -> put(input, "order_id", known.some("order_id", chance));
      case "adminCreateOrderEditItem" -> {
        put(input, "variant_id", known.some("variant_id", chance));
        input.put("quantity", 1 + chance.below(3));
      }
      case "adminUpdateOrderEditItem" -> input.put("quantity", 1 + chance.below(5));
      case "adminRefundPayment" -> {
        input.put("amount", 1 + chance.below(5));
        input.put("reason", "other");
      }
      case "storeCreatePaymentCollectionSession" ->
          put(input, "provider_id", known.some("payment_provider_id", chance));
      case "storeAddSessionsToPaymentCollection" -> {
        String amount = known.fact(path.getOrDefault("id", ""), "amount");
        String provider = known.some("payment_provider_id", chance);
        if (amount != null && provider != null) {
          input.put(
              "sessions",
              new ArrayList<>(
                  List.of(Map.of("provider_id", provider, "amount", Integer.parseInt(amount)))));
        }
      }
      case "adminCreateOrderShippingMethod" -> {
        put(input, "option_id", known.some("shipping_option_id", chance));
        input.put("price", chance.below(1_000));
      }
      case "storeAddShippingMethod" ->
          put(input, "option_id", known.some("shipping_option_id", chance));
      case "storeListOrders" -> {
        String order = known.some("order_id", chance);
        if (order != null) {
          put(input, "display_id", known.fact(order, "display_id"));
          put(input, "email", known.fact(order, "email"));
        }
      }
      case "adminAddConditionResources", "adminRemoveConditionResources" -> {
        String resource = resource(path);
        if (resource != null) {
          input.put("resources", new ArrayList<>(List.of(Map.of("id", resource))));
        }
      }
      case "adminUpdateDiscountCondition" -> {
        String resource = resource(path);
        if (resource != null) {
          Arrays.stream(ConditionType.values()).map(ConditionType::wireName).forEach(input::remove);
          input.put(typeOf(path), new ArrayList<>(List.of(resource)));
        }
      }
      default -> {
        // No constraints, or random values meet them.
      }
    }
  }

  /** Parameter for the path of that operation, if not every known value is valid. */
  @Nullable String subject(Operation operation) {
    if (operation.path().contains("/payment-session")) {
      String session = known.some("payment_session_id", chance);
      return session == null ? null : known.fact(session, "cart_id");
    }
    return switch (operation.id()) {
      case "adminRefundOrder" -> capturedOrder();
      case "adminFulfillmentOrder",
          "adminReturnOrder",
          "adminCreateOrderSwap",
          "adminCreateOrderClaim" ->
          orderOf("item_id");
      case "adminShipmentOrder" -> orderOf("fulfillment_id");
      default -> null;
    };
  }

  /** Order of some line item or fulfillment. */
  private @Nullable String orderOf(String part) {
    return Stream.generate(() -> known.some(part, chance))
        .limit(20)
        .filter(Objects::nonNull)
        .map(id -> known.fact(id, "order_id"))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Line item or fulfillment of that order. */
  private @Nullable String partOf(String part, String order) {
    return Stream.generate(() -> known.some(part, chance))
        .limit(60)
        .filter(id -> id != null && order.equals(known.fact(id, "order_id")))
        .findFirst()
        .orElse(null);
  }

  private void giveSearch(Map<String, @Nullable Object> input) {
    input.clear();
    input.put("q", chance.oneOf(List.of("", "tea", "candl", "\"canvas tote\"", "tote -bag")));
    if (chance.in100(50)) {
      input.put(
          "filter", chance.oneOf(List.of("price < 5000", "available = true", "title EXISTS")));
    }
  }

  /** Those that would refuse what other requests of the test write are left out. */
  private static void giveFieldProperties(Map<String, @Nullable Object> input) {
    input.keySet().removeAll(List.of("required", "unique", "default", "values"));
    input.keySet().removeAll(List.of("references", "currency_code", "searchable"));
  }

  /** Half of the requests have texts alone, whose values do not depend on each other. */
  private void giveStorefront(Map<String, @Nullable Object> input) {
    if (chance.in100(50)) {
      input.clear();
      input.put("texts", new ArrayList<>(List.of(Map.of("language", "en", "headline", "Fuzz"))));
    }
  }

  /** One unit of a line item of the order is returned, without a shipment. */
  private void giveReturned(Map<String, @Nullable Object> input, @Nullable String order) {
    input.remove("return_shipping");
    String item = order == null ? null : partOf("item_id", order);
    if (item != null) {
      input.put("items", new ArrayList<>(List.of(Map.of("item_id", item, "quantity", 1))));
    }
  }

  /** One unit of a line item of the order comes back, for one of some variant. */
  private void giveSwapped(Map<String, @Nullable Object> input, @Nullable String order) {
    input.remove("return_shipping");
    input.remove("return_shipping_option");
    input.remove("custom_shipping_options");
    input.remove("sales_channel_id");
    String item = order == null ? null : partOf("item_id", order);
    String variant = known.some("variant_id", chance);
    if (item != null && variant != null) {
      input.put("return_items", new ArrayList<>(List.of(Map.of("item_id", item, "quantity", 1))));
      sendAdditional(input, variant);
    }
  }

  private static void sendAdditional(Map<String, @Nullable Object> input, String variant) {
    input.put(
        "additional_items", new ArrayList<>(List.of(Map.of("variant_id", variant, "quantity", 1))));
  }

  /** One unit of a line item of the order is claimed; a replacement sends some variant. */
  private void giveClaimed(Map<String, @Nullable Object> input, String order) {
    String item = partOf("item_id", order);
    String variant = known.some("variant_id", chance);
    input.remove("return_shipping");
    input.remove("shipping_methods");
    input.remove("refund_amount");
    input.remove("shipping_address");
    if (item != null) {
      input.put(
          "claim_items",
          new ArrayList<>(List.of(Map.of("item_id", item, "quantity", 1, "reason", "other"))));
    }
    if (variant != null) {
      sendAdditional(input, variant);
    }
  }

  private @Nullable String capturedOrder() {
    return Stream.generate(() -> known.some("order_id", chance))
        .limit(20)
        .filter(order -> order != null && "captured".equals(known.fact(order, "payment_status")))
        .findFirst()
        .orElse(null);
  }

  /** Resource id for the condition in the path. */
  private @Nullable String resource(Map<String, String> path) {
    String type = typeOf(path);
    return type == null ? null : known.some(KnownValues.idName(type), chance);
  }

  private @Nullable String typeOf(Map<String, String> path) {
    return known.fact(path.getOrDefault("condition_id", ""), "type");
  }

  private static void put(
      Map<String, @Nullable Object> input, String name, @Nullable String value) {
    if (value != null) {
      input.put(name, value);
    }
  }
}
