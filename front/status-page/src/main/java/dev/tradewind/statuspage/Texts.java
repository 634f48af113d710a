package dev.tradewind.statuspage;

import java.time.Duration;
import java.util.Locale;

/** Texts of numbers on the page. */
final class Texts {

  private Texts() {}

  /** Two units at most, such as {@code 3 h 5 min}. */
  static String duration(Duration duration) {
    long seconds = Math.max(duration.toSeconds(), 0);
    if (seconds < 60) {
      return seconds + " s";
    } else if (seconds < 3_600) {
      return seconds / 60 + " min";
    } else if (seconds < 86_400) {
      return pair(seconds / 3_600, "h", seconds % 3_600 / 60, "min");
    }
    return pair(seconds / 86_400, "d", seconds % 86_400 / 3_600, "h");
  }

  private static String pair(long large, String unit, long small, String smallUnit) {
    return large + " " + unit + (small == 0 ? "" : " " + small + " " + smallUnit);
  }

  /** Seconds of a whole or broken number. */
  static String seconds(double seconds) {
    return duration(Duration.ofMillis(Math.round(seconds * 1_000)));
  }

  /** Time of a request, such as {@code 250 ms}. */
  static String latency(double seconds) {
    if (seconds < 1) {
      return String.format(Locale.ROOT, seconds < 0.01 ? "%.1f ms" : "%.0f ms", seconds * 1_000);
    }
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }

  /** With groups of digits, such as {@code 12,345}. */
  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** The nearest whole number. */
  static String number(double number) {
    return number(Math.round(number));
  }

  static String bytes(long bytes) {
    double mebibytes = bytes / (double) (1 << 20);
    if (mebibytes < 1_024) {
      return String.format(Locale.ROOT, "%.0f MiB", mebibytes);
    }
    return String.format(Locale.ROOT, "%.1f GiB", mebibytes / 1_024);
  }

  /** Singular or plural with the number. */
  static String counted(long number, String one, String several) {
    return number(number) + " " + (number == 1 ? one : several);
  }
}
