package dev.tradewind.order;

import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.giftcard.BoughtGiftCard;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.history.Sale;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderBuilder;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.order.model.Refund;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builder of an order of four mugs at 1000 and two gift cards at 2000, with 500 for shipping and
 * without tax: 8500 together, of which nothing is paid.
 */
public final class MugOrder {

  public static final String MUG = "mug";
  public static final String CARD = "card";

  private static final Sale SALE =
      new Sale(
          new TotalsInput(
              List.of(
                  new TaxableLine(MUG, 1_000, 4, false, List.of(), false),
                  new TaxableLine(CARD, 2_000, 2, false, List.of(), false)),
              List.of(new TaxableMethod("sm_1", 500, false, List.of())),
              null,
              false,
              List.of(),
              true,
              true),
          CARD);

  private final Map<String, LineProgress> progress = new HashMap<>();
  private final List<Payment> payments = new ArrayList<>();
  private final List<Refund> refunds = new ArrayList<>();
  private final List<Fulfillment> fulfillments = new ArrayList<>();
  private final List<Return> returns = new ArrayList<>();
  private final List<Swap> swaps = new ArrayList<>();
  private final List<Claim> claims = new ArrayList<>();
  private OrderStatus status = OrderStatus.PENDING;
  private PaymentStatus paymentStatus = PaymentStatus.CAPTURED;
  private @Nullable Boolean noNotification;
  private Sale sale = SALE;

  /** The order, paid with one captured payment, of which an amount was refunded. */
  public static MugOrder paid(long refunded) {
    return new MugOrder().with(Parts.payment("pay_1", 8_500, refunded, 'c', null));
  }

  public static MugOrder unpaid() {
    return new MugOrder();
  }

  /** Sells other goods. */
  public MugOrder selling(TotalsInput input) {
    sale = new Sale(input, CARD);
    return this;
  }

  public MugOrder in(OrderStatus current) {
    status = current;
    return this;
  }

  public MugOrder in(PaymentStatus current) {
    paymentStatus = current;
    return this;
  }

  public MugOrder noNotification(@Nullable Boolean setting) {
    noNotification = setting;
    return this;
  }

  /** Fulfilled, shipped and returned units of a line item. */
  public MugOrder progress(String line, long fulfilled, long shipped, long returned) {
    progress.put(line, new LineProgress(fulfilled, shipped, returned));
    return this;
  }

  public MugOrder with(Payment... further) {
    payments.addAll(List.of(further));
    return this;
  }

  public MugOrder with(Return further) {
    returns.add(further);
    return this;
  }

  public MugOrder with(Swap further) {
    swaps.add(further);
    return this;
  }

  public MugOrder with(Claim further) {
    claims.add(further);
    return this;
  }

  public MugOrder with(Fulfillment further) {
    fulfillments.add(further);
    return this;
  }

  public MugOrder withRefund(long amount) {
    refunds.add(
        new Refund(
            "ref_1",
            Orders.PLACED,
            Orders.PLACED,
            "order_1",
            null,
            amount,
            null,
            RefundReason.OTHER,
            null,
            null));
    return this;
  }

  /**
   * Gift cards of the order.
   *
   * @param balances of the cards, separated by a space; absent: none were issued
   */
  public static GiftCardStore.Balances cards(@Nullable String balances) {
    List<BoughtGiftCard> cards = new ArrayList<>();
    for (String balance : balances == null ? new String[0] : balances.split(" ")) {
      cards.add(
          new BoughtGiftCard("card_" + (cards.size() + 1), 2_000, Long.parseLong(balance), 0));
    }
    return new GiftCardStore.Balances(cards);
  }

  public Order build() {
    return OrderBuilder.builder()
        .id("order_1")
        .createdAt(Orders.PLACED)
        .updatedAt(Orders.PLACED)
        .status(status)
        .fulfillmentStatus(FulfillmentStatus.NOT_FULFILLED)
        .paymentStatus(paymentStatus)
        .displayId(7)
        .cartId("cart_1")
        .customerId("cus_1")
        .email("ada@example.com")
        .regionId("reg_1")
        .currencyCode("eur")
        .metadata(new JsonObject())
        .noNotification(noNotification)
        .salesChannelId("sc_1")
        .snapshot(OrderSnapshot.of(sale.request("cart_1"), Orders.PLACED).withProgress(progress))
        .payments(payments)
        .refunds(refunds)
        .fulfillments(fulfillments)
        .returns(returns)
        .edits(List.of())
        .swaps(swaps)
        .claims(claims)
        .build();
  }
}
