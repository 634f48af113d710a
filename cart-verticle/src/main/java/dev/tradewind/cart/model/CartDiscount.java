package dev.tradewind.cart.model;

import dev.tradewind.api.discount.DiscountEvaluation.DiscountEligibility;
import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Discount of a cart, as of its last evaluation; later changes of its rule take effect with the
 * next one.
 *
 * @param document the discount with its rule, as the wire shows it
 * @param lineIds line items that meet its conditions
 */
public record CartDiscount(JsonObject document, Set<String> lineIds) {

  private static final String FREE_SHIPPING = "free_shipping";

  public static CartDiscount of(DiscountEligibility eligibility) {
    return new CartDiscount(eligibility.document(), new LinkedHashSet<>(eligibility.lineIds()));
  }

  public String id() {
    return Objects.requireNonNull(document.getString("id"));
  }

  public String code() {
    return Objects.requireNonNull(document.getString("code"));
  }

  public JsonObject rule() {
    return Objects.requireNonNull(document.getJsonObject("rule"));
  }

  public boolean isFreeShipping() {
    return FREE_SHIPPING.equals(rule().getString("type"));
  }

  /** Whether it applies to the line item: discountable, and meeting the conditions. */
  public boolean isFor(LineItem item) {
    return item.allowDiscounts() && item.productId() != null && lineIds.contains(item.id());
  }

  static CartDiscount from(JsonObject stored) {
    return new CartDiscount(
        stored.getJsonObject("document"),
        stored.getJsonArray("line_ids").stream()
            .map(String.class::cast)
            .collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  JsonObject toJson() {
    return new JsonObject().put("document", document).put("line_ids", JsonArrays.of(lineIds));
  }
}
