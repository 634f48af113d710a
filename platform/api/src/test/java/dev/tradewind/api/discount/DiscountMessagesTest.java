package dev.tradewind.api.discount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tradewind.api.RecordedMessage;
import dev.tradewind.api.discount.DiscountEvaluation.DiscountEligibility;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DiscountMessagesTest {

  @Test
  void aRequestForAnEvaluationHasTheFormOfEveryVersion() {
    DiscountEvaluationRequest request =
        new DiscountEvaluationRequest(
            List.of("SPRING"),
            List.of("disc_1"),
            "reg_1",
            null,
            List.of("cgrp_1"),
            List.of(
                new DiscountEvaluationRequest.Line(
                    "item_1", "prod_1", "ptyp_1", null, List.of("ptag_1", "ptag_2")),
                new DiscountEvaluationRequest.Line("item_2", null, null, null, List.of())));

    RecordedMessage.of("discount-evaluation-request")
        .isWrittenFrom(request, DiscountEvaluationRequest::toJson)
        .isReadAs(request, DiscountEvaluationRequest::parse, "customer_id");
  }

  @Test
  void anEvaluationHasTheFormOfEveryVersion() {
    JsonObject document =
        new JsonObject()
            .put("id", "disc_1")
            .put("code", "SPRING")
            .putNull("parent_discount_id")
            .put(
                "rule",
                new JsonObject().put("type", "fixed").put("value", 500).put("allocation", "item"));
    DiscountEligibility eligibility =
        new DiscountEligibility(
            document,
            EnumSet.of(IneligibilityReason.NOT_YET, IneligibilityReason.NO_CUSTOMER),
            Set.of("item_1"));
    DiscountEvaluation evaluation = new DiscountEvaluation(List.of(eligibility));

    RecordedMessage.of("discount-evaluation")
        .isWrittenFrom(evaluation, DiscountEvaluation::toJson)
        .isReadAs(evaluation, DiscountEvaluation::parse);
    assertThat(eligibility.type()).isEqualTo(RuleType.FIXED);
    assertThat(eligibility.value()).isEqualTo(500);
    assertThat(eligibility.allocation()).isEqualTo(Allocation.ITEM);
    assertThat(eligibility.refusal().orElseThrow().message())
        .isEqualTo("Discount SPRING is not valid yet");
  }

  @Test
  void aReasonOfANewerVersionIsRejected() {
    JsonObject evaluation =
        new JsonObject()
            .put(
                "discounts",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("document", new JsonObject())
                            .put("inapplicable", new JsonArray().add("too_late"))
                            .put("line_ids", new JsonArray())));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> DiscountEvaluation.parse(evaluation))
        .withMessageContaining("too_late");
  }

  @Test
  void aGiftCardHasTheFormOfEveryVersion() {
    GiftCard card =
        new GiftCard(
            new JsonObject()
                .put("id", "gift_1")
                .put("code", "ABCD")
                .put("value", 5_000)
                .put("balance", 4_000)
                .put("region_id", "reg_1")
                .put("tax_rate", 8.875)
                .put("is_disabled", false)
                .put("ends_at", "2030-01-02T03:04:05.678Z"),
            true);

    RecordedMessage.of("gift-card")
        .isWrittenFrom(card, GiftCard::toJson)
        .isReadAs(card, GiftCard::parse);
    assertThat(card.taxRate()).isEqualByComparingTo("8.875");
    assertThat(card.endsAt()).isEqualTo("2030-01-02T03:04:05.678Z");
  }
}
