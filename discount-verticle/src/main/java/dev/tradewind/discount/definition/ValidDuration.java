package dev.tradewind.discount.definition;

import dev.tradewind.kernel.operation.Problem;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Validity of the codes of a dynamic discount: an ISO 8601 duration of whole numbers. */
final class ValidDuration {

  private static final Pattern FORM =
      Pattern.compile("P(?=.)(\\d+Y)?(\\d+M)?(\\d+W)?(\\d+D)?(?:T(?=.)(\\d+H)?(\\d+M)?(\\d+S)?)?");

  /** Longer numbers exceed the range of timestamps. */
  private static final int MAX_DIGITS = 9;

  private static final long MAX_YEARS = 1_000;
  private static final double[] YEARS_OF_PART = {
    1, 1 / 12.0, 7 / 365.0, 1 / 365.0, 1 / 8_760.0, 1 / 525_600.0, 1 / 31_536_000.0
  };

  private ValidDuration() {}

  /**
   * Rejects a malformed or excessive duration.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400
   */
  static void check(@Nullable String duration) {
    if (duration != null && !isValid(duration)) {
      throw Problem.invalidData("\"valid_duration\" must be a valid ISO 8601 duration");
    }
  }

  private static boolean isValid(String duration) {
    Matcher parts = FORM.matcher(duration);
    if (!parts.matches()) {
      return false;
    }
    double years = 0;
    for (int i = 0; i < YEARS_OF_PART.length; i++) {
      String part = parts.group(i + 1);
      if (part != null && part.length() > MAX_DIGITS + 1) {
        return false;
      }
      years += part == null ? 0 : number(part) * YEARS_OF_PART[i];
    }
    return years <= MAX_YEARS;
  }

  private static long number(String part) {
    return Long.parseLong(part, 0, part.length() - 1, 10);
  }
}
