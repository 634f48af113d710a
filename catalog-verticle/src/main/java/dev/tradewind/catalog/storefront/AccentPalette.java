package dev.tradewind.catalog.storefront;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Colors of links and buttons on both grounds of the storefront, made of the accent colors of the
 * shop. Each has the contrast that WCAG 2.2 asks of texts.
 */
final class AccentPalette {

  /** Level AA of success criterion 1.4.3. */
  static final double CONTRAST = 4.5;

  /** Darkest ground of the light palette, and lightest one of the dark palette. */
  static final String LIGHT_GROUND = "#f1eee6";

  static final String DARK_GROUND = "#202b34";

  private static final String WHITE = "#ffffff";
  private static final String BLACK = "#11181e";
  private static final int STEPS = 64;

  private AccentPalette() {}

  /**
   * The palette of these colors; null without an accent color.
   *
   * @param accent as {@code #rrggbb}
   * @param dark its form on dark ground; null: the accent color, mixed with white as far as needed
   */
  static @Nullable JsonObject of(@Nullable String accent, @Nullable String dark) {
    if (accent == null) {
      return null;
    }
    String onDarkGround = dark == null ? lightened(accent) : dark;
    return new JsonObject()
        .put("accent", accent)
        .put("on_accent", textOn(accent))
        .put("accent_dark", onDarkGround)
        .put("on_accent_dark", textOn(onDarkGround));
  }

  /** Requires the contrast of the colors with their grounds. */
  static void require(@Nullable String accent, @Nullable String dark) {
    if (accent == null && dark != null) {
      throw Problem.invalidData("accent_dark needs accent beside it");
    }
    requireContrast("accent", accent, "light", LIGHT_GROUND);
    requireContrast("accent_dark", dark, "dark", DARK_GROUND);
  }

  private static void requireContrast(
      String name, @Nullable String color, String ground, String groundColor) {
    if (color != null && contrast(color, groundColor) < CONTRAST) {
      throw Problem.invalidData(
          String.format(
              Locale.ROOT,
              "%s has a contrast of %.1f on the %s ground; texts need 4.5",
              name,
              contrast(color, groundColor),
              ground));
    }
  }

  private static String lightened(String color) {
    String mixed = color;
    for (int step = 1; contrast(mixed, DARK_GROUND) < CONTRAST && step <= STEPS; step++) {
      mixed = mixed(color, (double) step / STEPS);
    }
    return mixed;
  }

  private static String mixed(String color, double white) {
    StringBuilder mixed = new StringBuilder("#");
    for (int channel = 0; channel < 3; channel++) {
      int value = channel(color, channel);
      mixed.append(String.format(Locale.ROOT, "%02x", Math.round(value + (255 - value) * white)));
    }
    return mixed.toString();
  }

  private static String textOn(String color) {
    return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
  }

  /** Contrast ratio of two colors, from 1 to 21. */
  static double contrast(String one, String other) {
    double first = luminance(one);
    double second = luminance(other);
    return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
  }

  /** Relative luminance of sRGB. */
  private static double luminance(String color) {
    return 0.2126 * linear(channel(color, 0))
        + 0.7152 * linear(channel(color, 1))
        + 0.0722 * linear(channel(color, 2));
  }

  private static double linear(int channel) {
    double share = channel / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }

  private static int channel(String color, int position) {
    return Integer.parseInt(color.substring(1 + 2 * position, 3 + 2 * position), 16);
  }
}
