package dev.tradewind.order.model;

import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Gift cards that paid for an order, as the order shows them. */
final class OrderGiftCards {

  private OrderGiftCards() {}

  /** Gift cards of the cart, with their balances after the charge. */
  static List<ResourceDocument> charged(
      List<ResourceDocument> cards, List<GiftCardCharge> charges, Instant placedAt) {
    Map<String, GiftCardCharge> byCard =
        charges.stream().collect(Collectors.toMap(GiftCardCharge::giftCardId, Function.identity()));
    return cards.stream()
        .map(card -> {
          GiftCardCharge charge = byCard.get(card.id());
          return charge == null ? card : charged(card, charge, placedAt);
        })
        .toList();
  }

  private static ResourceDocument charged(
      ResourceDocument card, GiftCardCharge charge, Instant placedAt) {
    JsonObject charged = card.json().copy();
    long left = charged.getLong("balance") - charge.amount();
    charged.put("balance", left).put("updated_at", Timestamps.format(placedAt));
    return new ResourceDocument(left == 0 ? charged.put("is_disabled", true) : charged);
  }
}
