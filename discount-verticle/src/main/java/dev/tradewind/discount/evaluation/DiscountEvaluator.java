package dev.tradewind.discount.evaluation;

import dev.tradewind.api.discount.DiscountEvaluation;
import dev.tradewind.api.discount.DiscountEvaluationRequest;
import dev.tradewind.api.discount.IneligibilityReason;
import io.vertx.core.json.JsonObject;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Evaluation of a discount for a cart, from its current state in the database. */
final class DiscountEvaluator {

  private DiscountEvaluator() {}

  /**
   * Evaluates one discount.
   *
   * @param document of the discount with its rule
   * @param reasons ineligibility reasons independent of the cart
   * @param inRegion whether it is valid in the cart's region
   */
  static DiscountEvaluation.DiscountEligibility of(
      JsonObject document,
      Set<IneligibilityReason> reasons,
      boolean inRegion,
      List<MatchedCondition> conditions,
      DiscountEvaluationRequest cart) {
    Set<IneligibilityReason> all = EnumSet.noneOf(IneligibilityReason.class);
    all.addAll(reasons);
    if (!inRegion) {
      all.add(IneligibilityReason.REGION);
    }
    List<MatchedCondition> ofCustomers =
        conditions.stream().filter(MatchedCondition::isOfCustomers).toList();
    if (cart.customerId() == null) {
      if (!ofCustomers.isEmpty()) {
        all.add(IneligibilityReason.NO_CUSTOMER);
      }
    } else if (!ofCustomers.stream()
        .allMatch(condition -> condition.acceptsCustomer(cart.customerGroupIds()))) {
      all.add(IneligibilityReason.CUSTOMER);
    }
    return new DiscountEvaluation.DiscountEligibility(document, all, lines(conditions, cart));
  }

  private static Set<String> lines(
      List<MatchedCondition> conditions, DiscountEvaluationRequest cart) {
    Set<String> lines = new LinkedHashSet<>();
    for (DiscountEvaluationRequest.Line line : cart.lines()) {
      if (line.productId() != null
          && conditions.stream().allMatch(condition -> condition.acceptsLine(line))) {
        lines.add(line.id());
      }
    }
    return lines;
  }
}
