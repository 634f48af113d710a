package dev.tradewind.storefront.render;

import dev.tradewind.storefront.answer.ProductCollection;
import dev.tradewind.storefront.visit.StoreCall;

/**
 * Link to a page of the storefront.
 *
 * @param path without the prefix of the language
 */
public record Link(String title, String path) {

  public static Link of(ProductCollection collection) {
    return new Link(collection.title(), "/collections/" + StoreCall.encoded(collection.handle()));
  }

  public static Link toCategory(String name, String handle) {
    return new Link(name, "/categories/" + StoreCall.encoded(handle));
  }
}
