package dev.tradewind.order.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Independent model of an order after the sale: numbers of units by line item, and amounts of
 * money. It knows no rule of the order, only what happened.
 */
public final class MoneyModel {

  /** Sold line item. */
  private static final class Line {
    long quantity;
    long settled;

    /** Gross price of one unit, not rounded. */
    double price;
  }

  /** Bought gift card, in net amounts. */
  private static final class Card {
    long value;
    double price;
    long spent;
  }

  private final Map<String, Line> lines = new LinkedHashMap<>();
  private final Map<String, Card> cards = new LinkedHashMap<>();

  /** Amount that other gift cards paid. */
  private long charged;

  private long paid;
  private long captured;

  public void sell(String lineId, long quantity, double price) {
    Line line = new Line();
    line.quantity = quantity;
    line.price = price;
    lines.put(lineId, line);
  }

  public void resize(String lineId, long quantity) {
    line(lineId).quantity = quantity;
  }

  public void issue(String cardId, long value, double price) {
    Card card = new Card();
    card.value = value;
    card.price = price;
    cards.put(cardId, card);
  }

  public void pay(long amount, long byGiftCards) {
    paid += amount;
    charged += byGiftCards;
  }

  /** Payments that were made up to now, in place of those before. */
  public void payments(long made, long capturedOfThem) {
    paid = made;
    captured = capturedOfThem;
  }

  public void capture(long amount) {
    captured += amount;
  }

  public void spend(String cardId, long amount) {
    Objects.requireNonNull(cards.get(cardId), cardId).spent += amount;
  }

  private Line line(String lineId) {
    return Objects.requireNonNull(lines.get(lineId), lineId);
  }

  public long free(String lineId) {
    return line(lineId).quantity - line(lineId).settled;
  }

  /** Units that were returned, swapped or claimed, or are expected back. */
  public void settle(String lineId, long units) {
    Line line = line(lineId);
    line.settled += units;
    assertThat(line.settled).as("settled units of " + lineId).isBetween(0L, line.quantity);
  }

  /** A computed credit is at most the price of its units, of gift cards what is left of it. */
  public void credit(Map<String, Long> units, boolean areCards, long amount) {
    double price =
        units.entrySet().stream()
            .mapToDouble(each -> line(each.getKey()).price * each.getValue())
            .sum();
    long rounding = units.values().stream().mapToLong(Long::longValue).sum() * 2 + 2;
    assertThat((double) amount).as("credit of " + units).isLessThanOrEqualTo(price + rounding);
    if (areCards) {
      double left =
          cards.values().stream()
              .mapToDouble(card -> card.price * (card.value - card.spent) / card.value)
              .sum();
      assertThat((double) amount).as("credit of cards").isLessThanOrEqualTo(left + rounding);
    }
  }

  /**
   * Money out is within what was captured, and leaves the price of what gift cards have paid for.
   *
   * @param out refunds, those without an outcome included
   */
  public void check(long out, Map<String, Long> balances, Map<String, Long> withdrawn) {
    assertThat(out).as("refunds within the captures").isBetween(0L, captured);
    double spent = 0;
    for (Map.Entry<String, Card> each : cards.entrySet()) {
      Card card = each.getValue();
      spent += card.price * card.spent / card.value;
      assertThat(balances.get(each.getKey()))
          .as("balance of " + each.getKey())
          .isBetween(0L, card.value)
          .isEqualTo(card.value - card.spent - withdrawn.getOrDefault(each.getKey(), 0L));
    }
    // A voided authorization is no refund.
    assertThat((double) out)
        .as("refunds beside the spent parts of gift cards")
        .isLessThanOrEqualTo(Math.max(0, paid + charged - spent + 2 * cards.size()));
  }

  /** Settled units by line item. */
  public Map<String, Long> settled() {
    Map<String, Long> settled = new HashMap<>();
    lines.forEach((id, line) -> settled.put(id, line.settled));
    return settled;
  }
}
