package dev.tradewind.stripe.testserver.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tradewind.stripe.testserver.http.Fault.Kind;
import dev.tradewind.stripe.testserver.state.Account;
import dev.tradewind.stripe.testserver.state.ApiCall;
import dev.tradewind.stripe.testserver.state.ApiVersion;
import dev.tradewind.stripe.testserver.state.Event;
import dev.tradewind.stripe.testserver.state.Params;
import dev.tradewind.stripe.testserver.state.StripeError;
import dev.tradewind.stripe.testserver.webhook.WebhookSender;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Protocol of the API around its operations: keys, versions, idempotency, faults, headers. */
final class ApiHandler {

  private static final Logger log = LoggerFactory.getLogger(ApiHandler.class);

  private record Keys(String secret, String publishable) {}

  /** A request that may act: its route is found and its parameters are known. */
  private record Admitted(
      HttpServerRequest request, Route route, String id, ApiCall call, Fault fault) {

    @Nullable String key() {
      return call.idempotencyKey();
    }
  }

  private final Account account;
  private final WebhookSender webhooks;
  private final List<Route> routes;
  private final Keys keys;
  private final Faults faults;
  private final IdempotencyKeys idempotency;

  ApiHandler(
      Account account,
      WebhookSender webhooks,
      List<Route> routes,
      String secretKey,
      String publishableKey) {
    this.account = account;
    this.webhooks = webhooks;
    this.routes = routes;
    keys = new Keys(secretKey, publishableKey);
    faults = new Faults(routes.stream().map(Route::name).collect(Collectors.toSet()));
    idempotency = new IdempotencyKeys(account.clock());
  }

  Faults faults() {
    return faults;
  }

  void serve(HttpServerRequest request, Buffer body) {
    String requestId = account.newId("req_");
    request.response().putHeader("Request-Id", requestId);
    account.clock().runDue();
    try {
      begin(admit(request, body, requestId));
    } catch (StripeError refusal) {
      write(request, Fault.NONE, Answer.of(refusal));
    }
  }

  private Admitted admit(HttpServerRequest request, Buffer body, String requestId) {
    boolean isPublishable = isPublishable(request);
    String header = request.getHeader("Stripe-Version");
    ApiVersion version = header == null ? account.version() : ApiVersion.of(header);
    request.response().putHeader("Stripe-Version", version.name());
    for (Route route : routes) {
      String id = route.match(request.method().name(), request.path());
      if (id == null) {
        continue;
      }
      if (isPublishable && !route.isForBrowsers()) {
        throw StripeError.notBegun(
            401,
            "invalid_request_error",
            "secret_key_required",
            "This API call cannot be made with a publishable API key.");
      }
      Fault fault = faults.take(route.name());
      String form = request.method() == HttpMethod.POST ? body.toString(UTF_8) : request.query();
      Params params = new Params(FormParser.parse(form == null ? "" : form));
      String key =
          request.method() == HttpMethod.POST ? request.getHeader("Idempotency-Key") : null;
      ApiCall call = new ApiCall(requestId, key, version, isPublishable, params, fault.outcome());
      return new Admitted(request, route, id, call, fault);
    }
    throw StripeError.notBegun(
        404,
        "invalid_request_error",
        null,
        "Unrecognized request URL (" + request.method() + ": " + request.path() + ").");
  }

  /** Whether the key is the publishable one; refuses others than the two, as user or token. */
  private boolean isPublishable(HttpServerRequest request) {
    String key = apiKey(request.getHeader("Authorization"));
    if (keys.publishable.equals(key)) {
      return true;
    }
    if (keys.secret.equals(key)) {
      return false;
    }
    throw StripeError.notBegun(
        401,
        "invalid_request_error",
        null,
        key == null
            ? "You did not provide an API key."
            : "Invalid API Key provided: " + key.substring(0, Math.min(8, key.length())) + "***");
  }

