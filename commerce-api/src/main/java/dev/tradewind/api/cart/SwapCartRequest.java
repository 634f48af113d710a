package dev.tradewind.api.cart;

import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.kernel.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Content of the cart of a swap, as its order decides it.
 *
 * @param discountIds discounts of the order, without free shipping
 * @param additionalItems variants and quantities, at the prices of today
 * @param returnShipping absent if the customer sends the goods on their own
 * @param customOptions if there are some, the only shipping options of the cart
 */
public record SwapCartRequest(
    String swapId,
    String orderId,
    String customerId,
    String email,
    String regionId,
    @Nullable String salesChannelId,
    @Nullable JsonObject billingAddress,
    @Nullable JsonObject shippingAddress,
    List<String> discountIds,
    List<QuoteRequest.Item> additionalItems,
    List<ReturnedUnits> returnedUnits,
    @Nullable ReturnShipping returnShipping,
    List<CustomOption> customOptions) {

  /**
   * Units of a line item that come back.
   *
   * @param unitPrice as they were sold, in the smallest unit of the currency
   * @param rates tax rates that they were sold with
   * @param discount of these units, not rounded
   * @param discountId absent without a discount
   */
  public record ReturnedUnits(
      String title,
      @Nullable String thumbnail,
      @Nullable String variantId,
      long unitPrice,
      int quantity,
      boolean includesTax,
      JsonArray rates,
      String discount,
      @Nullable String discountId) {

    private JsonObject toJson() {
      return new JsonObject()
          .put("title", title)
          .put("thumbnail", thumbnail)
          .put("variant_id", variantId)
          .put("unit_price", unitPrice)
          .put("quantity", quantity)
          .put("includes_tax", includesTax)
          .put("rates", rates)
          .put("discount", discount)
          .put("discount_id", discountId);
    }

    private static ReturnedUnits parse(JsonObject json) {
      return new ReturnedUnits(
          json.getString("title"),
          json.getString("thumbnail"),
          json.getString("variant_id"),
          json.getLong("unit_price"),
          json.getInteger("quantity"),
          json.getBoolean("includes_tax"),
          json.getJsonArray("rates"),
          json.getString("discount"),
          json.getString("discount_id"));
    }
  }

  /** Price of the return's shipping, with its tax rates. */
  public record ReturnShipping(long price, boolean includesTax, JsonArray rates) {}

  /** Shipping option at a price set by staff. */
  public record CustomOption(String optionId, long price) {}

  public SwapCartRequest {
    discountIds = List.copyOf(discountIds);
    additionalItems = List.copyOf(additionalItems);
    returnedUnits = List.copyOf(returnedUnits);
    customOptions = List.copyOf(customOptions);
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("swap_id", swapId)
        .put("order_id", orderId)
        .put("customer_id", customerId)
        .put("email", email)
        .put("region_id", regionId)
        .put("sales_channel_id", salesChannelId)
        .put("billing_address", billingAddress)
        .put("shipping_address", shippingAddress)
        .put("discount_ids", new JsonArray(discountIds))
        .put(
            "additional_items",
            array(
                additionalItems,
                item ->
                    new JsonObject()
                        .put("variant_id", item.variantId())
                        .put("quantity", item.quantity())))
        .put("returned_units", array(returnedUnits, ReturnedUnits::toJson))
        .put(
            "return_shipping",
            returnShipping == null
                ? null
                : new JsonObject()
                    .put("price", returnShipping.price())
                    .put("includes_tax", returnShipping.includesTax())
                    .put("rates", returnShipping.rates()))
        .put(
            "custom_options",
            array(
                customOptions,
                option ->
                    new JsonObject()
                        .put("option_id", option.optionId())
                        .put("price", option.price())));
  }

  public static SwapCartRequest parse(JsonObject json) {
    JsonObject shipping = json.getJsonObject("return_shipping");
    return new SwapCartRequest(
        json.getString("swap_id"),
        json.getString("order_id"),
        json.getString("customer_id"),
        json.getString("email"),
        json.getString("region_id"),
        json.getString("sales_channel_id"),
        json.getJsonObject("billing_address"),
        json.getJsonObject("shipping_address"),
        JsonArrays.strings(json.getJsonArray("discount_ids")),
        list(
            json,
            "additional_items",
            item ->
                new QuoteRequest.Item(
                    Objects.requireNonNull(item.getString("variant_id")),
                    item.getInteger("quantity"))),
        list(json, "returned_units", ReturnedUnits::parse),
        shipping == null
            ? null
            : new ReturnShipping(
                shipping.getLong("price"),
                shipping.getBoolean("includes_tax"),
                shipping.getJsonArray("rates")),
        list(
            json,
            "custom_options",
            option -> new CustomOption(option.getString("option_id"), option.getLong("price"))));
  }

  private static <T> JsonArray array(List<T> elements, Function<T, JsonObject> written) {
    JsonArray array = new JsonArray();
    elements.forEach(element -> array.add(written.apply(element)));
    return array;
  }

  private static <T> List<T> list(JsonObject json, String name, Function<JsonObject, T> read) {
    return JsonArrays.objects(json.getJsonArray(name)).stream().map(read).toList();
  }
}
