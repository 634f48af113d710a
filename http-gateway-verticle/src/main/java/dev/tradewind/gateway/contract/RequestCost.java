package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** Cost of a request by an anonymous caller, by which the requests of a network are limited. */
public enum RequestCost {
  LOW,

  /** It creates rows, or reads many. */
  HIGH,

  /** It reads many rows if its query has a text to search for. */
  HIGH_WITH_SEARCH,

  /** It searches the index, as often as a shopper types. */
  SEARCH,

  /**
   * It computes, saves and returns the cart that its path names, and makes a guest of an e-mail
   * address in its body.
   */
  CART_CHANGE;

  static RequestCost of(JsonObject described) {
    String cost = described.getString("x-cost", "low");
    return RequestCost.valueOf(cost.replace('-', '_').toUpperCase(Locale.ROOT));
  }
}
