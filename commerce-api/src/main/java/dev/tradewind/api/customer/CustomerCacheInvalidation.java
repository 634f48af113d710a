package dev.tradewind.api.customer;

import dev.tradewind.api.event.InvalidationChannel;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;

/**
 * Tells every node which customers and groups have changed, so that nobody shows them from memory
 * any longer and what refers to a deleted group is cleaned up. Said after the change is committed;
 * a lost message only means seconds of the old, and a reference to a group that nobody is in.
 */
public final class CustomerCacheInvalidation {

  /** Kinds of changes of customers. */
  public enum Kind {
    /** A customer's own fields, or the groups that the customer is in. */
    CUSTOMER,
    /** A group is gone, and with it its memberships. */
    DELETED_GROUP
  }

  /** Receiver of changes. */
  @FunctionalInterface
  public interface Listener {
    void changed(Kind kind, List<String> ids);
  }

  private static final InvalidationChannel<Kind> CHANNEL =
      new InvalidationChannel<>("customer.changed", Kind.class, Kind::name);

  private CustomerCacheInvalidation() {}

  public static void publishCustomers(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.CUSTOMER, ids);
  }

  public static void publishDeletedGroup(EventBus bus, String id) {
    CHANNEL.publish(bus, Kind.DELETED_GROUP, List.of(id));
  }

  /** Receives every change until it is unregistered; kinds of a newer node are passed over. */
  public static MessageConsumer<JsonObject> listen(EventBus bus, Listener listener) {
    return CHANNEL.listen(
        bus,
        (kind, ids) -> {
          if (kind != null) {
            listener.changed(kind, ids);
          }
        });
  }
}
