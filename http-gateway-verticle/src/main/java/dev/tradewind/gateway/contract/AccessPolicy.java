package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** Access policy of an operation; {@code x-access} in the contract. */
public enum AccessPolicy {
  /** Open to all callers, without authentication. */
  NONE,
  /** Open to all callers; credentials are verified if present. */
  OPTIONAL,
  CUSTOMER,
  ADMIN;

  static final String EXTENSION = "x-access";

  static AccessPolicy of(JsonObject operation) {
    return valueOf(operation.getString(EXTENSION).toUpperCase(Locale.ROOT));
  }

  /** The default policy of a surface. */
  static AccessPolicy defaultOf(ApiSurface surface) {
    return switch (surface) {
      case STORE -> OPTIONAL;
      case ADMIN -> ADMIN;
    };
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The policy as OpenAPI security requirements: one element per alternative. */
  JsonArray security() {
    return switch (this) {
      case NONE -> new JsonArray();
      case OPTIONAL ->
          new JsonArray().add(new JsonObject()).add(by("session")).add(by("customer_token"));
      case CUSTOMER -> new JsonArray().add(by("session")).add(by("customer_token"));
      case ADMIN -> new JsonArray().add(by("session")).add(by("user_token")).add(by("api_token"));
    };
  }

  private static JsonObject by(String scheme) {
    return new JsonObject().put(scheme, new JsonArray());
  }
}
