package dev.tradewind.order.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.Orders;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimBuilder;
import dev.tradewind.order.aftersale.ClaimItem;
import dev.tradewind.order.aftersale.ClaimItemBuilder;
import dev.tradewind.order.aftersale.ClaimPaymentStatus;
import dev.tradewind.order.aftersale.ClaimType;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnBuilder;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.aftersale.SwapBuilder;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.claim.ClaimDecisions;
import dev.tradewind.order.giftcard.BoughtGiftCard;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentBuilder;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.model.SettledUnits;
import dev.tradewind.order.payment.PaymentDetails;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationBuilder;
import dev.tradewind.order.payment.PaymentPurpose;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.returns.ReturnDecisions;
import dev.tradewind.order.returns.ReturnRules;
import dev.tradewind.totals.Fraction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One random history of an order: the rules of the shop decide, the rows are in memory, and a model
 * is compared after every step.
 */
final class RuledHistory {

  private static final String CARDS = "cards";

  private final SplittableRandom random;
  private final MoneyModel model = new MoneyModel();
  private final RuledOrder state;
  private final List<String> steps = new ArrayList<>();
  private int ids;

  RuledHistory(long seed) {
    this.random = new SplittableRandom(seed);
    this.state = sale();
  }

  /** Steps so far, for the message of a violation. */
  List<String> steps() {
    return steps;
  }

  private RuledOrder sale() {
    RuledOrder sold = new RuledOrder(Sale.random(random, ""));
    Order order = sold.order();
    for (OrderLine line : order.snapshot().lines()) {
      double price = (double) line.amounts().total() / line.quantity();
      model.sell(line.id(), line.quantity(), price);
      if (line.id().equals(CARDS)) {
        long value = Fraction.of(line.amounts().subtotal(), line.quantity()).round();
        for (int unit = 0; unit < line.quantity(); unit++) {
          String id = "gift_" + unit;
          sold.cards.put(id, new BoughtGiftCard(id, value, value, 0));
          model.issue(id, value, price);
        }
      }
    }
    long total = order.snapshot().amounts().total();
    long charged =
        order.snapshot().giftCardCharges().stream().mapToLong(charge -> charge.amount()).sum();
    if (total > 0) {
      sold.payments.add(Orders.payment(total, 0, null));
    }
    model.pay(total, charged);
    return sold;
  }

  @SafeVarargs
  private <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private <T> @Nullable T any(List<T> choices) {
    return choices.isEmpty() ? null : choices.get(random.nextInt(choices.size()));
  }

  void run(int length) {
    capture();
    fulfill();
    for (int step = 0; step < length; step++) {
      String name = "";
      try {
        name = step();
        steps.add(name);
      } catch (Problem refused) {
        steps.add("refused: " + refused.getMessage());
      }
      model.check(state.out(), state.balances(), state.withdrawn());
      checkSettled();
    }
  }

  private void checkSettled() {
    Order order = state.order();
    SettledUnits settled = new SettledUnits(order);
    model
        .settled()
        .forEach((line, units) -> assertThat(settled.of(line)).as(line).isEqualTo(units));
  }

  private String step() {
    return switch (random.nextInt(15)) {
      case 0, 1 -> request();
      case 2, 3 -> receive();
      case 4 -> cancelReturn();
      case 5, 6 -> claim();
      case 7 -> cancelClaim();
      case 8 -> swap();
      case 9 -> confirmSwap();
      case 10 -> cancelSwap();
      case 11 -> refund();
      case 12 -> spend();
      case 13 -> resize();
      default -> outcome();
    };
  }

  private void capture() {
    if (random.nextInt(20) > 0) {
      state.payments.replaceAll(payment -> changed(payment, payment.amountRefunded()));
      model.capture(state.payments.stream().mapToLong(Payment::amount).sum());
    }
  }

  private static Payment changed(Payment payment, long refunded) {
    return PaymentBuilder.builder(payment)
        .amountRefunded(refunded)
        .capturedAt(Orders.PLACED)
        .canceledAt(null)
        .metadata(null)
        .idempotencyKey(null)
        .paymentCollectionId(null)
        .build();
  }

  private void fulfill() {
    for (OrderLine line : state.order().snapshot().lines()) {
      long units = random.nextInt(5) == 0 ? random.nextLong(line.quantity() + 1) : line.quantity();
      state.progress.put(line.id(), new LineProgress(units, units, null));
    }
  }

  private String lineId() {
    return line().id();
  }

  private OrderLine line() {
    List<OrderLine> lines = state.order().snapshot().lines();
    return lines.get(random.nextInt(lines.size()));
  }

  private Map<String, Long> units() {
    Map<String, Long> units = new LinkedHashMap<>();
    for (int line = 0; line <= random.nextInt(2); line++) {
      units.put(lineId(), 1 + random.nextLong(3));
    }
    return units;
  }

