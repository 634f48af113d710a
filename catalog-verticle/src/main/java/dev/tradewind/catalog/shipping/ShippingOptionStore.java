package dev.tradewind.catalog.shipping;

import dev.tradewind.catalog.schema.ShippingOptionResources;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.resource.query.WhereClause;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * SQL of shipping options: the read for carts, one statement with requirements and profile, and the
 * changes by admin operations.
 */
public final class ShippingOptionStore {

  private static final String SELECT =
      """
      SELECT %s,
        coalesce(
          (
            SELECT json_agg(%s ORDER BY requirement.id)
            FROM shipping_option_requirement AS requirement
            WHERE requirement.shipping_option_id = t.id AND requirement.deleted_at IS NULL
          ),
          '[]'
        ) AS requirements,
        (
          SELECT %s
          FROM shipping_profile AS profile
          WHERE profile.id = t.profile_id AND profile.deleted_at IS NULL
        ) AS profile
      FROM shipping_option AS t
      """
          .formatted(
              ShippingOptionResources.OPTION.columnList("t"),
              ShippingOptionResources.REQUIREMENT.jsonObject("requirement"),
              ShippingOptionResources.PROFILE.jsonObject("profile"));

  /** Locks the provider link of the region until the option is inserted. */
  private static final String FIND_OFFER =
      """
      WITH offered AS (
        SELECT provider_id
        FROM region_fulfillment_provider
        WHERE region_id = $1
          AND provider_id = $2
        FOR KEY SHARE
      )
      SELECT
        EXISTS (SELECT FROM region WHERE id = $1 AND deleted_at IS NULL) AS region_exists,
        EXISTS (SELECT FROM offered) AS is_offered,
        (
          SELECT id
          FROM shipping_profile
          WHERE deleted_at IS NULL
            AND CASE WHEN $3::text IS NULL THEN type = 'default' ELSE id = $3 END
        ) AS profile_id
      """;

  private static final String SET_AMOUNT =
      "UPDATE shipping_option SET amount = $2 WHERE id = $1 AND price_type = 'flat_rate'";

  private static final String FIND_REQUIREMENTS =
      "SELECT id FROM shipping_option_requirement WHERE shipping_option_id = $1";

  // Deletions precede insertions, because the kinds are unique per option.
  private static final String CLEAR_REQUIREMENTS =
      "DELETE FROM shipping_option_requirement WHERE shipping_option_id = $1";

  private static final String INSERT_REQUIREMENTS =
      """
      INSERT INTO shipping_option_requirement (id, shipping_option_id, type, amount)
      SELECT id, $1, type, amount
      FROM jsonb_to_recordset($2) AS requirement (id text, type text, amount bigint)
      """;

  /**
   * Stored references of a new shipping option.
   *
   * @param isOffered whether the region offers the provider
   * @param profileId id of the requested profile, or of the default one
   */
  record Offer(boolean regionExists, boolean isOffered, @Nullable String profileId) {

    private static final RecordCodec<Offer> CODEC =
        RecordCodec.of(MethodHandles.lookup(), Offer.class);
  }

  /** Options that meet the conditions. */
  Future<List<JsonObject>> find(SqlClient db, WhereClause conditions, String order) {
    return db.preparedQuery(SELECT + conditions.where() + " ORDER BY " + order)
        .execute(conditions.parameters())
        .map(rows -> {
          List<JsonObject> options = new ArrayList<>(rows.size());
          rows.forEach(row ->
              options.add(
                  ShippingOptionResources.OPTION
                      .row(row)
                      .put("requirements", row.getJson("requirements"))
                      .put("profile", row.getJson("profile"))));
          return options;
        });
  }

  Future<Offer> findOffer(
      SqlClient db, String regionId, @Nullable String providerId, @Nullable String profileId) {
    return db.preparedQuery(FIND_OFFER)
        .execute(Tuple.of(regionId, providerId, profileId))
        .map(rows -> Offer.CODEC.readRow(rows.iterator().next()));
  }

  /** Sets the amount of a flat-rate option; other options keep theirs. */
  Future<Void> setAmount(SqlClient db, String id, @Nullable Long amount) {
    return db.preparedQuery(SET_AMOUNT).execute(Tuple.of(id, amount)).mapEmpty();
  }

  Future<Set<String>> findRequirements(SqlClient db, String id) {
    return db.preparedQuery(FIND_REQUIREMENTS)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> row.getString(0)).collect(Collectors.toSet()));
  }

  Future<Void> clearRequirements(SqlClient db, String id) {
    return db.preparedQuery(CLEAR_REQUIREMENTS).execute(Tuple.of(id)).mapEmpty();
  }

  Future<Void> insertRequirements(SqlClient db, String id, JsonArray rows) {
    return db.preparedQuery(INSERT_REQUIREMENTS).execute(Tuple.of(id, rows)).mapEmpty();
  }
}
