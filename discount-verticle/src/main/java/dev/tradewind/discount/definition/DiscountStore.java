package dev.tradewind.discount.definition;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of discounts. */
public final class DiscountStore {

  // A discount that starts now has to be valid by the database clock too.
  private static final String INSERT =
      """
      WITH rule AS (
        INSERT INTO discount_rule (
          id, created_at, updated_at, description, type, value, allocation
        )
        VALUES (
          $1, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::bigint, $6::text
        )
        RETURNING id, type
      ),
      created AS (
        INSERT INTO discount (
          id, created_at, updated_at, code, is_dynamic, rule_id, is_disabled, starts_at, ends_at,
          valid_duration, usage_limit, metadata
        )
        SELECT $7::text, $2::timestamptz, $2::timestamptz, $8::text, $9::boolean, rule.id,
          $10::boolean,
          coalesce(
            $11::timestamptz,
            least($2::timestamptz, date_trunc('milliseconds', clock_timestamp()))),
          $12::timestamptz, $13::text, $14::integer, $15::jsonb
        FROM rule
        RETURNING id, parent_discount_id, version
      ),
      valid_in AS (
        INSERT INTO discount_region (discount_id, region_id, of_fixed)
        SELECT created.id, region.id, rule.type = 'fixed'
        FROM created, rule, unnest($16::text[]) AS region (id)
      ),
      condition AS (
        INSERT INTO discount_condition (
          id, created_at, updated_at, type, operator, discount_rule_id
        )
        SELECT given.id, $2::timestamptz, $2::timestamptz, given.type, given.operator, rule.id
        FROM rule, jsonb_to_recordset($17::jsonb) AS given (id text, type text, operator text)
      ),
      resource AS (
        INSERT INTO discount_condition_resource (condition_id, resource_id, created_at)
        SELECT given.id, resource.id, $2::timestamptz
        FROM jsonb_to_recordset($17::jsonb) AS given (id text, resources jsonb),
          jsonb_array_elements_text(given.resources) AS resource (id)
      )
      """
          + DiscountEvents.insertOf("$18", "created");

  private static final String INSERT_CODE =
      """
      WITH parent AS (
        SELECT id, rule_id, valid_duration,
          CASE
            WHEN parent_discount_id IS NOT NULL THEN 'DYNAMIC_CODE'
            WHEN is_dynamic THEN 'DYNAMIC'
            ELSE 'PLAIN'
          END AS kind
        FROM discount
        WHERE id = $1
          AND deleted_at IS NULL
        FOR NO KEY UPDATE
      ),
      created AS (
        INSERT INTO discount (
          id, created_at, updated_at, code, is_dynamic, rule_id, is_disabled, parent_discount_id,
          starts_at, ends_at, usage_limit, metadata
        )
        SELECT $2::text, $3::timestamptz, $3::timestamptz, $4::text, true, parent.rule_id, false,
          parent.id, least($3::timestamptz, date_trunc('milliseconds', clock_timestamp())),
          $3::timestamptz + parent.valid_duration::interval, $5::integer, $6::jsonb
        FROM parent
        WHERE parent.kind = 'DYNAMIC'
        RETURNING id, parent_discount_id, version
      ),
      appended AS (
        %s
      )
      SELECT kind
      FROM parent
      """
          .formatted(DiscountEvents.insertOf("$7", "created"));

  private static final String DELETE =
      """
      WITH deleted AS (
        UPDATE discount
        SET deleted_at = $2, updated_at = $2, version = version + 1
        WHERE id = $1
          AND deleted_at IS NULL
        RETURNING id, parent_discount_id, version
      ),
      appended AS (
        %s
      )
      SELECT id
      FROM deleted
      """
          .formatted(DiscountEvents.insertOf("$3", "deleted"));

  // After the lock of the parent, so that no code is created concurrently.
  private static final String DISABLE_CODES =
      """
      WITH disabled AS (
        UPDATE discount
        SET is_disabled = true, updated_at = $2, version = version + 1
        WHERE parent_discount_id = $1
          AND deleted_at IS NULL
          AND NOT is_disabled
        RETURNING id, parent_discount_id, version
      ),
      appended AS (
        %s
      )
      SELECT id
      FROM disabled
      """
          .formatted(DiscountEvents.insertOfCodes("$3", "disabled"));

  private static final String DELETE_CODE =
      """
      WITH deleted AS (
        UPDATE discount
        SET deleted_at = $3, updated_at = $3, version = version + 1
        WHERE parent_discount_id = $1
          AND code = $2
          AND deleted_at IS NULL
        RETURNING id, parent_discount_id, version
      ),
      appended AS (
        %s
      )
      SELECT id
      FROM deleted
      """
          .formatted(DiscountEvents.insertOf("$4", "deleted"));

