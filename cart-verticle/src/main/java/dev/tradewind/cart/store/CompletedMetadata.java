package dev.tradewind.cart.store;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.kernel.field.CheckedMetadataStore;
import dev.tradewind.kernel.field.FieldSet;
import dev.tradewind.kernel.field.KnownFields;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Metadata that the rule of declared fields has completed: with defaults, or with values in the
 * form of their type. The database refuses to store it otherwise, because the response has to show
 * what is stored; so it is completed by the fields that the node knows.
 */
public final class CompletedMetadata {

  private CompletedMetadata() {}

  /** Insertion of a new cart, with the version of the fields by which it was completed. */
  @FunctionalInterface
  public interface Insertion<T> {
    Future<T> of(Cart cart, @Nullable String declared);
  }

  /** Inserts a new cart, again with what the database has completed or declared meanwhile. */
  public static <T> Future<T> insert(KnownFields fields, Cart cart, Insertion<T> insertion) {
    FieldSet known = fields.now();
    return insert(fields, known.version(), by(known, null, cart), insertion)
        .recover(failure ->
            KnownFields.areOutdated(failure)
                ? fields.refresh().compose(read -> insert(fields, cart, insertion))
                : Future.failedFuture(failure));
  }

  private static <T> Future<T> insert(
      KnownFields fields, @Nullable String declared, Cart cart, Insertion<T> insertion) {
    return insertion
        .of(cart, declared)
        .recover(failure ->
            of(failure, null, cart)
                .map(completed ->
                    fields
                        .refresh()
                        // They are for the carts to come: this one is complete.
                        .otherwiseEmpty()
                        .compose(known -> insert(fields, declared, completed, insertion)))
                .orElseGet(() -> Future.failedFuture(failure)));
  }

  /**
   * The cart as the fields complete it. A line that is new since {@code before}, and by its
   * defaults equals an earlier one, is added to that.
   *
   * @param before absent for a new cart
   */
  public static Cart by(FieldSet fields, @Nullable Cart before, Cart cart) {
    if (fields.version() == null) {
      return cart;
    }
    JsonObject completed = new JsonObject();
    JsonObject metadata = cart.metadata();
    JsonObject former = before == null ? null : before.metadata();
    if (before == null || metadata != null && !metadata.equals(former)) {
      JsonObject given = Objects.requireNonNullElseGet(metadata, JsonObject::new);
      JsonObject own =
          fields.complete(
              "cart",
              before == null ? null : Objects.requireNonNullElseGet(former, JsonObject::new),
              given);
      if (own != given) {
        completed.put("metadata", own);
      }
    }
    JsonObject items = new JsonObject();
    for (LineItem item : cart.items()) {
      JsonObject stored =
          before == null ? null : before.item(item.id()).map(LineItem::metadata).orElse(null);
      if (!item.metadata().equals(stored)) {
        JsonObject own = fields.complete("line_item", stored, item.metadata());
        if (own != item.metadata()) {
          items.put(item.id(), own);
        }
      }
    }
    return with(before, cart, items.isEmpty() ? completed : completed.put("items", items));
  }

  /** The cart with the completed metadata; empty if it was not saved for another reason. */
  public static Optional<Cart> of(Throwable failure, @Nullable Cart before, Cart cart) {
    return CheckedMetadataStore.completedBy(failure)
        .map(completed -> with(before, cart, completed));
  }

  private static Cart with(@Nullable Cart before, Cart cart, JsonObject completed) {
    JsonObject metadata = completed.getJsonObject("metadata");
    Cart formed = metadata == null ? cart : cart.with(builder -> builder.metadata(metadata));
    JsonObject items = completed.getJsonObject("items");
    return items == null
        ? formed
        : formed.with(builder -> builder.items(items(before, formed, items)));
  }

  private static List<LineItem> items(@Nullable Cart before, Cart cart, JsonObject metadata) {
    List<LineItem> items = new ArrayList<>();
    for (LineItem item : cart.items()) {
      LineItem line = with(item, metadata.getJsonObject(item.id()));
      OptionalInt equal =
          before == null || before.item(line.id()).isPresent()
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
    return items;
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
