package dev.tradewind.order.claim;

import static dev.tradewind.order.MugOrder.CARD;
import static dev.tradewind.order.MugOrder.MUG;
import static dev.tradewind.order.MugOrder.cards;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Orders;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimItem;
import dev.tradewind.order.aftersale.ClaimPaymentStatus;
import dev.tradewind.order.aftersale.ClaimType;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.payment.PaymentDetails;
import dev.tradewind.order.payment.PaymentOperation;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decision about the money of a claim, and the claim that is created with it. */
class ClaimSettlementTest {

  /** Everything was shipped. The outcome is the refund, its operations, and what cards lose. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // units, type, refund given, with a return, refunded, open refund, balances, outcome
        "mug 1  | REFUND  | -    | false | 0    | 0    | -         | 1000 REFUND pay_1 1000 {}",
        "mug 2  | REFUND  | -    | true  | 0    | 0    | -         | 2000 REFUND pay_1 2000 {}",
        "mug 1  | REFUND  | 300  | false | 0    | 0    | -         | 300 REFUND pay_1 300 {}",
        "mug 1  | REFUND  | 0    | false | 0    | 0    | -         | 0 none {}",
        "mug 1  | REFUND  | 1700 | false | 0    | 0    | -         | 1700 REFUND pay_1 1700 {}",
        "mug 1  | REFUND  | 8501 | true  | 0    | 0    | -         | 400 invalid_data Cannot refund"
            + " more than the original payment",
        "mug 1  | REFUND  | 8501 | false | 0    | 0    | -         | 400 not_allowed Refund amount"
            + " is greater that the refundable amount",
        "mug 1  | REFUND  | -    | true  | 7600 | 0    | -         | 400 invalid_data Cannot refund"
            + " more than the original payment",
        "mug 1  | REFUND  | -    | true  | 0    | 7600 | -         | 400 invalid_data Cannot refund"
            + " more than the original payment",
        "mug 1  | REFUND  | -    | false | 0    | 7500 | -         | 1000 REFUND pay_1 1000 {}",
        "mug 5  | REFUND  | -    | false | 0    | 0    | -         | 400 not_allowed Cannot claim"
            + " more of an item than has been fulfilled.",
        "mug 1  | REPLACE | -    | false | 0    | 0    | -         | null none {}",
        "card 1 | REFUND  | -    | false | 0    | 0    | 2000 2000 | 2000 REFUND pay_1 2000"
            + " {card_1=2000}",
        "card 1 | REFUND  | -    | false | 0    | 0    | 700 500   | 700 REFUND pay_1 700"
            + " {card_1=700}",
        "card 1 | REFUND  | 100  | false | 0    | 0    | 700 500   | 100 REFUND pay_1 100"
            + " {card_1=700}",
        "card 1 | REFUND  | -    | false | 0    | 0    | 0 0       | 400 not_allowed Cannot claim a"
            + " gift card that was spent",
        "card 1 | REPLACE | -    | false | 0    | 0    | 2000 500  | null none {card_1=2000}",
      })
  void aRefundIsThePriceOrTheGivenAmount(
      String units,
      ClaimType type,
      @Nullable Long refund,
      boolean isReturned,
      long refunded,
      long open,
      @Nullable String balances,
      String outcome) {
    Order order = shipped(MugOrder.paid(refunded)).build();
    String[] wanted = units.split(" ");
    List<PaymentOperation> recorded =
        open == 0
            ? List.of()
            : List.of(
                Parts.refund(
                    order.payments().getFirst(),
                    open,
                    PaymentOperation.State.ASKED,
                    PaymentDetails.NONE));

    assertThat(
            Outcome.of(() -> {
              ClaimSettlement settlement =
                  ClaimSettlement.of(
                      order,
                      recorded,
                      cards(balances).of(order),
                      "claim_1",
                      request(
                          type, wanted[0], Long.parseLong(wanted[1]), refund, isReturned, null));
              return settlement.refund()
                  + " "
                  + Outcome.operations(settlement.refunds())
                  + " "
                  + new TreeMap<>(settlement.taken());
            }))
        .isEqualTo(outcome);
  }

  @Test
  void giftCardsAreTakenUnderTheRefundOrTheClaim() {
    ClaimSettlement refunded = settled(ClaimType.REFUND, null);
    ClaimSettlement free = settled(ClaimType.REFUND, 0L);

    assertThat(refunded.cause()).isEqualTo(refunded.refunds().getFirst().refundId());
    assertThat(refunded.refunds().getFirst().details().stored())
        .isEqualTo(
            new JsonObject()
                .put("reason", "claim")
                .put("keeps_payment_status", true)
                .put("claim_id", "claim_1")
                .put("no_notification", true));
    assertThat(free.cause()).isEqualTo("claim_1");
    assertThat(settled(ClaimType.REPLACE, null).cause()).isEqualTo("claim_1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "REFUND  | -   | NOT_REFUNDED | claim.created claim_item.created",
        "REFUND  | 300 | NOT_REFUNDED | claim.created claim_item.created",
        "REFUND  | 0   | REFUNDED     | claim.created claim_item.created claim.refund_processed",
        "REPLACE | -   | NA           | claim.created claim_item.created",
      })
  void aNewClaimIsRefundedAtOnceIfNothingIsDue(
      ClaimType type, @Nullable Long refund, ClaimPaymentStatus status, String events) {
    Claim claim = created(type, refund);

    assertThat(claim.paymentStatus()).isEqualTo(status);
    assertThat(NewClaim.events(Outcome.REQUEST, claim))
        .extracting(Event::type)
        .containsExactly(events.split(" "));
    assertThat(NewClaim.events(Outcome.REQUEST, claim))
        .extracting(Event::key)
        .containsOnly("order_1");
    assertThat(NewClaim.events(Outcome.REQUEST, claim))
        .extracting(Event::noNotification)
        .containsOnly(true);
  }

  @Test
  void aNewClaimHasTheClaimedUnitsAndTheAddressOfTheOrder() {
    Claim claim = created(ClaimType.REFUND, null);
    ClaimItem item = claim.items().getFirst();

    assertThat(claim.id()).isEqualTo("claim_1");
    assertThat(claim.orderId()).isEqualTo("order_1");
    assertThat(claim.createdAt()).isEqualTo(Orders.PLACED);
    assertThat(claim.fulfillmentStatus()).isEqualTo(FulfillmentStatus.NOT_FULFILLED);
    assertThat(claim.refundAmount()).isEqualTo(2_000);
    assertThat(claim.idempotencyKey()).isEqualTo("key_1");
    assertThat(claim.shippingAddress()).isEqualTo(order().snapshot().shippingAddress()).isNotNull();
    assertThat(item.lineId()).isEqualTo(CARD);
    assertThat(item.variantId()).isEqualTo("variant_1");
    assertThat(item.quantity()).isEqualTo(1);
    assertThat(item.reason()).isEqualTo("other");
    assertThat(item.tags()).extracting(ClaimItem.Tag::value).containsExactly("worn");
    assertThat(item.images()).extracting(ClaimItem.Image::url).containsExactly("/a.png", "/b.png");
  }

  private static Claim created(ClaimType type, @Nullable Long refund) {
    return NewClaim.of(
        Outcome.REQUEST,
        order(),
        request(type, CARD, 1, refund, false, true),
        new ClaimQuotes.Quote(List.of(), List.of(), null, List.of()),
        settled(type, refund));
  }

  private static ClaimSettlement settled(ClaimType type, @Nullable Long refund) {
    Order order = order();
    return ClaimSettlement.of(
        order,
        List.of(),
        cards("2000 2000").of(order),
        "claim_1",
        request(type, CARD, 1, refund, false, true));
  }

  private static Order order() {
    return shipped(MugOrder.paid(0)).build();
  }

  private static MugOrder shipped(MugOrder order) {
    return order.progress(MUG, 4, 4, 0).progress(CARD, 2, 2, 0);
  }

  private static ClaimRequest request(
      ClaimType type,
      String line,
      long units,
      @Nullable Long refund,
      boolean isReturned,
      @Nullable Boolean noNotification) {
    return ClaimRequestBuilder.builder()
        .type(type)
        .items(
            List.of(
                new ClaimRequest.Item(
                    line, units, "other", null, List.of("worn"), List.of("/a.png", "/b.png"))))
        .additionalItems(List.of())
        .shippingMethods(List.of())
        .returnShipping(isReturned ? new JsonObject() : null)
        .refundAmount(refund)
        .noNotification(noNotification)
        .build();
  }
}
