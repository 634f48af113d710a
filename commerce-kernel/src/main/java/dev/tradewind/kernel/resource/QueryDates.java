package dev.tradewind.kernel.resource;

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
 * Times in queries: ISO dates and date-times, RFC 2822, or Unix seconds; UTC where none is said.
 */
final class QueryDates {

  private static final List<Function<String, OffsetDateTime>> FORMS =
      List.of(
          OffsetDateTime::parse,
          text -> LocalDate.parse(text).atStartOfDay().atOffset(ZoneOffset.UTC),
          text -> LocalDateTime.parse(text.replace(' ', 'T')).atOffset(ZoneOffset.UTC),
          text -> OffsetDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME));

  private QueryDates() {}

  /**
   * The time that the text names.
   *
   * @throws IllegalArgumentException when it names none
   */
  static OffsetDateTime parse(String text) {
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
