package dev.tradewind.kernel.resource.query;

import dev.tradewind.kernel.resource.ColumnType;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.SqlRelation;
import java.util.Optional;

/**
 * Sort key of a list: an own column, or by a dotted path a column of a referenced row. Rows without
 * the reference, or with a deleted one, have no value.
 */
final class SortPath {

  private SortPath() {}

  /** The SQL expression of the path, for rows under the alias {@code t}. */
  static Optional<String> expression(Resource resource, String path) {
    return expression(resource, "t", path);
  }

  private static Optional<String> expression(Resource resource, String alias, String path) {
    Selection.Path parts = Selection.Path.of(path);
    String rest = parts.rest();
    if (rest == null) {
      return resource
          .column(path)
          .filter(column -> column.type() != ColumnType.JSON)
          .map(column -> alias + "." + column.name());
    }
    return resource
        .relation(parts.first())
        .filter(relation -> relation.source().equals(SqlRelation.REFERRED_TO))
        .flatMap(relation -> referred(relation, alias, rest));
  }

  private static Optional<String> referred(Relation relation, String alias, String path) {
    Resource target = relation.target().get();
    String inner = alias + "_" + relation.name();
    return expression(target, inner, path)
        .map(expression ->
            "(SELECT %s FROM %s AS %s WHERE %s.%s = %s.%s%s)"
                .formatted(
                    expression,
                    target.table(),
                    inner,
                    inner,
                    target.key(),
                    alias,
                    relation.column(),
                    target.isSoftDeleted() ? " AND " + inner + ".deleted_at IS NULL" : ""));
  }
}
