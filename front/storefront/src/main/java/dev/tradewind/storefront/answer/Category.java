package dev.tradewind.storefront.answer;

import java.util.List;

/** Category of products with the ones below it. */
public record Category(String id, String name, String handle, List<Child> categoryChildren) {

  /** Category below another one. */
  public record Child(String name, String handle) {}

  /**
   * Page of a list of categories.
   *
   * @param count of all categories of the list
   */
  public record Page(List<Category> productCategories, int count) {}
}
