package dev.tradewind.storefront.visit;

import org.jspecify.annotations.Nullable;

/**
 * Width and height of an image in the files of the shop.
 *
 * @param isPending whether it waits to be measured
 * @param width as it is shown; absent, like the height: it has no smaller sizes
 */
public record PictureSize(boolean isPending, @Nullable Integer width, @Nullable Integer height) {

  /** Image of another host, or one without smaller sizes. */
  public static final PictureSize NONE = new PictureSize(false, null, null);
}
