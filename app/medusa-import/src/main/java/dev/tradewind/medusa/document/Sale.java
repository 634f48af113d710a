package dev.tradewind.medusa.document;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rows that the amounts of a sale follow from: of an order, a sold cart, an edit, or the goods of a
 * swap or claim.
 *
 * @param lines with their tax lines and adjustments
 * @param methods with their tax lines
 * @param discounts with their rules, deleted ones too
 * @param region absent for goods whose gift cards do not matter
 * @param taxRate the one rate of an order of an old version, which has no tax lines
 */
record Sale(
    List<JsonObject> lines,
    List<JsonObject> methods,
    List<JsonObject> discounts,
    @Nullable JsonObject region,
    @Nullable Number taxRate) {

  /** Whether all taxes follow from the one rate. */
  boolean isOfOneRate() {
    return taxRate != null && taxRate.doubleValue() != 0;
  }

  boolean isShippedFree() {
    return discounts.stream().anyMatch(each -> isPresent(each) && isFreeShipping(each));
  }

  /** Ids of the discounts on lines that are not deleted and have adjustments. */
  List<String> present() {
    return ids(true);
  }

  /** Ids of the discounts on lines that were deleted after the sale and have adjustments. */
  List<String> deleted() {
    return ids(false);
  }

  private List<String> ids(boolean current) {
    return discounts.stream()
        .filter(each -> isPresent(each) == current && !isFreeShipping(each))
        .map(each -> each.getString("id"))
        .filter(id -> lines.stream().anyMatch(line -> adjustment(line, List.of(id)).signum() != 0))
        .toList();
  }

  /**
   * Ids of the discounts that the source counts: the first one, if it was not deleted since. The
   * adjustments of plugins have no discount, and count always.
   */
  List<String> shown() {
    return present().stream().limit(1).toList();
  }

  /** Ids of the discounts that count here: those that were deleted after the sale too. */
  List<String> counted() {
    List<String> counted = new ArrayList<>(shown());
    counted.addAll(deleted());
    return counted;
  }

  /** Recorded discount of a line, not rounded. */
  static BigDecimal discount(JsonObject line, List<String> discountIds) {
    BigDecimal ofPlugins =
        SaleDocuments.objects(line, "adjustments").stream()
            .filter(each -> each.getString("discount_id") == null)
            .map(Sale::amount)
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    return adjustment(line, discountIds).add(ofPlugins);
  }

  private static BigDecimal adjustment(JsonObject line, List<String> discountIds) {
    if (Boolean.FALSE.equals(line.getBoolean("allow_discounts"))) {
      return BigDecimal.ZERO;
    }
    return SaleDocuments.objects(line, "adjustments").stream()
        .filter(each ->
            discountIds.contains(Objects.requireNonNullElse(each.getString("discount_id"), "")))
        .map(Sale::amount)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static BigDecimal amount(JsonObject adjustment) {
    return new BigDecimal(adjustment.getNumber("amount").toString());
  }

  private static boolean isPresent(JsonObject discount) {
    return discount.getValue("deleted_at") == null;
  }

  /** Whether a discount waives the shipping. */
  static boolean isFreeShipping(JsonObject discount) {
    return "free_shipping".equals(discount.getJsonObject("rule").getString("type"));
  }
}
