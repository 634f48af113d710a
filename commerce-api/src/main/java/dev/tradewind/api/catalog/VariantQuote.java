package dev.tradewind.api.catalog;

import dev.tradewind.kernel.JsonName;
import dev.tradewind.kernel.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * Quote of a variant: its current price and availability, one for each item of the request.
 *
 * @param variant the variant with its product, as embedded in carts
 * @param unitPrice smallest currency unit; absent without a price in that context
 * @param includesTax whether the selected price includes tax
 * @param inSalesChannel whether its product is sold in the channel of the request
 * @param inStock whether the stock covers all items of this variant in the request
 */
public record VariantQuote(
    String variantId,
    int quantity,
    JsonObject variant,
    @Nullable Long unitPrice,
    boolean includesTax,
    boolean inSalesChannel,
    @JsonName("covered") boolean inStock) {

  private static final RecordCodec<VariantQuote> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), VariantQuote.class);

  static VariantQuote parse(JsonObject json) {
    return CODEC.read(json);
  }
}
