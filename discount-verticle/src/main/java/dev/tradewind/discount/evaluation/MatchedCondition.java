package dev.tradewind.discount.evaluation;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.discount.DiscountEvaluationRequest;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Condition of a discount's rule, with its resources that occur in the cart.
 *
 * @param isIn whether its resources are included; else they are excluded
 */
record MatchedCondition(ConditionType type, boolean isIn, Set<String> named) {

  static MatchedCondition parse(JsonObject json) {
    return new MatchedCondition(
        ConditionType.of(json.getString("type")),
        json.getString("operator").equals("in"),
        json.getJsonArray("named").stream().map(String.class::cast).collect(Collectors.toSet()));
  }

  boolean isOfCustomers() {
    return type == ConditionType.CUSTOMER_GROUPS;
  }

  boolean acceptsCustomer(Collection<String> groupIds) {
    return accepts(groupIds);
  }

  /** Whether the product of the line item meets it; conditions on customers accept any. */
  boolean acceptsLine(DiscountEvaluationRequest.Line line) {
    return switch (type) {
      case PRODUCTS -> accepts(present(line.productId()));
      case PRODUCT_TYPES -> accepts(present(line.typeId()));
      case PRODUCT_COLLECTIONS -> accepts(present(line.collectionId()));
      case PRODUCT_TAGS -> accepts(line.tagIds());
      case CUSTOMER_GROUPS -> true;
    };
  }

  private boolean accepts(Collection<String> ids) {
    return ids.stream().anyMatch(named::contains) == isIn;
  }

  private static List<String> present(@Nullable String id) {
    return Stream.ofNullable(id).toList();
  }
}
