package dev.tradewind.discount.remote;

import dev.tradewind.api.discount.ConditionType;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** SQL of the references of discounts and their conditions to resources of other verticles. */
final class ReferenceStore {

  private static final String REFERENCED_AMONG =
      """
      SELECT DISTINCT resource.resource_id
      FROM discount_condition_resource AS resource
      JOIN discount_condition AS condition ON condition.id = resource.condition_id
      WHERE condition.type = $1
        AND resource.resource_id = ANY ($2)
      """;

  private static final String REFERENCED_AFTER =
      """
      SELECT DISTINCT resource.resource_id
      FROM discount_condition_resource AS resource
      JOIN discount_condition AS condition ON condition.id = resource.condition_id
      WHERE condition.type = $1
        AND resource.resource_id > $2
      ORDER BY resource.resource_id
      LIMIT $3
      """;

  private static final String REMOVE =
      """
      DELETE FROM discount_condition_resource AS resource
      USING discount_condition AS condition
      WHERE condition.id = resource.condition_id
        AND condition.type = $1
        AND resource.resource_id = ANY ($2)
      """;

  private static final String REGIONS = "SELECT DISTINCT region_id FROM discount_region";

  private static final String REMOVE_REGIONS =
      "DELETE FROM discount_region WHERE region_id = ANY ($1)";

  /** Finds the ids among the given ones that conditions of the type refer to. */
  Future<List<String>> findReferencedAmong(SqlClient db, ConditionType type, List<String> ids) {
    return find(
        db, REFERENCED_AMONG, Tuple.of(type.wireName(), (Object) ids.toArray(String[]::new)));
  }

  /** Finds a page of the ids that conditions of the type refer to, sorted by id. */
  Future<List<String>> findReferencedAfter(
      SqlClient db, ConditionType type, String after, int limit) {
    return find(db, REFERENCED_AFTER, Tuple.of(type.wireName(), after, limit));
  }

  /** Removes the ids from all conditions of the type. */
  Future<Void> remove(SqlClient db, ConditionType type, String[] ids) {
    return db.preparedQuery(REMOVE).execute(Tuple.of(type.wireName(), (Object) ids)).mapEmpty();
  }

  Future<List<String>> findRegions(SqlClient db) {
    return find(db, REGIONS, Tuple.tuple());
  }

  /** Removes the regions from all discounts. */
  Future<Void> removeRegions(SqlClient db, String[] ids) {
    return db.preparedQuery(REMOVE_REGIONS).execute(Tuple.of((Object) ids)).mapEmpty();
  }

  private static Future<List<String>> find(SqlClient db, String statement, Tuple parameters) {
    return db.preparedQuery(statement)
        .execute(parameters)
        .map(rows -> rows.stream().map(row -> row.getString(0)).toList());
  }
}
