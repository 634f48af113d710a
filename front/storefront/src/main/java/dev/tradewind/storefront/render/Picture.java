package dev.tradewind.storefront.render;

import org.jspecify.annotations.Nullable;

/**
 * Image of a page.
 *
 * @param source URL for browsers without a choice of sizes
 * @param sources URLs with their widths, as in the attribute {@code srcset}; absent without sizes
 * @param sizes widths at which the page shows it, as in the attribute of that name
 * @param width in pixels; absent, like the height, where it is not known
 * @param original URL of the whole image
 */
public record Picture(
    String source,
    @Nullable String sources,
    String sizes,
    @Nullable Integer width,
    @Nullable Integer height,
    String original) {

  /** Whether it is clearly wider than high, so that it has a row of its own. */
  public boolean isWide() {
    return width != null && height != null && width * 4 > height * 5;
  }
}
