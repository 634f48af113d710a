package dev.tradewind.order;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.address.PostalAddress;
import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.OrderRegion;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.totals.AppliedGiftCard;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Test fixtures: an order of two mugs, partly paid with a gift card, as parts and as a whole. */
public final class Orders {

  static final Instant ADDED = Instant.parse("2026-01-01T00:00:00Z");
  public static final Instant PLACED = Instant.parse("2026-01-02T03:04:05.678Z");

  public static final TaxRate RATE = new TaxRate(BigDecimal.valueOf(20), "default", "default");

  /** The gift card was taxed at 20 % when it was bought. */
  public static final TotalsInput TOTALS_INPUT =
      new TotalsInput(
          List.of(new TaxableLine("item_1", 1_000, 2, false, List.of(RATE), false)),
          List.of(new TaxableMethod("sm_1", 500, false, List.of())),
          null,
          false,
          List.of(new AppliedGiftCard("gift_1", 100, BigDecimal.valueOf(20), null)),
          true,
          true);

  private Orders() {}

  public static PlaceOrderRequest request(TotalsInput totalsInput) {
    return new PlaceOrderRequest(
        "cart_1",
        3,
        new PlaceOrderRequest.Buyer("ada@example.com", resource("cus_1")),
        new OrderRegion(
            new JsonObject().put("id", "reg_1").put("currency_code", "eur"),
            new JsonObject().put("code", "eur")),
        "sc_1",
        resource("sc_1"),
        new Address(
            "addr_1",
            ADDED,
            ADDED,
            null,
            PostalAddress.parse(new JsonObject().put("city", "Bonn"))),
        null,
        List.of(
            new LineItemDetails(
                "item_1",
                ADDED,
                "Mug",
                "Red",
                null,
                false,
                true,
                true,
                true,
                "variant_1",
                null,
                null,
                new JsonObject(),
                new JsonObject().put("id", "variant_1"))),
        List.of(
            new ShippingMethodDetails(
                "sm_1", "so_1", new JsonObject(), new JsonObject().put("id", "so_1"))),
        List.of(),
        List.of(
            new ResourceDocument(
                new JsonObject()
                    .put("id", "gift_1")
                    .put("balance", 100)
                    .put("is_disabled", false))),
        totalsInput,
        new JsonObject(),
        null,
        null,
        null,
        false);
  }

  private static ResourceDocument resource(String id) {
    return new ResourceDocument(new JsonObject().put("id", id));
  }

  /** Placed order with these payments. */
  public static Order placed(Payment... payments) {
    return inStatus(
        OrderStatus.PENDING,
        FulfillmentStatus.NOT_FULFILLED,
        PaymentStatus.AWAITING,
        List.of(payments));
  }

  public static Order inStatus(
      OrderStatus status,
      FulfillmentStatus fulfillmentStatus,
      PaymentStatus paymentStatus,
      List<Payment> payments) {
    return new Order(
        "order_1",
        PLACED,
        PLACED,
        status,
        fulfillmentStatus,
        paymentStatus,
        7,
        "cart_1",
        "cus_1",
        "ada@example.com",
        "reg_1",
        "eur",
        null,
        null,
        null,
        new JsonObject(),
        null,
        null,
        null,
        "sc_1",
        OrderSnapshot.of(request(TOTALS_INPUT), PLACED),
        payments,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  public static Payment payment(long amount, long refunded, @Nullable Instant capturedAt) {
    return new Payment(
        "pay_1",
        PLACED,
        PLACED,
        "cart_1",
        "order_1",
        null,
        amount,
        refunded,
        "eur",
        "manual",
        new JsonObject(),
        capturedAt,
        null,
        null,
        null,
        null);
  }
}
