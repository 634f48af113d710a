package dev.tradewind.api.customer;

import dev.tradewind.api.event.InvalidationChannel;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;

/**
 * Cache invalidation of customers and groups, sent to every node after a change is committed; it
 * also triggers the cleanup of references to deleted groups. A lost message only means that caches
 * serve the old state for seconds, and that a reference to an empty group remains.
 */
public final class CustomerCacheInvalidation {

  /** Kinds of changes of customers. */
  public enum Kind {
    /** A customer's own fields or group memberships. */
    CUSTOMER,
    /** Erasure of the personal data of a customer. */
    ERASED_CUSTOMER,
    /** Deletion of a group and its memberships. */
    DELETED_GROUP
  }

  /** Listener of invalidations. */
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

  public static void publishErasedCustomers(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.ERASED_CUSTOMER, ids);
  }

  public static void publishDeletedGroup(EventBus bus, String id) {
    CHANNEL.publish(bus, Kind.DELETED_GROUP, List.of(id));
  }

  /**
   * Receives every invalidation until the consumer is unregistered; kinds of a newer node are
   * ignored.
   */
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