  private static List<ReturnRules.Units> of(Map<String, Long> units) {
    return units.entrySet().stream()
        .map(each -> new ReturnRules.Units(each.getKey(), each.getValue(), null, null))
        .toList();
  }

  private String request() {
    Map<String, Long> units = units();
    Order order = state.order();
    Long chosen = random.nextInt(6) == 0 ? random.nextLong(8_000) : null;
    boolean areFree =
        units.entrySet().stream().allMatch(each -> each.getValue() <= model.free(each.getKey()));
    long refund;
    try {
      refund = ReturnDecisions.request(order, state.bought(order), of(units), chosen);
    } catch (Problem refused) {
      assertThat(areFree && refused.getMessage().contains("purchased"))
          .as("unwarranted refusal of " + units)
          .isFalse();
      throw refused;
    }
    if (chosen == null) {
      model.credit(units, units.keySet().equals(Set.of(CARDS)), refund);
    }
    units.forEach(model::settle);
    put(returned(PartOwner.ORDER, units, refund));
    return "return " + units + " for " + refund;
  }

  private Return returned(PartOwner owner, Map<String, Long> units, long refund) {
    return returned(
        "ret_" + ids++,
        owner,
        ReturnStatus.REQUESTED,
        ReturnDecisions.items(state.order(), of(units)),
        refund);
  }

  private static Return returned(
      String id, PartOwner owner, ReturnStatus status, List<Return.Item> items, long refund) {
    return ReturnBuilder.builder()
        .id(id)
        .createdAt(Orders.PLACED)
        .updatedAt(Orders.PLACED)
        .orderId("order_1")
        .owner(owner)
        .status(status)
        .items(items)
        .refundAmount(refund)
        .build();
  }

  private void put(Return returned) {
    state.returns.put(returned.id(), returned);
  }

  private @Nullable Return openReturn() {
    return any(state.returns.values().stream().filter(Return::isOpen).toList());
  }

  private String receive() {
    Return open = openReturn();
    if (open == null) {
      return "nothing to receive";
    }
    Map<String, Long> units = new LinkedHashMap<>();
    open.items()
        .forEach(item ->
            units.put(
                item.lineId(),
                random.nextInt(3) > 0
                    ? item.quantity()
                    : 1 + random.nextLong(item.quantity() + 1)));
    if (random.nextInt(8) == 0) {
      units.put(lineId(), 1L);
    }
    Long chosen = random.nextInt(6) == 0 ? random.nextLong(8_000) : null;
    Order order = state.order();
    ReturnDecisions.Receipt receipt =
        ReturnDecisions.receive(
            order, state.operations, state.bought(order), open, of(units), chosen);
    boolean isOfOrder = open.owner().equals(PartOwner.ORDER);
    for (Return.Item item : receipt.items()) {
      long expected = open.units(item.lineId());
      long came = item.quantity();
      // Units that a claim or swap does not get back stay settled.
      model.settle(item.lineId(), isOfOrder ? came - expected : Math.max(0, came - expected));
    }
    if (chosen == null && isOfOrder && receipt.amount() <= open.refundAmount()) {
      assertThat(receipt.amount()).isNotNegative();
    }
    put(
        returned(
            open.id(), open.owner(), ReturnStatus.RECEIVED, receipt.items(), receipt.amount()));
    units.forEach((line, came) -> {
      LineProgress before = state.progress.getOrDefault(line, LineProgress.NONE);
      state.progress.put(
          line,
          new LineProgress(before.fulfilled(), before.shipped(), before.returnedUnits() + came));
    });
    begin(receipt.refunds(), receipt.cause(), receipt.taken());
    return "receive " + units + " of " + open.id() + ": " + receipt.amount();
  }

  private void begin(List<PaymentOperation> refunds, String cause, Map<String, Long> taken) {
    state.operations.addAll(refunds);
    state.withdraw(cause, taken);
  }

  private String cancelReturn() {
    Return open = openReturn();
    if (open == null) {
      return "nothing to cancel";
    }
    put(
        returned(
            open.id(), open.owner(), ReturnStatus.CANCELED, open.items(), open.refundAmount()));
    if (open.owner().equals(PartOwner.ORDER)) {
      open.items().forEach(item -> model.settle(item.lineId(), -item.quantity()));
    }
    return "cancel " + open.id();
  }

