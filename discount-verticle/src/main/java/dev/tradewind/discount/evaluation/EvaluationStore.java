package dev.tradewind.discount.evaluation;

import dev.tradewind.api.discount.DiscountEvaluation;
import dev.tradewind.api.discount.DiscountEvaluationRequest;
import dev.tradewind.api.discount.IneligibilityReason;
import dev.tradewind.discount.definition.DiscountResources;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Store of the input of an evaluation, read in one statement. */
final class EvaluationStore {

  // Conditions may have thousands of resources; only those that occur in the cart are read.
  private static final String FIND =
      """
      SELECT %s AS document,
        array_remove(
          ARRAY[
            CASE
              WHEN t.usage_count >= t.usage_limit OR parent.usage_count >= parent.usage_limit
              THEN 'used_up'
            END,
            CASE WHEN t.starts_at > moment.now THEN 'not_yet' END,
            CASE WHEN t.ends_at < moment.now THEN 'expired' END,
            CASE WHEN t.is_disabled THEN 'disabled' END
          ],
          NULL
        ) AS reasons,
        EXISTS (
          SELECT
          FROM discount_region AS region
          WHERE region.discount_id = coalesce(t.parent_discount_id, t.id)
            AND region.region_id = $3
        ) AS in_region,
        (
          SELECT coalesce(
            jsonb_agg(jsonb_build_object(
              'type', condition.type,
              'operator', condition.operator,
              'named', (
                SELECT coalesce(jsonb_agg(resource.resource_id), '[]')
                FROM discount_condition_resource AS resource
                WHERE resource.condition_id = condition.id
                  AND resource.resource_id = ANY ($4)
              ))),
            '[]')
          FROM discount_condition AS condition
          WHERE condition.discount_rule_id = t.rule_id
        ) AS conditions
      FROM discount AS t
      JOIN discount_rule AS rule ON rule.id = t.rule_id
      LEFT JOIN discount AS parent ON parent.id = t.parent_discount_id
      CROSS JOIN (SELECT clock_timestamp() AS now OFFSET 0) AS moment
      WHERE t.deleted_at IS NULL
        AND (t.code = ANY ($1) OR t.id = ANY ($2))
      """
          .formatted(
              DiscountResources.DISCOUNT.jsonObject(
                  "t", "'rule', " + DiscountResources.RULE.jsonObject("rule")));

  /** Discounts with these codes or ids, unordered. */
  Future<List<DiscountEvaluation.DiscountEligibility>> evaluate(
      SqlClient db, Collection<String> codes, DiscountEvaluationRequest cart) {
    Tuple parameters =
        Tuple.of(
            codes.toArray(String[]::new),
            cart.discountIds().toArray(String[]::new),
            cart.regionId(),
            resourceIdsOf(cart));
    return db.preparedQuery(FIND)
        .execute(parameters)
        .map(rows -> rows.stream().map(row -> eligibility(row, cart)).toList());
  }

  private static String[] resourceIdsOf(DiscountEvaluationRequest cart) {
    Stream<String> ofLines =
        cart.lines().stream()
            .flatMap(line ->
                Stream.concat(
                    Stream.of(line.productId(), line.typeId(), line.collectionId())
                        .filter(Objects::nonNull),
                    line.tagIds().stream()));
    return Stream.concat(ofLines, cart.customerGroupIds().stream())
        .distinct()
        .toArray(String[]::new);
  }

  private static DiscountEvaluation.DiscountEligibility eligibility(
      Row row, DiscountEvaluationRequest cart) {
    Set<IneligibilityReason> reasons = EnumSet.noneOf(IneligibilityReason.class);
    for (String reason : row.getArrayOfStrings("reasons")) {
      reasons.add(IneligibilityReason.of(reason));
    }
    List<MatchedCondition> conditions =
        ((JsonArray) row.getJson("conditions"))
            .stream().map(each -> MatchedCondition.parse((JsonObject) each)).toList();
    return DiscountEvaluator.of(
        (JsonObject) row.getJson("document"),
        reasons,
        row.getBoolean("in_region"),
        conditions,
        cart);
  }
}
