package dev.tradewind.discount.definition;

import dev.tradewind.kernel.operation.Problem;

/** Problems of requests for a condition that does not fit its path or type. */
public final class ConditionProblems {

  private ConditionProblems() {}

  public static Problem notFound(String id) {
    return Problem.notFound("DiscountCondition with id " + id + " was not found");
  }

  public static Problem ofAnother(String id, String discountId) {
    return Problem.invalidData(textOfAnother(id, discountId));
  }

  public static String textOfAnother(String id, String discountId) {
    return "Condition with id %s does not belong to Discount with id %s".formatted(id, discountId);
  }

  public static Problem ofAnotherType(String id, String type) {
    return Problem.invalidData("Condition with id %s is one of %s".formatted(id, type));
  }
}
