package dev.tradewind.stripe;

import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.RequestUrl;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client of Stripe's API in one version. A request that may have been lost is sent again under the
 * same idempotency key; one that Stripe has answered with a failure of its own is sent again under
 * another key, because Stripe stores that answer under the key for a day. It fails with a {@link
 * StripeException} if Stripe has refused it, which had no effect; after any other failure its
 * outcome is unknown.
 */
final class StripeApi {

  /** The newest one that takes {@code payment_method_types}. */
  static final String VERSION = "2026-08-26.dahlia";

  private static final Logger LOG = LoggerFactory.getLogger(StripeApi.class);

  private static final Supplier<Future<Optional<JsonObject>>> NOTHING =
      () -> Future.succeededFuture(Optional.empty());

  private static final int MAX_ATTEMPTS = 3;
  private static final long BACKOFF_MILLIS = 300;
  private static final Duration MAX_ATTEMPT = Duration.ofSeconds(20);

  private final PluginContext node;
  private final StripeSettings settings;
  private final AtomicReference<@Nullable String> trouble = new AtomicReference<>();

  StripeApi(PluginContext node, StripeSettings settings) {
    this.node = node;
    this.settings = settings;
  }

  /** Why the last request failed without a fault of its own; empty if it did not. */
  Optional<String> trouble() {
    return Optional.ofNullable(trouble.get());
  }

  /** URL of a resource of the API. */
  RequestUrl url(String... segments) {
    return RequestUrl.of(settings.apiUrl()).with("v1").with(segments);
  }

  Future<JsonObject> get(RequestUrl url, Instant deadline) {
    return attempt(new Sent(HttpMethod.GET, url, null, deadline, NOTHING), "", 1);
  }

  /**
   * Sends a change, of which a second one has no further effect.
   *
   * @param idempotencyKey of up to 255 characters, under which the parameters are always the same
   */
  Future<JsonObject> post(
      RequestUrl url, JsonObject parameters, String idempotencyKey, Instant deadline) {
    return post(url, parameters, idempotencyKey, deadline, NOTHING);
  }

  /**
   * Sends a request that must have its effect once.
   *
   * @param made finds its effect after an answer that leaves it open
   */
  Future<JsonObject> post(
      RequestUrl url,
      JsonObject parameters,
      String idempotencyKey,
      Instant deadline,
      Supplier<Future<Optional<JsonObject>>> made) {
    return attempt(
        new Sent(HttpMethod.POST, url, StripeForm.encode(parameters), deadline, made),
        idempotencyKey,
        1);
  }

  /** Request that may be sent more than once. */
  private record Sent(
      HttpMethod method,
      RequestUrl url,
      @Nullable Buffer form,
      Instant deadline,
      Supplier<Future<Optional<JsonObject>>> made) {}

  private Future<JsonObject> attempt(Sent request, String key, int number) {
    return send(request, key)
        .compose(response -> answer(request.url().path(), response))
        .recover(failure -> {
          if (failure instanceof StripeException
              || number == MAX_ATTEMPTS
              || isLate(request.deadline(), number)) {
            return Future.failedFuture(failure);
          }
          return node.vertx()
              .timer(backoff(number))
              .compose(waited -> again(request, key, number + 1, failure));
        });
  }

  private Future<JsonObject> again(Sent request, String key, int number, Throwable failure) {
    if (failure instanceof FailedInside) {
      return request
          .made()
          .get()
          .compose(made ->
              made.map(Future::succeededFuture)
                  .orElseGet(() -> attempt(request, UUID.randomUUID().toString(), number)));
    }
    return attempt(request, key, number);
  }

  private Future<HttpResponse<Buffer>> send(Sent sent, String key) {
    Buffer form = sent.form();
    long left = Duration.between(node.clock().instant(), sent.deadline()).toMillis();
    HttpRequest<Buffer> request =
        node.webClient()
            .requestAbs(sent.method(), sent.url().toString())
            .timeout(Math.clamp(left, 1, MAX_ATTEMPT.toMillis()))
            .followRedirects(false)
            .putHeader("Authorization", "Bearer " + settings.apiKey(node))
            .putHeader("Stripe-Version", VERSION);
    return (form == null
            ? request.send()
            : request
                .putHeader("Idempotency-Key", key)
                .putHeader("Content-Type", "application/x-www-form-urlencoded")
                .sendBuffer(form))
        .onFailure(unreachable -> trouble.set("Stripe cannot be reached: " + unreachable));
  }

  private Future<JsonObject> answer(String path, HttpResponse<Buffer> response) {
    int status = response.statusCode();
    JsonObject body = body(response);
    if (status == 200 && body != null) {
      trouble.set(null);
      return Future.succeededFuture(body);
    }
    JsonObject error =
        body == null ? new JsonObject() : body.getJsonObject("error", new JsonObject());
    String type = error.getString("type", "");
    LOG.warn(
        "Stripe answered {} with {} {} {} (request {})",
        path,
        status,
        type,
        error.getString("code", ""),
        response.getHeader("Request-Id"));
    if (isRefusal(status, type)) {
      trouble.set(null);
      return Future.failedFuture(new StripeException(status, error));
    }
    String reason =
        status == 401 ? "Stripe does not accept the key." : "Stripe answered with " + status + ".";
    trouble.set(reason);
    return Future.failedFuture(
        status >= 500 ? new FailedInside(reason) : new IllegalStateException(reason));
  }

  /** Failure of Stripe itself: it may have acted or not, and answers the key with it for a day. */
  private static final class FailedInside extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    FailedInside(String reason) {
      super(reason);
    }
  }

  /** A wrong key, a conflict, a limit and a failure of Stripe are no answers to the request. */
  private static boolean isRefusal(int status, String type) {
    return switch (status) {
      case 400, 402, 403, 404 -> !type.equals("idempotency_error");
      default -> false;
    };
  }

  private static @Nullable JsonObject body(HttpResponse<Buffer> response) {
    try {
      return response.bodyAsJsonObject();
    } catch (DecodeException | ClassCastException notJson) {
      return null;
    }
  }

  private boolean isLate(Instant deadline, int number) {
    return !node.clock().instant().plusMillis(2 * backoff(number)).isBefore(deadline);
  }

  private static long backoff(int number) {
    long doubled = BACKOFF_MILLIS << number;
    return doubled / 2 + ThreadLocalRandom.current().nextLong(doubled / 2);
  }
}
