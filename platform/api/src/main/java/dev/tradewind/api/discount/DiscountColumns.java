package dev.tradewind.api.discount;

import dev.tradewind.kernel.resource.Columns;

/** Own columns of the resources of the discount verticle, published for views. */
public final class DiscountColumns {

  public static final Columns DISCOUNT =
      Columns.softDeletedBase()
          .text("code")
          .booleans("is_dynamic")
          .text("rule_id")
          .booleans("is_disabled")
          .text("parent_discount_id")
          .timestamps("starts_at", "ends_at")
          .text("valid_duration")
          .integers("usage_limit", "usage_count")
          .json("metadata");

  public static final Columns RULE =
      Columns.softDeletedBase()
          .text("description", "type")
          .bigints("value")
          .text("allocation")
          .json("metadata");

  public static final Columns CONDITION =
      Columns.softDeletedBase().text("type", "operator", "discount_rule_id").json("metadata");

  public static final Columns GIFT_CARD =
      Columns.softDeletedBase()
          .text("code")
          .bigints("value", "balance")
          .text("region_id", "order_id")
          .booleans("is_disabled")
          .timestamps("ends_at")
          .numbers("tax_rate")
          .json("metadata");

  private DiscountColumns() {}
}
