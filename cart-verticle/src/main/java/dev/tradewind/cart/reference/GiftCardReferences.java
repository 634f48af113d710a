package dev.tradewind.cart.reference;

import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Cached gift cards of carts. */
public final class GiftCardReferences {

  private final DiscountClient discounts;
  private final CartCaches caches;

  GiftCardReferences(DiscountClient discounts, CartCaches caches) {
    this.discounts = discounts;
    this.caches = caches;
  }

  Future<Map<String, GiftCard>> find(CallContext context, Collection<String> ids) {
    return caches.giftCards.get(
        ids,
        missing ->
            discounts
                .findGiftCards(context, missing)
                .map(cards ->
                    cards.stream().collect(Collectors.toMap(GiftCard::id, Function.identity()))));
  }

  /** Caches gift cards of another response, read after the position. */
  public void cache(long position, List<GiftCard> cards) {
    cards.forEach(card -> caches.giftCards.put(position, card.id(), card));
  }
}
