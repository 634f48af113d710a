package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.InternalOperation;
import java.util.function.Supplier;

/**
 * Relation of a resource, shown within it when expanded.
 *
 * @param target descriptor of the related resource; resolved lazily, because descriptors refer to
 *     each other
 * @param column the parent's column that holds the reference
 * @param many whether the parent shows an array
 * @param isForStaff whether views of the storefront refuse it: it leads to data of other shoppers,
 *     or to goods and prices that are not offered
 * @param isAlwaysLoaded whether the parent shows it without being asked, wherever it is expanded
 * @param isCutWhenLarge whether an answer without room for all rows shows the newest: nothing
 *     bounds their number, a list of them has pages, and no write of the parent replaces them, so
 *     that one which sends back what it has read deletes nothing
 */
public record Relation(
    String name,
    Supplier<Resource> target,
    String column,
    boolean many,
    RelationSource source,
    boolean isForStaff,
    boolean isAlwaysLoaded,
    boolean isCutWhenLarge) {

  private Relation(
      String name, Supplier<Resource> target, String column, boolean many, RelationSource source) {
    this(name, target, column, many, source, false, false, false);
  }

  /** The same relation, refused by views of the storefront. */
  public Relation forStaff() {
    return new Relation(name, target, column, many, source, true, isAlwaysLoaded, isCutWhenLarge);
  }

  /** The same relation, which comes with its parent wherever that is expanded. */
  public Relation alwaysLoaded() {
    return new Relation(name, target, column, many, source, isForStaff, true, isCutWhenLarge);
  }

  /** The same relation, which shows its newest rows where an answer has no room for all. */
  public Relation cutWhenLarge() {
    return new Relation(name, target, column, many, source, isForStaff, isAlwaysLoaded, true);
  }

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

  /** The one row of another verticle that a column of the parent refers to. */
  public static Relation referred(String name, Supplier<Resource> target, String column) {
    return new Relation(name, target, column, false, RelatedQuery.byKey(target));
  }

  /**
   * Rows that only the verticle of the parent can find, such as linked ones.
   *
   * @param owner operation of that verticle that answers a {@link RelatedQuery}
   */
  public static Relation ofOwner(
      String name,
      Supplier<Resource> target,
      String parent,
      String parentKey,
      boolean many,
      InternalOperation owner) {
    return new Relation(name, target, parentKey, many, RelatedQuery.ofOwner(parent, name, owner));
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
