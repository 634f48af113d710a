package dev.tradewind.kernel.resource.query;

import dev.tradewind.kernel.resource.ColumnType;

/**
 * Searchable field that the shop has declared, as lists filter and sort by it.
 *
 * @param type of the declaration, such as {@code text} or {@code list}
 * @param expression of its value, for rows under the alias {@code t}
 */
public record DeclaredColumn(String name, String type, String expression) {

  /** A list of texts has no order. */
  boolean isSortable() {
    return !isList();
  }

  boolean isList() {
    return type.equals("list");
  }

  ColumnType columnType() {
    return switch (type) {
      case "number", "money" -> ColumnType.NUMBER;
      default -> ColumnType.TEXT;
    };
  }
}
