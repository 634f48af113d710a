package dev.tradewind.order.history;

import dev.tradewind.order.Orders;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.giftcard.BoughtGiftCard;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.Cards;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderBuilder;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.order.payment.PaymentOperation;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** State of an order in memory, in place of its rows. */
final class RuledOrder {

  private Sale sale;
  final Map<String, LineProgress> progress = new HashMap<>();
  final List<Payment> payments = new ArrayList<>();
  final Map<String, Return> returns = new LinkedHashMap<>();
  final Map<String, Swap> swaps = new LinkedHashMap<>();
  final Map<String, Claim> claims = new LinkedHashMap<>();
  final List<PaymentOperation> operations = new ArrayList<>();
  final Map<String, BoughtGiftCard> cards = new LinkedHashMap<>();

  /** Amounts by card, by cause. */
  private final Map<String, Map<String, Long>> withdrawals = new HashMap<>();

  private OrderSnapshot snapshot;

  RuledOrder(Sale sale) {
    this.sale = sale;
    this.snapshot = sold();
  }

  private OrderSnapshot sold() {
    return OrderSnapshot.of(sale.request("cart_1"), Orders.PLACED);
  }

  /** Replaces a line by the same in another quantity. */
  void resize(String lineId, long quantity) {
    sale = sale.resized(lineId, quantity);
    snapshot = sold();
  }

  Order order() {
    return OrderBuilder.builder()
        .id("order_1")
        .createdAt(Orders.PLACED)
        .updatedAt(Orders.PLACED)
        .status(OrderStatus.PENDING)
        .fulfillmentStatus(FulfillmentStatus.FULFILLED)
        .paymentStatus(PaymentStatus.CAPTURED)
        .displayId(7)
        .cartId("cart_1")
        .customerId("cus_1")
        .email("ada@example.com")
        .regionId("reg_1")
        .currencyCode("eur")
        .metadata(new JsonObject())
        .salesChannelId("sc_1")
        .snapshot(snapshot.withProgress(progress))
        .payments(payments)
        .refunds(List.of())
        .fulfillments(List.of())
        .returns(List.copyOf(returns.values()))
        .edits(List.of())
        .swaps(List.copyOf(swaps.values()))
        .claims(List.copyOf(claims.values()))
        .build();
  }

  BoughtGiftCards bought(Order order) {
    return Cards.of(order, List.copyOf(cards.values()));
  }

  /** Swaps and claims exchange units; what they take is restored by their cancellation. */
  private static boolean isExchange(String cause) {
    return cause.startsWith("swap") || cause.startsWith("claim");
  }

  void withdraw(String cause, Map<String, Long> taken) {
    if (withdrawals.put(cause, Map.copyOf(taken)) != null) {
      throw new IllegalStateException(cause);
    }
    taken.forEach((id, amount) -> move(id, -amount, isExchange(cause)));
  }

  void restore(String cause) {
    Map<String, Long> taken = withdrawals.remove(cause);
    if (taken != null) {
      taken.forEach((id, amount) -> move(id, amount, isExchange(cause)));
    }
  }

  private void move(String id, long change, boolean isExchange) {
    BoughtGiftCard card = Objects.requireNonNull(cards.get(id), id);
    cards.put(
        id,
        new BoughtGiftCard(
            id,
            card.value(),
            card.balance() + change,
            card.withdrawn() - (isExchange ? 0 : change)));
  }

  void spend(String id, long amount) {
    BoughtGiftCard card = Objects.requireNonNull(cards.get(id), id);
    cards.put(id, new BoughtGiftCard(id, card.value(), card.balance() - amount, card.withdrawn()));
  }

  Map<String, Long> withdrawn() {
    Map<String, Long> sums = new HashMap<>();
    withdrawals
        .values()
        .forEach(taken -> taken.forEach((id, amount) -> sums.merge(id, amount, Long::sum)));
    return sums;
  }

  Map<String, Long> balances() {
    Map<String, Long> balances = new HashMap<>();
    cards.forEach((id, card) -> balances.put(id, card.balance()));
    return balances;
  }

  /** Refunds that were made or have no outcome yet. */
  long out() {
    return operations.stream()
        .filter(PaymentOperation::isRefund)
        .mapToLong(PaymentOperation::amount)
        .sum();
  }
}
