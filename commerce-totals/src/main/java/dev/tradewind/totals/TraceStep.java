package dev.tradewind.totals;

import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * One step of a computation of totals.
 *
 * @param subject id of the line, method or gift card it is about; {@link CalculationTrace#WHOLE}
 *     for all
 * @param input the amounts that went into the rule, by name
 * @param exact what the rule gives before it is rounded
 * @param effect what it adds to the figure; the effects of all steps on a figure sum up to it
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
