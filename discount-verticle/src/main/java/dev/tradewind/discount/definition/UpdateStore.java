package dev.tradewind.discount.definition;

import dev.tradewind.api.discount.RuleType;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Statements of an update, within its transaction. */
final class UpdateStore {

  /**
   * Locked discount, as far as an update needs it.
   *
   * @param key of its events
   */
  record Locked(String key, String ruleId, RuleType type) {}

  /** Existing condition. */
  record Known(String type, String operator, String ruleId) {}

  // Codes share the rule of their parent, so the parent is locked too.
  private static final String LOCK =
      """
      SELECT coalesce(discount.parent_discount_id, discount.id), discount.rule_id, rule.type
      FROM discount
      JOIN discount_rule AS rule ON rule.id = discount.rule_id
      WHERE discount.id = $1
        AND discount.deleted_at IS NULL
      FOR NO KEY UPDATE OF discount, rule
      """;

  private static final String UPDATE_RULE =
      """
      UPDATE discount_rule
      SET description = CASE WHEN $2 THEN $3 ELSE description END,
        value = coalesce($4::bigint, value),
        allocation = coalesce($5::text, allocation),
        updated_at = $6
      WHERE id = $1
      """;

  private static final String REMOVE_REGIONS =
      """
      DELETE FROM discount_region
      WHERE discount_id = $1
        AND region_id <> ALL ($2::text[])
      """;

  private static final String ADD_REGIONS =
      """
      INSERT INTO discount_region (discount_id, region_id, of_fixed)
      SELECT $1::text, region.id, $3::boolean
      FROM unnest($2::text[]) AS region (id)
      ON CONFLICT (discount_id, region_id) DO NOTHING
      """;

  private static final String FIND_CONDITIONS =
      """
      SELECT id, type, operator, discount_rule_id
      FROM discount_condition
      WHERE id = ANY ($1)
      """;

  private static final String CHANGE_CONDITIONS =
      """
      WITH given AS (
        SELECT id, type, operator
        FROM jsonb_to_recordset($1::jsonb) AS given (id text, type text, operator text)
      ),
      changed AS (
        UPDATE discount_condition
        SET operator = coalesce(given.operator, discount_condition.operator),
          updated_at = $2::timestamptz
        FROM given
        WHERE discount_condition.id = given.id
      )
      DELETE FROM discount_condition_resource AS named
      USING jsonb_to_recordset($1::jsonb) AS kept (id text, resources jsonb)
      WHERE named.condition_id = kept.id
        AND NOT kept.resources ? named.resource_id
      """;

  private static final String ADD_CONDITIONS =
      """
      INSERT INTO discount_condition (id, created_at, updated_at, type, operator, discount_rule_id)
      SELECT given.id, $2::timestamptz, $2::timestamptz, given.type, given.operator, $3::text
      FROM jsonb_to_recordset($1::jsonb) AS given (id text, type text, operator text)
      """;

  private static final String NAME_RESOURCES =
      """
      INSERT INTO discount_condition_resource (condition_id, resource_id, created_at)
      SELECT given.id, resource.id, $2::timestamptz
      FROM jsonb_to_recordset($1::jsonb) AS given (id text, resources jsonb),
        jsonb_array_elements_text(given.resources) AS resource (id)
      ON CONFLICT DO NOTHING
      """;

  Future<Optional<Locked>> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK)
        .execute(Tuple.of(id))
        .map(rows ->
            rows.stream()
                .map(row ->
                    new Locked(row.getString(0), row.getString(1), RuleType.of(row.getString(2))))
                .findFirst());
  }

  Future<Void> updateRule(SqlClient db, String ruleId, JsonObject rule, Instant now) {
    Object value = rule.getValue("value");
    return run(
        db,
        UPDATE_RULE,
        Tuple.of(
            ruleId,
            rule.containsKey("description"),
            rule.getString("description"),
            value == null ? null : NewDiscount.whole("value", value),
            rule.getString("allocation"),
            Timestamps.utc(now)));
  }

  Future<Void> replaceRegions(SqlClient db, String id, List<String> regionIds, boolean ofFixed) {
    String[] regions = regionIds.toArray(String[]::new);
    return run(db, REMOVE_REGIONS, Tuple.of(id, (Object) regions))
        .compose(removed -> run(db, ADD_REGIONS, Tuple.of(id, regions, ofFixed)));
  }

  Future<Map<String, Known>> findConditions(SqlClient db, Collection<String> ids) {
    return db.preparedQuery(FIND_CONDITIONS)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows -> {
          Map<String, Known> known = new HashMap<>();
          for (Row row : rows) {
            known.put(
                row.getString(0), new Known(row.getString(1), row.getString(2), row.getString(3)));
          }
          return known;
        });
  }

  /** Sets the operators of existing conditions, if given, and replaces their resources. */
  Future<Void> changeConditions(SqlClient db, List<ConditionInput> conditions, Instant now) {
    return Futures.unlessEmpty(
        conditions,
        () ->
            run(
                    db,
                    CHANGE_CONDITIONS,
                    Tuple.of(ConditionInput.rows(conditions), Timestamps.utc(now)))
                .compose(changed -> nameResources(db, conditions, now)));
  }

  Future<Void> addConditions(
      SqlClient db, String ruleId, List<ConditionInput> conditions, Instant now) {
    return Futures.unlessEmpty(
        conditions,
        () ->
            run(
                    db,
                    ADD_CONDITIONS,
                    Tuple.of(ConditionInput.rows(conditions), Timestamps.utc(now), ruleId))
                .compose(added -> nameResources(db, conditions, now)));
  }

  private static Future<Void> nameResources(
      SqlClient db, List<ConditionInput> conditions, Instant now) {
    return run(db, NAME_RESOURCES, Tuple.of(ConditionInput.rows(conditions), Timestamps.utc(now)));
  }

  private static Future<Void> run(SqlClient db, String sql, Tuple parameters) {
    return DiscountConstraints.mapped(db.preparedQuery(sql).execute(parameters)).mapEmpty();
  }
}
