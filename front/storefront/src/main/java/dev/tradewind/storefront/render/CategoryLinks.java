package dev.tradewind.storefront.render;

import dev.tradewind.storefront.answer.Category;
import java.util.List;

/**
 * Links to a category and to those directly below it.
 *
 * @param hasMore whether there are more below it than the links
 */
public record CategoryLinks(String title, String path, List<Link> children, boolean hasMore) {

  /**
   * @param max links to categories below it
   */
  public static CategoryLinks of(Category category, int max) {
    Link link = Link.toCategory(category.name(), category.handle());
    return new CategoryLinks(
        link.title(),
        link.path(),
        category.categoryChildren().stream()
            .limit(max)
            .map(one -> Link.toCategory(one.name(), one.handle()))
            .toList(),
        category.categoryChildren().size() > max);
  }
}
