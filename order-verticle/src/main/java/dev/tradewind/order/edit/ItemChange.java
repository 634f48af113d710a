package dev.tradewind.order.edit;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.store.OrderLineView;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Change of a line item by an order edit.
 *
 * @param originalLine line of the order as it was; absent for an added line
 * @param lineId line of the edit; absent for a removed one
 */
record ItemChange(
    String id,
    Instant createdAt,
    Instant updatedAt,
    Type type,
    @Nullable JsonObject originalLine,
    @Nullable String lineId) {

  private static final Ids IDS = Ids.of("oic");

  enum Type {
    ITEM_ADD("item_add"),
    ITEM_UPDATE("item_update"),
    ITEM_REMOVE("item_remove");

    private final String wireName;

    Type(String wireName) {
      this.wireName = wireName;
    }

    static Type of(String wireName) {
      return Arrays.stream(values())
          .filter(type -> type.wireName.equals(wireName))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("Type of an item change: " + wireName));
    }
  }

  static ItemChange added(String lineId, Instant now) {
    return new ItemChange(IDS.next(), now, now, Type.ITEM_ADD, null, lineId);
  }

  static ItemChange updated(OrderLine original, Order order, String lineId, Instant now) {
    return new ItemChange(
        IDS.next(), now, now, Type.ITEM_UPDATE, original(original, order), lineId);
  }

  static ItemChange removed(OrderLine original, Order order, Instant now) {
    return new ItemChange(IDS.next(), now, now, Type.ITEM_REMOVE, original(original, order), null);
  }

  private static JsonObject original(OrderLine line, Order order) {
    return new OrderLineView(order.id(), order.cartId())
        .own(line)
        .put("variant", line.details().variant());
  }

  boolean is(Type requested, @Nullable String wantedLineId) {
    return type == requested && Objects.equals(lineId, wantedLineId);
  }

  @Nullable String originalId() {
    return originalLine == null ? null : originalLine.getString("id");
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("created_at", Timestamps.format(createdAt))
        .put("updated_at", Timestamps.format(updatedAt))
        .put("type", type.wireName)
        .put("original_line", originalLine)
        .put("line_item_id", lineId);
  }

  static ItemChange parse(JsonObject json) {
    return new ItemChange(
        json.getString("id"),
        Timestamps.parse(json.getString("created_at")),
        Timestamps.parse(json.getString("updated_at")),
        Type.of(json.getString("type")),
        json.getJsonObject("original_line"),
        json.getString("line_item_id"));
  }

  /**
   * JSON view.
   *
   * @param line of the edit, if it is still there
   */
  JsonObject view(String editId, @Nullable JsonObject line) {
    return new JsonObject()
        .put("id", id)
        .put("created_at", Timestamps.format(createdAt))
        .put("updated_at", Timestamps.format(updatedAt))
        .putNull("deleted_at")
        .put("type", type.wireName)
        .put("order_edit_id", editId)
        .put("original_line_item_id", originalId())
        .put("line_item_id", lineId)
        .put("line_item", line)
        .put("original_line_item", originalLine);
  }
}
