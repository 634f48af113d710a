package dev.tradewind.gateway.docs;

import dev.tradewind.api.event.type.AsyncApiDocument;
import dev.tradewind.api.event.type.EventSchemas;
import dev.tradewind.api.event.type.EventType;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.util.Map;

/**
 * Routes of the AsyncAPI document of the published events: as a page, as JSON and YAML, and the
 * JSON Schema of each event under the URL that its {@code ce_dataschema} header has.
 */
final class EventDocsRoutes {

  private static final String PATH = "/docs/events";

  private EventDocsRoutes() {}

  static void mount(Router router) {
    JsonObject document = AsyncApiDocument.document();
    serve(router, PATH, "text/html; charset=utf-8", EventPage.of(document));
    serve(router, PATH + "/asyncapi.json", "application/json", document.encodePrettily());
    serve(router, PATH + "/asyncapi.yaml", "application/yaml", AsyncApiYaml.of(document));
    for (EventType type : EventTypes.ALL) {
      serve(
          router,
          EventSchemas.path(type),
          "application/schema+json",
          AsyncApiDocument.schema(type).encodePrettily());
    }
  }

  private static void serve(Router router, String path, String contentType, String content) {
    Buffer body = Buffer.buffer(content);
    router
        .get(path)
        .handler(context ->
            HttpResponses.send(context.response(), new Reply(200, contentType, body, Map.of())));
  }
}
