package dev.tradewind.storefront.render;

import dev.tradewind.storefront.answer.LineItem;
import dev.tradewind.storefront.answer.ProductCollection;
import dev.tradewind.storefront.visit.StoreCall;
import org.jspecify.annotations.Nullable;

/**
 * Link to a page of the storefront.
 *
 * @param path without the prefix of the language
 */
public record Link(String title, String path) {

  public static Link of(ProductCollection collection) {
    return new Link(collection.title(), "/collections/" + StoreCall.encoded(collection.handle()));
  }

  /** Path of the page of the variant of a line item; null if it is not known. */
  static @Nullable String pathOf(LineItem item) {
    LineItem.Bought variant = item.variant();
    if (variant == null || variant.product() == null || variant.product().handle() == null) {
      return null;
    }
    return "/products/"
        + StoreCall.encoded(variant.product().handle())
        + (variant.id() == null ? "" : "?variant=" + variant.id());
  }

  public static Link toCategory(String name, String handle) {
    return new Link(name, "/categories/" + StoreCall.encoded(handle));
  }
}
