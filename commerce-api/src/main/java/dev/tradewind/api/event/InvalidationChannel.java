package dev.tradewind.api.event;

import dev.tradewind.kernel.JsonArrays;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Cluster-wide cache invalidation on one address of the event bus, as messages {@code {kind, ids}}.
 * It is published after a change is committed; a lost message only means that caches hold the old
 * state until it expires.
 *
 * @param <K> kinds of cached resources
 */
public final class InvalidationChannel<K extends Enum<K>> {

  /**
   * Listener of invalidations.
   *
   * @param <K> kinds of cached resources
   */
  @FunctionalInterface
  public interface Listener<K> {

    /**
     * @param kind null for an unknown kind of a newer node
     */
    void changed(@Nullable K kind, List<String> ids);
  }

  private static final String KIND = "kind";
  private static final String IDS = "ids";

  private final String address;
  private final Map<String, K> kinds;
  private final Function<K, String> wireName;

  /**
   * @param wireName of a kind, on the bus
   */
  public InvalidationChannel(String address, Class<K> kinds, Function<K, String> wireName) {
    this.address = address;
    this.wireName = wireName;
    this.kinds =
        Arrays.stream(kinds.getEnumConstants())
            .collect(Collectors.toUnmodifiableMap(wireName, Function.identity()));
  }

  public void publish(EventBus bus, K kind, Collection<String> ids) {
    bus.publish(
        address, new JsonObject().put(KIND, wireName.apply(kind)).put(IDS, JsonArrays.of(ids)));
  }

  /** Receives every invalidation until the consumer is unregistered. */
  public MessageConsumer<JsonObject> listen(EventBus bus, Listener<K> listener) {
    return bus.consumer(
        address,
        message -> {
          JsonObject body = message.body();
          listener.changed(
              kinds.get(body.getString(KIND, "")),
              body.getJsonArray(IDS, new JsonArray()).stream().map(String::valueOf).toList());
        });
  }
}
