package dev.tradewind.catalog.region;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validator of a region's references: currencies of the store, countries, installed providers. One
 * statement per body.
 */
final class RegionValidator {

  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  private static final String LOOK =
      """
      SELECT
        EXISTS (SELECT FROM currency WHERE code = $1) AS currency_exists,
        EXISTS (SELECT FROM store_currency WHERE currency_code = $1) AS currency_is_offered,
        ARRAY(SELECT iso_2 FROM country WHERE iso_2 = ANY ($2)) AS countries,
        EXISTS (SELECT FROM tax_provider WHERE id = $3) AS tax_provider_exists,
        (SELECT count(*) FROM payment_provider WHERE id = ANY ($4)) AS payment_providers,
        (SELECT count(*) FROM fulfillment_provider WHERE id = ANY ($5)) AS fulfillment_providers
      """;

  private RegionValidator() {}

  /** Validates the body of a create or an update; fails with the first problem. */
  static Future<Void> check(SqlClient db, JsonObject body) {
    requirePercentage(body.getNumber("tax_rate"));
    String currency = JsonFields.code(body, "currency_code");
    List<String> countries = JsonFields.codes(body, "countries").orElse(List.of());
    String taxProvider = body.getString("tax_provider_id");
    List<String> payment = JsonFields.texts(body, "payment_providers").orElse(List.of());
    List<String> fulfillment = JsonFields.texts(body, "fulfillment_providers").orElse(List.of());
    return db.preparedQuery(LOOK)
        .execute(
            Tuple.of(
                currency,
                JsonFields.array(countries),
                taxProvider,
                JsonFields.array(payment),
                JsonFields.array(fulfillment)))
        .map(rows -> {
          Row known = rows.iterator().next();
          requireCountries(countries, Set.of(known.getArrayOfStrings("countries")));
          require(
              taxProvider == null || known.getBoolean("tax_provider_exists"),
              "Tax provider not found");
          require(
              known.getLong("payment_providers") == payment.size(), "Payment provider not found");
          require(
              known.getLong("fulfillment_providers") == fulfillment.size(),
              "Fulfillment provider not found");
          if (currency != null) {
            require(
                known.getBoolean("currency_exists"),
                "Could not find currency with code " + currency);
            require(known.getBoolean("currency_is_offered"), "Invalid currency code");
          }
          return null;
        });
  }

  static void requireCountries(List<String> wanted, Set<String> known) {
    Set<String> missing = new HashSet<>(wanted);
    missing.removeAll(known);
    for (String code : wanted) {
      require(COUNTRIES.contains(code.toUpperCase(Locale.ROOT)), "Invalid country code");
      require(!missing.contains(code), "Country with code " + code + " not found");
    }
  }

  /** Keeps the reference's message, although rates have become percentages. */
  private static void requirePercentage(@Nullable Number rate) {
    require(
        rate == null || (rate.doubleValue() >= 0 && rate.doubleValue() <= 100),
        "The tax_rate must be between 0 and 1");
  }

  private static void require(boolean fulfilled, String message) {
    if (!fulfilled) {
      throw new Problem.InvalidData(message).toException();
    }
  }
}
