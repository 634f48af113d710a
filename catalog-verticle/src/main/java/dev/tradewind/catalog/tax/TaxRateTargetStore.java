package dev.tradewind.catalog.tax;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.database.ConstraintViolations;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** SQL of the links of tax rates to products, product types and shipping options. */
final class TaxRateTargetStore {

  /** Shipping option outside the region of the tax rate. */
  record OptionOfOtherRegion(
      @JsonName("id") String optionId,
      @JsonName("region_id") String optionRegionId,
      String rateRegionId) {

    private static final RecordCodec<OptionOfOtherRegion> CODEC =
        RecordCodec.of(MethodHandles.lookup(), OptionOfOtherRegion.class);
  }

  // %1$s is the table of the links, %2$s its column beside the rate.
  private static final String ADD =
      """
      INSERT INTO %1$s (rate_id, %2$s)
      SELECT $1, linked
      FROM unnest($2::text[]) AS linked
      ORDER BY linked
      ON CONFLICT DO NOTHING
      """;

  private static final String REMOVE = "DELETE FROM %s WHERE rate_id = $1 AND %s = ANY ($2)";

  private static final String REMOVE_OTHERS =
      "DELETE FROM %s WHERE rate_id = $1 AND NOT %s = ANY ($2)";

  private static final String FIND_OF_OTHER_REGION =
      """
      SELECT option.id, option.region_id, rate.region_id AS rate_region_id
      FROM shipping_tax_rate AS link
      JOIN shipping_option AS option ON option.id = link.shipping_option_id
      JOIN tax_rate AS rate ON rate.id = link.rate_id
      WHERE link.rate_id = $1
        AND option.region_id <> rate.region_id
      ORDER BY option.id
      LIMIT 1
      """;

  private static final String COUNT =
      """
      SELECT
        rate.id,
        (SELECT count(*) FROM product_tax_rate WHERE rate_id = rate.id) AS product_count,
        (SELECT count(*) FROM product_type_tax_rate WHERE rate_id = rate.id) AS product_type_count,
        (SELECT count(*) FROM shipping_tax_rate WHERE rate_id = rate.id) AS shipping_option_count
      FROM unnest($1::text[]) AS rate (id)
      """;

  private static final String DELETE = "DELETE FROM tax_rate WHERE id = $1";

  /** Adds links; fails with 404 for an unknown id. */
  Future<Void> add(SqlClient db, TaxRateTargets targets, String rateId, List<String> ids) {
    return ConstraintViolations.mapped(change(db, ADD, targets, rateId, ids));
  }

  Future<Void> remove(SqlClient db, TaxRateTargets targets, String rateId, List<String> ids) {
    return change(db, REMOVE, targets, rateId, ids);
  }

  Future<Void> removeOthers(SqlClient db, TaxRateTargets targets, String rateId, List<String> ids) {
    return change(db, REMOVE_OTHERS, targets, rateId, ids);
  }

  private static Future<Void> change(
      SqlClient db, String statement, TaxRateTargets targets, String rateId, List<String> ids) {
    return db.preparedQuery(statement.formatted(targets.table, targets.column))
        .execute(Tuple.of(rateId, JsonFields.array(ids)))
        .mapEmpty();
  }

  Future<Optional<OptionOfOtherRegion>> findOfOtherRegion(SqlClient db, String rateId) {
    return db.preparedQuery(FIND_OF_OTHER_REGION)
        .execute(Tuple.of(rateId))
        .map(rows -> rows.stream().map(OptionOfOtherRegion.CODEC::readRow).findFirst());
  }

  /** Counts the links of each rate, by the id of the rate and the name of the count. */
  Future<Map<String, JsonObject>> count(SqlClient db, List<String> ids) {
    return db.preparedQuery(COUNT)
        .execute(Tuple.of(JsonFields.array(ids)))
        .map(rows -> {
          Map<String, JsonObject> counts = new HashMap<>();
          rows.forEach(row -> counts.put(row.getString("id"), row.toJson()));
          return counts;
        });
  }

  Future<Void> delete(SqlClient db, String id) {
    return db.preparedQuery(DELETE).execute(Tuple.of(id)).mapEmpty();
  }
}
