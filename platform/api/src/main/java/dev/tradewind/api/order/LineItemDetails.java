package dev.tradewind.api.order;

import dev.tradewind.kernel.json.RecordCodec;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Goods of a line item, as they were when the line was added. Its price, quantity and tax rates are
 * in the input of the totals, under the id of the line.
 *
 * @param createdAt when it was added to the cart
 * @param variantId absent for a custom line
 * @param originalItemId line of the order that an edit copied; absent otherwise
 * @param orderEditId edit that made the line; absent for a line of the sale
 * @param variant as orders show it, without its product; absent if it was deleted
 */
@RecordBuilder
public record LineItemDetails(
    String id,
    Instant createdAt,
    String title,
    @Nullable String description,
    @Nullable String thumbnail,
    boolean isGiftcard,
    boolean shouldMerge,
    boolean allowDiscounts,
    boolean hasShipping,
    @Nullable String variantId,
    @Nullable String originalItemId,
    @Nullable String orderEditId,
    @Nullable JsonObject metadata,
    @Nullable JsonObject variant) {

  private static final RecordCodec<LineItemDetails> CODEC =
      RecordCodec.of(MethodHandles.lookup(), LineItemDetails.class);

  /** The same goods as a line of an order edit. */
  public LineItemDetails copiedTo(String editId, String newId) {
    return LineItemDetailsBuilder.builder(this)
        .id(newId)
        .originalItemId(id)
        .orderEditId(editId)
        .build();
  }

  /** The form of a message, which has the members of a shown line. */
  public JsonObject toJson() {
    return CODEC.write(this);
  }

  /** From a message or from a line as a cart or an order shows it. */
  public static LineItemDetails parse(JsonObject json) {
    return CODEC.read(json);
  }
}
