package dev.tradewind.storefront.render;

import dev.tradewind.storefront.answer.LineItem;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Point of a picture that lists keep in view: with it, they fill their boxes and crop the picture
 * around the point; without one they show it whole. The metadata {@code focus} of the product, or
 * of a variant with a picture of its own, has it as {@code X Y}, in percent of width and height
 * from the top left.
 */
final class FocusPoint {

  private static final Pattern POINT = Pattern.compile("(100|\\d{1,2})%?[\\s,]+(100|\\d{1,2})%?");

  /** Pages have no styles of their own, so the style sheet has a class for each step. */
  private static final int STEP = 10;

  private FocusPoint() {}

  /** Classes of the box of the picture; empty without a point. */
  static String classes(@Nullable JsonObject metadata) {
    if (metadata == null || !(metadata.getValue("focus") instanceof String text)) {
      return "";
    }
    Matcher point = POINT.matcher(text.strip());
    return point.matches()
        ? " focused focus-x-%s focus-y-%s".formatted(step(point.group(1)), step(point.group(2)))
        : "";
  }

  /** As above, of the picture that a line item shows. */
  static String classes(LineItem item) {
    LineItem.Bought variant = item.variant();
    if (variant == null) {
      return "";
    }
    if (!Objects.equals(item.picture(), item.thumbnail())) {
      return classes(variant.metadata());
    }
    return variant.product() == null ? "" : classes(variant.product().metadata());
  }

  private static long step(String percent) {
    return Math.round(Integer.parseInt(percent) / (double) STEP) * STEP;
  }
}
