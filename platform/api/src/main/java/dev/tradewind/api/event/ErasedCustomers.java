package dev.tradewind.api.event;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * Notice of erased customers, sent to every node by each verticle that has erased its data: no node
 * keeps their personal data in memory.
 */
public final class ErasedCustomers {

  private static final String ADDRESS = "erased.customer";
  private static final String IDS = "ids";

  private ErasedCustomers() {}

  public static void publish(EventBus bus, Collection<String> ids) {
    bus.publish(ADDRESS, new JsonObject().put(IDS, JsonArrays.of(ids)));
  }

  /** Receives the ids of erased customers until the consumer is unregistered. */
  public static MessageConsumer<JsonObject> listen(EventBus bus, Consumer<List<String>> erased) {
    return bus.consumer(
        ADDRESS, message -> erased.accept(JsonArrays.strings(message.body().getJsonArray(IDS))));
  }
}
