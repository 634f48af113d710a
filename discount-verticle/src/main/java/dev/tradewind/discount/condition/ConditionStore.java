package dev.tradewind.discount.condition;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.discount.definition.ConditionInput;
import dev.tradewind.discount.definition.DiscountConstraints;
import dev.tradewind.discount.definition.DiscountEvents;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of discount conditions; each write also appends its event. */
final class ConditionStore {

  /**
   * Discount, perhaps with a condition.
   *
   * @param type of the condition; null if there is none
   * @param isOwn whether the condition belongs to the rule of the discount
   */
  record Found(String ruleId, @Nullable ConditionType type, boolean isOwn) {}

  private static final String FIND_RESOURCES =
      """
      SELECT resource.resource_id
      FROM discount_condition AS condition
      JOIN discount_condition_resource AS resource ON resource.condition_id = condition.id
      WHERE condition.id = $1
        AND condition.type = $2
      """;

  private static final String FIND =
      """
      SELECT discount.rule_id, condition.type,
        condition.discount_rule_id IS NOT DISTINCT FROM discount.rule_id
      FROM discount
      LEFT JOIN discount_condition AS condition ON condition.id = $2
      WHERE discount.id = $1
        AND discount.deleted_at IS NULL
      """;

  // A separate statement before several others, so that they see all changes committed before the
  // lock.
  private static final String LOCK =
      """
      SELECT rule.id
      FROM discount
      JOIN discount_rule AS rule ON rule.id = discount.rule_id
      WHERE discount.id = $1
        AND discount.deleted_at IS NULL
      FOR NO KEY UPDATE
      """;

  /**
   * Change of one condition of a discount. The rule is locked, because the codes of a dynamic
   * discount share it. The version rises and the event is appended if <code>changed</code> has a
   * row.
   */
  private static final String CHANGE =
      """
      WITH target AS (
        SELECT discount.id, discount.rule_id
        FROM discount
        JOIN discount_rule AS rule ON rule.id = discount.rule_id
        WHERE discount.id = $1
          AND discount.deleted_at IS NULL
        FOR NO KEY UPDATE
      ),
      %s,
      raised AS (
        UPDATE discount
        SET version = version + 1
        FROM target
        WHERE discount.id = target.id
          AND EXISTS (SELECT FROM changed)
        RETURNING discount.id, discount.parent_discount_id, discount.version
      ),
      appended AS (
        %s
      )
      SELECT rule_id
      FROM target
      """;

  private static final String CREATE =
      change(
          """
          changed AS (
            INSERT INTO discount_condition (
              id, created_at, updated_at, type, operator, discount_rule_id
            )
            SELECT $2::text, $4::timestamptz, $4::timestamptz, $5::text, $6::text, rule_id
            FROM target
            RETURNING id
          ),
          named AS (
            INSERT INTO discount_condition_resource (condition_id, resource_id, created_at)
            SELECT changed.id, resource.id, $4::timestamptz
            FROM changed, unnest($7::text[]) AS resource (id)
          )
          """);

  private static final String DELETE =
      change(
          """
          changed AS (
            DELETE FROM discount_condition
            USING target
            WHERE discount_condition.id = $2::text
              AND discount_condition.discount_rule_id = target.rule_id
            RETURNING discount_condition.id
          )
          """);

  private static final String ADD =
      change(
          """
          condition AS (
            SELECT discount_condition.id
            FROM discount_condition
            JOIN target ON target.rule_id = discount_condition.discount_rule_id
            WHERE discount_condition.id = $2::text
          ),
          changed AS (
            INSERT INTO discount_condition_resource (condition_id, resource_id, created_at)
            SELECT condition.id, resource.id, $4::timestamptz
            FROM condition, unnest($5::text[]) AS resource (id)
            ON CONFLICT DO NOTHING
            RETURNING condition_id
          )
          """);

  private static final String REMOVE =
      change(
          """
          changed AS (
            DELETE FROM discount_condition_resource
            USING discount_condition, target
            WHERE discount_condition.id = $2::text
              AND discount_condition.discount_rule_id = target.rule_id
              AND discount_condition_resource.condition_id = discount_condition.id
              AND discount_condition_resource.resource_id = ANY ($4::text[])
            RETURNING discount_condition_resource.condition_id
          )
          """);

  private static final String REMOVE_OTHERS = REMOVE.replace("= ANY ($4", "<> ALL ($4");

  private static String change(String steps) {
    return CHANGE.formatted(steps.strip(), DiscountEvents.insertOf("$3", "raised"));
  }

  /** Empty if the discount does not exist. */
  Future<Optional<Found>> find(SqlClient db, String discountId, String conditionId) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(discountId, conditionId))
        .map(rows -> first(rows).map(ConditionStore::found));
  }

  private static Found found(Row row) {
    String type = row.getString(1);
    return new Found(
        row.getString(0), type == null ? null : ConditionType.of(type), row.getBoolean(2));
  }

  /** Locks the discount and its rule until the end of the transaction. */
  Future<Optional<String>> lock(SqlClient db, String discountId) {
    return run(db, LOCK, Tuple.of(discountId));
  }

  /** Rule of the discount; empty if it does not exist. */
  Future<Optional<String>> create(
      SqlClient db, String discountId, ConditionInput condition, Instant now, JsonArray events) {
    return run(
        db,
        CREATE,
        Tuple.tuple()
            .addString(discountId)
            .addString(Objects.requireNonNull(condition.id()))
            .addJsonArray(events)
            .addOffsetDateTime(Timestamps.utc(now))
            .addString(condition.type().wireName())
            .addString(condition.operator())
            .addArrayOfString(condition.resourceIds().toArray(String[]::new)));
  }

  Future<Optional<String>> delete(
      SqlClient db, String discountId, String conditionId, JsonArray events) {
    return run(db, DELETE, Tuple.of(discountId, conditionId, events));
  }

  Future<Optional<String>> add(
      SqlClient db,
      String discountId,
      String conditionId,
      List<String> resourceIds,
      Instant now,
      JsonArray events) {
    return run(
        db,
        ADD,
        Tuple.of(
            discountId,
            conditionId,
            events,
            Timestamps.utc(now),
            resourceIds.toArray(String[]::new)));
  }

  Future<Optional<String>> remove(
      SqlClient db,
      String discountId,
      String conditionId,
      List<String> resourceIds,
      JsonArray events) {
    return run(
        db, REMOVE, Tuple.of(discountId, conditionId, events, resourceIds.toArray(String[]::new)));
  }

  /** Removes all resources except these. */
  Future<Optional<String>> removeOthers(
      SqlClient db,
      String discountId,
      String conditionId,
      List<String> resourceIds,
      JsonArray events) {
    return run(
        db,
        REMOVE_OTHERS,
        Tuple.of(discountId, conditionId, events, resourceIds.toArray(String[]::new)));
  }

  /** Resources of a condition of that type. */
  Future<List<String>> findResources(SqlClient db, String conditionId, String type) {
    return db.preparedQuery(FIND_RESOURCES)
        .execute(Tuple.of(conditionId, type))
        .map(rows -> rows.stream().map(row -> row.getString(0)).toList());
  }

  private static Future<Optional<String>> run(SqlClient db, String sql, Tuple parameters) {
    return DiscountConstraints.mapped(db.preparedQuery(sql).execute(parameters))
        .map(rows -> first(rows).map(row -> row.getString(0)));
  }

  private static Optional<Row> first(RowSet<Row> rows) {
    return rows.stream().findFirst();
  }
}
