package dev.tradewind.api.graph;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.discount.DiscountColumns;
import dev.tradewind.api.discount.DiscountOperation;
import dev.tradewind.kernel.resource.Columns;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.Resource;

/** Published descriptors of the discount verticle's resources. */
public final class DiscountGraph {

  public static final Resource RULE =
      published("discount_rule", DiscountColumns.RULE)
          .many("conditions", () -> DiscountGraph.CONDITION)
          .build();

  public static final Resource CONDITION = condition();

  public static final Resource DISCOUNT =
      published("discount", DiscountColumns.DISCOUNT)
          .one("parent_discount", () -> DiscountGraph.DISCOUNT, "parent_discount_id")
          .many("regions", () -> CatalogGraph.REGION)
          .one("rule", () -> RULE, "rule_id")
          .build();

  public static final Resource GIFT_CARD =
      published("gift_card", DiscountColumns.GIFT_CARD)
          .one("region", () -> CatalogGraph.REGION, "region_id")
          .relation(Relation.referred("order", () -> OrderGraph.ORDER, "order_id").forStaff())
          .build();

  private DiscountGraph() {}

  private static Resource condition() {
    Resource.Builder condition =
        published("discount_condition", DiscountColumns.CONDITION)
            .one("discount_rule", () -> RULE, "discount_rule_id");
    for (ConditionType type : ConditionType.values()) {
      condition.manyForStaff(type.wireName(), () -> restrictedTo(type));
    }
    return condition.build();
  }

  /** Resource that a condition of that type lists. */
  public static Resource restrictedTo(ConditionType type) {
    return switch (type) {
      case PRODUCTS -> CatalogGraph.PRODUCT;
      case PRODUCT_TYPES -> CatalogGraph.PRODUCT_TYPE;
      case PRODUCT_COLLECTIONS -> CatalogGraph.PRODUCT_COLLECTION;
      case PRODUCT_TAGS -> CatalogGraph.PRODUCT_TAG;
      case CUSTOMER_GROUPS -> CustomerGraph.GROUP;
    };
  }

  private static Resource.Builder published(String table, Columns columns) {
    return Resource.table(table).ownedBy(DiscountOperation.FIND_RELATED).columns(columns);
  }
}
