package dev.tradewind.order.model;

import dev.tradewind.kernel.Ids;
import dev.tradewind.totals.GiftCardTransaction;
import dev.tradewind.totals.GiftCardUse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What gift cards pay for an order, and how the order shows it. */
public final class OrderGiftCards {

  private static final Ids TRANSACTION_IDS = Ids.of("gct");

  private OrderGiftCards() {}

  static JsonArray transactions(List<GiftCardUse> uses, String orderId, String placedAt) {
    JsonArray transactions = new JsonArray();
    for (GiftCardUse use : uses) {
      transactions.add(
          new JsonObject()
              .put("id", TRANSACTION_IDS.next())
              .put("gift_card_id", use.giftCardId())
              .put("order_id", orderId)
              .put("amount", use.amount())
              .put("created_at", placedAt)
              .put("is_taxable", use.taxRate() != null)
              .put("tax_rate", use.taxRate()));
    }
    return transactions;
  }

  /** The cards of the cart as they are when they have paid. */
  static JsonArray charged(JsonArray cards, List<GiftCardUse> uses, String placedAt) {
    Map<String, GiftCardUse> byCard =
        uses.stream().collect(Collectors.toMap(GiftCardUse::giftCardId, Function.identity()));
    JsonArray charged = new JsonArray();
    for (Object each : cards) {
      JsonObject card = ((JsonObject) each).copy();
      GiftCardUse use = byCard.get(card.getString("id"));
      if (use != null) {
        long left = card.getLong("balance") - use.amount();
        card.put("balance", left).put("updated_at", placedAt);
        if (left == 0) {
          card.put("is_disabled", true);
        }
      }
      charged.add(card);
    }
    return charged;
  }

  /** Back from how the order shows them. */
  public static List<GiftCardTransaction> parse(@Nullable JsonArray transactions) {
    return transactions == null
        ? List.of()
        : transactions.stream().map(each -> parse((JsonObject) each)).toList();
  }

  private static GiftCardTransaction parse(JsonObject transaction) {
    Number rate = transaction.getNumber("tax_rate");
    return new GiftCardTransaction(
        transaction.getString("gift_card_id"),
        transaction.getLong("amount"),
        transaction.getBoolean("is_taxable"),
        rate == null ? null : new BigDecimal(rate.toString()),
        null);
  }
}
