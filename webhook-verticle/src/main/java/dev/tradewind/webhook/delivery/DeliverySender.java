package dev.tradewind.webhook.delivery;

import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.kernel.outbound.OutboundHttpClient;
import dev.tradewind.kernel.outbound.OutboundHttpClient.Answer;
import dev.tradewind.kernel.outbound.OutboundHttpClient.NotAllowed;
import dev.tradewind.kernel.outbound.WebhookSecret;
import dev.tradewind.spi.event.ShopEvent;
import dev.tradewind.spi.event.Subscriber;
import dev.tradewind.webhook.delivery.DeliveryStore.Attempt;
import dev.tradewind.webhook.delivery.DeliveryStore.Pending;
import dev.tradewind.webhook.event.CloudEvents;
import dev.tradewind.webhook.event.StoredEvent;
import dev.tradewind.webhook.subscription.Subscribers;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Sender of one attempt: a POST of the CloudEvent, signed as Standard Webhooks describes, whose
 * status alone decides about success; or a call of the subscriber of a plugin.
 */
final class DeliverySender {

  private static final int MAX_ERROR = 500;
  private static final String METHOD = "POST";

  private static final AttributeKey<String> HTTP_METHOD =
      AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> SERVER = AttributeKey.stringKey("server.address");
  private static final AttributeKey<Long> HTTP_STATUS =
      AttributeKey.longKey("http.response.status_code");
  private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  private static final String NUL = "\u0000";

  private final OutboundHttpClient client;
  private final CloudEvents form;
  private final Subscribers subscribers;
  private final Duration timeout;
  private final Clock clock;

  /**
   * @param timeout of a call of a subscriber
   */
  DeliverySender(
      OutboundHttpClient client,
      CloudEvents form,
      Subscribers subscribers,
      Duration timeout,
      Clock clock) {
    this.client = client;
    this.form = form;
    this.subscribers = subscribers;
    this.timeout = timeout;
    this.clock = clock;
  }

  /** The attempt with its outcome; it never fails. */
  Future<Attempt> send(Pending delivery, List<WebhookSecret> secrets) {
    Instant at = clock.instant();
    long started = System.nanoTime();
    if (Subscribers.isPlugin(delivery.url())) {
      return call(delivery, at)
          .transform(result -> {
            Duration duration = Duration.ofNanos(System.nanoTime() - started);
            return Future.succeededFuture(
                new Attempt(
                    at,
                    duration,
                    null,
                    result.failed() ? error(result.cause()) : null,
                    null,
                    Duration.ZERO));
          });
    }
    Buffer body = form.render(delivery.event()).toBuffer();
    URI receiver = URI.create(delivery.url());
    Span span = Tracing.stepOf(Vertx.currentContext(), METHOD);
    return client
        .post(receiver, headers(delivery.event(), at, secrets, body), body)
        .onComplete(result -> {
          if (span != null) {
            end(span, receiver, result);
          }
        })
        .transform(result -> {
          Duration duration = Duration.ofNanos(System.nanoTime() - started);
          return Future.succeededFuture(
              result.succeeded()
                  ? answered(at, duration, result.result())
                  : new Attempt(at, duration, null, error(result.cause()), null, Duration.ZERO));
        });
  }

  private Future<Void> call(Pending delivery, Instant at) {
    StoredEvent event = delivery.event();
    Subscriber subscriber = subscribers.find(delivery.url()).orElse(null);
    if (subscriber == null) {
      return Future.failedFuture(
          new IllegalStateException("No plugin of this node has the subscriber"));
    }
    ShopEvent shown =
        new ShopEvent(
            event.eventId(),
            event.type(),
            event.subject(),
            event.key(),
            event.aggregateVersion(),
            event.occurredAt(),
            event.data().copy());
    return Future.succeededFuture()
        .compose(asked -> subscriber.handler().on(shown, at.plus(timeout)))
        .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void end(Span span, URI receiver, AsyncResult<Answer> result) {
    span.setAttribute(HTTP_METHOD, METHOD).setAttribute(SERVER, receiver.getHost());
    if (result.succeeded()) {
      int status = result.result().status();
      span.setAttribute(HTTP_STATUS, (long) status);
      if (status >= 400) {
        span.setAttribute(ERROR_TYPE, Integer.toString(status)).setStatus(StatusCode.ERROR);
      }
    }
    Tracing.end(span, result.cause());
  }

  /** Several signatures belong to a secret and to the one before it. */
  private static Map<String, String> headers(
      StoredEvent event, Instant at, List<WebhookSecret> secrets, Buffer body) {
    long seconds = at.getEpochSecond();
    Map<String, String> headers = new HashMap<>();
    headers.put("content-type", CloudEvents.MEDIA_TYPE);
    headers.put("user-agent", "Tradewind");
    headers.put("traceparent", event.traceparent());
    if (event.tracestate() != null) {
      headers.put("tracestate", event.tracestate());
    }
    headers.put("webhook-id", event.eventId());
    headers.put("webhook-timestamp", Long.toString(seconds));
    headers.put(
        "webhook-signature",
        secrets.stream()
            .map(secret -> secret.sign(event.eventId(), seconds, body.getBytes()))
            .collect(Collectors.joining(" ")));
    return headers;
  }

  private static Attempt answered(Instant at, Duration duration, Answer answer) {
    boolean isSuccess = isSuccess(answer.status());
    return new Attempt(
        at,
        duration,
        answer.status(),
        isSuccess ? null : "The receiver answered " + answer.status(),
        isSuccess ? null : answer.body().toString().replace(NUL, ""),
        RetryAfter.of(answer, at));
  }

  static boolean isSuccess(int status) {
    return status >= 200 && status < 300;
  }

  private static String error(Throwable failure) {
    String text =
        switch (failure) {
          case NotAllowed refused -> "The address must not be called: " + refused.getMessage();
          case TimeoutException late -> String.valueOf(late.getMessage());
          default -> failure.getClass().getSimpleName() + ": " + failure.getMessage();
        };
    return text.substring(0, Math.min(text.length(), MAX_ERROR)).replace(NUL, "");
  }
}
