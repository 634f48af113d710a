package dev.tradewind.gateway.storefront;

import dev.tradewind.gateway.staticfile.PageProperties;
import dev.tradewind.gateway.staticfile.StaticFolder;
import dev.tradewind.gateway.staticfile.VersionedPages;
import dev.tradewind.spi.payment.PaymentForm;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

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
              "payment.js",
              "product.js",
              "session.js",
              "shop.js",
              "storefront.css",
              "summary.js"));

  private final VersionedPages pages;

  /**
   * @param links list items in HTML with links to the other pages that the gateway serves
   * @param forms of the payment providers of plugins
   */
  public StorefrontRoutes(Vertx vertx, List<String> links, List<PaymentForm> forms) {
    String items = String.join("", links);
    String shop = PageProperties.attribute(new JsonObject().put("payment_forms", modules(forms)));
    this.pages =
        new VersionedPages(
            vertx,
            FOLDER,
            "/storefront/",
            policy(forms),
            html -> html.replace("{links}", items).replace("{shop}", shop));
  }

  /**
   * Content security policy: the own origin, and what payment forms need. Images of products may be
   * on any host with TLS, or within the URL.
   */
  private static String policy(List<PaymentForm> forms) {
    String frames = origins(forms, PaymentForm::frameOrigins);
    return "default-src 'none'; script-src 'self'"
        + origins(forms, PaymentForm::scriptOrigins)
        + "; style-src 'self'; connect-src 'self'"
        + origins(forms, PaymentForm::connectOrigins)
        + (frames.isEmpty() ? "" : "; frame-src" + frames)
        + "; img-src 'self' data: https:; frame-ancestors 'none'; base-uri 'none';"
        + " form-action 'self'";
  }

  private static String origins(
      List<PaymentForm> forms, Function<PaymentForm, Set<String>> origins) {
    return forms.stream()
        .flatMap(form -> origins.apply(form).stream())
        .distinct()
        .sorted()
        .map(origin -> " " + origin)
        .collect(Collectors.joining());
  }

  private static JsonObject modules(List<PaymentForm> forms) {
    JsonObject modules = new JsonObject();
    forms.forEach(form ->
        modules.put(
            form.providerId(),
            new JsonObject().put("title", form.title()).put("module", form.module())));
    return modules;
  }

  public void mount(Router router) {
    pages.mount(router, VIEWS);
  }
}