  /** Change of a link of a discount; <code>changed</code> has a row if it had an effect. */
  private static final String CHANGE_REGION =
      """
      WITH target AS (
        SELECT discount.id, rule.type = 'fixed' AS of_fixed
        FROM discount
        JOIN discount_rule AS rule ON rule.id = discount.rule_id
        WHERE discount.id = $1
          AND discount.deleted_at IS NULL
        FOR NO KEY UPDATE OF discount
      ),
      changed AS (
        %s
      ),
      raised AS (
        UPDATE discount
        SET version = version + 1
        FROM changed
        WHERE discount.id = changed.discount_id
        RETURNING discount.id, discount.parent_discount_id, discount.version
      ),
      appended AS (
        %s
      )
      SELECT id
      FROM target
      """;

  private static final String ADD_REGION =
      CHANGE_REGION.formatted(
          """
          INSERT INTO discount_region (discount_id, region_id, of_fixed)
            SELECT id, $2::text, of_fixed
            FROM target
            ON CONFLICT (discount_id, region_id) DO NOTHING
            RETURNING discount_id
          """,
          DiscountEvents.insertOf("$3", "raised"));

  private static final String REMOVE_REGION =
      CHANGE_REGION.formatted(
          """
          DELETE FROM discount_region
            USING target
            WHERE discount_region.discount_id = target.id
              AND discount_region.region_id = $2::text
            RETURNING discount_region.discount_id
          """,
          DiscountEvents.insertOf("$3", "raised"));

  Future<Void> insert(SqlClient db, NewDiscount discount, Instant now, JsonArray events) {
    return DiscountConstraints.mapped(
            db.preparedQuery(INSERT).execute(parameters(discount, now, events)))
        .mapEmpty();
  }

  private static Tuple parameters(NewDiscount discount, Instant now, JsonArray events) {
    return Tuple.tuple()
        .addValue(discount.ruleId())
        .addValue(Timestamps.utc(now))
        .addValue(discount.description())
        .addValue(discount.type().wireName())
        .addValue(discount.value())
        .addValue(discount.allocation())
        .addValue(discount.id())
        .addValue(discount.code())
        .addValue(discount.isDynamic())
        .addValue(discount.isDisabled())
        .addValue(utc(discount.startsAt()))
        .addValue(utc(discount.endsAt()))
        .addValue(discount.validDuration())
        .addValue(discount.usageLimit())
        .addValue(discount.metadata())
        .addValue(discount.regionIds().toArray(String[]::new))
        .addValue(ConditionInput.rows(discount.conditions()))
        .addValue(events);
  }

  private static @Nullable OffsetDateTime utc(@Nullable Instant time) {
    return time == null ? null : Timestamps.utc(time);
  }

  /** New code of a dynamic discount. */
  record NewCode(
      String parentId, String id, String code, int usageLimit, @Nullable JsonObject metadata) {}

  /** Kind of the discount that a code was to be created of; only a dynamic one gets it. */
  enum ParentKind {
    DYNAMIC,
    DYNAMIC_CODE,
    PLAIN
  }

  /** Kind of the parent; empty if there is no parent. */
  Future<Optional<ParentKind>> insertCode(
      SqlClient db, NewCode made, Instant now, JsonArray events) {
    Tuple parameters =
        Tuple.of(made.parentId(), made.id(), Timestamps.utc(now), made.code(), made.usageLimit())
            .addJsonObject(made.metadata())
            .addJsonArray(events);
    return DiscountConstraints.mapped(db.preparedQuery(INSERT_CODE).execute(parameters))
        .map(rows -> rows.stream().map(row -> ParentKind.valueOf(row.getString(0))).findFirst());
  }

  Future<List<String>> delete(SqlClient db, String id, Instant now, JsonArray events) {
    return ids(db, DELETE, Tuple.of(id, Timestamps.utc(now), events));
  }

  Future<List<String>> disableCodes(SqlClient db, String id, Instant now, JsonArray events) {
    return ids(db, DISABLE_CODES, Tuple.of(id, Timestamps.utc(now), events));
  }

  Future<List<String>> deleteCode(
      SqlClient db, String parentId, String code, Instant now, JsonArray events) {
    return ids(db, DELETE_CODE, Tuple.of(parentId, code, Timestamps.utc(now), events));
  }

  /** Whether the discount exists. */
  Future<Boolean> addRegion(SqlClient db, String id, String regionId, JsonArray events) {
    return DiscountConstraints.mapped(ids(db, ADD_REGION, Tuple.of(id, regionId, events)))
        .map(found -> !found.isEmpty());
  }

  Future<Boolean> removeRegion(SqlClient db, String id, String regionId, JsonArray events) {
    return ids(db, REMOVE_REGION, Tuple.of(id, regionId, events)).map(found -> !found.isEmpty());
  }

  private static Future<List<String>> ids(SqlClient db, String sql, Tuple parameters) {
    return db.preparedQuery(sql)
        .execute(parameters)
        .map(rows -> rows.stream().map((Row row) -> row.getString(0)).toList());
  }
}
