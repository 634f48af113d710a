package dev.tradewind.gateway.storefront;

import dev.tradewind.gateway.staticfile.StaticFolder;
import dev.tradewind.gateway.staticfile.VersionedPages;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.util.List;

/**
 * Routes of the storefront: one page at the path of every view, which its scripts fill from the
 * store API, and its files.
 */
public final class StorefrontRoutes {

  private static final List<String> VIEWS =
      List.of("/", "/products/:handle", "/cart", "/checkout", "/orders/:id", "/account");

  private static final StaticFolder FOLDER =
      StaticFolder.plain(
          "/storefront",
          List.of(
              "index.html",
              "account.js",
              "api.js",
              "cart.js",
              "checkout.js",
              "dom.js",
              "format.js",
              "icon.svg",
              "list.js",
              "main.js",
              "order.js",
              "product.js",
              "session.js",
              "storefront.css",
              "summary.js"));

  /** Images of products may be on any host with TLS, or within the URL. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data: https:; frame-ancestors 'none'; base-uri 'none';"
          + " form-action 'self'";

  private final VersionedPages pages;

  /**
   * @param links list items in HTML with links to the other pages that the gateway serves
   */
  public StorefrontRoutes(Vertx vertx, List<String> links) {
    String items = String.join("", links);
    this.pages =
        new VersionedPages(
            vertx, FOLDER, "/storefront/", POLICY, html -> html.replace("{links}", items));
  }

  public void mount(Router router) {
    pages.mount(router, VIEWS);
  }
}
