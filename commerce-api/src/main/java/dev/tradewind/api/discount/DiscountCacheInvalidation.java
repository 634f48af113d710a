package dev.tradewind.api.discount;

import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;

/**
 * Tells every node which discounts and gift cards have changed, so that nobody shows them from
 * memory any longer. Said after the change is committed; a lost message only means seconds of the
 * old.
 */
public final class DiscountCacheInvalidation {

  /** Where changes are published, as {@code {kind, ids}}. */
  public static final String ADDRESS = "discount.changed";

  private DiscountCacheInvalidation() {}

  public static void publishDiscounts(EventBus bus, Collection<String> ids) {
    publish(bus, "discount", ids);
  }

  /** A rule is shared by a dynamic discount and all of its codes. */
  public static void publishRules(EventBus bus, Collection<String> ids) {
    publish(bus, "discount_rule", ids);
  }

  public static void publishGiftCards(EventBus bus, Collection<String> ids) {
    publish(bus, "gift_card", ids);
  }

  private static void publish(EventBus bus, String kind, Collection<String> ids) {
    bus.publish(
        ADDRESS, new JsonObject().put("kind", kind).put("ids", new JsonArray(List.copyOf(ids))));
  }
}
