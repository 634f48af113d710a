package dev.tradewind.cart.store;

import dev.tradewind.api.event.InvalidationChannel;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Consumer;

/**
 * Cache invalidation of the carts of an erased customer, sent to every node once they are erased in
 * the database: no node keeps their personal data in memory.
 */
public final class ErasedCartInvalidation {

  private enum Kind {
    /** Erasure of a customer. */
    ERASED_CUSTOMER
  }

  private static final InvalidationChannel<Kind> CHANNEL =
      new InvalidationChannel<>("cart.changed", Kind.class, Kind::name);

  private ErasedCartInvalidation() {}

  public static void publish(EventBus bus, String customerId) {
    CHANNEL.publish(bus, Kind.ERASED_CUSTOMER, List.of(customerId));
  }

  /** Receives the ids of erased customers until the consumer is unregistered. */
  public static MessageConsumer<JsonObject> listen(EventBus bus, Consumer<String> erased) {
    return CHANNEL.listen(
        bus,
        (kind, ids) -> {
          if (kind == Kind.ERASED_CUSTOMER) {
            ids.forEach(erased);
          }
        });
  }
}
