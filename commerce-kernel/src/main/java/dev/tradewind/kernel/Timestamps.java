package dev.tradewind.kernel;

import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Times as the wire shows them: ISO 8601, UTC, always three digits of milliseconds. */
public final class Timestamps {

  private static final DateTimeFormatter WIRE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private Timestamps() {}

  public static String format(Instant time) {
    return WIRE.format(time);
  }

  public static String format(OffsetDateTime time) {
    return WIRE.format(time);
  }

  public static Instant parse(String time) {
    return Instant.parse(time);
  }

  /** The present to the millisecond, so that a stored time equals the one that was answered. */
  public static Instant now(Clock clock) {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  public static OffsetDateTime utc(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }
}
