package dev.tradewind.stripe;

import dev.tradewind.spi.PluginContext;
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
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client of Stripe's API in one version. A request that may have been lost is sent again under the
 * same idempotency key. It fails with a {@link StripeException} if Stripe has refused it, which had
 * no effect; after any other failure its outcome is unknown.
 */
final class StripeApi {

  /** The newest one that takes {@code payment_method_types}. */
  static final String VERSION = "2026-08-26.dahlia";

  private static final Logger LOG = LoggerFactory.getLogger(StripeApi.class);

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

  /**
   * @param path below {@code /v1/}
   */
  Future<JsonObject> get(String path, Instant deadline) {
    return attempt(HttpMethod.GET, path, null, "", deadline, 1);
  }

  /**
   * @param idempotencyKey of up to 255 characters, under which the parameters are always the same
   */
  Future<JsonObject> post(
      String path, JsonObject parameters, String idempotencyKey, Instant deadline) {
    return attempt(
        HttpMethod.POST, path, StripeForm.encode(parameters), idempotencyKey, deadline, 1);
  }

  private Future<JsonObject> attempt(
      HttpMethod method,
      String path,
      @Nullable Buffer form,
      String key,
      Instant deadline,
      int number) {
    return send(method, path, form, key, deadline)
        .compose(response -> answer(path, response))
        .recover(failure ->
            failure instanceof StripeException || number == MAX_ATTEMPTS || isLate(deadline, number)
                ? Future.failedFuture(failure)
                : node.vertx()
                    .timer(backoff(number))
                    .compose(waited -> attempt(method, path, form, key, deadline, number + 1)));
  }

  private Future<HttpResponse<Buffer>> send(
      HttpMethod method, String path, @Nullable Buffer form, String key, Instant deadline) {
    long left = Duration.between(node.clock().instant(), deadline).toMillis();
    HttpRequest<Buffer> request =
        node.webClient()
            .requestAbs(method, settings.apiUrl() + "/v1/" + path)
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
    return Future.failedFuture(new IllegalStateException(reason));
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
