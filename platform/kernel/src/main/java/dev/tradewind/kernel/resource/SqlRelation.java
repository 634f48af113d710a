package dev.tradewind.kernel.resource;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Relation within the schema: one statement for all parents.
 *
 * @param key the expression for the parent's key of a row
 * @param from the target under the alias {@code t}, with its joins
 * @param order of the rows of one parent; empty if there is at most one
 */
public record SqlRelation(
    Function<Resource, String> key, Function<Resource, String> from, String order)
    implements RelationSource {

  /** The row referenced by a column of the parent. */
  public static final SqlRelation REFERRED_TO =
      new SqlRelation(target -> "t." + target.key(), Resource::from, "");

  static SqlRelation referring(String foreignColumn, String order) {
    return new SqlRelation(target -> "t." + foreignColumn, Resource::from, order);
  }

  static SqlRelation linked(
      String joinTable, String parentColumn, String targetColumn, String order) {
    return new SqlRelation(
        target -> "link." + parentColumn,
        target ->
            "%s JOIN %s AS link ON link.%s = t.%s"
                .formatted(target.from(), joinTable, targetColumn, target.key()),
        order);
  }

  @Override
  public Future<List<RelatedRow>> fetch(
      FetchContext fetchContext, Selection selection, List<String> keys) {
    return fetchContext
        .db()
        .preparedQuery(sql(selection))
        .execute(Tuple.of(keys.toArray(String[]::new)))
        .map(rows -> related(selection, rows));
  }

  String sql(Selection selection) {
    Resource target = selection.resource();
    return "SELECT "
        + selection.columnList()
        + ", "
        + key.apply(target)
        + " FROM "
        + from.apply(target)
        + " WHERE "
        + key.apply(target)
        + " = ANY($1::text[])"
        + (target.isSoftDeleted() ? " AND t.deleted_at IS NULL" : "")
        + (order.isEmpty() ? "" : " ORDER BY " + order);
  }

  private static List<RelatedRow> related(Selection selection, RowSet<Row> rows) {
    List<RelatedRow> related = new ArrayList<>(rows.size());
    int keyPosition = selection.readColumns().size();
    for (Row row : rows) {
      JsonObject json = selection.read(row);
      related.add(new RelatedRow(row.getString(keyPosition), json));
    }
    return related;
  }
}
