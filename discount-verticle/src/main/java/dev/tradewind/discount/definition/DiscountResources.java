package dev.tradewind.discount.definition;

import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.discount.DiscountColumns;
import dev.tradewind.discount.remote.RemoteResources;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;
import java.util.Locale;

/** Resource descriptors of discounts, their rules and conditions. */
public final class DiscountResources {

  private static final String REGIONS =
      """
      SELECT discount_id, region_id
      FROM discount_region
      WHERE discount_id = ANY ($1)
      ORDER BY region_id
      """;

  private static final String RESOURCES_OF =
      """
      SELECT condition.id, resource.resource_id
      FROM discount_condition AS condition
      JOIN discount_condition_resource AS resource ON resource.condition_id = condition.id
      WHERE condition.id = ANY ($1)
        AND condition.type = '%s'
      ORDER BY resource.resource_id
      """;

  public static final Resource RULE =
      Resource.table("discount_rule")
          .columns(DiscountColumns.RULE)
          .relation(
              toMany(
                  "conditions",
                  () -> DiscountResources.CONDITION,
                  "discount_rule_id",
                  "t.created_at, t.id"))
          .build();

  public static final Resource DISCOUNT =
      Resource.table("discount")
          .columns(DiscountColumns.DISCOUNT)
          .relation(
              toOne("parent_discount", () -> DiscountResources.DISCOUNT, "parent_discount_id"))
          .relation(RemoteResources.regions(REGIONS))
          .relation(toOne("rule", () -> RULE, "rule_id"))
          .build();

  public static final Resource CONDITION = condition();

  /** View of staff. */
  public static final View VIEW =
      View.of(DISCOUNT, "parent_discount", "regions", "rule", "rule.conditions");

  private DiscountResources() {}

  private static Resource condition() {
    Resource.Builder condition =
        Resource.table("discount_condition")
            .columns(DiscountColumns.CONDITION)
            .relation(toOne("discount_rule", () -> RULE, "discount_rule_id"));
    for (ConditionType type : ConditionType.values()) {
      condition.relation(
          RemoteResources.resources(type, RESOURCES_OF.formatted(type.wireName())).cutWhenLarge());
    }
    return condition.build();
  }

  /** Stored form of a code, regardless of its case. */
  public static String normalized(String code) {
    return code.strip().toUpperCase(Locale.ROOT);
  }

  public static Problem notFound(String id) {
    return Problem.notFound("Discount with id " + id + " was not found");
  }
}
