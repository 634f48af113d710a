package dev.tradewind.storefront.answer;

import dev.tradewind.storefront.design.Language;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Region, whose prices are shown and whose countries are shipped to.
 *
 * @param automaticTaxes whether carts show their taxes before these are asked for
 * @param paymentProviders null where the API does not show them
 */
public record Region(
    String id,
    String name,
    String currencyCode,
    boolean automaticTaxes,
    List<Country> countries,
    @Nullable List<PaymentProvider> paymentProviders) {

  /** Country by its code of two letters, in lower case. */
  public record Country(String iso2) {}

  /** Payment provider of the region; one that is not installed takes no payments. */
  public record PaymentProvider(String id, boolean isInstalled) {}

  /** Adds the names of the countries by their codes. */
  public void addCountries(Map<String, String> names, Language text) {
    countries.forEach(country -> names.put(country.iso2(), text.country(country.iso2())));
  }
}
