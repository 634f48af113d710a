package dev.tradewind.gateway.staticfile;

import dev.tradewind.spi.CurrencyDigits;
import io.vertx.core.json.JsonObject;

/** Properties of the shop that a page carries for its scripts, as an attribute of HTML. */
public final class PageProperties {

  private PageProperties() {}

  /** The digits of currencies, and the properties of the page. */
  public static String attribute(JsonObject ofPage) {
    return new JsonObject()
        .put("currency_digits", CurrencyDigits.otherThanTwo())
        .mergeIn(ofPage)
        .encode()
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\"", "&quot;");
  }
}
