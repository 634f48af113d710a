package dev.tradewind.order.line;

import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.kernel.Ids;
import dev.tradewind.totals.Fraction;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.LineRefund;
import dev.tradewind.totals.LineTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Line item of an order, with its id in the cart: product, price, taxes and progress.
 *
 * @param unitPrice in the smallest unit of the currency
 * @param includesTax whether the unit price includes tax
 * @param quantity as ordered; an edit replaces the line
 */
public record OrderLine(
    LineItemDetails details,
    Instant updatedAt,
    long unitPrice,
    boolean includesTax,
    long quantity,
    LineProgress progress,
    List<LineAdjustment> adjustments,
    List<TaxLine> taxLines,
    LineAmounts amounts) {

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
    return new OrderLine(
        details,
        now,
        priced.unitPrice(),
        priced.includesTax(),
        priced.quantity(),
        LineProgress.NONE,
        adjustments(details.id(), totals, discount),
        TaxLine.created(priced.rates(), TAX_LINE_IDS, now),
        LineAmounts.of(totals, LineRefund.of(priced, totals.rawDiscountTotal(), 0)));
  }

  /** Copy for an order edit, without progress. */
  public OrderLine copiedTo(String editId, String newId) {
    return new OrderLine(
        details.copiedTo(editId, newId),
        updatedAt,
        unitPrice,
        includesTax,
        quantity,
        LineProgress.NONE,
        adjustments,
        TaxLine.copied(taxLines, TAX_LINE_IDS),
        amounts);
  }

  /** The same line with the quantity and amounts of a new calculation. */
  public OrderLine recalculated(
      TaxableLine priced, LineTotals totals, @Nullable LineDiscount discount, Instant now) {
    return new OrderLine(
        details,
        priced.quantity() == quantity ? updatedAt : now,
        unitPrice,
        includesTax,
        priced.quantity(),
        progress,
        adjustments(details.id(), totals, discount),
        taxLines,
        LineAmounts.of(totals, LineRefund.of(priced, totals.rawDiscountTotal(), 0)));
  }

  private static List<LineAdjustment> adjustments(
      String lineId, LineTotals totals, @Nullable LineDiscount discount) {
    return discount == null || totals.rawDiscountTotal().signum() == 0
        ? List.of()
        : List.of(
            new LineAdjustment(
                LineDiscount.adjustmentId(lineId),
                "discount",
                discount.id(),
                totals.rawDiscountTotal().number()));
  }

  /** The same line item with other progress; units that came back are not refundable any more. */
  public OrderLine withProgress(LineProgress current) {
    return current.equals(progress)
        ? this
        : new OrderLine(
            details,
            updatedAt,
            unitPrice,
            includesTax,
            quantity,
            current,
            adjustments,
            taxLines,
            current.returnedUnits() == 0
                ? amounts
                : amounts.withRefundable(refundable(quantity - current.returnedUnits())));
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
    return Fraction.ofPercent(new BigDecimal(amounts.rawDiscountTotal().toString())).multiply(100);
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
