package dev.tradewind.api.catalog;

/** Bound of the tree of product categories, which the trigger {@code keep_category_tree} holds. */
public final class CategoryTree {

  /**
   * Levels of the tree. A response nests two levels of JSON for each, and metadata, of which a move
   * takes 400: readers of JSON commonly stop at 1,000.
   */
  public static final int MAX_LEVELS = 50;

  private CategoryTree() {}
}
