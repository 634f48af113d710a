package dev.tradewind.storefront.render;

import dev.tradewind.spi.CurrencyDigits;
import io.vertx.core.json.Json;

/** Forms of values in pages that are no texts. */
public final class Html {

  private Html() {}

  /** JSON within a script element, which nothing in it can end. */
  public static String script(Object json) {
    return Json.encode(json).replace("<", "\\u003c").replace(">", "\\u003e");
  }

  /** Amount with a decimal point, for machines. */
  public static String decimal(long amount, String currency) {
    return CurrencyDigits.decimal(amount, currency).toPlainString();
  }

  /** Whether an address of an image can be used outside of the page. */
  public static boolean isLink(String url) {
    return url.startsWith("https://") || url.startsWith("http://");
  }

  /** Whether an address of an image can be a link: scripts and other sites' schemes cannot. */
  public static boolean isImage(String url) {
    return isLink(url)
        || url.startsWith("/") && !url.startsWith("//")
        || url.startsWith("data:image/");
  }
}
