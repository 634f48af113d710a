package dev.tradewind.totals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Discount amounts per line.
 *
 * @param exact by line; the base of taxes
 * @param amounts by line, in whole units; those of a rule sum up to the rounded sum of the exact
 *     ones, recorded ones are rounded by themselves
 */
record Adjustments(Fraction[] exact, long[] amounts, Fraction sum, long rounded) {

  static Adjustments of(
      List<LinePrice> lines, @Nullable LineDiscount discount, CalculationTrace trace) {
    Fraction[] exact = new Fraction[lines.size()];
    Fraction recorded = Fraction.ZERO;
    for (LinePrice line : lines) {
      recorded = recorded.add(recorded(line));
    }
    LineDiscount left = left(discount, recorded);
    Fraction computed = Fraction.ZERO;
    long base = left instanceof LineDiscount.FixedTotal ? base(lines) : 0;
    for (int i = 0; i < exact.length; i++) {
      LinePrice line = lines.get(i);
      exact[i] =
          left == null || !isOfRule(line) || line.net() <= 0
              ? Fraction.ZERO
              : of(line, left, base, trace);
      computed = computed.add(exact[i]);
    }
    long[] amounts = spread(exact, computed.round(), lines, trace);
    long spread = Arrays.stream(amounts).sum();
    for (int i = 0; i < exact.length; i++) {
      if (recorded(lines.get(i)).signum() != 0) {
        exact[i] = recorded(lines.get(i));
        amounts[i] = exact[i].round();
        spread = Math.addExact(spread, amounts[i]);
        trace(lines.get(i), exact[i], amounts[i], trace);
      }
    }
    Fraction sum = computed.add(recorded);
    long rounded = sum.round();
    if (discount != null || recorded.signum() != 0) {
      trace.rounded(
          CalculationRule.DISCOUNT_SUM,
          CalculationTrace.WHOLE,
          TotalField.DISCOUNT_TO_SPREAD,
          sum,
          rounded,
          "raw_discount_total",
          sum);
    }
    if (rounded != spread) {
      trace.exact(
          CalculationRule.DISCOUNT_SUM,
          CalculationTrace.WHOLE,
          TotalField.DISCOUNT_TOTAL,
          rounded - spread,
          "raw_discount_total",
          sum,
          "discounts_of_lines",
          spread);
    }
    return new Adjustments(exact, amounts, sum, rounded);
  }

  private static Fraction recorded(LinePrice line) {
    Fraction recorded = line.line().recordedDiscount();
    return recorded == null ? Fraction.ZERO : recorded;
  }

  private static boolean isOfRule(LinePrice line) {
    return line.line().discounted() && line.line().recordedDiscount() == null;
  }

  /** An amount for the whole cart is granted once, with what was recorded of it. */
  private static @Nullable LineDiscount left(@Nullable LineDiscount discount, Fraction recorded) {
    if (discount instanceof LineDiscount.FixedTotal fixed && recorded.signum() != 0) {
      return new LineDiscount.FixedTotal(
          fixed.id(), Math.max(0, fixed.amount() - recorded.round()));
    }
    return discount;
  }

  /** Each recorded discount is rounded by itself, as the shop that has recorded it shows it. */
  private static void trace(LinePrice line, Fraction exact, long amount, CalculationTrace trace) {
    String id = line.line().id();
    trace.add(
        CalculationRule.RECORDED_DISCOUNT,
        id,
        exact,
        Rounding.NONE,
        TotalField.RAW_DISCOUNT_TOTAL,
        exact,
        "recorded",
        exact);
    trace.rounded(
        CalculationRule.DISCOUNT_SPREAD,
        id,
        TotalField.DISCOUNT_TOTAL,
        exact,
        amount,
        "raw_discount_total",
        exact);
  }

  /** Only eligible lines count, so that the whole amount is allocated. */
  private static long base(List<LinePrice> lines) {
    long base = 0;
    for (LinePrice line : lines) {
      if (isOfRule(line) && line.net() > 0) {
        base = Math.addExact(base, line.net());
      }
    }
    return base;
  }

  /** Never more than the line costs without tax. */
  private static Fraction of(
      LinePrice price, LineDiscount discount, long base, CalculationTrace trace) {
    String id = price.line().id();
    long net = price.net();
    return switch (discount) {
      case LineDiscount.Percentage percentage -> {
        Fraction part = Fraction.of(Math.multiplyExact(net, percentage.percent()), 100);
        Fraction adjustment = Fraction.of(clamp(part.round(), net));
        trace.add(
            CalculationRule.PERCENTAGE_DISCOUNT,
            id,
            part,
            Rounding.HALF_UP,
            TotalField.RAW_DISCOUNT_TOTAL,
            adjustment,
            "price",
            net,
            "percentage",
            percentage.percent());
        yield adjustment;
      }
      case LineDiscount.FixedTotal fixed -> {
        Fraction share = Fraction.of(net, base).multiply(clamp(fixed.amount(), base));
        trace.add(
            CalculationRule.FIXED_DISCOUNT_SHARE,
            id,
            share,
            Rounding.NONE,
            TotalField.RAW_DISCOUNT_TOTAL,
            share,
            "price",
            net,
            "amount",
            fixed.amount(),
            "price_of_all_lines",
            base);
        yield share;
      }
      case LineDiscount.FixedPerUnit fixed -> {
        long all = Math.multiplyExact(fixed.amount(), price.line().quantity());
        long adjustment = clamp(all, net);
        trace.exact(
            CalculationRule.FIXED_DISCOUNT_PER_UNIT,
            id,
            TotalField.RAW_DISCOUNT_TOTAL,
            adjustment,
            "price",
            net,
            "amount",
            fixed.amount(),
            "quantity",
            price.line().quantity());
        yield Fraction.of(adjustment);
      }
    };
  }

  private static long clamp(long amount, long most) {
    return Math.max(0, Math.min(amount, most));
  }

  /** By largest remainder; among equal ones the first lines get the rest. */
  private static long[] spread(
      Fraction[] exact, long rounded, List<LinePrice> lines, CalculationTrace trace) {
    long[] amounts = new long[exact.length];
    long left = rounded;
    boolean whole = true;
    for (int i = 0; i < amounts.length; i++) {
      amounts[i] = exact[i].floor();
      left -= amounts[i];
      whole &= exact[i].isWhole();
    }
    if (left > 0) {
      int[] byRemainder =
          IntStream.range(0, exact.length)
              .boxed()
              .sorted((a, b) ->
                  exact[b]
                      .subtract(Fraction.of(amounts[b]))
                      .compareTo(exact[a].subtract(Fraction.of(amounts[a]))))
              .mapToInt(Integer::intValue)
              .toArray();
      Arrays.stream(byRemainder).limit(left).forEach(i -> amounts[i]++);
    }
    for (int i = 0; i < amounts.length && trace.isRecording(); i++) {
      if (exact[i].signum() != 0) {
        trace.add(
            CalculationRule.DISCOUNT_SPREAD,
            lines.get(i).line().id(),
            exact[i],
            whole ? Rounding.NONE : Rounding.LARGEST_REMAINDER,
            TotalField.DISCOUNT_TOTAL,
            Fraction.of(amounts[i]),
            "raw_discount_total",
            exact[i]);
      }
    }
    return amounts;
  }
}
