package dev.tradewind.api.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.RecordedMessage;
import dev.tradewind.api.address.Address;
import dev.tradewind.api.address.PostalAddress;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.totals.AppliedGiftCard;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlaceOrderRequestTest {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

  private static final OrderRegion REGION =
      new OrderRegion(
          new JsonObject()
              .put("id", "reg_1")
              .put("currency_code", "eur")
              .put("tax_rate", 8.875)
              .put("automatic_taxes", false),
          new JsonObject().put("code", "eur"));

  private static final PlaceOrderRequest.Buyer BUYER =
      new PlaceOrderRequest.Buyer("ada@example.com", document("cus_1"));

  private static final String[] OPTIONAL = {
    "decisions",
    "currency",
    "sales_channel_id",
    "sales_channel",
    "shipping_address",
    "billing_address",
    "payment",
    "paid_with_key",
  };

  @Test
  void itsFormIsThatOfEveryVersion() {
    PlaceOrderRequest paid =
        PlaceOrderRequestBuilder.builder()
            .cartId("cart_1")
            .cartVersion(7)
            .buyer(BUYER)
            .region(REGION)
            .salesChannelId("sc_1")
            .salesChannel(document("sc_1"))
            .shippingAddress(
                new Address(
                    "addr_1",
                    NOW,
                    NOW,
                    "cus_1",
                    PostalAddress.parse(new JsonObject().put("city", "Bergen"))))
            .lines(
                List.of(
                    LineItemDetailsBuilder.builder()
                        .id("item_1")
                        .createdAt(NOW)
                        .title("Mug")
                        .thumbnail("mug.png")
                        .isGiftcard(true)
                        .shouldMerge(false)
                        .allowDiscounts(true)
                        .hasShipping(true)
                        .variantId("variant_1")
                        .metadata(new JsonObject().put("engraving", "A"))
                        .variant(new JsonObject().put("id", "variant_1"))
                        .build()))
            .shippingMethods(
                List.of(
                    new ShippingMethodDetails(
                        "sm_1", "so_1", new JsonObject(), new JsonObject().put("id", "so_1"))))
            .discounts(List.of(document("disc_1")))
            .giftCards(List.of(document("gift_1")))
            .totalsInput(
                new TotalsInput(
                    List.of(
                        new TaxableLine(
                            "item_1",
                            1_000,
                            1,
                            false,
                            List.of(new TaxRate(new BigDecimal("8.875"), "default", null)),
                            true)),
                    List.of(new TaxableMethod("sm_1", 500, false, List.of())),
                    new LineDiscount.FixedTotal("disc_1", 100),
                    true,
                    List.of(new AppliedGiftCard("gift_1", 50, null, Instant.EPOCH)),
                    true,
                    true))
            .metadata(new JsonObject().put("source", "spring"))
            .payment(
                new AuthorizedPayment(
                    "pay_1",
                    "manual",
                    1_200,
                    "eur",
                    new JsonObject().put("status", "authorized"),
                    false))
            .key(new IdempotencyKey("storeCompleteCart:cart_1", "key", "", true))
            .decisions(List.of(new JsonObject().put("hook", "fraud")))
            .build();

    RecordedMessage.of("place-order-request")
        .isWrittenFrom(paid, PlaceOrderRequest::toJson)
        .isReadAs(paid, PlaceOrderRequest::parse, OPTIONAL);
    assertThat(paid.isPaid()).isFalse();
    assertThat(paid.region().taxRate()).isEqualByComparingTo("8.875");
    assertThat(paid.region().automaticTaxes()).isFalse();
  }

  @Test
  void mayHaveNothingToPayAndNoKey() {
    PlaceOrderRequest free =
        PlaceOrderRequestBuilder.builder()
            .cartId("cart_1")
            .cartVersion(7)
            .buyer(BUYER)
            .region(REGION)
            .lines(List.of())
            .shippingMethods(List.of())
            .discounts(List.of())
            .giftCards(List.of())
            .totalsInput(TotalsInput.of(List.of(), List.of()))
            .metadata(new JsonObject())
            .paidWithKey("key of staff")
            .ofDraft(true)
            .build();

    RecordedMessage.of("place-order-request-free")
        .isWrittenFrom(free, PlaceOrderRequest::toJson)
        .isReadAs(free, PlaceOrderRequest::parse, OPTIONAL);
    assertThat(free.isPaid()).isTrue();
  }

  private static ResourceDocument document(String id) {
    return new ResourceDocument(new JsonObject().put("id", id));
  }
}
