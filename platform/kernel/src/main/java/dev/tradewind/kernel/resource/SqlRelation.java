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
    Integer most = fetchContext.most();
    String[] parents = keys.toArray(String[]::new);
    // A relation without an order has at most one row.
    if (most == null || order.isEmpty()) {
      return fetchContext
          .db()
          .preparedQuery(sql(selection))
          .execute(Tuple.of(parents))
          .map(rows -> related(selection, rows));
    }
    return fetchContext
        .db()
        .preparedQuery(newestSql(selection))
        .execute(Tuple.of(parents, most))
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

  /** The newest rows of each parent, in the order in which it shows them, and how many it has. */
  String newestSql(Selection selection) {
    Resource target = selection.resource();
    String parent = key.apply(target);
    String newest =
        target.column("created_at").isPresent()
            ? "t.created_at DESC, t.%s DESC".formatted(target.key())
            : order;
    return "SELECT %s, related_key, related_count FROM (SELECT %s, %s AS related_key"
            .formatted(selection.columnList(), selection.columnList(), parent)
        + ", count(*) OVER (PARTITION BY %s) AS related_count".formatted(parent)
        + ", row_number() OVER (PARTITION BY %s ORDER BY %s) AS related_place"
            .formatted(parent, order)
        + ", row_number() OVER (PARTITION BY %s ORDER BY %s) AS related_age"
            .formatted(parent, newest)
        + " FROM %s WHERE %s = ANY($1::text[])".formatted(from.apply(target), parent)
        + (target.isSoftDeleted() ? " AND t.deleted_at IS NULL" : "")
        + ") AS t WHERE related_age <= $2 ORDER BY related_place";
  }

  private static List<RelatedRow> related(Selection selection, RowSet<Row> rows) {
    List<RelatedRow> related = new ArrayList<>(rows.size());
    int keyPosition = selection.readColumns().size();
    for (Row row : rows) {
      JsonObject json = selection.read(row);
      Long count = row.size() > keyPosition + 1 ? row.getLong(keyPosition + 1) : null;
      related.add(new RelatedRow(row.getString(keyPosition), json, count));
    }
    return related;
  }
}
