package dev.tradewind.kernel.text;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Timestamps in wire format: ISO 8601, UTC, always three digits of milliseconds. */
public final class Timestamps {

  private static final DateTimeFormatter WIRE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT);

  private static final byte[] SHAPE =
      "0000-00-00T00:00:00.000Z".getBytes(StandardCharsets.ISO_8859_1);

  /** Length up to the seconds, which a fraction may follow. */
  private static final int SECONDS = "0000-00-00T00:00:00".length();

  private static final String UTC = "+00:00";
  private static final int LAST_YEAR = 9_999;
  private static final int NANOS_OF_MILLI = 1_000_000;

  private Timestamps() {}

  public static String format(Instant time) {
    LocalDateTime local =
        LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC);
    return format(local);
  }

  public static String format(OffsetDateTime time) {
    return format(time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime());
  }

  // Called some dozen times per response: a general formatter takes ten times as long.
  private static String format(LocalDateTime time) {
    if (time.getYear() < 0 || time.getYear() > LAST_YEAR) {
      return WIRE.format(time);
    }
    byte[] text = SHAPE.clone();
    digits(text, 0, 4, time.getYear());
    digits(text, 5, 2, time.getMonthValue());
    digits(text, 8, 2, time.getDayOfMonth());
    digits(text, 11, 2, time.getHour());
    digits(text, 14, 2, time.getMinute());
    digits(text, 17, 2, time.getSecond());
    digits(text, 20, 3, time.getNano() / NANOS_OF_MILLI);
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  private static void digits(byte[] text, int from, int count, int value) {
    int rest = value;
    for (int i = from + count - 1; i >= from; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /**
   * Parses the form that {@link #format} writes and PostgreSQL's JSON form of a time in UTC
   * quickly, and every other form of ISO 8601 with an offset.
   */
  public static Instant parse(String time) {
    int end = time.endsWith("Z") ? time.length() - 1 : time.length() - UTC.length();
    if (!hasShape(time, end) || (time.charAt(end) != 'Z' && !time.endsWith(UTC))) {
      return Instant.parse(time);
    }
    int hour = number(time, 11, 2);
    int second = number(time, 17, 2);
    if (hour > 23 || second > 59) {
      return Instant.parse(time);
    }
    int nanos = end == SECONDS ? 0 : number(time, SECONDS + 1, end - SECONDS - 1);
    for (int digits = Math.max(end - SECONDS - 1, 0); digits < 9; digits++) {
      nanos *= 10;
    }
    return LocalDateTime.of(
            number(time, 0, 4),
            number(time, 5, 2),
            number(time, 8, 2),
            hour,
            number(time, 14, 2),
            second,
            nanos)
        .toInstant(ZoneOffset.UTC);
  }

  /** Whether the text before its end has seconds, and up to nine digits of their fraction. */
  private static boolean hasShape(String time, int end) {
    if (end != SECONDS && (end < SECONDS + 2 || end > SECONDS + 10)) {
      return false;
    }
    for (int i = 0; i < end; i++) {
      char found = time.charAt(i);
      boolean isDigit = i > SECONDS || SHAPE[i] == '0';
      boolean fits = isDigit ? found >= '0' && found <= '9' : found == SHAPE[i];
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static int number(String time, int from, int count) {
    return Integer.parseInt(time, from, from + count, 10);
  }

  /** The current time in milliseconds, so that a stored time equals the one in the response. */
  public static Instant now(Clock clock) {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  public static OffsetDateTime utc(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }
}
