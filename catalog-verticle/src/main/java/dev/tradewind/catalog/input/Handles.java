package dev.tradewind.catalog.input;

import dev.tradewind.kernel.text.KebabCase;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** Handles of new resources, which URLs of the storefront and files of products name them by. */
public final class Handles {

  private static final String HANDLE = "handle";

  private Handles() {}

  /**
   * Puts the handle of a new resource where the request leaves it open: its title in kebab case, or
   * its id where the title has neither letters nor digits.
   */
  public static JsonObject put(JsonObject values, String title, String id) {
    if (values.getString(HANDLE) == null || values.getString(HANDLE).isEmpty()) {
      String words = KebabCase.of(title);
      values.put(HANDLE, words.isEmpty() ? id.toLowerCase(Locale.ROOT).replace('_', '-') : words);
    }
    return values;
  }

  /** Removes an empty handle from a change: the present one stays. */
  public static JsonObject keptIfEmpty(JsonObject values) {
    if (values.getValue(HANDLE) == null || values.getString(HANDLE).isEmpty()) {
      values.remove(HANDLE);
    }
    return values;
  }
}
