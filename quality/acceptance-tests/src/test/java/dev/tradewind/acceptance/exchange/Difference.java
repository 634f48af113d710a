package dev.tradewind.acceptance.exchange;

import org.jspecify.annotations.Nullable;

/**
 * Difference between a recorded response and ours.
 *
 * @param path names of members, separated by dots, with {@code []} for the elements of an array
 */
record Difference(Kind kind, String path, @Nullable Object recorded, @Nullable Object ours) {

  enum Kind {
    /** Another status code. */
    STATUS,
    /** Another header. */
    HEADER,
    /** A recorded member that our response lacks. */
    MISSING,
    /** A member that the recorded response lacks. */
    ADDED,
    /** Another JSON type, or null on one side only. */
    TYPE,
    /** Another value that the request determines. */
    VALUE,
    /** Another number of elements. */
    SIZE
  }

  @Override
  public String toString() {
    return "%s %s: recorded %s, ours %s"
        .formatted(kind, path, shortened(recorded), shortened(ours));
  }

  private static String shortened(@Nullable Object value) {
    String text = String.valueOf(value);
    return text.length() > 100 ? text.substring(0, 100) + "…" : text;
  }
}
