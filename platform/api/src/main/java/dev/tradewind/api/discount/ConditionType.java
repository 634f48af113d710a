package dev.tradewind.api.discount;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Type of resource that a condition of a discount compares. */
public enum ConditionType {
  PRODUCTS("Product", "product_id"),
  PRODUCT_TYPES("Product_type", "product_type_id"),
  PRODUCT_COLLECTIONS("Product_collection", "product_collection_id"),
  PRODUCT_TAGS("Product_tag", "product_tag_id"),
  CUSTOMER_GROUPS("Customer_group", "customer_group_id");

  private final String table;
  private final String column;

  ConditionType(String table, String column) {
    this.table = table;
    this.column = column;
  }

  /** The name of the type, and of the list of ids in a body. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static ConditionType of(String wireName) {
    return find(wireName).orElseThrow(() -> new IllegalArgumentException(wireName));
  }

  public static Optional<ConditionType> find(String wireName) {
    return Arrays.stream(values()).filter(type -> type.wireName().equals(wireName)).findFirst();
  }

  /** The message for an unknown id. */
  public String missing(String id) {
    return "%s with %s %s does not exist.".formatted(table, column, id);
  }
}
