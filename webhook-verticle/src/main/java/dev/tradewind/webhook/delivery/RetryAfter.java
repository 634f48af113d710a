package dev.tradewind.webhook.delivery;

import dev.tradewind.kernel.outbound.OutboundHttpClient.Answer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import java.util.regex.Pattern;

/** Pause that a receiver without capacity asks for by {@code Retry-After}. */
final class RetryAfter {

  /** 429 Too Many Requests and 503 Service Unavailable. */
  private static final Set<Integer> STATUSES = Set.of(429, 503);

  private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

  private RetryAfter() {}

  /** The pause, given as seconds or as a time of HTTP; zero if there is none, or it is over. */
  static Duration of(Answer answer, Instant now) {
    String given = answer.retryAfter();
    if (given == null || !STATUSES.contains(answer.status())) {
      return Duration.ZERO;
    }
    if (SECONDS.matcher(given).matches()) {
      return Duration.ofSeconds(Long.parseLong(given));
    }
    try {
      Instant until = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(given));
      return until.isAfter(now) ? Duration.between(now, until) : Duration.ZERO;
    } catch (DateTimeException e) {
      return Duration.ZERO;
    }
  }
}
