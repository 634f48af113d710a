package dev.tradewind.api.discount;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Result of a discount evaluation: the codes in input order, then the cart's previous discounts,
 * without deleted ones.
 */
public record DiscountEvaluation(List<DiscountEligibility> discounts) {

  private static final RecordCodec<DiscountEvaluation> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), DiscountEvaluation.class);

  /**
   * Eligibility of one discount at the time of the database.
   *
   * @param document the discount with its {@code rule} as embedded in carts
   * @param inapplicable all reasons against it; empty if it is eligible
   * @param lineIds the lines whose product meets the conditions; whether a line is discountable is
   *     not checked
   */
  public record DiscountEligibility(
      JsonObject document, Set<IneligibilityReason> inapplicable, Set<String> lineIds) {

    public String id() {
      return document.getString("id");
    }

    public String code() {
      return document.getString("code");
    }

    public @Nullable String parentDiscountId() {
      return document.getString("parent_discount_id");
    }

    public RuleType type() {
      return RuleType.of(rule().getString("type"));
    }

    /** A percentage, or an amount in the smallest unit of the currency. */
    public long value() {
      return rule().getLong("value");
    }

    public @Nullable Allocation allocation() {
      String allocation = rule().getString("allocation");
      return allocation == null ? null : Allocation.of(allocation);
    }

    private JsonObject rule() {
      return document.getJsonObject("rule");
    }

    public boolean isValid() {
      return inapplicable.isEmpty();
    }

    /** The refusal for the shopper: the first of the reasons. */
    public Optional<Problem> refusal() {
      return inapplicable.stream().sorted().findFirst().map(reason -> reason.problem(code()));
    }

    public boolean isFreeShipping() {
      return type() == RuleType.FREE_SHIPPING;
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

  static DiscountEvaluation parse(JsonObject json) {
    return CODEC.read(json);
  }

  public JsonObject toJson() {
    return CODEC.write(this);
  }
}
