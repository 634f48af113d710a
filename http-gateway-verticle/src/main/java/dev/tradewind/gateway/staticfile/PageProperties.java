package dev.tradewind.gateway.staticfile;

import dev.tradewind.spi.CurrencyDigits;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;

/** Properties of the shop that a page carries for its scripts, as an attribute of HTML. */
public final class PageProperties {

  private PageProperties() {}

  /** The digits of currencies, and the properties of the page. */
  public static String attribute(JsonObject ofPage) {
    return escaped(
        new JsonObject().put("currency_digits", CurrencyDigits.otherThanTwo()).mergeIn(ofPage));
  }

  /** JSON as the value of an attribute in double quotes. */
  public static String escaped(Object json) {
    return Json.encode(json).replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
