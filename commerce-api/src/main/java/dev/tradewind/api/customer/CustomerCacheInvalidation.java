package dev.tradewind.api.customer;

import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;

/**
 * Tells every node which customers and groups have changed, so that nobody shows them from memory
 * any longer and what refers to a deleted group is cleaned up. Said after the change is committed;
 * a lost message only means seconds of the old, and a reference to a group that nobody is in.
 */
public final class CustomerCacheInvalidation {

  private static final String ADDRESS = "customer.changed";

  private CustomerCacheInvalidation() {}

  /** What has changed about whom. */
  public enum Kind {
    /** A customer's own fields, or the groups that the customer is in. */
    CUSTOMER,
    /** A group is gone, and with it who was in it. */
    DELETED_GROUP
  }

  /** Hears of changes. */
  @FunctionalInterface
  public interface Listener {
    void changed(Kind kind, List<String> ids);
  }

  public static void publishCustomers(EventBus bus, Collection<String> ids) {
    publish(bus, Kind.CUSTOMER, ids);
  }

  public static void publishDeletedGroup(EventBus bus, String id) {
    publish(bus, Kind.DELETED_GROUP, List.of(id));
  }

  /** Hears of every change until it is unregistered; kinds of a newer node are passed over. */
  public static MessageConsumer<JsonObject> listen(EventBus bus, Listener listener) {
    return bus.consumer(
        ADDRESS,
        message -> {
          String said = message.body().getString("kind", "");
          for (Kind kind : Kind.values()) {
            if (kind.name().equals(said)) {
              listener.changed(kind, ids(message.body()));
            }
          }
        });
  }

  private static List<String> ids(JsonObject body) {
    return body.getJsonArray("ids", new JsonArray()).stream().map(String::valueOf).toList();
  }

  private static void publish(EventBus bus, Kind kind, Collection<String> ids) {
    bus.publish(
        ADDRESS,
        new JsonObject().put("kind", kind.name()).put("ids", new JsonArray(List.copyOf(ids))));
  }
}
