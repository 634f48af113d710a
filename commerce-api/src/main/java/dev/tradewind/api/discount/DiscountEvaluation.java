package dev.tradewind.api.discount;

import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Result of a discount evaluation: the codes in input order, then the cart's previous discounts,
 * without deleted ones.
 */
public record DiscountEvaluation(List<DiscountEligibility> discounts) {

  /**
   * Eligibility of one discount at the time of the database.
   *
   * @param value a percentage, or an amount in the smallest unit of the currency
   * @param document the discount with its {@code rule} as embedded in carts
   * @param inapplicable all reasons against it; empty if it is eligible
   * @param lineIds the lines whose product meets the conditions; whether a line is discountable is
   *     not checked
   */
  public record DiscountEligibility(
      String id,
      String code,
      @Nullable String parentDiscountId,
      RuleType type,
      long value,
      @Nullable Allocation allocation,
      JsonObject document,
      Set<IneligibilityReason> inapplicable,
      Set<String> lineIds) {

    public boolean isValid() {
      return inapplicable.isEmpty();
    }

    /** The refusal for the shopper: the first of the reasons. */
    public Optional<Problem> refusal() {
      return inapplicable.stream().sorted().findFirst().map(reason -> reason.problem(code));
    }

    public boolean isFreeShipping() {
      return type == RuleType.FREE_SHIPPING;
    }

    JsonObject toJson() {
      return new JsonObject()
          .put("document", document)
          .put(
              "inapplicable",
              new JsonArray(inapplicable.stream().map(IneligibilityReason::wireName).toList()))
          .put("line_ids", JsonArrays.of(lineIds));
    }

    static DiscountEligibility parse(JsonObject json) {
      Set<IneligibilityReason> reasons =
          json.getJsonArray("inapplicable").stream()
              .map(reason -> IneligibilityReason.of((String) reason))
              .collect(Collectors.toCollection(() -> EnumSet.noneOf(IneligibilityReason.class)));
      Set<String> lines =
          json.getJsonArray("line_ids").stream()
              .map(String.class::cast)
              .collect(Collectors.toCollection(LinkedHashSet::new));
      return of(json.getJsonObject("document"), reasons, lines);
    }

    /** A discount by its document. */
    public static DiscountEligibility of(
        JsonObject document, Set<IneligibilityReason> inapplicable, Set<String> lineIds) {
      JsonObject rule = document.getJsonObject("rule");
      String allocation = rule.getString("allocation");
      return new DiscountEligibility(
          document.getString("id"),
          document.getString("code"),
          document.getString("parent_discount_id"),
          RuleType.of(rule.getString("type")),
          rule.getLong("value"),
          allocation == null ? null : Allocation.of(allocation),
          document,
          inapplicable,
          lineIds);
    }
  }

  /** Discounts in effect on the cart: all with free shipping, and the first of the others. */
  public List<DiscountEligibility> effective() {
    List<DiscountEligibility> effective = new ArrayList<>();
    boolean hasOther = false;
    for (DiscountEligibility discount : discounts) {
      if (discount.isFreeShipping()) {
        effective.add(discount);
      } else if (!hasOther) {
        effective.add(discount);
        hasOther = true;
      }
    }
    return effective;
  }

  public JsonObject toJson() {
    JsonArray each = new JsonArray();
    discounts.forEach(discount -> each.add(discount.toJson()));
    return new JsonObject().put("discounts", each);
  }

  static DiscountEvaluation parse(JsonObject json) {
    return new DiscountEvaluation(
        json.getJsonArray("discounts").stream()
            .map(each -> DiscountEligibility.parse((JsonObject) each))
            .toList());
  }
}
