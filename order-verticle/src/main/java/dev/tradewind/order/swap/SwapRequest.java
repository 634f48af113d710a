package dev.tradewind.order.swap;

import dev.tradewind.api.cart.SwapCartRequest;
import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.SwapBuilder;
import dev.tradewind.order.change.ShopperParts;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.returns.PartReturns;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content of a swap as staff or a shopper requests it.
 *
 * @param returned units that are to come back
 * @param salesChannelId instead of the order's
 * @param noNotification absent: as the order
 * @param isOfShopper whether the bounds of shoppers apply
 */
record SwapRequest(
    PartReturns.Requested returned,
    List<QuoteRequest.Item> additionalItems,
    List<SwapCartRequest.CustomOption> customOptions,
    @Nullable String salesChannelId,
    @Nullable Boolean noNotification,
    boolean allowBackorder,
    boolean isOfShopper) {

  static final String SPENT_GIFT_CARD = "Cannot swap a gift card that was spent";

  static SwapRequest ofStaff(JsonObject body) {
    JsonObject shipping = PartReturns.shipping(body);
    return new SwapRequest(
        new PartReturns.Requested(
            PartReturns.units(body.getJsonArray("return_items")),
            shipping.getString("option_id"),
            shipping.getLong("price"),
            body.getString("return_location_id")),
        additional(body),
        customOptions(body),
        body.getString("sales_channel_id"),
        body.getBoolean("no_notification"),
        !Boolean.FALSE.equals(body.getBoolean("allow_backorder")),
        false);
  }

  static SwapRequest ofShopper(JsonObject body) {
    return new SwapRequest(
        new PartReturns.Requested(
            PartReturns.units(body.getJsonArray("return_items")),
            body.getString("return_shipping_option"),
            null,
            null),
        additional(body),
        List.of(),
        null,
        true,
        false,
        true);
  }

  private static List<QuoteRequest.Item> additional(JsonObject body) {
    List<QuoteRequest.Item> items = new ArrayList<>();
    for (JsonObject item :
        JsonArrays.objects(body.getJsonArray("additional_items", new JsonArray()))) {
      items.add(new QuoteRequest.Item(item.getString("variant_id"), item.getInteger("quantity")));
    }
    return items;
  }

  private static List<SwapCartRequest.CustomOption> customOptions(JsonObject body) {
    List<SwapCartRequest.CustomOption> options = new ArrayList<>();
    for (JsonObject option :
        JsonArrays.objects(body.getJsonArray("custom_shipping_options", new JsonArray()))) {
      options.add(
          new SwapCartRequest.CustomOption(option.getString("option_id"), option.getLong("price")));
    }
    return options;
  }

  /** Whether the customer gets no notifications about the swap. */
  @Nullable Boolean noNotificationFor(Order order) {
    return noNotification == null ? order.noNotification() : noNotification;
  }

  /** Swap with what the request says of it. */
  SwapBuilder swap(Order order) {
    return SwapBuilder.builder()
        .allowBackorder(allowBackorder)
        .noNotification(noNotificationFor(order));
  }

  /** Requires that the order can be swapped, and has room for a further swap. */
  void requirePossible(Order order) {
    requireSwappable(order);
    if (isOfShopper) {
      ShopperParts.requireRoomForSwap(order);
    }
  }

  /** Requires that it was paid, and something was fulfilled. */
  private static void requireSwappable(Order order) {
    switch (order.paymentStatus()) {
      case CAPTURED -> {}
      default -> throw Problem.notAllowed("Cannot swap an order that has not been captured");
    }
    switch (order.fulfillmentStatus()) {
      case NOT_FULFILLED ->
          throw Problem.notAllowed("Cannot swap an order that has not been fulfilled");
      default -> {}
    }
    if (order.isCanceled()) {
      throw canceledItem();
    }
  }

  static RuntimeException canceledItem() {
    return Problem.invalidData("Cannot create a swap on a canceled item.");
  }
}
