package dev.tradewind.order.line;

import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.kernel.json.JsonInline;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.totals.MethodTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableMethod;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shipping method of an order or of a return.
 *
 * @param cartId of the cart it came from; absent if staff added it, or for a return
 * @param price in the smallest unit of the currency
 * @param includesTax whether the price includes tax
 */
public record OrderShippingMethod(
    @JsonInline ShippingMethodDetails details,
    @Nullable String cartId,
    long price,
    boolean includesTax,
    List<TaxLine> taxLines,
    @JsonInline MethodTotals amounts) {

  /** Codec of the stored form, whose members {@code OrderLineView} writes with others. */
  public static final RecordCodec<OrderShippingMethod> CODEC =
      RecordCodec.of(MethodHandles.lookup(), OrderShippingMethod.class);

  private static final Ids TAX_LINE_IDS = Ids.of("smtl");

  public OrderShippingMethod {
    taxLines = List.copyOf(taxLines);
  }

  /** New shipping method. */
  public static OrderShippingMethod sold(
      ShippingMethodDetails details,
      @Nullable String cartId,
      TaxableMethod priced,
      MethodTotals totals,
      Instant now) {
    return new OrderShippingMethod(
        details,
        cartId,
        priced.price(),
        priced.includesTax(),
        TaxLine.created(priced.rates(), TAX_LINE_IDS, now),
        totals);
  }

  /** Shipping profile of its option; absent if the option was deleted. */
  public @Nullable String profileId() {
    return ofOption("profile_id");
  }

  /** Fulfillment provider of its option; absent if the option was deleted. */
  public @Nullable String providerId() {
    return ofOption("provider_id");
  }

  private @Nullable String ofOption(String member) {
    JsonObject option = details.shippingOption();
    return option == null ? null : option.getString(member);
  }

  public List<TaxRate> taxRates() {
    return taxLines.stream().map(TaxLine::rate).toList();
  }
}