  private String claim() {
    String line = lineId();
    long units = 1 + random.nextLong(3);
    ClaimType type = pick(ClaimType.REFUND, ClaimType.REPLACE);
    Long chosen =
        type == ClaimType.REFUND && random.nextInt(4) == 0 ? random.nextLong(8_000) : null;
    boolean isReturned = random.nextInt(3) == 0;
    String id = "claim_" + ids++;
    Order order = state.order();
    ClaimDecisions.Claimed claimed =
        ClaimDecisions.claim(
            order,
            state.operations,
            state.bought(order),
            id,
            type,
            line,
            units,
            chosen,
            isReturned);
    Map<String, Long> settled = Map.of(line, units);
    if (chosen == null && claimed.refund() != null) {
      model.credit(settled, line.equals(CARDS), claimed.refund());
    }
    settled.forEach(model::settle);
    state.claims.put(id, claim(id, type, line, units, claimed.refund(), false));
    if (isReturned) {
      put(returned(new PartOwner.OfClaim(id), settled, 0));
    }
    begin(claimed.refunds(), claimed.cause(), claimed.taken());
    return "claim " + type + " " + settled + " for " + claimed.refund();
  }

  private static Claim claim(
      String id, ClaimType type, String line, long units, @Nullable Long refund, boolean canceled) {
    return ClaimBuilder.builder()
        .id(id)
        .createdAt(Orders.PLACED)
        .updatedAt(Orders.PLACED)
        .orderId("order_1")
        .type(type)
        .paymentStatus(ClaimPaymentStatus.NA)
        .fulfillmentStatus(FulfillmentStatus.NOT_FULFILLED)
        .items(
            List.of(
                ClaimItemBuilder.builder()
                    .id("citm_" + id)
                    .createdAt(Orders.PLACED)
                    .updatedAt(Orders.PLACED)
                    .lineId(line)
                    .variantId("variant")
                    .reason("other")
                    .quantity(units)
                    .images(List.of())
                    .tags(List.of())
                    .build()))
        .additionalLines(List.of())
        .shippingMethods(List.of())
        .refundAmount(refund)
        .canceledAt(canceled ? Orders.PLACED : null)
        .idempotencyKey(id)
        .build();
  }

  private boolean hasLiveReturn(PartOwner owner) {
    return state.returns.values().stream()
        .anyMatch(returned -> returned.owner().equals(owner) && !returned.isCanceled());
  }

  private String cancelClaim() {
    Claim claim =
        any(
            state.claims.values().stream()
                .filter(each -> !each.isCanceled() && !hasLiveReturn(each.owner()))
                .filter(each -> each.refundAmount() == null || each.refundAmount() == 0)
                .toList());
    if (claim == null) {
      return "no claim to cancel";
    }
    ClaimItem item = claim.items().getFirst();
    state.claims.put(
        claim.id(),
        claim(
            claim.id(), claim.type(), item.lineId(), item.quantity(), claim.refundAmount(), true));
    model.settle(item.lineId(), -item.quantity());
    state.restore(claim.id());
    return "cancel " + claim.id();
  }

  private String swap() {
    Map<String, Long> units = units();
    Order order = state.order();
    long credit = ReturnDecisions.swap(order, of(units));
    BoughtGiftCards cards = state.bought(order);
    cards.requireIntact(cardUnits(units), "spent");
    model.credit(units, false, credit);
    units.forEach(model::settle);
    String id = "swap_" + ids++;
    state.swaps.put(id, swap(id, null, false));
    put(returned(new PartOwner.OfSwap(id), units, credit));
    return "swap " + units + " for " + credit;
  }

  private static List<BoughtGiftCards.Units> cardUnits(Map<String, Long> units) {
    return units.entrySet().stream()
        .map(each -> new BoughtGiftCards.Units(each.getKey(), each.getValue()))
        .toList();
  }

  private static Swap swap(String id, @Nullable Long difference, boolean canceled) {
    return SwapBuilder.builder()
        .id(id)
        .createdAt(Orders.PLACED)
        .updatedAt(Orders.PLACED)
        .orderId("order_1")
        .cartId("cart_" + id)
        .fulfillmentStatus(FulfillmentStatus.NOT_FULFILLED)
        .paymentStatus(SwapPaymentStatus.NOT_PAID)
        .differenceDue(difference)
        .additionalLines(List.of())
        .shippingMethods(List.of())
        .allowBackorder(true)
        .idempotencyKey(id)
        .confirmedAt(difference == null ? null : Orders.PLACED)
        .canceledAt(canceled ? Orders.PLACED : null)
        .build();
  }

