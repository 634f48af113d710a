package dev.tradewind.storefront.visit;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answer to the request of a page: the page itself, or the path of another one. */
public sealed interface View {

  /**
   * Rendered page.
   *
   * @param template its name
   * @param contents records whose components are the values of the template, beside those of the
   *     layout, which they replace
   * @param status of the response
   * @param isPublic whether search engines may show it, and the browser keep it
   * @param alert reason why what was sent is refused; absent without a refusal
   */
  record Page(
      String template,
      String title,
      List<Record> contents,
      int status,
      boolean isPublic,
      @Nullable String alert)
      implements View {

    public static Page found(String template, String title, Record... contents) {
      return new Page(template, title, List.of(contents), 200, true, null);
    }

    /** Page of one shopper. */
    public static Page personal(String template, String title, Record... contents) {
      return new Page(template, title, List.of(contents), 200, false, null);
    }

    /** The page again, with the reason why what was sent is refused. */
    public Page refusing(RefusedException refusal) {
      return new Page(template, title, contents, refusal.status(), false, refusal.getMessage());
    }
  }

  /**
   * Redirection with 303, after which the browser reads the page.
   *
   * @param path without the prefix of the language
   */
  record Redirect(String path) implements View {}

  /**
   * Redirection with 303 to the page in another language.
   *
   * @param path with the prefix of its language
   */
  record Elsewhere(String path) implements View {}

  /**
   * Repetition of the form at another page with 307, by which the browser sends it again with the
   * cookies of this answer.
   *
   * @param path without the prefix of the language
   */
  record Repeated(String path) implements View {}

  /** Nothing: the page shows what there is. */
  record Unchanged() implements View {}

  /** JSON for a script of the page. */
  record Json(JsonObject body) implements View {}
}
