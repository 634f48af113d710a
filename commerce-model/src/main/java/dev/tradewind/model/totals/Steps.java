package dev.tradewind.model.totals;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what the engine does while it does it, so that an explanation cannot drift from the
 * computation.
 */
public final class Steps {

  /** The subject of what is about no single line, method or card. */
  public static final String WHOLE = "all";

  /** Keeps nothing. */
  static final Steps IGNORED = new Steps(null);

  private final @Nullable List<Step> kept;

  private Steps(@Nullable List<Step> kept) {
    this.kept = kept;
  }

  public static Steps kept() {
    return new Steps(new ArrayList<>());
  }

  public List<Step> list() {
    return kept == null ? List.of() : List.copyOf(kept);
  }

  /** In their order, numbered from one. */
  public JsonArray toJson() {
    JsonArray steps = new JsonArray();
    for (Step step : list()) {
      steps.add(new JsonObject().put("step", steps.size() + 1).mergeIn(step.toJson()));
    }
    return steps;
  }

  /** All effects on a figure. */
  public Fraction sum(Figure figure) {
    Fraction sum = Fraction.ZERO;
    for (Step step : list()) {
      sum = step.figure() == figure ? sum.add(step.effect()) : sum;
    }
    return sum;
  }

  boolean areKept() {
    return kept != null;
  }

  /** A step that needs no rounding. */
  void exact(Rule rule, String subject, Figure figure, long amount, Object... input) {
    if (kept != null) {
      Fraction effect = Fraction.of(amount);
      add(rule, subject, effect, Rounding.NONE, figure, effect, input);
    }
  }

  /** A step whose exact amount is rounded to the nearest integer. */
  void rounded(
      Rule rule, String subject, Figure figure, Fraction exact, long amount, Object... input) {
    if (kept != null) {
      add(rule, subject, exact, Rounding.HALF_UP, figure, Fraction.of(amount), input);
    }
  }

  /**
   * @param input names and values in turns
   */
  void add(
      Rule rule,
      String subject,
      Fraction exact,
      Rounding rounding,
      Figure figure,
      Fraction effect,
      Object... input) {
    if (kept == null) {
      return;
    }
    Map<String, Object> named = new LinkedHashMap<>();
    for (int i = 0; i < input.length; i += 2) {
      Object value = input[i + 1];
      named.put((String) input[i], value instanceof Fraction amount ? amount.number() : value);
    }
    kept.add(new Step(rule, subject, named, exact, rounding, figure, effect));
  }
}
