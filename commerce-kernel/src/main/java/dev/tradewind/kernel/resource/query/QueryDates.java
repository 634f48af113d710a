package dev.tradewind.kernel.resource.query;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Function;

/**
 * Parser of times in queries: ISO dates and date-times, RFC 2822, or Unix seconds; UTC by default.
 */
final class QueryDates {

  private static final List<Function<String, OffsetDateTime>> FORMS =
      List.of(
          OffsetDateTime::parse,
          text -> LocalDate.parse(text).atStartOfDay().atOffset(ZoneOffset.UTC),
          text -> LocalDateTime.parse(text.replace(' ', 'T')).atOffset(ZoneOffset.UTC),
          text -> OffsetDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME));

  private static final OffsetDateTime EARLIEST = OffsetDateTime.parse("0001-01-01T00:00:00Z");
  private static final OffsetDateTime LATEST = OffsetDateTime.parse("9999-12-31T23:59:59.999Z");

  private QueryDates() {}

  /**
   * The time in the text, within the years that the database and clients can represent.
   *
   * @throws IllegalArgumentException if the text is not a time
   */
  static OffsetDateTime parse(String text) {
    OffsetDateTime time = anyTime(text);
    if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
      throw new IllegalArgumentException(text);
    }
    return time;
  }

  private static OffsetDateTime anyTime(String text) {
    String stripped = text.strip();
    if (stripped.matches("-?\\d{1,11}")) {
      return Instant.ofEpochSecond(Long.parseLong(stripped)).atOffset(ZoneOffset.UTC);
    }
    for (Function<String, OffsetDateTime> form : FORMS) {
      try {
        return form.apply(stripped);
      } catch (DateTimeException anotherForm) {
        continue;
      }
    }
    throw new IllegalArgumentException(text);
  }
}
