package dev.tradewind.stripe;

import dev.tradewind.spi.RequestUrl;
import dev.tradewind.spi.payment.NoticeFeed;
import dev.tradewind.spi.payment.PaymentNotice;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Feed of Stripe's events, which Stripe keeps for 30 days: the same events as at the webhook. A
 * position is the id of an event that is old enough that no earlier one appears any more.
 */
final class StripeEvents implements NoticeFeed {

  private static final Duration SETTLED = Duration.ofMinutes(2);

  private final StripeApi api;
  private final StripeSettings settings;
  private final Clock clock;

  StripeEvents(StripeApi api, StripeSettings settings, Clock clock) {
    this.api = api;
    this.settings = settings;
    this.clock = clock;
  }

  /** Reads from the newest events again after a position that Stripe has forgotten. */
  @Override
  public Future<Page> read(@Nullable String position, Instant since, Instant deadline) {
    if (position == null) {
      return newest(since, deadline);
    }
    return api.get(list(since).withParameter("ending_before", position), deadline)
        .map(found -> page(found, position))
        .recover(failure -> {
          if (failure instanceof StripeException) {
            return newest(since, deadline);
          }
          return Future.failedFuture(failure);
        });
  }

  private RequestUrl list(Instant since) {
    RequestUrl list = api.url("events").withParameter("limit", 100);
    if (since.isAfter(Instant.EPOCH)) {
      list = list.withParameter("created[gte]", since.getEpochSecond());
    }
    for (String type : StripeWebhook.TYPES) {
      list = list.withParameter("types[]", type);
    }
    return list;
  }

  private Future<Page> newest(Instant since, Instant deadline) {
    return api.get(list(since), deadline).map(found -> page(found.put("has_more", false), null));
  }

  private Page page(JsonObject found, @Nullable String position) {
    JsonArray newestFirst = found.getJsonArray("data");
    List<PaymentNotice> notices =
        PaymentReader.objects(newestFirst)
            .map(event -> StripeWebhook.notice(event, settings))
            .flatMap(Optional::stream)
            .toList();
    long settled = clock.instant().minus(SETTLED).getEpochSecond();
    Optional<String> last =
        PaymentReader.objects(newestFirst)
            .filter(event -> event.getLong("created") < settled)
            .map(event -> event.getString("id"))
            .findFirst();
    return new Page(
        notices, last.orElse(position), found.getBoolean("has_more", false) && last.isPresent());
  }
}
