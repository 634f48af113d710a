package dev.tradewind.discount.evaluation;

import dev.tradewind.model.discount.DiscountEvaluation;
import dev.tradewind.model.discount.EvaluateDiscounts;
import dev.tradewind.model.discount.Inapplicable;
import io.vertx.core.json.JsonObject;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Judges a discount for a cart, from what the database says of it at this moment. */
final class Judgement {

  private Judgement() {}

  /**
   * Judges one discount.
   *
   * @param document of the discount with its rule
   * @param reasons what already speaks against it, whatever the cart
   * @param inRegion whether it is valid in the cart's region
   */
  static DiscountEvaluation.Judged of(
      JsonObject document,
      Set<Inapplicable> reasons,
      boolean inRegion,
      List<MatchedCondition> conditions,
      EvaluateDiscounts cart) {
    Set<Inapplicable> all = EnumSet.noneOf(Inapplicable.class);
    all.addAll(reasons);
    if (!inRegion) {
      all.add(Inapplicable.REGION);
    }
    List<MatchedCondition> ofCustomers =
        conditions.stream().filter(MatchedCondition::isOfCustomers).toList();
    if (cart.customerId() == null) {
      if (!ofCustomers.isEmpty()) {
        all.add(Inapplicable.NO_CUSTOMER);
      }
    } else if (!ofCustomers.stream()
        .allMatch(condition -> condition.acceptsCustomer(cart.customerGroupIds()))) {
      all.add(Inapplicable.CUSTOMER);
    }
    return DiscountEvaluation.Judged.of(document, all, lines(conditions, cart));
  }

  private static Set<String> lines(List<MatchedCondition> conditions, EvaluateDiscounts cart) {
    Set<String> lines = new LinkedHashSet<>();
    for (EvaluateDiscounts.Line line : cart.lines()) {
      if (line.productId() != null
          && conditions.stream().allMatch(condition -> condition.acceptsLine(line))) {
        lines.add(line.id());
      }
    }
    return lines;
  }
}
