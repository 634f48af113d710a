package dev.tradewind.staffpages;

import dev.tradewind.gateway.staticfile.PageProperties;
import dev.tradewind.gateway.staticfile.StaticFolder;
import dev.tradewind.gateway.staticfile.VersionedPages;
import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.util.List;
import java.util.stream.Stream;

/**
 * Routes of the pages for staff that the dashboard lacks: sign-in with a second factor, its
 * enrollment, forgotten passwords, invites, and the first set-up of a shop. The pages are public
 * and hold no data; the admin API behind them requires a user.
 */
final class StaffPages {

  static final String SIGN_IN = "/sign-in";
  static final String NEW_PASSWORD = SIGN_IN + "/new-password";
  static final String INVITE = SIGN_IN + "/invite";
  static final String SETUP = "/setup";

  private static final List<String> VIEWS =
      List.of(
          SIGN_IN,
          SIGN_IN + "/second-factor",
          SIGN_IN + "/forgotten-password",
          NEW_PASSWORD,
          INVITE,
          SETUP);

  /** Script that the page of the dashboard loads too. */
  private static final String GUARD = "guard.js";

  /** The pages share the tokens and controls of the storefront. */
  private static final StaticFolder FOLDER =
      StaticFolder.ofResources(
          Stream.concat(
                  Stream.of("shop.css", "fraunces-latin.woff2", "fraunces-latin-ext.woff2")
                      .map(name -> "/storefront/files/" + name),
                  Stream.of(
                          "index.html",
                          "admin.js",
                          "countries.js",
                          "dom.js",
                          "editor.js",
                          "format.js",
                          GUARD,
                          "icon.svg",
                          "main.js",
                          "password.js",
                          "preview.js",
                          "providers.js",
                          "second-factor.js",
                          "setup.js",
                          "setup-forms.js",
                          "setup-look.js",
                          "setup-pages.js",
                          "setup-state.js",
                          "shop.js",
                          "sign-in.js",
                          "staff.css")
                      .map(name -> "/staff/" + name))
              .toList());

  /** The preview of the storefront has images on hosts with TLS, as its pages have. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data: https:; font-src 'self'; frame-ancestors 'none';"
          + " base-uri 'none'; form-action 'self'";

  private final VersionedPages pages;

  /**
   * @param languages of the storefront whose look the set-up edits; empty without one
   */
  StaffPages(Vertx vertx, List<String> languages) {
    String shop =
        PageProperties.attribute(new JsonObject().put("languages", JsonArrays.of(languages)));
    this.pages =
        new VersionedPages(vertx, FOLDER, "/staff/", POLICY, html -> html.replace("{shop}", shop));
  }

  void mount(Router router) {
    pages.mount(router, VIEWS);
  }

  /** Path of the script that leads from the dashboard's own login to the sign-in page. */
  Future<String> guard() {
    return pages.path(GUARD);
  }
}
