package dev.tradewind.order.store;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.api.discount.DiscountCacheInvalidation;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.order.model.OrderSnapshot;
import io.vertx.core.eventbus.EventBus;
import java.util.List;

/**
 * Cache invalidation of the variants, gift cards and discounts of a sale: their stock, balances and
 * usage change when an order is placed and when it is canceled.
 */
public final class SaleCacheInvalidation {

  private SaleCacheInvalidation() {}

  public static void publish(EventBus eventBus, OrderSnapshot snapshot) {
    CatalogCacheInvalidation.publishVariants(eventBus, snapshot.variantIds());
    List<String> cards = snapshot.giftCards().stream().map(ResourceDocument::id).toList();
    if (!cards.isEmpty()) {
      DiscountCacheInvalidation.publishGiftCards(eventBus, cards);
    }
    List<String> discounts = snapshot.discounts().stream().map(ResourceDocument::id).toList();
    if (!discounts.isEmpty()) {
      DiscountCacheInvalidation.publishDiscounts(eventBus, discounts);
    }
  }
}
