package dev.tradewind.totals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Discount amounts per line.
 *
 * @param exact by line; the base of taxes
 * @param amounts by line, in whole units that sum up to the rounded sum of the exact ones
 */
record Adjustments(Fraction[] exact, long[] amounts, Fraction sum, long rounded) {

  static Adjustments of(
      List<LinePrice> lines, @Nullable LineDiscount discount, CalculationTrace trace) {
    Fraction[] exact = new Fraction[lines.size()];
    Fraction sum = Fraction.ZERO;
    long base = discount instanceof LineDiscount.FixedTotal ? base(lines) : 0;
    for (int i = 0; i < exact.length; i++) {
      LinePrice line = lines.get(i);
      exact[i] =
          discount == null || !line.line().discounted() || line.net() <= 0
              ? Fraction.ZERO
              : of(line, discount, base, trace);
      sum = sum.add(exact[i]);
    }
    long rounded = sum.round();
    if (discount != null) {
      trace.rounded(
          CalculationRule.DISCOUNT_SUM,
          CalculationTrace.WHOLE,
          TotalField.DISCOUNT_TO_SPREAD,
          sum,
          rounded,
          "raw_discount_total",
          sum);
    }
    return new Adjustments(exact, spread(exact, rounded, lines, trace), sum, rounded);
  }

  /** Only eligible lines count, so that the whole amount is allocated. */
  private static long base(List<LinePrice> lines) {
    long base = 0;
    for (LinePrice line : lines) {
      if (line.line().discounted() && line.net() > 0) {
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
