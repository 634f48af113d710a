package dev.tradewind.apidocs;

import dev.tradewind.api.event.type.AsyncApiDocument;
import dev.tradewind.api.event.type.EventSchemas;
import dev.tradewind.api.event.type.EventType;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.api.event.type.ResourceSchemas;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Routes of the AsyncAPI document of the published events: as JSON and YAML, and the JSON Schema of
 * each event under the URL that its {@code ce_dataschema} header has, also where the other
 * documents are not served: consumers of events follow that URL. They are made by the first
 * request, on a worker thread.
 */
final class EventDocsRoutes {

  private static final String JSON = "/docs/events/asyncapi.json";
  private static final String YAML = "/docs/events/asyncapi.yaml";

  private final Contract contract;
  private final Map<String, Reply> made = new HashMap<>();

  private EventDocsRoutes(Contract contract) {
    this.contract = contract;
  }

  static void mount(Router router, Contract contract) {
    EventDocsRoutes routes = new EventDocsRoutes(contract);
    Stream.concat(Stream.of(JSON, YAML), EventTypes.ALL.stream().map(EventSchemas::path))
        .forEach(path -> router.get(path).handler(context -> routes.serve(context, path)));
  }

  private void serve(RoutingContext context, String path) {
    context
        .vertx()
        .executeBlocking(() -> reply(path), false)
        .map(AnswerStep.of(reply -> HttpResponses.send(context.response(), reply)))
        .onFailure(context::fail);
  }

  private synchronized Reply reply(String path) {
    if (made.isEmpty()) {
      make();
    }
    return Objects.requireNonNull(made.get(path));
  }

  private void make() {
    ResourceSchemas resources = contract.resourceSchemas();
    JsonObject document = AsyncApiDocument.document(resources);
    add(JSON, "application/json", document.encodePrettily());
    add(YAML, "application/yaml", AsyncApiYaml.of(document));
    for (EventType type : EventTypes.ALL) {
      add(
          EventSchemas.path(type),
          "application/schema+json",
          AsyncApiDocument.schema(type, resources).encodePrettily());
    }
  }

  private void add(String path, String contentType, String content) {
    made.put(path, new Reply(200, contentType, Buffer.buffer(content), Map.of()));
  }
}
