package dev.tradewind.api.catalog;

import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Quote of a variant: its current price and availability, one for each item of the request.
 *
 * @param variant the variant with its product, as embedded in carts
 * @param unitPrice smallest currency unit; absent without a price in that context
 * @param includesTax whether the selected price includes tax
 * @param inSalesChannel whether its product is sold in the channel of the request
 * @param inStock whether the stock covers all items of this variant in the request
 * @param available units in stock; absent if unlimited
 * @param fromQuantity lowest quantity with this price
 * @param toQuantity highest quantity with this price
 * @param until next moment at which a price list begins or ends; absent if there is none
 * @param decisions of hooks about the price; absent if none was asked
 */
@RecordBuilder
public record VariantQuote(
    String variantId,
    int quantity,
    JsonObject variant,
    @Nullable Long unitPrice,
    boolean includesTax,
    boolean inSalesChannel,
    @JsonName("covered") boolean inStock,
    @Nullable Long available,
    int fromQuantity,
    int toQuantity,
    @Nullable Instant until,
    @Nullable List<JsonObject> decisions) {

  private static final RecordCodec<VariantQuote> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), VariantQuote.class);

  /** Quote at the price that hooks left, with their decisions. */
  public VariantQuote decided(@Nullable Long price, List<JsonObject> about) {
    return VariantQuoteBuilder.builder(this).unitPrice(price).decisions(about).build();
  }

  /** Whether a quote of that quantity has the same price. */
  public boolean holdsFor(int other) {
    return fromQuantity <= other && other <= toQuantity;
  }

  /**
   * Quote of another quantity for which it holds.
   *
   * @param quantityInAll total over all items of the variant
   */
  public VariantQuote of(int other, long quantityInAll) {
    return VariantQuoteBuilder.builder()
        .variantId(variantId)
        .quantity(other)
        .variant(variant)
        .unitPrice(unitPrice)
        .includesTax(includesTax)
        .inSalesChannel(inSalesChannel)
        .inStock(available == null || available >= quantityInAll)
        .available(available)
        .fromQuantity(fromQuantity)
        .toQuantity(toQuantity)
        .until(until)
        .build();
  }

  /**
   * Quote with the stock of the variant, if it is limited by that.
   *
   * @param current the variant with its present {@code inventory_quantity}
   */
  public VariantQuote withStock(JsonObject current) {
    Long units = available == null ? null : current.getLong("inventory_quantity");
    return VariantQuoteBuilder.builder()
        .variantId(variantId)
        .quantity(quantity)
        .variant(current)
        .unitPrice(unitPrice)
        .includesTax(includesTax)
        .inSalesChannel(inSalesChannel)
        .inStock(units == null || units >= quantity)
        .available(units)
        .fromQuantity(fromQuantity)
        .toQuantity(toQuantity)
        .until(until)
        .build();
  }

  static VariantQuote parse(JsonObject json) {
    return CODEC.read(json);
  }
}
