package dev.tradewind.discount.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.discount.DiscountEvaluation;
import dev.tradewind.api.discount.DiscountEvaluationRequest;
import dev.tradewind.api.discount.IneligibilityReason;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscountEvaluatorTest {

  private static final JsonObject DOCUMENT =
      new JsonObject()
          .put("id", "disc_1")
          .put("code", "C")
          .put("rule", new JsonObject().put("type", "percentage").put("value", 10));

  private static final List<DiscountEvaluationRequest.Line> LINES =
      List.of(
          new DiscountEvaluationRequest.Line(
              "shirt", "prod_1", "ptyp_1", "pcol_1", List.of("t1", "t2")),
          new DiscountEvaluationRequest.Line("bare", "prod_2", null, null, List.of()),
          new DiscountEvaluationRequest.Line("custom", null, null, null, List.of()));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "none                                                     | shirt bare",
        "products in prod_1                                       | shirt",
        "products in                                              | ''",
        "products not_in prod_1                                   | bare",
        "products not_in                                          | shirt bare",
        "product_types in ptyp_1                                  | shirt",
        "product_types not_in ptyp_1                              | bare",
        "product_collections in pcol_1                            | shirt",
        "product_collections not_in pcol_1                        | bare",
        "product_tags in t2                                       | shirt",
        "product_tags not_in t2                                   | bare",
        "product_tags in t2; products not_in prod_1               | ''",
        "product_tags not_in t3; product_types not_in             | shirt bare",
        "products in prod_1 prod_2; products not_in prod_2        | shirt",
        "products in ptyp_1                                       | ''",
      })
  void linesQualifyWhoseProductMeetsAllConditions(String conditions, String lines) {
    assertThat(String.join(" ", evaluate(conditions, "cus_1", List.of(), true).lineIds()))
        .isEqualTo(lines);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "customer_groups in g1                             | none  | ''    | NO_CUSTOMER",
        "customer_groups not_in g1                         | none  | ''    | NO_CUSTOMER",
        "products in prod_1                                | none  | ''    | ''",
        "customer_groups in g1                             | cus_1 | g1 g2 | ''",
        "customer_groups in                                | cus_1 | g2    | CUSTOMER",
        "customer_groups in                                | cus_1 | ''    | CUSTOMER",
        "customer_groups not_in g1                         | cus_1 | g1    | CUSTOMER",
        "customer_groups not_in                            | cus_1 | g2    | ''",
        "customer_groups in g1; customer_groups not_in g2  | cus_1 | g1 g2 | CUSTOMER",
      })
  void customersMustMeetTheConditionsOnGroups(
      String conditions, String customer, String groups, String reason) {
    DiscountEvaluation.DiscountEligibility eligibility =
        evaluate(conditions, customer, words(groups), true);

    assertThat(eligibility.inapplicable())
        .isEqualTo(reason.isEmpty() ? Set.of() : Set.of(IneligibilityReason.valueOf(reason)));
    assertThat(eligibility.isValid()).isEqualTo(reason.isEmpty());
  }

  @Test
  void theFirstReasonIsTheProblemAndAllAreReturned() {
    DiscountEvaluation.DiscountEligibility eligibility =
        DiscountEvaluator.of(
            DOCUMENT,
            Set.of(IneligibilityReason.DISABLED, IneligibilityReason.EXPIRED),
            false,
            conditions("customer_groups in"),
            cart("cus_1", List.of()));

    assertThat(eligibility.inapplicable())
        .containsExactlyInAnyOrder(
            IneligibilityReason.EXPIRED,
            IneligibilityReason.DISABLED,
            IneligibilityReason.REGION,
            IneligibilityReason.CUSTOMER);
    assertThat(eligibility.refusal().orElseThrow().message()).isEqualTo("Discount C is expired");
  }

  private static DiscountEvaluation.DiscountEligibility evaluate(
      String conditions, String customer, List<String> groups, boolean inRegion) {
    return DiscountEvaluator.of(
        DOCUMENT, Set.of(), inRegion, conditions(conditions), cart(customer, groups));
  }

  private static DiscountEvaluationRequest cart(String customer, List<String> groups) {
    return new DiscountEvaluationRequest(List.of(), List.of(), "reg_1", customer, groups, LINES);
  }

  private static List<MatchedCondition> conditions(String text) {
    return text == null
        ? List.of()
        : Arrays.stream(text.split(";")).map(each -> condition(words(each))).toList();
  }

  private static MatchedCondition condition(List<String> words) {
    return new MatchedCondition(
        ConditionType.of(words.get(0)),
        words.get(1).equals("in"),
        Set.copyOf(words.subList(2, words.size())));
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.strip().split(" +")).filter(word -> !word.isEmpty()).toList();
  }
}
