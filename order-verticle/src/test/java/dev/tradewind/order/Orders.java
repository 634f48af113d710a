package dev.tradewind.order;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.address.PostalAddress;
import dev.tradewind.api.order.LineItemDetailsBuilder;
import dev.tradewind.api.order.OrderRegion;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.PlaceOrderRequestBuilder;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderBuilder;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentBuilder;
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
    return PlaceOrderRequestBuilder.builder()
        .cartId("cart_1")
        .cartVersion(3)
        .buyer(new PlaceOrderRequest.Buyer("ada@example.com", resource("cus_1")))
        .region(
            new OrderRegion(
                new JsonObject().put("id", "reg_1").put("currency_code", "eur"),
                new JsonObject().put("code", "eur")))
        .salesChannelId("sc_1")
        .salesChannel(resource("sc_1"))
        .shippingAddress(
            new Address(
                "addr_1",
                ADDED,
                ADDED,
                null,
                PostalAddress.parse(new JsonObject().put("city", "Bonn"))))
        .lines(
            List.of(
                LineItemDetailsBuilder.builder()
                    .id("item_1")
                    .createdAt(ADDED)
                    .title("Mug")
                    .description("Red")
                    .isGiftcard(false)
                    .shouldMerge(true)
                    .allowDiscounts(true)
                    .hasShipping(true)
                    .variantId("variant_1")
                    .metadata(new JsonObject())
                    .variant(new JsonObject().put("id", "variant_1"))
                    .build()))
        .shippingMethods(
            List.of(
                new ShippingMethodDetails(
                    "sm_1", "so_1", new JsonObject(), new JsonObject().put("id", "so_1"))))
        .discounts(List.of())
        .giftCards(
            List.of(
                new ResourceDocument(
                    new JsonObject()
                        .put("id", "gift_1")
                        .put("balance", 100)
                        .put("is_disabled", false))))
        .totalsInput(totalsInput)
        .metadata(new JsonObject())
        .build();
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
    return OrderBuilder.builder()
        .id("order_1")
        .createdAt(PLACED)
        .updatedAt(PLACED)
        .status(status)
        .fulfillmentStatus(fulfillmentStatus)
        .paymentStatus(paymentStatus)
        .displayId(7)
        .cartId("cart_1")
        .customerId("cus_1")
        .email("ada@example.com")
        .regionId("reg_1")
        .currencyCode("eur")
        .metadata(new JsonObject())
        .salesChannelId("sc_1")
        .snapshot(OrderSnapshot.of(request(TOTALS_INPUT), PLACED))
        .payments(payments)
        .refunds(List.of())
        .fulfillments(List.of())
        .returns(List.of())
        .edits(List.of())
        .swaps(List.of())
        .claims(List.of())
        .build();
  }

  public static Payment payment(long amount, long refunded, @Nullable Instant capturedAt) {
    return PaymentBuilder.builder()
        .id("pay_1")
        .createdAt(PLACED)
        .updatedAt(PLACED)
        .cartId("cart_1")
        .orderId("order_1")
        .amount(amount)
        .amountRefunded(refunded)
        .currencyCode("eur")
        .providerId("manual")
        .data(new JsonObject())
        .capturedAt(capturedAt)
        .build();
  }
}
