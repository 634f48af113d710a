package dev.tradewind.totals;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Set;

/**
 * Corrections of recorded amounts that are an artifact of floating point or a defect, with reasons.
 */
final class RightAmounts {

  /**
   * Marked as odd in the recordings, but right.
   *
   * <ul>
   *   <li>A card that was bought untaxed in a region that taxes cards pays net amounts like every
   *       card there; no tax was paid for it before, so the tax stays due.
   *   <li>A refund computes and rounds the discount per unit, so that every unit refunds the same.
   * </ul>
   */
  static final Set<String> RIGHT_AS_RECORDED =
      Set.of("gc-taxable-region-untaxed-card", "refundable-fixed-split");

  /** By case and view. */
  private static final Map<String, JsonObject> CORRECTIONS =
      Map.of(
          // Lines show a discount that sums up to the cart's: 34, 33 and 33 are 100.
          "fixed-total-three-way",
          both(
              """
              {"items": {"a": {"discount_total": 34, "total": 1159}}}
              """),
          // All 400 are allocated, to the one eligible line.
          "fixed-total-condition-in",
          both(
              """
              {"discount_total": 400, "total": 3600, "paid_total": 3600, "refundable_amount": 3600,
               "items": {"a": {"discount_total": 400, "raw_discount_total": 400, "total": 600,
                               "refundable": 600}}}
              """),
          // 500 are 500, spread over net prices of 1000 and 1000.
          "mixed-incl-fixed-total",
          both(
              """
              {"discount_total": 500, "item_tax_total": 300, "tax_total": 300, "total": 1800,
               "paid_total": 1800, "refundable_amount": 1800,
               "items": {"b": {"discount_total": 250, "raw_discount_total": 250, "tax_total": 150,
                               "total": 900, "refundable": 900}}}
              """),
          // 15 % of 410 are 61.5; binary floating point falls just below the half.
          "fp-pct-15-of-410",
          both(
              """
              {"discount_total": 62, "total": 348, "paid_total": 348, "refundable_amount": 348,
               "items": {"a": {"discount_total": 62, "raw_discount_total": 62, "total": 348,
                               "refundable": 348}}}
              """),
          // 17.5 % of 180 are 31.5; binary floating point falls just below the half.
          "fp-tax-17.5-of-180",
          both(
              """
              {"item_tax_total": 32, "tax_total": 32, "total": 212, "paid_total": 212,
               "refundable_amount": 212,
               "items": {"a": {"tax_total": 32, "original_tax_total": 32, "total": 212,
                               "original_total": 212, "refundable": 212}}}
              """),
          // 12 % included in 14 are exactly 1.5, so 2 are subtracted, and 12 % of 12 are 1.
          "fp-incl-12-of-14",
          both(
              """
              {"subtotal": 13, "item_tax_total": 1, "tax_total": 1, "total": 14, "paid_total": 14,
               "refundable_amount": 14,
               "items": {"a": {"subtotal": 13, "tax_total": 1, "original_tax_total": 1,
                               "total": 14, "original_total": 14, "refundable": 13}}}
              """),
          // Two rates included in one price are subtracted together: 30 % included in 1000 are 231.
          "incl-shipping-two-rates",
          both(
              """
              {"shipping_total": 769, "shipping_tax_total": 231, "tax_total": 231, "total": 2000,
               "paid_total": 2000, "refundable_amount": 2000,
               "shipping_methods": {"s": {"subtotal": 769, "tax_total": 231, "total": 1000,
                                          "original_total": 1000, "original_tax_total": 231}}}
              """),
          // Without taxes computed, an inclusive line costs its price, not nothing.
          "no-auto-taxes-incl",
          cart(
              """
              {"subtotal": 2400, "total": 3000,
               "items": {"a": {"subtotal": 2400, "total": 2400, "original_total": 2400}}}
              """),
          // The untaxed card pays 800, so the taxed one pays 200 and has tax on 200 alone; the cart
          // and its order agree.
          "gc-mixed-taxed-untaxed",
          both(
              """
              {"gift_card_tax_total": 40, "total": 160, "paid_total": 160,
               "refundable_amount": 160}
              """));

  private RightAmounts() {}

  static JsonObject of(String name, String view) {
    return CORRECTIONS.getOrDefault(name, new JsonObject()).getJsonObject(view, new JsonObject());
  }

  static boolean contains(String name) {
    return RIGHT_AS_RECORDED.contains(name) || CORRECTIONS.containsKey(name);
  }

  private static JsonObject both(String amounts) {
    return cart(amounts).put("order", new JsonObject(amounts));
  }

  private static JsonObject cart(String amounts) {
    return new JsonObject().put("cart", new JsonObject(amounts));
  }
}
