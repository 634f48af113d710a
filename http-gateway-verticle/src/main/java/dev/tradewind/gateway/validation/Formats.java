package dev.tradewind.gateway.validation;

import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.kernel.text.Dates;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Formats of texts in requests. The validator's own are not used: its e-mail check throws on an
 * empty text, and its time check has no bounds.
 */
final class Formats {

  private static final String OWN = "own-";

  private Formats() {}

  /** A copy of the schema whose formats are left to {@link #check}. */
  static JsonObject owned(JsonObject schema) {
    return new JsonObject(schema.encode().replace("\"format\":\"", "\"format\":\"" + OWN));
  }

  static @Nullable String check(String type, @Nullable String format, @Nullable Object instance) {
    if (format == null || !(instance instanceof String text)) {
      return null;
    }
    boolean fits =
        switch (format.substring(OWN.length())) {
          case "email" -> EmailAddress.isValid(text);
          case "date-time" -> Dates.isNormal(text);
          default -> throw new IllegalStateException("The contract uses an unknown " + format);
        };
    return fits ? null : "The text does not have the format " + format;
  }
}
