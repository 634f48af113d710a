package dev.tradewind.gateway.docs;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.StaticHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;

/**
 * Routes of the OpenAPI documents and their viewer, and of the event document; the pages load
 * nothing from other hosts.
 */
public final class ApiDocsRoutes {

  private static final String VIEWER = "META-INF/resources/webjars/scalar";
  private static final String HTML = "text/html; charset=utf-8";
  private static final String POLICY =
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
          + " object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

  private final Contract contract;

  public ApiDocsRoutes(Contract contract) {
    this.contract = contract;
  }

  public void mount(Router router) {
    for (String surface : contract.surfaces()) {
      router
          .get("/openapi/" + surface + ".json")
          .handler(context ->
              context
                  .vertx()
                  .executeBlocking(() -> contract.document(surface), false)
                  .onSuccess(
                      document -> HttpResponses.send(context.response(), Reply.json(200, document)))
                  .onFailure(context::fail));
    }
    Buffer page = Buffer.buffer(resource("/docs/index.html"));
    router
        .get("/docs")
        .handler(ApiDocsRoutes::protect)
        .handler(context ->
            HttpResponses.send(context.response(), new Reply(200, HTML, page, Map.of())));
    router.get("/docs/*").handler(ApiDocsRoutes::protect);
    EventDocsRoutes.mount(router, contract);
    router.get("/docs/*").handler(files("docs"));
    router.get("/docs/*").handler(files(VIEWER));
  }

  private static void protect(RoutingContext context) {
    context
        .response()
        .putHeader("Content-Security-Policy", POLICY)
        .putHeader("X-Frame-Options", "DENY")
        .putHeader("X-Content-Type-Options", "nosniff");
    context.next();
  }

  private static StaticHandler files(String folder) {
    return StaticHandler.create(folder).setIncludeHidden(false).setDirectoryListing(false);
  }

  private static byte[] resource(String name) {
    try (InputStream in = ApiDocsRoutes.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
