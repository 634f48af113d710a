package dev.tradewind.kernel.resource;

import java.util.function.Supplier;

/**
 * Relation of a resource, shown within it when expanded.
 *
 * @param target descriptor of the related resource; resolved lazily, because descriptors refer to
 *     each other
 * @param column the parent's column that holds the reference
 * @param many whether the parent shows an array
 */
public record Relation(
    String name, Supplier<Resource> target, String column, boolean many, RelationSource source) {

  /** The one row that a column of the parent refers to. */
  public static Relation toOne(String name, Supplier<Resource> target, String column) {
    return new Relation(name, target, column, false, SqlRelation.REFERRED_TO);
  }

  /** The rows of the target that refer to the parent. */
  public static Relation toMany(
      String name, Supplier<Resource> target, String foreignColumn, String order) {
    return new Relation(name, target, "id", true, SqlRelation.referring(foreignColumn, order));
  }

  /** Resources of another verticle, requested once for all rows of a page. */
  public static Relation remote(
      String name, Supplier<Resource> target, String column, boolean many, RelationSource source) {
    return new Relation(name, target, column, many, source);
  }

  /** A member of the parent, which is itself a document of another verticle. */
  public static Relation embedded(String name, Supplier<Resource> target, boolean many) {
    return new Relation(name, target, "id", many, RelationSource.WITH_PARENT);
  }

  public boolean comesWithParent() {
    return source == RelationSource.WITH_PARENT;
  }

  /** The rows that a join table links to the parent. */
  public static Relation linked(
      String name,
      Supplier<Resource> target,
      String joinTable,
      String parentColumn,
      String targetColumn,
      String order) {
    return new Relation(
        name, target, "id", true, SqlRelation.linked(joinTable, parentColumn, targetColumn, order));
  }
}
