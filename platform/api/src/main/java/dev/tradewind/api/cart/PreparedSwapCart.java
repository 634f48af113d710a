package dev.tradewind.api.cart;

import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.kernel.json.JsonForm;
import dev.tradewind.kernel.json.JsonInline;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.totals.TotalsInput;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prepared cart of a swap, which the order verticle creates with the swap, in one transaction.
 *
 * @param lines additional line items
 * @param totalsInput input of the totals before taxes; absent for a cart without a discount
 */
public record PreparedSwapCart(
    @JsonName("row") NewCart cart, List<Line> lines, @Nullable TotalsInput totalsInput) {

  private static final RecordCodec<PreparedSwapCart> CODEC =
      RecordCodec.ofMessage(
          MethodHandles.lookup(),
          PreparedSwapCart.class,
          JsonForm.ofObject(TotalsInput.class, TotalsInput::parse, TotalsInput::toJson));

  private static final RecordCodec<NewCart> CART_CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), NewCart.class);

  /**
   * Cart that is created.
   *
   * @param stateVersion version of the form of the state
   * @param state line items and all else that only the cart verticle reads
   */
  @RecordBuilder
  public record NewCart(
      String id,
      long version,
      String regionId,
      @Nullable String salesChannelId,
      @Nullable String customerId,
      @Nullable String email,
      Instant createdAt,
      Instant updatedAt,
      int stateVersion,
      JsonObject state) {

    /** Parameter of {@code cart.create_swap_cart}. */
    public JsonObject toJson() {
      return CART_CODEC.write(this);
    }
  }

  /**
   * Additional line item.
   *
   * @param unitPrice in the smallest unit of the currency
   */
  public record Line(
      @JsonInline LineItemDetails details, long unitPrice, long quantity, boolean includesTax) {}

  public PreparedSwapCart {
    lines = List.copyOf(lines);
  }

  public static PreparedSwapCart parse(JsonObject json) {
    return CODEC.read(json);
  }

  public JsonObject toJson() {
    return CODEC.write(this);
  }
}
