package dev.tradewind.spi;

import org.jspecify.annotations.Nullable;

/**
 * Brand of the shop as its owner has set it, for what a plugin sends to shoppers.
 *
 * @param name of the shop; empty if it is not known
 * @param accent color of buttons and links on light ground, as {@code #rrggbb}; null: the shop has
 *     none of its own
 * @param onAccent color of texts on the accent color; null without one
 */
public record ShopBrand(String name, @Nullable String accent, @Nullable String onAccent) {

  /** Brand of a shop that cannot be asked. */
  public static final ShopBrand UNKNOWN = new ShopBrand("", null, null);
}
