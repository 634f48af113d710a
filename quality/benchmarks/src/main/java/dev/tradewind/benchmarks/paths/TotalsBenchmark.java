package dev.tradewind.benchmarks.paths;

import dev.tradewind.totals.AppliedGiftCard;
import dev.tradewind.totals.CalculationTrace;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of the totals of a cart of {@value #LINES} lines, with a discount, free shipping, two
 * tax rates a line and a gift card. Every second price includes its tax.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@NullUnmarked
public class TotalsBenchmark {

  private static final int LINES = 50;

  private TotalsInput percentage;
  private TotalsInput fixedTotal;

  @Setup
  public void fillTheCart() {
    // A second code for free shipping has no further effect.
    percentage = input(new LineDiscount.Percentage("disc_1", 15));
    fixedTotal = input(new LineDiscount.FixedTotal("disc_1", 10_007));
  }

  private static TotalsInput input(LineDiscount discount) {
    List<TaxRate> rates =
        List.of(
            new TaxRate(new BigDecimal("8.875"), "state", "state"),
            new TaxRate(new BigDecimal("2.5"), "city", "city"));
    List<TaxableLine> lines = new ArrayList<>();
    for (int i = 0; i < LINES; i++) {
      lines.add(new TaxableLine("item_" + i, 999 + 37L * i, 1 + i % 7, i % 2 == 0, rates, true));
    }
    return new TotalsInput(
        lines,
        List.of(new TaxableMethod("sm_1", 500, false, rates)),
        discount,
        true,
        List.of(new AppliedGiftCard("gift_1", 20_000, new BigDecimal("8.875"), null)),
        true,
        true);
  }

  @Benchmark
  public CartTotals percentageDiscount() {
    return CartTotals.of(percentage);
  }

  @Benchmark
  public CartTotals fixedDiscountInExactFractions() {
    return CartTotals.of(fixedTotal);
  }

  @Benchmark
  public CartTotals percentageDiscountExplained() {
    return CartTotals.of(percentage, CalculationTrace.recording());
  }
}
