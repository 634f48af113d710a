package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** Who may call an operation; the contract says it as {@code x-access}. */
public enum AccessPolicy {
  /** Everybody, and nobody asks who it is. */
  NONE,
  /** Everybody; who shows a credential is known by it. */
  OPTIONAL,
  CUSTOMER,
  ADMIN;

  static final String EXTENSION = "x-access";

  static AccessPolicy of(JsonObject operation) {
    return valueOf(operation.getString(EXTENSION).toUpperCase(Locale.ROOT));
  }

  /** What holds where an operation says nothing. */
  static AccessPolicy standard(ApiSurface surface) {
    return switch (surface) {
      case STORE -> OPTIONAL;
      case ADMIN -> ADMIN;
    };
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The same in the words of OpenAPI: each element is one way in. */
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
