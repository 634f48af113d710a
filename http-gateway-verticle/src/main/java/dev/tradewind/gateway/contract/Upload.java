package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** File upload of an operation; {@code x-upload} in the contract. */
public enum Upload {
  NONE,
  /** Public files, readable with their link. */
  PUBLIC,
  /** Files behind links that expire. */
  PROTECTED;

  static final String EXTENSION = "x-upload";

  static Upload of(JsonObject operation) {
    return valueOf(operation.getString(EXTENSION, NONE.name()).toUpperCase(Locale.ROOT));
  }

  public boolean isExpected() {
    return this != NONE;
  }
}
