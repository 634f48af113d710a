package dev.tradewind.gateway.dispatch;

import dev.tradewind.api.customer.SessionCookieName;
import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.auth.CorsHandler;
import dev.tradewind.gateway.auth.Credentials;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Request headers passed to an operation: those declared by the contract, the client's address and
 * user agent, the session and the id of the token if the operation creates or ends one, and whether
 * a read with a cookie may come from another site.
 */
final class RequestHeaders {

  private static final String SESSION = "session";
  private static final String TOKEN_ID = "token-id";
  private static final String BASE_URL = "base-url";
  private static final int MAX_KEY_LENGTH = 255;

  private final Operation operation;
  private final ForwardedHeaders forwarded;
  private final CorsHandler origins;
  private final SessionCookieName cookie;

  RequestHeaders(
      Operation operation,
      ForwardedHeaders forwarded,
      CorsHandler origins,
      SessionCookieName cookie) {
    this.operation = operation;
    this.forwarded = forwarded;
    this.origins = origins;
    this.cookie = cookie;
  }

  JsonObject read(HttpServerRequest request, Caller caller) {
    JsonObject headers = new JsonObject();
    for (String name : operation.headers()) {
      put(headers, name, request.getHeader(name));
    }
    put(headers, "remote-address", forwarded.clientAddress(request));
    put(headers, "user-agent", request.getHeader("user-agent"));
    if (operation.managesSession()) {
      put(headers, SESSION, Credentials.session(request, cookie));
      put(headers, TOKEN_ID, caller.tokenId());
    }
    if (operation.makesLinks()) {
      headers.put(BASE_URL, forwarded.baseUrl(request));
    }
    if (!operation.isWrite()
        && CorsHandler.isByCookie(caller.principal())
        && origins.isCrossSiteRead(request, operation.surface(), forwarded.baseUrl(request))) {
      headers.put(Request.CROSS_SITE, "true");
    }
    if (operation.isIdempotent()) {
      putIdempotencyKey(headers);
    }
    return headers;
  }

  private static void put(JsonObject headers, String name, @Nullable String value) {
    if (value != null) {
      headers.put(name, value);
    }
  }

  /** A request without an idempotency key gets one, for the gateway's own retry. */
  private static void putIdempotencyKey(JsonObject headers) {
    String input = headers.getString(IdempotencyKey.HEADER, "");
    if (input.length() > MAX_KEY_LENGTH) {
      throw Problem.invalidData(
          "Idempotency-Key must be shorter than or equal to " + MAX_KEY_LENGTH + " characters");
    }
    if (input.isBlank()) {
      headers
          .put(IdempotencyKey.HEADER, UUID.randomUUID().toString())
          .put(IdempotencyKey.GENERATED, "true");
    }
  }

  /** Tells the client the idempotency key of its request, if the operation has one. */
  static void exposeIdempotencyKey(JsonObject headers, HttpServerResponse response) {
    String key = headers.getString(IdempotencyKey.HEADER);
    if (key != null) {
      response.putHeader("Idempotency-Key", key);
      response.putHeader("Access-Control-Expose-Headers", "Idempotency-Key");
    }
  }
}
