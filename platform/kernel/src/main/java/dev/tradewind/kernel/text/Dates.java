package dev.tradewind.kernel.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the forms of a time that clients of this API send, as far as JavaScript's {@code Date}
 * has them: ISO 8601 dates and times (UTC by default), RFC 2822, dates with the month first, and
 * numbers. It serves queries, bodies and contexts of jobs alike, and refuses days that do not
 * exist.
 */
public final class Dates {

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(\\.\\d{1,9})?");
  private static final Pattern NORMAL =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");

  /** End of the text of a {@code Date}, which repeats the offset. */
  private static final Pattern NAME_OF_ZONE = Pattern.compile(" \\([^()]*\\)$");

  // Range of the database, and wider than any date of a shop.
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

  private static final List<DateTimeFormatter> FORMS =
      Stream.of(
              // As in PHP's DATE_ISO8601, an offset may have no colon.
              "uuuu[-MM[-dd]]['T'HH:mm[:ss]][ HH:mm[:ss]]{fraction}[XXX][XX]",
              "[EEE, ]d MMM uuuu[ HH:mm[:ss]][ 'GMT'][ xx]",
              "M/d/uuuu[ h:mm[:ss] a][ H:mm[:ss]]",
              "[EEE ]MMM d[,] uuuu[ HH:mm[:ss]][ 'GMT'xx]")
          .map(Dates::form)
          .toList();

  private static DateTimeFormatter form(String pattern) {
    DateTimeFormatterBuilder form = new DateTimeFormatterBuilder().parseCaseInsensitive();
    String[] parts = pattern.split("\\{fraction}", -1);
    form.appendPattern(parts[0]);
    if (parts.length > 1) {
      form.appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true).appendPattern(parts[1]);
    }
    return form.parseDefaulting(ChronoField.MONTH_OF_YEAR, 1)
        .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
        .toFormatter(Locale.ENGLISH)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  private Dates() {}

  /** A time in a query: a number is Unix seconds. */
  public static @Nullable Instant fromQuery(String text) {
    return NUMBER.matcher(text).matches() ? ofMillis(Double.parseDouble(text) * 1000) : parse(text);
  }

  /** A time in a body: a number is milliseconds. */
  public static @Nullable Instant fromBody(Object value) {
    return switch (value) {
      case Number number -> ofMillis(number.doubleValue());
      case String text -> parse(text);
      default -> null;
    };
  }

  /** Whether the text is a time in normal form. */
  public static boolean isNormal(String text) {
    return NORMAL.matcher(text).matches();
  }

  /** The normal form, which operations receive. */
  public static String normal(Instant time) {
    return Timestamps.format(time);
  }

  private static @Nullable Instant ofMillis(double millis) {
    return inRange(Instant.ofEpochMilli(Math.round(millis)));
  }

  private static @Nullable Instant parse(String text) {
    String trimmed = NAME_OF_ZONE.matcher(text.trim()).replaceFirst("");
    for (DateTimeFormatter form : FORMS) {
      try {
        return inRange(ofParts(form.parse(trimmed)));
      } catch (DateTimeException anotherForm) {
        continue;
      }
    }
    return null;
  }

  /** A missing time of day is midnight, a missing offset is UTC. */
  private static Instant ofParts(TemporalAccessor parts) {
    LocalTime time = parts.query(TemporalQueries.localTime());
    ZoneOffset offset = parts.query(TemporalQueries.offset());
    return LocalDate.from(parts)
        .atTime(time == null ? LocalTime.MIDNIGHT : time)
        .toInstant(offset == null ? ZoneOffset.UTC : offset);
  }

  private static @Nullable Instant inRange(Instant time) {
    return time.isBefore(EARLIEST) || time.isAfter(LATEST) ? null : time;
  }
}
