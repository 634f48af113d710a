package dev.tradewind.order.line;

import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.kernel.json.JsonInline;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.totals.Fraction;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.LineRefund;
import dev.tradewind.totals.LineTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Line item of an order, with its id in the cart: product, price, taxes and progress.
 *
 * @param unitPrice in the smallest unit of the currency
 * @param includesTax whether the unit price includes tax
 * @param quantity as ordered; an edit replaces the line
 */
@RecordBuilder
public record OrderLine(
    @JsonInline LineItemDetails details,
    Instant updatedAt,
    long unitPrice,
    boolean includesTax,
    long quantity,
    @JsonInline LineProgress progress,
    List<LineAdjustment> adjustments,
    List<TaxLine> taxLines,
    @JsonInline LineAmounts amounts) {

  /** Codec of the stored form, whose members {@code OrderLineView} writes with others. */
  public static final RecordCodec<OrderLine> CODEC =
      RecordCodec.of(MethodHandles.lookup(), OrderLine.class);

  private static final Ids TAX_LINE_IDS = Ids.of("litl");

  public OrderLine {
    adjustments = List.copyOf(adjustments);
    taxLines = List.copyOf(taxLines);
  }

  /** Line item of a new order. */
  public static OrderLine sold(
      LineItemDetails details,
      TaxableLine priced,
      LineTotals totals,
      @Nullable LineDiscount discount,
      Instant now) {
    return OrderLineBuilder.builder()
        .details(details)
        .updatedAt(now)
        .unitPrice(priced.unitPrice())
        .includesTax(priced.includesTax())
        .quantity(priced.quantity())
        .progress(LineProgress.NONE)
        .adjustments(adjustments(details.id(), totals, discount))
        .taxLines(TaxLine.created(priced.rates(), TAX_LINE_IDS, now))
        .amounts(amounts(priced, totals))
        .build();
  }

  private static LineAmounts amounts(TaxableLine priced, LineTotals totals) {
    return LineAmounts.of(totals, LineRefund.of(priced, totals.rawDiscountTotal(), 0));
  }

  /** Copy for an order edit, without progress. */
  public OrderLine copiedTo(String editId, String newId) {
    return OrderLineBuilder.builder(this)
        .details(details.copiedTo(editId, newId))
        .progress(LineProgress.NONE)
        .taxLines(TaxLine.copied(taxLines, TAX_LINE_IDS))
        .build();
  }

  /**
   * The same line with the quantity and amounts of a new calculation. Recorded adjustments stay,
   * each with its part for the quantity.
   */
  public OrderLine recalculated(
      TaxableLine priced, LineTotals totals, @Nullable LineDiscount discount, Instant now) {
    return OrderLineBuilder.builder(this)
        .updatedAt(priced.quantity() == quantity ? updatedAt : now)
        .quantity(priced.quantity())
        .adjustments(
            priced.recordedDiscount() == null
                ? adjustments(details.id(), totals, discount)
                : recordedAdjustments(priced.quantity()))
        .amounts(amounts(priced, totals))
        .build();
  }

  private List<LineAdjustment> recordedAdjustments(long units) {
    String id = LineDiscount.adjustmentId(id());
    return IntStream.range(0, adjustments.size())
        .mapToObj(i -> {
          LineAdjustment recorded = adjustments.get(i);
          return new LineAdjustment(
              i == 0 ? id : id + "_" + i,
              recorded.description(),
              recorded.discountId(),
              units == quantity
                  ? recorded.amount()
                  : fraction(recorded.amount())
                      .multiply(units)
                      .divide(Fraction.of(quantity))
                      .number());
        })
        .toList();
  }

  private static List<LineAdjustment> adjustments(
      String lineId, LineTotals totals, @Nullable LineDiscount discount) {
    if (discount == null || totals.rawDiscountTotal().signum() == 0) {
      return List.of();
    }
    return List.of(
        new LineAdjustment(
            LineDiscount.adjustmentId(lineId),
            "discount",
            discount.id(),
            totals.rawDiscountTotal().number()));
  }

  /** The same line item with other progress; units that came back are not refundable any more. */
  public OrderLine withProgress(LineProgress current) {
    if (current.equals(progress)) {
      return this;
    }
    return OrderLineBuilder.builder(this)
        .progress(current)
        .amounts(
            current.returnedUnits() == 0
                ? amounts
                : amounts.withRefundable(refundable(quantity - current.returnedUnits())))
        .build();
  }

  /** These line items with their current progress, by their ids. */
  public static List<OrderLine> withProgress(
      List<OrderLine> lines, Map<String, LineProgress> progress) {
    return lines.stream()
        .map(line -> line.withProgress(progress.getOrDefault(line.id(), line.progress)))
        .toList();
  }

  /** Refundable amount of that many units: their goods and tax, without shipping. */
  public long refundable(long units) {
    return LineRefund.of(
        new TaxableLine(id(), unitPrice, quantity, includesTax, taxRates(), false),
        adjustment(),
        quantity - units);
  }

  /** Discount of that many units of it, not rounded. */
  public Fraction discountOf(long units) {
    return adjustment().multiply(units).divide(Fraction.of(quantity));
  }

  private Fraction adjustment() {
    return fraction(amounts.rawDiscountTotal());
  }

  private static Fraction fraction(Number number) {
    return Fraction.ofPercent(new BigDecimal(number.toString())).multiply(100);
  }

  /**
   * Units that can still be fulfilled: neither fulfilled nor returned before.
   *
   * @param pending units that are about to be fulfilled
   */
  public long unfulfilledUnits(long pending) {
    return quantity - Math.max(progress.fulfilledUnits() + pending, progress.returnedUnits());
  }

  public String id() {
    return details.id();
  }

  @Nullable
  public String variantId() {
    return details.variantId();
  }

  public List<TaxRate> taxRates() {
    return taxLines.stream().map(TaxLine::rate).toList();
  }
}
