package dev.tradewind.catalog.region;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.catalog.region.RegionLinkStore.References;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.write.RowChange;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Region of a request.
 *
 * @param fields names of the mentioned fields
 * @param columns values by column; only mentioned ones are written
 * @param currencyCode in lower case
 * @param taxRate in percent
 * @param countries codes in lower case; absent if the countries stay
 * @param paymentProviders ids; absent if they stay
 * @param fulfillmentProviders ids; absent if they stay
 */
record RegionInput(
    List<String> fields,
    JsonObject columns,
    @Nullable String currencyCode,
    @Nullable Number taxRate,
    @Nullable String taxProviderId,
    @Nullable List<String> countries,
    @Nullable List<String> paymentProviders,
    @Nullable List<String> fulfillmentProviders) {

  private static final Set<String> COUNTRIES = Set.of(Locale.getISOCountries());

  private static final String[] CREATED = {
    "name", "currency_code", "tax_code", "tax_rate", "includes_tax", "metadata"
  };

  private static final String[] UPDATED = {
    "name",
    "currency_code",
    "tax_code",
    "tax_rate",
    "gift_cards_taxable",
    "automatic_taxes",
    "tax_provider_id",
    "includes_tax",
    "metadata"
  };

  static final String[] AUDITED =
      Stream.of(UPDATED).filter(column -> !column.equals("metadata")).toArray(String[]::new);

  /** A new region; null keeps the default of its column. */
  static RegionInput ofNew(JsonObject body) {
    return of(body, RowChange.pickNonNull(body, CREATED));
  }

  static RegionInput ofChange(JsonObject body) {
    return of(body, RowChange.pick(body, UPDATED));
  }

  private static RegionInput of(JsonObject body, JsonObject columns) {
    @Nullable String currency = JsonFields.code(body, "currency_code");
    if (currency != null) {
      columns.put("currency_code", currency);
    }
    return new RegionInput(
        List.copyOf(body.fieldNames()),
        columns,
        currency,
        body.getNumber("tax_rate"),
        body.getString("tax_provider_id"),
        JsonFields.codes(body, "countries").orElse(null),
        JsonFields.texts(body, "payment_providers").orElse(null),
        JsonFields.texts(body, "fulfillment_providers").orElse(null));
  }

  /** Refuses a tax rate that is no percentage, in the words of the reference for fractions. */
  void requirePercentage() {
    require(
        taxRate == null || (taxRate.doubleValue() >= 0 && taxRate.doubleValue() <= 100),
        "The tax_rate must be between 0 and 1");
  }

  /** Refuses references without a row; the first problem counts. */
  void requireStored(References stored) {
    if (countries != null) {
      requireCountries(countries, stored.countries());
    }
    require(taxProviderId == null || stored.taxProviderExists(), "Tax provider not found");
    require(
        paymentProviders == null || paymentProviders.size() == stored.paymentProviders(),
        "Payment provider not found");
    require(
        fulfillmentProviders == null
            || fulfillmentProviders.size() == stored.fulfillmentProviders(),
        "Fulfillment provider not found");
    if (currencyCode != null) {
      require(stored.currencyExists(), "Could not find currency with code " + currencyCode);
      require(stored.currencyIsOffered(), "Invalid currency code");
    }
  }

  static void requireCountries(List<String> requested, Set<String> stored) {
    Set<String> missing = new HashSet<>(requested);
    missing.removeAll(stored);
    for (String code : requested) {
      require(COUNTRIES.contains(code.toUpperCase(Locale.ROOT)), "Invalid country code");
      require(!missing.contains(code), "Country with code " + code + " not found");
    }
  }

  private static void require(boolean fulfilled, String message) {
    if (!fulfilled) {
      throw Problem.invalidData(message);
    }
  }
}
