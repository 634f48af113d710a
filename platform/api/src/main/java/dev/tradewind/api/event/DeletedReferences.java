package dev.tradewind.api.event;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Notice of deleted resources to the verticles that refer to them, sent to every node after the
 * commit. Views omit such references already; after a lost notice they stay stored for longer.
 */
public enum DeletedReferences {
  PRODUCT,
  PRODUCT_COLLECTION,
  REGION,
  CUSTOMER_GROUP;

  private static final String IDS = "ids";

  public void publish(EventBus bus, Collection<String> ids) {
    bus.publish(address(), new JsonObject().put(IDS, JsonArrays.of(ids)));
  }

  /** Receives the ids of deleted resources until the consumer is unregistered. */
  public MessageConsumer<JsonObject> listen(EventBus bus, Consumer<List<String>> deleted) {
    return bus.consumer(
        address(), message -> deleted.accept(JsonArrays.strings(message.body().getJsonArray(IDS))));
  }

  private String address() {
    return "deleted." + name().toLowerCase(Locale.ROOT);
  }
}
