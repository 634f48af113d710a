package dev.tradewind.storefront.answer;

import io.vertx.core.json.JsonObject;
import java.util.List;

/** Steps by which the totals of a cart or an order were computed. */
public record CalculationSteps(String currencyCode, List<Step> steps) {

  /**
   * Step of the computation.
   *
   * @param rule by its name in the contract
   * @param subject id of the line item, shipping method or gift card
   * @param input amounts that went into the rule, by name
   * @param figure what it contributes to
   */
  public record Step(String rule, String subject, JsonObject input, String figure, Number effect) {

    /** The step with another contribution. */
    public Step contributing(Number other) {
      return new Step(rule, subject, input, figure, other);
    }

    /** An amount of the input; 0 without one. */
    public long amount(String name) {
      return input.getValue(name) instanceof Number number ? Math.round(number.doubleValue()) : 0;
    }

    /** The contribution in the smallest unit, rounded. */
    public long effectAmount() {
      return Math.round(effect.doubleValue());
    }
  }
}
