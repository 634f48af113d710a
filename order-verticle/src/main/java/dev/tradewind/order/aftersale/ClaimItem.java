package dev.tradewind.order.aftersale;

import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Claimed units of one line item.
 *
 * @param reason as on the wire
 * @param images in the order in which they were given
 * @param tags by their values
 */
@RecordBuilder
public record ClaimItem(
    String id,
    Instant createdAt,
    Instant updatedAt,
    @JsonName("item_id") String lineId,
    String variantId,
    String reason,
    @Nullable String note,
    long quantity,
    @Nullable JsonObject metadata,
    List<Image> images,
    List<Tag> tags) {

  /** Codec of its row, with its parts. */
  public static final RecordCodec<ClaimItem> CODEC =
      RecordCodec.of(MethodHandles.lookup(), ClaimItem.class);

  public record Image(String id, Instant createdAt, Instant updatedAt, String url) {}

  /** Tag that claim items with the same value share. */
  public record Tag(String id, Instant createdAt, Instant updatedAt, String value) {}

  public ClaimItem {
    images = List.copyOf(images);
    tags = List.copyOf(tags);
  }
}
