package dev.tradewind.api.webhook;

import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Client of the webhook verticle. */
public final class WebhookClient {

  /** The bus address of the webhook verticle. */
  public static final String ADDRESS = "webhook";

  private final OperationClient bus;

  public WebhookClient(OperationClient bus) {
    this.bus = bus;
  }

  /** Records events in their order, with their deliveries; known ones are ignored. */
  public Future<Void> recordEvents(CallContext context, List<Event> events) {
    JsonObject input = new JsonObject().put("events", Outbox.rows(events));
    return bus.fetch(WebhookOperation.RECORD_EVENTS, context, JsonBytes.of(input)).mapEmpty();
  }
}
