package dev.tradewind.order.claim;

import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.ClaimBuilder;
import dev.tradewind.order.aftersale.ClaimType;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.pricing.ShippingMethodQuotes;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.returns.ReturnRules;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Content of a request for a claim, checked as far as it does not depend on the order.
 *
 * @param returnShipping choice of the shipping of its return; absent without a return
 * @param refundAmount absent: computed
 * @param shippingAddress absent: the address of the order
 * @param noNotification absent: as the order says
 */
@RecordBuilder
record ClaimRequest(
    ClaimType type,
    List<Item> items,
    List<QuoteRequest.Item> additionalItems,
    List<ShippingMethodQuotes.Choice> shippingMethods,
    @Nullable JsonObject returnShipping,
    @Nullable String returnLocationId,
    @Nullable Long refundAmount,
    @Nullable JsonObject shippingAddress,
    @Nullable Boolean noNotification,
    @Nullable JsonObject metadata) {

  /**
   * Claimed units of one line item.
   *
   * @param tags trimmed and in lower case, each once
   */
  record Item(
      String lineId,
      long quantity,
      @Nullable String reason,
      @Nullable String note,
      List<String> tags,
      List<String> images) {}

  static ClaimRequest of(JsonObject body) {
    ClaimRequest request =
        ClaimRequestBuilder.builder()
            .type(ClaimType.of(body.getString("type")))
            .items(objects(body, "claim_items").stream().map(ClaimRequest::item).toList())
            .additionalItems(
                objects(body, "additional_items").stream()
                    .map(item ->
                        new QuoteRequest.Item(
                            item.getString("variant_id"), item.getInteger("quantity")))
                    .toList())
            .shippingMethods(
                objects(body, "shipping_methods").stream().map(ClaimRequest::newMethod).toList())
            .returnShipping(returnShipping(body.getValue("return_shipping")))
            .returnLocationId(body.getString("return_location_id"))
            .refundAmount(body.getLong("refund_amount"))
            .shippingAddress(body.getJsonObject("shipping_address"))
            .noNotification(body.getBoolean("no_notification"))
            .metadata(body.getJsonObject("metadata"))
            .build();
    request.requireConsistent();
    return request;
  }

  private static List<JsonObject> objects(JsonObject body, String name) {
    return JsonArrays.objects(body.getJsonArray(name));
  }

  private static Item item(JsonObject item) {
    return new Item(
        item.getString("item_id"),
        item.getLong("quantity"),
        item.getString("reason"),
        item.getString("note"),
        JsonArrays.strings(item.getJsonArray("tags", new JsonArray())).stream()
            .map(ClaimRequest::tag)
            .distinct()
            .toList(),
        JsonArrays.strings(item.getJsonArray("images", new JsonArray())));
  }

  /** Value of a tag, which is shared by its spelling. */
  static String tag(String value) {
    return value.strip().toLowerCase(Locale.ROOT);
  }

  private static ShippingMethodQuotes.Choice newMethod(JsonObject method) {
    String id = method.getString("id");
    if (id != null) {
      throw Problem.notFound("Shipping method with id " + id + " was not found");
    }
    return choice(method);
  }

  /** Choice of an option for a shipping method. */
  static ShippingMethodQuotes.Choice choice(JsonObject method) {
    String optionId = method.getString("option_id");
    if (optionId == null) {
      throw Problem.invalidData("option_id of a shipping method should not be empty");
    }
    return new ShippingMethodQuotes.Choice(
        optionId, method.getLong("price"), method.getJsonObject("data"));
  }

  /** Return shipping of an object, or of a list of one. */
  private static @Nullable JsonObject returnShipping(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case JsonArray list -> {
        if (list.size() > 1) {
          throw Problem.invalidData("return_shipping must be one object");
        }
        yield list.isEmpty() ? null : list.getJsonObject(0);
      }
      default -> (JsonObject) value;
    };
  }

  /** Whether the customer gets no notifications about the claim. */
  @Nullable Boolean noNotificationFor(Order order) {
    return noNotification == null ? order.noNotification() : noNotification;
  }

  /** Claim with what the request says of it. */
  ClaimBuilder claim(Order order) {
    return ClaimBuilder.builder()
        .type(type)
        .noNotification(noNotificationFor(order))
        .metadata(metadata);
  }

  /** Claimed units as units of a return; empty without a return. */
  Optional<PartReturns.Requested> requestedReturn() {
    JsonObject shipping = returnShipping;
    if (shipping == null) {
      return Optional.empty();
    }
    return Optional.of(
        new PartReturns.Requested(
            items.stream()
                .map(item -> new ReturnRules.Units(item.lineId(), item.quantity(), null, null))
                .toList(),
            shipping.getString("option_id"),
            shipping.getLong("price"),
            returnLocationId));
  }

  private void requireConsistent() {
    if (type == ClaimType.REPLACE && additionalItems.isEmpty()) {
      throw Problem.invalidData(
          "Claims with type \"replace\" must have at least one additional item.");
    }
    if (items.isEmpty()) {
      throw Problem.invalidData("Claims must have at least one claim item.");
    }
    if (type == ClaimType.REPLACE && refundAmount != null && refundAmount != 0) {
      throw Problem.invalidData(
          "Claim has type \"replace\" but must be type \"refund\" to have a refund_amount.");
    }
    Set<String> lines = new HashSet<>();
    for (Item item : items) {
      if (!lines.add(item.lineId())) {
        throw Problem.invalidData("Line item " + item.lineId() + " is claimed twice");
      }
    }
  }
}