  private static @Nullable String apiKey(@Nullable String header) {
    String[] parts = header == null ? new String[0] : header.split(" ", 2);
    if (parts.length != 2) {
      return null;
    }
    try {
      return switch (parts[0]) {
        case "Bearer" -> parts[1];
        case "Basic" -> new String(Base64.getDecoder().decode(parts[1]), UTF_8).split(":", 2)[0];
        default -> null;
      };
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  private void begin(Admitted admitted) {
    Fault fault = admitted.fault;
    switch (fault.kind()) {
      case NO_ANSWER_BEFORE_ACTING -> admitted.request.connection().close();
      case RATE_LIMITED -> {
        Answer answer =
            Answer.of(
                StripeError.notBegun(
                    429, "invalid_request_error", "rate_limit", "Too many requests."));
        String reason = fault.reason() == null ? "global-rate" : fault.reason();
        write(admitted.request, fault, answer.with("Stripe-Rate-Limited-Reason", reason));
      }
      case LOCK_TIMEOUT ->
          write(
              admitted.request,
              fault,
              Answer.of(
                  StripeError.notBegun(
                      429,
                      "invalid_request_error",
                      "lock_timeout",
                      "This object cannot be accessed right now because another request is"
                          + " accessing it.")));
      case UNAVAILABLE ->
          write(
              admitted.request,
              fault,
              Answer.html(503, "<html><body>503 Service Unavailable</body></html>"));
      default -> replayOrAct(admitted);
    }
  }

  private void replayOrAct(Admitted admitted) {
    String key = admitted.key();
    ApiCall call = admitted.call;
    call.params().allowOnly(admitted.route.params());
    if (key != null) {
      admitted
          .request
          .response()
          .putHeader("Idempotency-Key", key)
          .putHeader("Original-Request", String.valueOf(call.requestId()));
      Answer stored =
          idempotency.begin(
              key,
              admitted.request.method() + " " + admitted.request.path(),
              call.params().values(),
              String.valueOf(call.requestId()));
      if (stored != null) {
        write(admitted.request, admitted.fault, stored);
        return;
      }
    }
    // What a fault waits for may end on any thread.
    Context context = Vertx.currentContext();
    admitted
        .fault
        .before()
        .get()
        .onComplete(released -> context.runOnContext(run -> act(admitted, context)));
  }

  private void act(Admitted admitted, Context context) {
    Answer answer = execute(admitted);
    List<Event> events = admitted.call.events();
    webhooks
        .sendEarly(events)
        .compose(rest -> admitted.fault.after().get().otherwiseEmpty().map(rest))
        .onSuccess(rest -> context.runOnContext(run -> answer(admitted, answer, rest)));
  }

  private void answer(Admitted admitted, Answer answer, List<Event> events) {
    Promise<Void> answered = Promise.promise();
    webhooks.send(events, answered.future());
    write(admitted.request, admitted.fault, answer);
    answered.complete();
  }

  private Answer execute(Admitted admitted) {
    Kind kind = admitted.fault.kind();
    Answer answer;
    boolean isStored = true;
    try {
      if (kind == Kind.ERROR_WITHOUT_EFFECT) {
        throw StripeError.internal();
      }
      answer =
          Answer.ok(
              account.answer(
                  admitted.call, call -> admitted.route.operation().apply(call, admitted.id)));
      if (kind == Kind.ERROR_AFTER_EFFECT) {
        throw StripeError.internal();
      }
    } catch (StripeError refusal) {
      answer = Answer.of(refusal);
      isStored = refusal.isStored();
    } catch (RuntimeException defect) {
      log.error("Failed to execute {}", admitted.route.name(), defect);
      answer = Answer.of(StripeError.internal());
    }
    if (admitted.key() != null) {
      if (isStored) {
        idempotency.store(admitted.key(), answer);
      } else {
        idempotency.release(admitted.key());
      }
    }
    return answer;
  }

  private static void write(HttpServerRequest request, Fault fault, Answer answer) {
    HttpServerResponse response = request.response();
    if (response.closed()) {
      return;
    }
    if (fault.kind() == Kind.NO_ANSWER_AFTER_ACTING) {
      request.connection().close();
      return;
    }
    Buffer body = Buffer.buffer(answer.body());
    response
        .setStatusCode(answer.status())
        .putHeader("Content-Type", answer.contentType())
        .putHeader("Access-Control-Allow-Origin", "*");
    answer.headers().forEach(response::putHeader);
    if (fault.shouldRetry() != null) {
      response.putHeader("Stripe-Should-Retry", String.valueOf(fault.shouldRetry()));
    }
    if (fault.kind() == Kind.RESET_IN_BODY) {
      response
          .putHeader("Content-Length", Integer.toString(body.length()))
          .write(body.slice(0, body.length() / 2))
          .onComplete(written -> request.connection().close());
      return;
    }
    Future<Void> ended = response.end(body);
    ended.onFailure(failure -> log.debug("Failed to answer {}", request.path(), failure));
  }
}
