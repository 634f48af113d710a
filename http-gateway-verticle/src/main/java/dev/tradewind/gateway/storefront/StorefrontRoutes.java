package dev.tradewind.gateway.storefront;

import dev.tradewind.gateway.staticfile.StaticFile;
import dev.tradewind.gateway.staticfile.StaticFileResponse;
import dev.tradewind.gateway.staticfile.StaticFiles;
import dev.tradewind.gateway.staticfile.StaticFolder;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Routes of the storefront: one page at the path of every view, which its scripts fill from the
 * store API, and its files. Their paths contain the version of all files, so that scripts import
 * each other by plain names and are immutable all the same.
 */
public final class StorefrontRoutes {

  private static final List<String> VIEWS =
      List.of("/", "/products/:handle", "/cart", "/checkout", "/orders/:id", "/account");

  private static final String PAGE = "index.html";
  private static final String FILES = "/storefront/";

  private static final StaticFolder FOLDER =
      StaticFolder.plain(
          "/storefront",
          List.of(
              PAGE,
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

  private final Vertx vertx;
  private final String links;
  private @Nullable StaticFile page;

  /**
   * @param links list items in HTML with links to the other pages that the gateway serves
   */
  public StorefrontRoutes(Vertx vertx, List<String> links) {
    this.vertx = vertx;
    this.links = String.join("", links);
  }

  public void mount(Router router) {
    for (String view : VIEWS) {
      router.get(view).handler(this::page);
      router.head(view).handler(this::page);
    }
    router.get(FILES + ":version/:name").handler(this::file);
    router.head(FILES + ":version/:name").handler(this::file);
  }

  private void page(RoutingContext context) {
    FOLDER
        .files(vertx)
        .onSuccess(files -> {
          StaticFileResponse.protect(context.response(), POLICY);
          StaticFileResponse.send(context.request(), rendered(files));
        })
        .onFailure(context::fail);
  }

  private StaticFile rendered(StaticFiles files) {
    StaticFile present = page;
    if (present == null) {
      StaticFile template = files.find(PAGE).orElseThrow();
      String html = template.plain().toString(StandardCharsets.UTF_8);
      present =
          StaticFile.ofText(
              template.contentType(),
              html.replace("{files}", FILES + files.version()).replace("{links}", links));
      page = present;
    }
    return present;
  }

  private void file(RoutingContext context) {
    FOLDER.files(vertx).onSuccess(files -> send(context, files)).onFailure(context::fail);
  }

  /**
   * Sends a file. In a rolling upgrade, a page of another version asks for its own files: it gets
   * those of this node, which no cache keeps.
   */
  private static void send(RoutingContext context, StaticFiles files) {
    String name = context.pathParam("name");
    Optional<StaticFile> file = name.equals(PAGE) ? Optional.empty() : files.find(name);
    if (file.isEmpty()) {
      context.next();
      return;
    }
    boolean isCurrent = context.pathParam("version").equals(files.version());
    StaticFileResponse.send(context.request(), isCurrent ? file.get().asImmutable() : file.get());
  }
}
