package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** Whether the body of an operation is files; the contract says it as {@code x-upload}. */
public enum Upload {
  NONE,
  /** Files that everybody may read who has been given their link. */
  PUBLIC,
  /** Files whose links end. */
  PROTECTED;

  static final String EXTENSION = "x-upload";

  static Upload of(JsonObject operation) {
    return valueOf(operation.getString(EXTENSION, NONE.name()).toUpperCase(Locale.ROOT));
  }

  public boolean isExpected() {
    return this != NONE;
  }
}
