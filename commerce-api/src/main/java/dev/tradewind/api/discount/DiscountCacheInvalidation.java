package dev.tradewind.api.discount;

import dev.tradewind.api.event.InvalidationChannel;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.Locale;

/**
 * Cache invalidation of discounts and gift cards, sent to every node after a change is committed. A
 * lost message only means that caches serve the old state for seconds.
 */
public final class DiscountCacheInvalidation {

  /** Address of the messages. */
  public static final String ADDRESS = "discount.changed";

  /** Kinds of cached resources of the discount verticle. */
  public enum Kind {
    DISCOUNT,
    DISCOUNT_RULE,
    GIFT_CARD
  }

  private static final InvalidationChannel<Kind> CHANNEL =
      new InvalidationChannel<>(ADDRESS, Kind.class, kind -> kind.name().toLowerCase(Locale.ROOT));

  private DiscountCacheInvalidation() {}

  public static void publishDiscounts(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.DISCOUNT, ids);
  }

  /** Invalidates a rule, which a dynamic discount shares with all of its codes. */
  public static void publishRules(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.DISCOUNT_RULE, ids);
  }

  public static void publishGiftCards(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.GIFT_CARD, ids);
  }

  /** Receives every change until the consumer is unregistered. */
  public static MessageConsumer<JsonObject> listen(
      EventBus bus, InvalidationChannel.Listener<Kind> listener) {
    return CHANNEL.listen(bus, listener);
  }
}
