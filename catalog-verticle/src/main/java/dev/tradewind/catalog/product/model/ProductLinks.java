package dev.tradewind.catalog.product.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Links of a product; an absent list stays as it is, and a present one replaces the stored links.
 *
 * @param images addresses of images
 * @param tags values of tags
 * @param salesChannels ids of sales channels
 * @param categories ids of categories
 */
public record ProductLinks(
    @Nullable List<String> images,
    @Nullable List<String> tags,
    @Nullable List<String> salesChannels,
    @Nullable List<String> categories) {

  /** First of the linked images. */
  public @Nullable String firstImage() {
    return images == null || images.isEmpty() ? null : images.getFirst();
  }
}
