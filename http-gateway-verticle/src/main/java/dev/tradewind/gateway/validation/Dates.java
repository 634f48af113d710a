package dev.tradewind.gateway.validation;

import dev.tradewind.kernel.text.Timestamps;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the forms of a time that clients of this API send, as far as JavaScript's {@code Date}
 * has them: ISO 8601 dates and times (UTC by default), RFC 2822, and numbers.
 */
final class Dates {

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(\\.\\d{1,9})?");
  private static final Pattern NORMAL =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
  // Range of the database, and wider than any date of a shop.
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

  private static final DateTimeFormatter ISO =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu[-MM[-dd]]['T'HH:mm[:ss]][ HH:mm[:ss]]")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .optionalStart()
          .appendOffset("+HH:mm", "Z")
          .optionalEnd()
          .parseDefaulting(ChronoField.MONTH_OF_YEAR, 1)
          .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
          .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
          .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
          .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
          .toFormatter(Locale.ROOT);

  private Dates() {}

  /** A time in a query: a number is Unix seconds. */
  static @Nullable Instant fromQuery(String text) {
    return NUMBER.matcher(text).matches() ? ofMillis(Double.parseDouble(text) * 1000) : parse(text);
  }

  /** A time in a body: a number is milliseconds. */
  static @Nullable Instant fromBody(Object value) {
    return switch (value) {
      case Number number -> ofMillis(number.doubleValue());
      case String text -> parse(text);
      default -> null;
    };
  }

  /** Whether the text is a time in normal form. */
  static boolean isNormal(String text) {
    return NORMAL.matcher(text).matches();
  }

  /** The normal form, which operations receive. */
  static String normal(Instant time) {
    return Timestamps.format(time);
  }

  private static @Nullable Instant ofMillis(double millis) {
    return inRange(Instant.ofEpochMilli(Math.round(millis)));
  }

  private static @Nullable Instant parse(String text) {
    String trimmed = text.trim();
    Instant found = attempt(trimmed, Dates::iso);
    return found != null ? found : attempt(trimmed, Dates::rfc2822);
  }

  private static Instant iso(String text) {
    return OffsetDateTime.parse(text, ISO).toInstant();
  }

  private static Instant rfc2822(String text) {
    return text.indexOf(':') < 0
        ? LocalDate.parse(text, DateTimeFormatter.ofPattern("[EEE, ]d MMM uuuu", Locale.ENGLISH))
            .atStartOfDay(ZoneOffset.UTC)
            .toInstant()
        : ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
  }

  private static @Nullable Instant attempt(String text, Function<String, Instant> form) {
    try {
      return inRange(form.apply(text));
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static @Nullable Instant inRange(Instant time) {
    return time.isBefore(EARLIEST) || time.isAfter(LATEST) ? null : time;
  }
}
