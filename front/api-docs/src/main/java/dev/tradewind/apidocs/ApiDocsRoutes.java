package dev.tradewind.apidocs;

import dev.tradewind.api.event.type.AsyncApiDocument;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.page.Pages;
import dev.tradewind.gateway.staticfile.StaticFile;
import dev.tradewind.gateway.staticfile.StaticFileResponse;
import dev.tradewind.gateway.staticfile.StaticFolder;
import dev.tradewind.gateway.staticfile.VersionedPages;
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Routes of the OpenAPI documents and of the pages about the API and its events. The documents are
 * read by the first request of a page, and pages are rendered, on worker threads.
 */
public final class ApiDocsRoutes implements Pages {

  private static final String ROOT = "/docs";
  private static final String FILES = ROOT + "/files/";
  private static final String EVENTS = ROOT + "/events";
  private static final String HTML = "text/html; charset=utf-8";
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  /** The pages look like the storefront, whose style they use. */
  private static final StaticFolder FOLDER =
      StaticFolder.ofResources(
          List.of(
              "/docs/files/api.css",
              "/docs/files/api.js",
              "/docs/files/icon.svg",
              "/storefront/files/shop.css"));

  private final GatewayContext gateway;
  private final Contract contract;
  private final VersionedPages files;
  private final Map<String, StaticFile> same = new ConcurrentHashMap<>();
  private @Nullable ReferencePages pages;

  public ApiDocsRoutes(GatewayContext gateway) {
    this.gateway = gateway;
    this.contract = gateway.contract();
    this.files =
        new VersionedPages(gateway.vertx(), FOLDER, FILES, POLICY, UnaryOperator.identity());
  }

  @Override
  public void mount(Router router) {
    EventDocsRoutes.mount(router, contract);
    if (isPublished()) {
      mountPages(router);
    }
  }

  @Override
  public List<String> links() {
    if (isPublished()) {
      return List.of("<li><a href=\"/docs\">Documentation</a> of every operation of the API</li>");
    }
    return List.of();
  }

  private boolean isPublished() {
    return gateway.config().security().publishesApiDocs();
  }

  private void mountPages(Router router) {
    for (String surface : contract.surfaces()) {
      router
          .get("/openapi/" + surface + ".json")
          .handler(context ->
              context
                  .vertx()
                  .executeBlocking(() -> document(context, surface), false)
                  .map(
                      AnswerStep.of(document ->
                          HttpResponses.send(context.response(), Reply.json(200, document))))
                  .onFailure(context::fail));
    }
    files.mount(router, List.of());
    page(router, ROOT, (context, folder) -> once(ROOT, HTML, () -> pages().overview(folder)));
    page(
        router,
        EVENTS,
        (context, folder) ->
            once(
                EVENTS,
                HTML,
                () ->
                    pages().events(folder, AsyncApiDocument.document(contract.resourceSchemas()))));
    page(
        router,
        ROOT + "/search.json",
        (context, folder) -> once("search", Reply.JSON, () -> pages().searchIndex()));
    page(
        router,
        ROOT + "/:surface/:operation",
        (context, folder) ->
            pages()
                .operation(
                    context.pathParam("surface"),
                    context.pathParam("operation"),
                    folder,
                    gateway.forwarded().baseUrl(context.request()))
                .map(html -> StaticFile.ofText(HTML, html)));
  }

  /** With {@code ?forms=one} the document has one form of each value, for generators of clients. */
  private Buffer document(RoutingContext context, String surface) {
    if ("one".equals(context.request().getParam("forms"))) {
      return contract.documentOfOneForm(surface);
    }
    return contract.document(surface);
  }

  private void page(
      Router router,
      String path,
      BiFunction<RoutingContext, String, Optional<StaticFile>> rendering) {
    router
        .get(path)
        .handler(context ->
            files
                .path("")
                .compose(folder ->
                    context.vertx().executeBlocking(() -> rendering.apply(context, folder), false))
                .map(AnswerStep.of(page -> send(context, page)))
                .onFailure(context::fail));
  }

  private static void send(RoutingContext context, Optional<StaticFile> page) {
    page.ifPresentOrElse(
        file -> {
          StaticFileResponse.protect(context.response(), POLICY);
          StaticFileResponse.send(context.request(), file);
        },
        context::next);
  }

  /** A page that is the same for every request. */
  private Optional<StaticFile> once(String name, String contentType, Supplier<String> content) {
    return Optional.of(
        same.computeIfAbsent(name, absent -> StaticFile.ofText(contentType, content.get())));
  }

  private synchronized ReferencePages pages() {
    ReferencePages current = pages;
    if (current == null) {
      current = new ReferencePages(contract);
      pages = current;
    }
    return current;
  }
}
