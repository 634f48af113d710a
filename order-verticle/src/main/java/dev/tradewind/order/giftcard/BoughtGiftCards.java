package dev.tradewind.order.giftcard;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.GiftCardCharge;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.Payment;
import dev.tradewind.totals.Fraction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Rules of the gift cards that were bought in an order: a part that was spent is never credited.
 * The credit of a unit is the share of its price, tax included, that the balance of its card is of
 * the value; its whole balance is taken from the card. A refund of an amount takes it from the
 * cards first. Cards of one value are alike, and those with the largest balance come back first.
 */
public final class BoughtGiftCards {

  /** Units of a line item. */
  public record Units(String lineId, long quantity) {}

  /**
   * Credit of units, and what it takes from the cards, by their ids.
   *
   * @param credit goods and tax
   */
  public record Settlement(long credit, Map<String, Long> taken) {

    public Settlement {
      taken = Map.copyOf(taken);
    }
  }

  private final Order order;
  private final List<BoughtGiftCard> cards;

  BoughtGiftCards(Order order, List<BoughtGiftCard> cards) {
    this.order = order;
    this.cards = List.copyOf(cards);
  }

  /** The gift cards of an order in which none were bought. */
  public static BoughtGiftCards none(Order order) {
    return new BoughtGiftCards(order, List.of());
  }

  /** Whether gift cards may have been bought in the order. */
  public static boolean concern(Order order) {
    return order.snapshot().lines().stream().anyMatch(line -> line.details().isGiftcard());
  }

  /** Refuses units whose cards were spent, wholly or in part. */
  public void requireIntact(List<Units> units, String refusal) {
    requireCards(units, BoughtGiftCard::isIntact, refusal);
  }

  /** Refuses units whose cards have nothing left. */
  public void requireBalance(List<Units> units, String refusal) {
    requireCards(units, card -> card.balance() > 0 || card.value() == 0, refusal);
  }

  private void requireCards(
      List<Units> units, Predicate<BoughtGiftCard> requested, String refusal) {
    Set<String> used = new HashSet<>();
    for (Units each : units) {
      for (BoughtGiftCard card : cardsOf(requireLine(each.lineId()), each.quantity(), used)) {
        if (!requested.test(card)) {
          throw Problem.notAllowed(refusal);
        }
      }
    }
  }

  private OrderLine requireLine(String lineId) {
    return order.findLine(lineId).orElseThrow();
  }

  /** Credit of the units: their price, of gift cards the part that was not spent. */
  public Settlement settle(List<Units> units) {
    long credit = 0;
    Set<String> used = new HashSet<>();
    Map<String, Long> taken = new LinkedHashMap<>();
    for (Units each : units) {
      OrderLine line = requireLine(each.lineId());
      List<BoughtGiftCard> own = cardsOf(line, each.quantity(), used);
      credit += creditOf(line, each.quantity(), own);
      own.stream()
          .filter(card -> card.balance() > 0)
          .forEach(card -> taken.put(card.id(), card.balance()));
    }
    return new Settlement(credit, taken);
  }

  private static long creditOf(OrderLine line, long units, List<BoughtGiftCard> own) {
    long lost =
        own.stream()
            .filter(card -> !card.isIntact())
            .mapToLong(card -> line.refundable(1) - card.creditOf(line.refundable(1)))
            .sum();
    return Math.max(0, line.refundable(units) - lost);
  }

  /**
   * Amounts that a credit for these units takes from the cards: theirs are emptied, and an amount
   * beyond their price is taken from the others first.
   *
   * @param open refunds without an outcome
   */
  public Map<String, Long> taking(List<Units> units, long amount, long open) {
    Settlement settled = settle(units);
    return taking(settled.taken(), amount - settled.credit(), amount, open);
  }

  /** Amounts that a credit takes from the cards whose units were settled before. */
  public Map<String, Long> taking(long amount, long open) {
    return taking(Map.of(), 0, amount, open);
  }

  /**
   * @param beyond part of the amount that is taken from the cards first; more is taken where
   *     otherwise the price of the cards would not be left, since units that an edit added may not
   *     be paid
   */
  private Map<String, Long> taking(Map<String, Long> settled, long beyond, long amount, long open) {
    if (cards.isEmpty()) {
      return Map.of();
    }
    Map<String, Long> taken = new LinkedHashMap<>(settled);
    Map<BoughtGiftCard, Long> prices = prices();
    long kept =
        prices.entrySet().stream()
            .filter(priced -> !taken.containsKey(priced.getKey().id()))
            .mapToLong(priced -> priced.getKey().creditOf(priced.getValue()))
            .sum();
    long left = Math.max(beyond, kept - (refundableAmount(open) - amount));
    for (Map.Entry<BoughtGiftCard, Long> priced : prices.entrySet()) {
      BoughtGiftCard card = priced.getKey();
      long price = priced.getValue();
      if (left > 0 && price > 0 && card.balance() > 0 && !taken.containsKey(card.id())) {
        taken.put(card.id(), card.taken(left, price));
        left -= card.creditOf(price);
      }
    }
    return taken;
  }

  /**
   * Requires that a refund leaves the price of what was spent.
   *
   * @param open refunds without an outcome
   */
  public void requireUnspent(long amount, long open) {
    if (amount > refundableAmount(open)) {
      throw Problem.notAllowed("Cannot refund the spent part of a gift card");
    }
  }

  /** Amount of the order beside what was refunded and the price of what was spent. */
  public long refundableAmount(long open) {
    if (cards.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long charged =
        order.snapshot().giftCardCharges().stream().mapToLong(GiftCardCharge::amount).sum();
    long spent =
        prices().entrySet().stream()
            .mapToLong(priced -> priced.getKey().spentOf(priced.getValue()))
            .sum();
    long paid = order.livePayments().stream().mapToLong(Payment::refundableAmount).sum();
    return Math.max(0, paid + charged - open - spent);
  }

  /** Cards of so many units of the line item that are not used yet; fewer if fewer were issued. */
  private List<BoughtGiftCard> cardsOf(OrderLine line, long units, Set<String> used) {
    if (!line.details().isGiftcard()) {
      return List.of();
    }
    List<BoughtGiftCard> own =
        cards.stream()
            .filter(card -> card.value() == value(line) && !used.contains(card.id()))
            .sorted(Comparator.comparingLong(BoughtGiftCard::balance).reversed())
            .limit(units)
            .toList();
    own.forEach(card -> used.add(card.id()));
    return own;
  }

  /** As the cards of the line item were issued. */
  private static long value(OrderLine line) {
    return Fraction.of(line.amounts().subtotal(), line.quantity()).round();
  }

  /** Prices of the cards; a card whose line item an edit has removed counts with its value. */
  private Map<BoughtGiftCard, Long> prices() {
    Map<BoughtGiftCard, Long> prices = new LinkedHashMap<>();
    List<OrderLine> lines = new ArrayList<>();
    for (OrderLine line : order.snapshot().lines()) {
      for (long unit = 0; line.details().isGiftcard() && unit < line.quantity(); unit++) {
        lines.add(line);
      }
    }
    for (BoughtGiftCard card : cards) {
      Optional<OrderLine> own =
          lines.stream().filter(line -> value(line) == card.value()).findFirst();
      own.ifPresent(lines::remove);
      prices.put(card, own.map(line -> line.refundable(1)).orElse(card.value()));
    }
    return prices;
  }
}
