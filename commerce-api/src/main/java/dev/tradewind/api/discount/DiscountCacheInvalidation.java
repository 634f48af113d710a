package dev.tradewind.api.discount;

import dev.tradewind.api.event.InvalidationChannel;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.Locale;

/**
 * Tells every node which discounts and gift cards have changed, so that nobody shows them from
 * memory any longer. Said after the change is committed; a lost message only means seconds of the
 * old.
 */
public final class DiscountCacheInvalidation {

  /** Where changes are published. */
  public static final String ADDRESS = "discount.changed";

  /** Kinds of things of the discount verticle that are cached elsewhere. */
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

  /** A rule is shared by a dynamic discount and all of its codes. */
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
