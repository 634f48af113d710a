package dev.tradewind.discount.definition;

import dev.tradewind.kernel.operation.Problem;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How long the codes of a dynamic discount are valid: an ISO 8601 duration of whole numbers. */
final class ValidDuration {

  private static final Pattern FORM =
      Pattern.compile("P(?=.)(\\d+Y)?(\\d+M)?(\\d+W)?(\\d+D)?(?:T(?=.)(\\d+H)?(\\d+M)?(\\d+S)?)?");

  /** Longer numbers lead out of the calendar. */
  private static final int MOST_DIGITS = 9;

  private static final long LONGEST_YEARS = 1_000;
  private static final double[] YEARS_OF_PART = {
    1, 1 / 12.0, 7 / 365.0, 1 / 365.0, 1 / 8_760.0, 1 / 525_600.0, 1 / 31_536_000.0
  };

  private ValidDuration() {}

  /**
   * Refuses what is no duration, or one that no shop outlives.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 400
   */
  static void check(@Nullable String duration) {
    if (duration != null && !isValid(duration)) {
      throw new Problem.InvalidData("\"valid_duration\" must be a valid ISO 8601 duration")
          .toException();
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
      if (part != null && part.length() > MOST_DIGITS + 1) {
        return false;
      }
      years += part == null ? 0 : number(part) * YEARS_OF_PART[i];
    }
    return years <= LONGEST_YEARS;
  }

  private static long number(String part) {
    return Long.parseLong(part, 0, part.length() - 1, 10);
  }
}
