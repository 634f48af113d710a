package dev.tradewind.cart.model;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.providers.hook.HookDecision;
import dev.tradewind.totals.Fraction;
import dev.tradewind.totals.TaxRate;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Line item of a cart. Title, description and product flags are as of the moment it was added.
 *
 * @param hasShipping whether a chosen shipping method covers its profile; always for a custom line
 *     item, which no method ships
 * @param unitPrice in the smallest unit of the currency
 * @param includesTax whether the unit price includes tax
 * @param variantId absent for a custom line item
 * @param profileId shipping profile of its product
 * @param swapId swap that it is an additional line item of
 * @param isReturn whether it credits returned units, or charges their shipping, in a swap's cart
 * @param returned of such a line: {@code rates} it was taxed with, and for a credit {@code
 *     discount} that the units were sold with, not rounded, and its {@code discount_id}
 * @param decisions of hooks about the line and its price
 * @param more members unknown to this version
 */
@RecordBuilder
public record LineItem(
    String id,
    Instant createdAt,
    Instant updatedAt,
    String title,
    @Nullable String description,
    @Nullable String thumbnail,
    boolean isGiftcard,
    boolean shouldMerge,
    boolean allowDiscounts,
    boolean hasShipping,
    long unitPrice,
    boolean includesTax,
    int quantity,
    @Nullable String variantId,
    @Nullable String productId,
    @Nullable String profileId,
    JsonObject metadata,
    @Nullable String swapId,
    boolean isReturn,
    JsonObject returned,
    List<JsonObject> decisions,
    JsonObject more) {

  private static final RecordCodec<LineItem> CODEC =
      RecordCodec.of(MethodHandles.lookup(), LineItem.class, "more");

  public LineItem {
    if (quantity <= 0) {
      throw new IllegalArgumentException("A line has a quantity above zero, not " + quantity);
    }
    hasShipping = hasShipping || variantId == null;
    decisions = List.copyOf(decisions);
  }

  /** Tax rates of a line that credits or charges for a return. */
  public List<TaxRate> returnedRates() {
    return JsonArrays.objects(returned.getJsonArray("rates", new JsonArray())).stream()
        .map(TaxRate::parse)
        .toList();
  }

  /** Discount that returned units were sold with, not rounded; absent for other lines. */
  public @Nullable Fraction creditedDiscount() {
    String discount = returned.getString("discount");
    return discount == null ? null : Fraction.parse(discount);
  }

  /** The same line item as one that a swap sells. */
  public LineItem ofSwap(String swap) {
    return LineItemBuilder.builder(this).swapId(swap).build();
  }

  public LineItem withHasShipping(boolean value) {
    return LineItemBuilder.builder(this).hasShipping(value).build();
  }

  public LineItem withPrice(long price, boolean withTax, Instant now) {
    return LineItemBuilder.builder(this)
        .unitPrice(price)
        .includesTax(withTax)
        .updatedAt(now)
        .build();
  }

  public LineItem withQuantity(int value, Instant now) {
    return LineItemBuilder.builder(this).quantity(value).updatedAt(now).build();
  }

  public LineItem withMetadata(JsonObject value, Instant now) {
    return LineItemBuilder.builder(this).metadata(value).updatedAt(now).build();
  }

  /** The same line item with newer decisions of hooks; absent if none was asked. */
  public LineItem decided(@Nullable List<JsonObject> newer) {
    List<JsonObject> latest = HookDecision.latest(decisions, newer);
    return latest == decisions ? this : LineItemBuilder.builder(this).decisions(latest).build();
  }

  public LineItem withTitle(String value, Instant now) {
    return LineItemBuilder.builder(this).title(value).updatedAt(now).build();
  }

  static LineItem from(JsonObject stored) {
    return CODEC.read(stored);
  }

  /** Stored form; its members have their names on the wire. */
  public JsonObject toJson() {
    return CODEC.write(this);
  }

  /** Writer of the members with these names, in their order; see {@link RecordCodec#writer}. */
  public static RecordCodec.Writer<LineItem> writer(List<String> names) {
    return CODEC.writer(names);
  }
}
