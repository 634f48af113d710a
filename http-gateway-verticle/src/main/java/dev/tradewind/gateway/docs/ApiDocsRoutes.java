package dev.tradewind.gateway.docs;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.StaticHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/**
 * Routes of the OpenAPI documents and their viewer, and of the event document; the pages load
 * nothing from other hosts.
 */
public final class ApiDocsRoutes {

  private static final String VIEWER = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";
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
      Buffer document = contract.document(surface);
      Handler<RoutingContext> serve =
          context -> HttpResponses.send(context.response(), Reply.json(200, document));
      router.get("/openapi/" + surface + ".json").handler(serve);
    }
    Buffer page = Buffer.buffer(resource("/docs/index.html"));
    router
        .get("/docs")
        .handler(ApiDocsRoutes::protect)
        .handler(context ->
            HttpResponses.send(context.response(), new Reply(200, HTML, page, Map.of())));
    router.get("/docs/*").handler(ApiDocsRoutes::protect);
    EventDocsRoutes.mount(router);
    router.get("/docs/*").handler(files("docs"));
    router.get("/docs/*").handler(files(viewerFolder()));
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

  /** The viewer's files are in a folder named after its version, which the build chooses. */
  private static String viewerFolder() {
    Properties properties = new Properties();
    try {
      properties.load(new ByteArrayInputStream(resource(VIEWER)));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return "META-INF/resources/webjars/swagger-ui/" + properties.getProperty("version");
  }

  private static byte[] resource(String name) {
    try (InputStream in = ApiDocsRoutes.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
