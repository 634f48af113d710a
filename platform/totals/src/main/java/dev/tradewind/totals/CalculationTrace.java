package dev.tradewind.totals;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calculation trace, recorded by the engine during the computation, so that an explanation cannot
 * drift from it.
 */
public final class CalculationTrace {

  /** Subject of a step that concerns no single line, method or card. */
  public static final String WHOLE = "all";

  /** Discards all steps. */
  static final CalculationTrace IGNORED = new CalculationTrace(null);

  private final @Nullable List<TraceStep> recorded;

  private CalculationTrace(@Nullable List<TraceStep> recorded) {
    this.recorded = recorded;
  }

  public static CalculationTrace recording() {
    return new CalculationTrace(new ArrayList<>());
  }

  public List<TraceStep> list() {
    return recorded == null ? List.of() : List.copyOf(recorded);
  }

  /** In their order, numbered from one. */
  public JsonArray toJson() {
    JsonArray steps = new JsonArray();
    for (TraceStep step : list()) {
      steps.add(new JsonObject().put("step", steps.size() + 1).mergeIn(step.toJson()));
    }
    return steps;
  }

  /** The sum of all effects on a field. */
  public Fraction sum(TotalField figure) {
    Fraction sum = Fraction.ZERO;
    for (TraceStep step : list()) {
      sum = step.figure() == figure ? sum.add(step.effect()) : sum;
    }
    return sum;
  }

  boolean isRecording() {
    return recorded != null;
  }

  /** A step that needs no rounding. */
  void exact(
      CalculationRule rule, String subject, TotalField figure, long amount, Object... input) {
    if (recorded != null) {
      Fraction effect = Fraction.of(amount);
      add(rule, subject, effect, Rounding.NONE, figure, effect, input);
    }
  }

  /** A step whose exact amount is rounded to the nearest integer. */
  void rounded(
      CalculationRule rule,
      String subject,
      TotalField figure,
      Fraction exact,
      long amount,
      Object... input) {
    if (recorded != null) {
      add(rule, subject, exact, Rounding.HALF_UP, figure, Fraction.of(amount), input);
    }
  }

  /**
   * @param input names and values in turns
   */
  void add(
      CalculationRule rule,
      String subject,
      Fraction exact,
      Rounding rounding,
      TotalField figure,
      Fraction effect,
      Object... input) {
    if (recorded == null) {
      return;
    }
    Map<String, Object> named = new LinkedHashMap<>();
    for (int i = 0; i < input.length; i += 2) {
      Object value = input[i + 1];
      named.put((String) input[i], value instanceof Fraction amount ? amount.number() : value);
    }
    recorded.add(new TraceStep(rule, subject, named, exact, rounding, figure, effect));
  }
}
