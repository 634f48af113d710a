package dev.tradewind.spi;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Amounts of a cart or an order as shoppers add them up, the same rows in pages and e-mails. All of
 * them include taxes, and are in the smallest unit of the currency. Lines show what they cost
 * before discounts, so that their sum is the first row, and what is taken off has one row.
 *
 * @param items sum of the lines before discounts
 * @param discount that is taken off the lines
 * @param shipping absent while it is not known
 * @param giftCards amount that gift cards pay
 * @param total due after discounts and gift cards
 * @param tax part of the total
 * @param paid amount of all payments; 0 of a cart
 * @param refunded amount of the payments that was paid back
 */
public record SaleAmounts(
    long items,
    long discount,
    @Nullable Long shipping,
    long giftCards,
    long total,
    long tax,
    long paid,
    long refunded) {

  /** Rows in their order. */
  public enum Kind {
    ITEMS,
    DISCOUNT,
    SHIPPING,
    GIFT_CARDS,
    TOTAL,
    TAX,
    PAID,
    REFUNDED,
    LEFT;

    /** Name in keys of texts and in style sheets: {@code gift-cards}. */
    public String key() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Row of the sums.
   *
   * @param amount below zero if it is subtracted
   */
  public record Row(Kind kind, long amount) {}

  /**
   * Amounts of an order as the API shows it.
   *
   * @param order with its items
   */
  public static SaleAmounts ofOrder(JsonObject order) {
    long before = 0;
    long after = 0;
    for (Object item : order.getJsonArray("items", new JsonArray())) {
      before += before((JsonObject) item);
      after += amount((JsonObject) item, "total");
    }
    return new SaleAmounts(
        before,
        before - after,
        amount(order, "shipping_total") + amount(order, "shipping_tax_total"),
        amount(order, "gift_card_total") + amount(order, "gift_card_tax_total"),
        amount(order, "total"),
        amount(order, "tax_total"),
        amount(order, "paid_total"),
        amount(order, "refunded_total"));
  }

  /** Amount of a line item of the API before discounts. */
  public static long before(JsonObject item) {
    return amount(item, item.getValue("original_total") == null ? "total" : "original_total");
  }

  private static long amount(JsonObject json, String name) {
    Long amount = json.getLong(name);
    return amount == null ? 0 : amount;
  }

  /**
   * Rows that have something to say. The rows before the total add up to it; after a refund, what
   * was paid less what was paid back is what is left.
   */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row(Kind.ITEMS, items));
    add(rows, Kind.DISCOUNT, -discount);
    if (shipping != null) {
      rows.add(new Row(Kind.SHIPPING, shipping));
    }
    add(rows, Kind.GIFT_CARDS, -giftCards);
    rows.add(new Row(Kind.TOTAL, total));
    add(rows, Kind.TAX, tax);
    if (refunded != 0) {
      if (paid != total) {
        rows.add(new Row(Kind.PAID, paid));
      }
      rows.add(new Row(Kind.REFUNDED, -refunded));
      rows.add(new Row(Kind.LEFT, paid - refunded));
    }
    return rows;
  }

  private static void add(List<Row> rows, Kind kind, long amount) {
    if (amount != 0) {
      rows.add(new Row(kind, amount));
    }
  }
}
