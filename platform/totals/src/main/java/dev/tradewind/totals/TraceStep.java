package dev.tradewind.totals;

import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * One step of a calculation trace.
 *
 * @param subject id of the line, method or gift card; {@link CalculationTrace#WHOLE} for all
 * @param input the input amounts of the rule, by name
 * @param exact result of the rule before rounding
 * @param effect contribution to the field; the effects of all steps on a field sum up to it
 */
public record TraceStep(
    CalculationRule rule,
    String subject,
    Map<String, Object> input,
    Fraction exact,
    Rounding rounding,
    TotalField figure,
    Fraction effect) {

  JsonObject toJson() {
    return new JsonObject()
        .put("rule", rule.wireName())
        .put("subject", subject)
        .put("input", new JsonObject(input))
        .put("exact", exact.toString())
        .put("rounding", rounding.wireName())
        .put("figure", figure.wireName())
        .put("effect", effect.number());
  }
}
