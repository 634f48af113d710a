package dev.tradewind.order.swap;

import dev.tradewind.api.cart.SwapCartRequest;
import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.returns.ReturnRules.Units;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content of a swap as staff or a shopper requests it.
 *
 * @param returnOptionId absent if the customer sends the goods on their own
 * @param returnPrice instead of the option's
 * @param salesChannelId instead of the order's
 * @param noNotification absent: as the order
 */
record SwapRequest(
    List<Units> returnedUnits,
    List<QuoteRequest.Item> additionalItems,
    @Nullable String returnOptionId,
    @Nullable Long returnPrice,
    List<SwapCartRequest.CustomOption> customOptions,
    @Nullable String salesChannelId,
    @Nullable String returnLocationId,
    @Nullable Boolean noNotification,
    boolean allowBackorder) {

  static final String SPENT_GIFT_CARD = "Cannot swap a gift card that was spent";

  static SwapRequest ofStaff(JsonObject body) {
    JsonObject shipping = body.getJsonObject("return_shipping", new JsonObject());
    return new SwapRequest(
        PartReturns.units(body.getJsonArray("return_items")),
        additional(body),
        shipping.getString("option_id"),
        shipping.getLong("price"),
        customOptions(body),
        body.getString("sales_channel_id"),
        body.getString("return_location_id"),
        body.getBoolean("no_notification"),
        !Boolean.FALSE.equals(body.getBoolean("allow_backorder")));
  }

  static SwapRequest ofShopper(JsonObject body) {
    return new SwapRequest(
        PartReturns.units(body.getJsonArray("return_items")),
        additional(body),
        body.getString("return_shipping_option"),
        null,
        List.of(),
        null,
        null,
        true,
        false);
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

  /** Requires that the order can be swapped: it was paid, and something was fulfilled. */
  static void requireSwappable(Order order) {
    switch (order.paymentStatus()) {
      case CAPTURED -> {}
      default ->
          throw new Problem.NotAllowed("Cannot swap an order that has not been captured")
              .toException();
    }
    switch (order.fulfillmentStatus()) {
      case NOT_FULFILLED ->
          throw new Problem.NotAllowed("Cannot swap an order that has not been fulfilled")
              .toException();
      default -> {}
    }
    if (order.isCanceled()) {
      throw canceledItem();
    }
  }

  static RuntimeException canceledItem() {
    return new Problem.InvalidData("Cannot create a swap on a canceled item.").toException();
  }
}
