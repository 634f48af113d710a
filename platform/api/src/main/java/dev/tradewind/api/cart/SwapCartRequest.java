package dev.tradewind.api.cart;

import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.kernel.json.RecordCodec;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content of the cart of a swap, as its order decides it.
 *
 * @param discountIds discounts of the order, without free shipping
 * @param additionalItems variants and quantities, at the prices of today
 * @param returnShipping absent if the customer sends the goods on their own
 * @param customOptions if there are some, the only shipping options of the cart
 */
@RecordBuilder
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

  private static final RecordCodec<SwapCartRequest> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), SwapCartRequest.class);

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
      @Nullable String discountId) {}

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

  public static SwapCartRequest parse(JsonObject json) {
    return CODEC.read(json);
  }

  JsonObject toJson() {
    return CODEC.write(this);
  }
}
