package dev.tradewind.cart.store;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.kernel.field.CheckedMetadataStore;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Metadata that the rule of declared fields has completed: with defaults, or with values in the
 * form of their type. The database refuses to store it otherwise, because the response has to show
 * what is stored.
 */
public final class CompletedMetadata {

  private CompletedMetadata() {}

  /**
   * The cart with the completed metadata; empty if it was not saved for another reason. A line that
   * is new since {@code before}, and by its defaults equals an earlier one, is added to that.
   */
  public static Optional<Cart> of(Throwable failure, Cart before, Cart cart) {
    return CheckedMetadataStore.completedBy(failure)
        .map(completed -> with(before, cart, completed));
  }

  private static Cart with(Cart before, Cart cart, JsonObject completed) {
    JsonObject metadata = completed.getJsonObject("items");
    if (metadata == null) {
      return cart.with(builder -> builder.metadata(completed.getJsonObject("metadata")));
    }
    List<LineItem> items = new ArrayList<>();
    for (LineItem item : cart.items()) {
      LineItem line = with(item, metadata.getJsonObject(item.id()));
      OptionalInt equal =
          before.item(line.id()).isPresent()
              ? OptionalInt.empty()
              : IntStream.range(0, items.size())
                  .filter(place -> isMerged(items.get(place), line))
                  .findFirst();
      if (equal.isPresent()) {
        LineItem earlier = items.get(equal.getAsInt());
        items.set(
            equal.getAsInt(),
            earlier.withQuantity(
                Math.addExact(earlier.quantity(), line.quantity()), line.updatedAt()));
      } else {
        items.add(line);
      }
    }
    return cart.with(builder -> builder.items(items));
  }

  private static boolean isMerged(LineItem earlier, LineItem line) {
    return earlier.shouldMerge()
        && line.shouldMerge()
        && line.variantId() != null
        && line.variantId().equals(earlier.variantId())
        && line.unitPrice() == earlier.unitPrice()
        && line.includesTax() == earlier.includesTax()
        && line.metadata().equals(earlier.metadata());
  }

  private static LineItem with(LineItem item, @Nullable JsonObject metadata) {
    return metadata == null ? item : item.withMetadata(metadata, item.updatedAt());
  }
}
