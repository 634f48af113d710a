package dev.tradewind.storefront.visit;

import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answer to the request of a page: the page itself, or the path of another one. */
public sealed interface View {

  /**
   * Rendered page.
   *
   * @param template its name
   * @param values of the template, beside the values of the layout
   * @param status of the response
   * @param isPublic whether search engines may show it, and the browser keep it
   */
  record Page(String template, Map<String, Object> values, int status, boolean isPublic)
      implements View {

    public static Page found(String template, String title) {
      return new Page(template, new HashMap<>(), 200, true).with("title", title);
    }

    /** Page of one shopper. */
    public static Page personal(String template, String title) {
      return new Page(template, new HashMap<>(), 200, false).with("title", title);
    }

    public Page with(String name, @Nullable Object value) {
      values.put(name, value);
      return this;
    }

    /** The page again, with the reason why what was sent is refused. */
    public Page refusing(RefusedException refusal) {
      return new Page(template, values, refusal.status(), false)
          .with("alert", refusal.getMessage());
    }
  }

  /**
   * Redirection with 303, after which the browser reads the page.
   *
   * @param path without the prefix of the language
   */
  record Redirect(String path) implements View {}

  /** JSON for a script of the page. */
  record Json(JsonObject body) implements View {}
}