  private Return returnOf(Swap swap) {
    return state.returns.values().stream()
        .filter(returned -> returned.owner().equals(swap.owner()))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Its difference is refunded at once if it is below zero; the payment of one above is captured.
   */
  private String confirmSwap() {
    Swap swap =
        any(
            state.swaps.values().stream()
                .filter(each -> !each.isCanceled() && !each.isConfirmed())
                .toList());
    if (swap == null) {
      return "no swap to confirm";
    }
    Map<String, Long> units = new LinkedHashMap<>();
    returnOf(swap).items().stream()
        .filter(item -> item.requestedQuantity() != null)
        .forEach(item -> units.put(item.lineId(), item.requestedQuantity()));
    Order order = state.order();
    BoughtGiftCards cards = state.bought(order);
    cards.requireIntact(cardUnits(units), "spent");
    long difference = random.nextLong(6_000) - returnOf(swap).refundAmount();
    state.withdraw(swap.id(), cards.settle(cardUnits(units)).taken());
    state.swaps.put(swap.id(), swap(swap.id(), difference, false));
    if (difference < 0) {
      Order confirmed = state.order();
      RefundPlan plan = new RefundPlan(confirmed, state.operations, state.bought(confirmed));
      List<PaymentOperation> refunds =
          plan.refund(
              -difference,
              PaymentDetails.of(RefundReason.SWAP, new PaymentPurpose.OfSwap(swap.id())),
              null);
      begin(refunds, refunds.getFirst().requireRefundId(), plan.taking(-difference));
    }
    return "confirm " + swap.id() + ": " + difference;
  }

  private String cancelSwap() {
    Swap swap =
        any(
            state.swaps.values().stream()
                .filter(each -> !each.isCanceled() && !hasLiveReturn(each.owner()))
                .filter(each -> each.differenceDue() == null || each.differenceDue() >= 0)
                .toList());
    if (swap == null) {
      return "no swap to cancel";
    }
    returnOf(swap)
        .items()
        .forEach(
            item -> model.settle(item.lineId(), -returnOf(swap).requestedUnits(item.lineId())));
    state.swaps.put(swap.id(), swap(swap.id(), swap.differenceDue(), true));
    state.restore(swap.id());
    return "cancel " + swap.id();
  }

  private String refund() {
    long amount = 1 + random.nextLong(6_000);
    Order order = state.order();
    BoughtGiftCards cards = state.bought(order);
    RefundPlan plan = new RefundPlan(order, state.operations, cards);
    List<PaymentOperation> refunds = plan.refund(amount, PaymentDetails.NONE, null);
    begin(refunds, refunds.getFirst().requireRefundId(), plan.taking(List.of(), amount));
    return "refund " + amount;
  }

  private String spend() {
    BoughtGiftCard card =
        any(state.cards.values().stream().filter(each -> each.balance() > 0).toList());
    if (card == null) {
      return "no card to spend";
    }
    long amount = random.nextBoolean() ? card.balance() : 1 + random.nextLong(card.balance());
    state.spend(card.id(), amount);
    model.spend(card.id(), amount);
    return "spend " + amount + " of " + card.id();
  }

  /** An edit keeps what was fulfilled or settled. */
  private String resize() {
    OrderLine line = line();
    long kept =
        Math.max(line.progress().fulfilledUnits(), new SettledUnits(state.order()).of(line.id()));
    if (line.id().equals(CARDS)) {
      return "cards are not edited";
    }
    long quantity = Math.max(1, kept + random.nextLong(3));
    state.resize(line.id(), quantity);
    model.resize(line.id(), quantity);
    return "edit " + line.id() + " to " + quantity;
  }

  /** Outcome of an open refund at its provider. */
  private String outcome() {
    PaymentOperation open =
        any(state.operations.stream().filter(PaymentOperation::isOpen).toList());
    if (open == null) {
      return "nothing is open";
    }
    boolean isDone = random.nextInt(3) > 0;
    state.operations.replaceAll(each ->
        each == open
            ? with(each, isDone ? PaymentOperation.State.DONE : PaymentOperation.State.REFUSED)
            : each);
    if (isDone) {
      state.payments.replaceAll(payment ->
          payment.id().equals(open.payment().id())
              ? changed(payment, payment.amountRefunded() + open.amount())
              : payment);
      return "refunded " + open.amount();
    }
    state.restore(open.requireRefundId());
    String claimId =
        open.details().purpose() instanceof PaymentPurpose.OfClaim(String id) ? id : null;
    if (claimId != null) {
      withdraw(Objects.requireNonNull(state.claims.get(claimId)));
    }
    return "refused " + open.amount();
  }

  private static PaymentOperation with(PaymentOperation each, PaymentOperation.State outcome) {
    return PaymentOperationBuilder.builder(each).state(outcome).build();
  }

  /** A claim whose refund is refused leaves nothing but the units that came back. */
  private void withdraw(Claim claim) {
    long back =
        state.returns.values().stream()
            .filter(returned -> returned.owner().equals(claim.owner()))
            .filter(returned -> returned.status() == ReturnStatus.RECEIVED)
            .mapToLong(returned -> returned.units(claim.items().getFirst().lineId()))
            .sum();
    state.claims.remove(claim.id());
    state.returns.values().removeIf(returned -> returned.owner().equals(claim.owner()));
    ClaimItem item = claim.items().getFirst();
    model.settle(item.lineId(), -Math.max(0, item.quantity() - back));
  }
}
