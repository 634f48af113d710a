package dev.tradewind.cart;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;

/**
 * Refuses discount and gift card codes. The shop has neither discounts nor gift cards, so every
 * code is unknown; an empty list is what every cart has.
 */
final class UnknownCodes {

  private UnknownCodes() {}

  static void refuse(JsonObject body) {
    List<String> discounts =
        codes(body, "discounts").stream()
            .map(code -> code.strip().toUpperCase(Locale.ROOT))
            .toList();
    if (!discounts.isEmpty()) {
      String named = discounts.size() == 1 ? discounts.get(0) : discounts.toString();
      throw new Problem.NotFound("Discounts with code " + named + " was not found").toException();
    }
    codes(body, "gift_cards").stream()
        .findFirst()
        .ifPresent(code -> {
          throw new Problem.NotFound("Gift card with code: " + code + " was not found")
              .toException();
        });
  }

  private static List<String> codes(JsonObject body, String name) {
    return body.getJsonArray(name) == null
        ? List.of()
        : body.getJsonArray(name, new JsonArray()).stream()
            .map(element -> String.valueOf(((JsonObject) element).getString("code")))
            .toList();
  }
}
