package dev.tradewind.storefront.answer;

import dev.tradewind.kernel.json.JsonInline;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Order with its totals and swaps. */
public record Order(
    String id,
    int displayId,
    String email,
    Instant createdAt,
    String status,
    String paymentStatus,
    String fulfillmentStatus,
    String regionId,
    String currencyCode,
    List<LineItem> items,
    @Nullable Address shippingAddress,
    List<ShippingMethod> shippingMethods,
    List<Swap> swaps,
    @JsonInline SaleTotals totals)
    implements Sale {

  private static final Set<String> DELIVERED =
      Set.of("shipped", "partially_shipped", "partially_returned", "fulfilled");

  public boolean isCanceled() {
    return status.equals("canceled");
  }

  public boolean isReturnable() {
    return DELIVERED.contains(fulfillmentStatus) && !isCanceled();
  }

  /** Whether its line items may be exchanged for others. */
  public boolean isExchangeable() {
    return isReturnable() && paymentStatus.equals("captured");
  }
}
