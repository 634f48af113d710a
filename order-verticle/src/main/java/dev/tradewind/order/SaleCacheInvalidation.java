package dev.tradewind.order;

import dev.tradewind.model.catalog.CatalogChanges;
import dev.tradewind.model.discount.DiscountChanges;
import dev.tradewind.model.order.ResourceDocument;
import io.vertx.core.eventbus.EventBus;
import java.util.List;

/**
 * Cache invalidation of the variants, gift cards and discounts of a sale: their stock, balances and
 * usage change when an order is placed and when it is canceled.
 */
final class SaleCacheInvalidation {

  private SaleCacheInvalidation() {}

  static void publish(EventBus eventBus, OrderSnapshot snapshot) {
    CatalogChanges.publishVariants(eventBus, snapshot.variantIds());
    List<String> cards = snapshot.giftCards().stream().map(ResourceDocument::id).toList();
    if (!cards.isEmpty()) {
      DiscountChanges.publishGiftCards(eventBus, cards);
    }
    List<String> discounts = snapshot.discounts().stream().map(ResourceDocument::id).toList();
    if (!discounts.isEmpty()) {
      DiscountChanges.publishDiscounts(eventBus, discounts);
    }
  }
}
