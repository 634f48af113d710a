package dev.tradewind.catalog.region;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Store of the countries and providers of regions. Lock order: the region's row, then countries by
 * code.
 */
public final class RegionLinkStore {

  /** Provider link tables of a region. */
  enum Providers {
    PAYMENT("region_payment_provider"),
    FULFILLMENT("region_fulfillment_provider");

    private final String table;

    Providers(String table) {
      this.table = table;
    }
  }

  // Returns the previous region of each country; a country of another region is not moved.
  private static final String CLAIM =
      """
      WITH wanted AS (
        SELECT iso_2, display_name, region_id
        FROM country
        WHERE iso_2 = ANY ($2)
        ORDER BY iso_2
        FOR NO KEY UPDATE
      ), claimed AS (
        UPDATE country
        SET region_id = $1
        FROM wanted
        WHERE country.iso_2 = wanted.iso_2
          AND wanted.region_id IS NULL
      )
      SELECT iso_2, display_name, region_id
      FROM wanted
      ORDER BY iso_2
      """;

  private static final String FREE_OTHERS =
      """
      UPDATE country
      SET region_id = NULL
      FROM (
        SELECT iso_2
        FROM country
        WHERE region_id = $1
          AND NOT iso_2 = ANY ($2)
        ORDER BY iso_2
        FOR NO KEY UPDATE
      ) AS locked
      WHERE country.iso_2 = locked.iso_2
      """;

  private static final String FREE_THESE =
      """
      UPDATE country
      SET region_id = NULL
      FROM (
        SELECT iso_2
        FROM country
        WHERE region_id = $1
          AND iso_2 = ANY ($2)
        ORDER BY iso_2
        FOR NO KEY UPDATE
      ) AS locked
      WHERE country.iso_2 = locked.iso_2
      """;

  private static final String SET_PROVIDERS =
      """
      WITH gone AS (
        DELETE FROM %1$s
        WHERE region_id = $1
          AND NOT provider_id = ANY ($2)
      )
      INSERT INTO %1$s (region_id, provider_id)
      SELECT $1, provider_id
      FROM unnest($2::text[]) AS provider_id
      ON CONFLICT DO NOTHING
      """;

  private static final String ADD_PROVIDER =
      "INSERT INTO %s (region_id, provider_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";

  private static final String REMOVE_PROVIDER =
      "DELETE FROM %s WHERE region_id = $1 AND provider_id = $2";

  private static final String LOCK =
      "SELECT version FROM region WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE";

  private static final String KNOWN_COUNTRY = "SELECT iso_2 FROM country WHERE iso_2 = $1";

  private static final String FIND_REFERENCES =
      """
      SELECT
        EXISTS (SELECT FROM currency WHERE code = $1) AS currency_exists,
        EXISTS (SELECT FROM store_currency WHERE currency_code = $1) AS currency_is_offered,
        ARRAY(SELECT iso_2 FROM country WHERE iso_2 = ANY ($2)) AS countries,
        EXISTS (SELECT FROM tax_provider WHERE id = $3) AS tax_provider_exists,
        (SELECT count(*) FROM payment_provider WHERE id = ANY ($4)) AS payment_providers,
        (SELECT count(*) FROM fulfillment_provider WHERE id = ANY ($5)) AS fulfillment_providers
      """;

  /**
   * Existing rows among the references of a region.
   *
   * @param countries codes of the existing countries
   * @param paymentProviders number of existing payment providers among the referenced ones
   * @param fulfillmentProviders number of existing fulfillment providers among the referenced ones
   */
  record References(
      boolean currencyExists,
      boolean currencyIsOffered,
      Set<String> countries,
      boolean taxProviderExists,
      long paymentProviders,
      long fulfillmentProviders) {

    private static final RecordCodec<References> CODEC =
        RecordCodec.of(MethodHandles.lookup(), References.class);
  }

  Future<References> findReferences(SqlClient db, RegionInput input) {
    return db.preparedQuery(FIND_REFERENCES)
        .execute(
            Tuple.of(
                input.currencyCode(),
                array(input.countries()),
                input.taxProviderId(),
                array(input.paymentProviders()),
                array(input.fulfillmentProviders())))
        .map(rows -> References.CODEC.readRow(rows.iterator().next()));
  }

  /** Locks the region until the end of the transaction; false if it is missing. */
  Future<Boolean> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK).execute(Tuple.of(id)).map(rows -> rows.size() > 0);
  }

  Future<Boolean> isCountry(SqlClient db, String code) {
    return db.preparedQuery(KNOWN_COUNTRY).execute(Tuple.of(code)).map(rows -> rows.size() > 0);
  }

  /**
   * Adds countries to the region and returns how many were in none before.
   *
   * @return fails with 422 if one is in another region
   */
  Future<Integer> claim(SqlClient db, String regionId, List<String> countries) {
    if (countries.isEmpty()) {
      return Future.succeededFuture(0);
    }
    return db.preparedQuery(CLAIM)
        .execute(Tuple.of(regionId, JsonFields.array(countries)))
        .map(rows -> {
          int claimed = 0;
          for (Row country : rows) {
            String owner = country.getString("region_id");
            if (owner == null) {
              claimed++;
            } else if (!owner.equals(regionId)) {
              throw Problem.duplicate(
                  country.getString("display_name") + " already exists in region " + owner);
            }
          }
          return claimed;
        });
  }

  /** Removes all other countries from the region. */
  Future<Void> keepOnly(SqlClient db, String regionId, List<String> countries) {
    return db.preparedQuery(FREE_OTHERS)
        .execute(Tuple.of(regionId, JsonFields.array(countries)))
        .mapEmpty();
  }

  /** Removes the country; false if it was not in the region. */
  Future<Boolean> free(SqlClient db, String regionId, String country) {
    return db.preparedQuery(FREE_THESE)
        .execute(Tuple.of(regionId, JsonFields.array(List.of(country))))
        .map(rows -> rows.rowCount() > 0);
  }

  Future<Void> set(SqlClient db, Providers providers, String regionId, List<String> providerIds) {
    return db.preparedQuery(SET_PROVIDERS.formatted(providers.table))
        .execute(Tuple.of(regionId, JsonFields.array(providerIds)))
        .mapEmpty();
  }

  /** Adds the provider; false if it was linked before. */
  Future<Boolean> add(SqlClient db, Providers providers, String regionId, String providerId) {
    return db.preparedQuery(ADD_PROVIDER.formatted(providers.table))
        .execute(Tuple.of(regionId, providerId))
        .map(rows -> rows.rowCount() > 0);
  }

  /** Removes the provider; false if it was not linked. */
  Future<Boolean> remove(SqlClient db, Providers providers, String regionId, String providerId) {
    return db.preparedQuery(REMOVE_PROVIDER.formatted(providers.table))
        .execute(Tuple.of(regionId, providerId))
        .map(rows -> rows.rowCount() > 0);
  }

  private static Object array(@Nullable List<String> texts) {
    return JsonFields.array(texts == null ? List.of() : texts);
  }
}
