package dev.tradewind.catalog.region;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
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

  private RegionValidator() {}

  /** Validates the body of a create or an update; fails with the first problem. */
  static Future<Void> check(SqlClient db, JsonObject body) {
    requirePercentage(body.getNumber("tax_rate"));
    String currency = JsonFields.code(body, "currency_code");
    List<String> countries = JsonFields.codes(body, "countries").orElse(List.of());
    String taxProvider = body.getString("tax_provider_id");
    List<String> payment = JsonFields.texts(body, "payment_providers").orElse(List.of());
    List<String> fulfillment = JsonFields.texts(body, "fulfillment_providers").orElse(List.of());
    return RegionLinkStore.findReferences(
            db, currency, countries, taxProvider, payment, fulfillment)
        .map(known -> {
          requireCountries(countries, known.countries());
          require(taxProvider == null || known.taxProviderExists(), "Tax provider not found");
          require(known.paymentProviders() == payment.size(), "Payment provider not found");
          require(
              known.fulfillmentProviders() == fulfillment.size(), "Fulfillment provider not found");
          if (currency != null) {
            require(known.currencyExists(), "Could not find currency with code " + currency);
            require(known.currencyIsOffered(), "Invalid currency code");
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
