package dev.tradewind.discount;

import static dev.tradewind.discount.DiscountsIT.json;
import static dev.tradewind.discount.TestDiscounts.AMERICA;
import static dev.tradewind.discount.TestDiscounts.EUROPE;
import static dev.tradewind.discount.TestDiscounts.NOTHING;
import static dev.tradewind.discount.TestDiscounts.context;
import static dev.tradewind.discount.TestDiscounts.id;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.discount.Allocation;
import dev.tradewind.api.discount.DiscountEvaluation;
import dev.tradewind.api.discount.DiscountEvaluationRequest;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.api.discount.IneligibilityReason;
import dev.tradewind.api.discount.RuleType;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EvaluationIT {

  private static TestDiscounts shop;

  @BeforeAll
  static void open() {
    shop = new TestDiscounts();
    shop.has("products", "prod_1", "prod_2");
    shop.has("product_tags", "ptag_1");
    shop.has("customer_groups", "cgrp_1");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void aCodeIsAcceptedHoweverItIsTypedAndShownAsACartShowsIt() {
    JsonObject created =
        shop.discount(
            json(
                "{'rule': {'conditions': [{'operator': 'in', 'products': ['prod_1']}]},"
                    + " 'metadata': {'a': 1}}"));
    String code = created.getString("code");

    DiscountEvaluation.DiscountEligibility eligibility =
        evaluate(List.of(" " + code.toLowerCase(Locale.ROOT)), List.of()).discounts().getFirst();

    assertThat(eligibility.id()).isEqualTo(created.getString("id"));
    assertThat(eligibility.code()).isEqualTo(code);
    assertThat(eligibility.type()).isEqualTo(RuleType.PERCENTAGE);
    assertThat(eligibility.value()).isEqualTo(10);
    assertThat(eligibility.allocation()).isEqualTo(Allocation.TOTAL);
    assertThat(eligibility.parentDiscountId()).isNull();
    assertThat(eligibility.lineIds()).containsExactly("line_1");
    assertThat(eligibility.isValid()).isTrue();
    JsonObject expected = created.copy();
    expected.remove("regions");
    expected.remove("parent_discount");
    expected.getJsonObject("rule").remove("conditions");
    assertThat(eligibility.document()).isEqualTo(expected);
  }

  @Test
  void unknownAndRepeatedCodesAreRefused() {
    String code = shop.discount(NOTHING).getString("code");

    assertThat(refused("nothing"))
        .isEqualTo(Problem.notFound("Discounts with code NOTHING was not found"));
    assertThat(refused(code, "nothing"))
        .isEqualTo(
            Problem.notFound("Discounts with code [%s, NOTHING] was not found".formatted(code)));
    assertThat(refused(code, code.toLowerCase(Locale.ROOT)))
        .isEqualTo(
            Problem.notFound("Discounts with code [%1$s, %1$s] was not found".formatted(code)));
  }

  @Test
  void theFirstIneligibleCodeIsRefusedWithItsProblem() {
    String good = shop.discount(NOTHING).getString("code");
    String late = code("{'starts_at': '2999-01-01T00:00:00.000Z'}");
    String old =
        code("{'starts_at': '2000-01-01T00:00:00.000Z', 'ends_at': '2001-01-01T00:00:00.000Z'}");
    String disabled = code("{'is_disabled': true}");
    String used = code("{'usage_limit': 1}");
    shop.sql("UPDATE discount SET usage_count = 1 WHERE code = $1", used);
    String inAnotherRegion = code("{'regions': ['reg_us']}");
    String ofGroup =
        code("{'rule': {'conditions': [{'operator': 'in', 'customer_groups': ['cgrp_1']}]}}");

    assertThat(refused(good, late)).isEqualTo(IneligibilityReason.NOT_YET.problem(late));
    assertThat(refused(old, late)).isEqualTo(IneligibilityReason.EXPIRED.problem(old));
    assertThat(refused(disabled)).isEqualTo(IneligibilityReason.DISABLED.problem(disabled));
    assertThat(refused(used))
        .isEqualTo(Problem.notAllowed("Discount " + used + " has been used maximum allowed times"));
    assertThat(refused(inAnotherRegion))
        .isEqualTo(Problem.invalidData("The discount is not available in current region"));
    assertThat(refused(ofGroup)).isEqualTo(IneligibilityReason.CUSTOMER.problem(ofGroup));
    assertThat(evaluate(cart(List.of(ofGroup), List.of(), EUROPE, List.of("cgrp_1"))).discounts())
        .hasSize(1);
  }

  @Test
  void aDynamicCodeFollowsTheRegionsAndTheLimitOfItsParent() {
    JsonObject parent =
        shop.discount(json("{'is_dynamic': true, 'usage_limit': 2, 'regions': ['reg_us']}"));
    String code = Ids.ulid();
    shop.ok(
        "adminCreateDynamicCode",
        id(parent.getString("id")),
        NOTHING,
        new JsonObject().put("code", code).put("usage_limit", 5));

    assertThat(refused(code)).isEqualTo(IneligibilityReason.REGION.problem(code));
    DiscountEvaluationRequest inAmerica = cart(List.of(code), List.of(), AMERICA, List.of());
    assertThat(evaluate(inAmerica).discounts().getFirst().parentDiscountId())
        .isEqualTo(parent.getString("id"));

    shop.sql("UPDATE discount SET usage_count = 2 WHERE id = $1", parent.getString("id"));
    assertThat(problem(shop.client.evaluate(context(), inAmerica)))
        .isEqualTo(IneligibilityReason.USED_UP.problem(code));
  }

  @Test
  void discountsOfTheCartAreEvaluatedAndNeverRefused() {
    String disabled = shop.discount(json("{'is_disabled': true}")).getString("id");
    String deleted = shop.discount(NOTHING).getString("id");
    shop.ok("adminDeleteDiscount", id(deleted), NOTHING, null);
    String shipping =
        shop.discount(
                json("{'rule': {'type': 'free_shipping', 'value': 0}, 'regions': ['reg_us']}"))
            .getString("id");
    JsonObject fresh = shop.discount(NOTHING);

    DiscountEvaluation evaluation =
        evaluate(List.of(fresh.getString("code")), List.of(disabled, deleted, shipping));

    assertThat(evaluation.discounts())
        .extracting(DiscountEvaluation.DiscountEligibility::id)
        .containsExactly(fresh.getString("id"), disabled, shipping);
    assertThat(evaluation.discounts().get(1).inapplicable())
        .containsExactly(IneligibilityReason.DISABLED);
    assertThat(evaluation.discounts().get(2).inapplicable())
        .containsExactly(IneligibilityReason.REGION);
    assertThat(evaluation.effective())
        .extracting(DiscountEvaluation.DiscountEligibility::id)
        .containsExactly(fresh.getString("id"), shipping);
  }

  @Test
  void aCartOfAnySizeTakesOneStatement() {
    String code =
        code(
            "{'rule': {'conditions': [{'operator': 'in', 'products': ['prod_1']},"
                + " {'operator': 'not_in', 'product_tags': ['ptag_1']}]}}");
    List<DiscountEvaluationRequest.Line> lines =
        IntStream.range(0, 500)
            .mapToObj(n ->
                new DiscountEvaluationRequest.Line(
                    "line_" + n,
                    n % 2 == 0 ? "prod_1" : "prod_2",
                    "ptyp_" + n,
                    null,
                    n % 4 == 0 ? List.of("ptag_1", "ptag_2") : List.of()))
            .toList();
    shop.statements.drain();

    DiscountEvaluation evaluation =
        evaluate(
            new DiscountEvaluationRequest(
                List.of(code), List.of(), EUROPE, null, List.of(), lines));

    assertThat(shop.statements.drain()).hasSize(1);
    assertThat(evaluation.discounts().getFirst().lineIds()).hasSize(125).startsWith("line_2");
  }

  @Test
  void giftCardsAreFoundByCodeAndById() {
    JsonObject fresh = card(new JsonObject());
    JsonObject old = card(json("{'ends_at': '2001-01-01T00:00:00.000Z', 'is_disabled': true}"));
    shop.statements.drain();

    List<GiftCard> byCode =
        await(
            shop.client.findGiftCardsByCode(
                context(), List.of(old.getString("code"), "none", fresh.getString("code"))));
    assertThat(shop.statements.drain()).hasSize(1);

    assertThat(byCode)
        .extracting(GiftCard::id)
        .containsExactly(old.getString("id"), fresh.getString("id"));
    assertThat(byCode.getFirst().isExpired()).isTrue();
    assertThat(byCode.getFirst().isDisabled()).isTrue();
    GiftCard card = byCode.getLast();
    assertThat(card.isExpired()).isFalse();
    assertThat(card.balance()).isEqualTo(900);
    assertThat(card.taxRate()).isEqualTo(BigDecimal.valueOf(20));
    assertThat(card.regionId()).isEqualTo(EUROPE);
    JsonObject expected = fresh.copy();
    expected.remove("region");
    expected.remove("order");
    assertThat(card.document()).isEqualTo(expected);
    assertThat(
            await(shop.client.findGiftCards(context(), List.of("gift_x", fresh.getString("id")))))
        .containsExactly(card);
  }

  private static JsonObject card(JsonObject changes) {
    return shop.ok(
            "adminCreateGiftCard",
            NOTHING,
            NOTHING,
            new JsonObject().put("value", 900).put("region_id", EUROPE).mergeIn(changes))
        .getJsonObject("gift_card");
  }

  private static String code(String changes) {
    return shop.discount(json(changes)).getString("code");
  }

  private static DiscountEvaluationRequest cart(
      List<String> codes, List<String> ids, String region, List<String> groups) {
    return new DiscountEvaluationRequest(
        codes,
        ids,
        region,
        "cus_1",
        groups,
        List.of(
            new DiscountEvaluationRequest.Line("line_1", "prod_1", null, null, List.of()),
            new DiscountEvaluationRequest.Line("line_2", "prod_2", null, null, List.of())));
  }

  private static DiscountEvaluation evaluate(List<String> codes, List<String> ids) {
    return evaluate(cart(codes, ids, EUROPE, List.of()));
  }

  private static DiscountEvaluation evaluate(DiscountEvaluationRequest request) {
    return await(shop.client.evaluate(context(), request));
  }

  private static Problem refused(String... codes) {
    return problem(
        shop.client.evaluate(context(), cart(List.of(codes), List.of(), EUROPE, List.of())));
  }

  private static Problem problem(Future<?> future) {
    return await(future.transform(result -> Future.succeededFuture(((Problem) result.cause()))));
  }
}
