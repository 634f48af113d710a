package dev.tradewind.customer.oauthapp;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbound.OutboundHttpClient;
import dev.tradewind.kernel.outbound.OutboundPolicy;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Exchange of an authorization code for tokens at an application's token endpoint (OAuth 2.0). */
final class TokenExchange {

  private static final Logger LOG = LoggerFactory.getLogger(TokenExchange.class);

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int MAX_ANSWER = 64 * 1024;

  private final OutboundHttpClient calls;

  TokenExchange(Vertx vertx, boolean anywhere) {
    this.calls =
        new OutboundHttpClient(
            vertx, new OutboundPolicy(anywhere, anywhere, List.of(), TIMEOUT, MAX_ANSWER));
  }

  /** Tokens for the code; fails with a problem if the server refuses it or does not respond. */
  Future<JsonObject> exchange(OAuthApp app, String code) {
    Map<String, String> headers =
        Map.of(
            "content-type", "application/x-www-form-urlencoded",
            "accept", "application/json");
    return calls
        .post(app.tokenEndpoint(), headers, Buffer.buffer(form(app, code)))
        .recover(failure -> {
          LOG.warn(
              "Failed to call the token endpoint of application {}: {}", app, failure.toString());
          return Future.failedFuture(problem(app, failure));
        })
        .map(answer -> tokens(app, answer));
  }

  private static String form(OAuthApp app, String code) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("grant_type", "authorization_code");
    fields.put("code", code);
    fields.put("client_id", app.clientId());
    fields.put("client_secret", app.clientSecret());
    if (app.redirectUri() != null) {
      fields.put("redirect_uri", app.redirectUri());
    }
    return fields.entrySet().stream()
        .map(field ->
            field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  private static Problem problem(OAuthApp app, Throwable failure) {
    return switch (failure) {
      case OutboundHttpClient.NotAllowed forbidden ->
          Problem.notAllowed(app.displayName() + " cannot be called at its token endpoint");
      case TimeoutException late -> Problem.timedOut(app.displayName() + " did not answer in time");
      default -> Problem.unavailable(app.displayName() + " is not available. Please retry.");
    };
  }

  private static JsonObject tokens(OAuthApp app, OutboundHttpClient.Answer answer) {
    if (answer.status() >= 500 || !answer.isComplete()) {
      throw Problem.unavailable(app.displayName() + " is not available. Please retry.");
    }
    if (answer.status() >= 200 && answer.status() < 300) {
      try {
        if (Json.decodeValue(answer.body()) instanceof JsonObject tokens) {
          return tokens;
        }
      } catch (DecodeException notJson) {
        LOG.warn("Received no JSON object from the token endpoint of application {}", app);
      }
    }
    throw Problem.notAllowed(app.displayName() + " did not accept the code");
  }
}
