package dev.tradewind.storefront.render;

import java.util.Locale;

/**
 * Place of a picture on a page, with the widths at which it is shown there. Screens with many
 * pixels are given half of them: the difference is not seen, and the bytes are.
 */
enum PicturePlace {
  GALLERY("(min-width: 52rem) 48vw, (min-resolution: 2dppx) 46vw, 88vw"),
  CARD("(min-width: 62rem) 17rem, (min-width: 40rem) 30vw, (min-resolution: 2dppx) 28vw, 45vw"),
  HERO("(min-width: 62rem) 26rem, 1px"),
  LINE("4.5rem");

  private final String sizes;

  PicturePlace(String sizes) {
    this.sizes = sizes;
  }

  String sizes() {
    return sizes;
  }

  /**
   * @throws IllegalArgumentException if there is no such place
   */
  static PicturePlace of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}
