package dev.tradewind.storefront.answer;

import dev.tradewind.storefront.design.Language;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Region, whose prices are shown and whose countries are shipped to.
 *
 * @param taxRate of what has no rate of its own, in percent
 * @param automaticTaxes whether carts show their taxes before these are asked for
 * @param paymentProviders null where the API does not show them
 */
public record Region(
    String id,
    String name,
    String currencyCode,
    @Nullable Number taxRate,
    boolean automaticTaxes,
    List<Country> countries,
    @Nullable List<PaymentProvider> paymentProviders,
    @Nullable Instant createdAt)
    implements Answer.Keyed {

  /** The newest first, as the API lists them. */
  public static final Comparator<Region> NEWEST =
      Comparator.comparing(
          Region::createdAt, Comparator.nullsLast(Comparator.<Instant>reverseOrder()));

  /** Country by its code of two letters, in lower case. */
  public record Country(String iso2) {}

  /** Payment provider of the region; one that is not installed takes no payments. */
  public record PaymentProvider(String id, boolean isInstalled) {}

  /** Note beside prices of the region: taxes and shipping that they include or leave out. */
  public String priceNote(Language text) {
    if (taxRate != null && taxRate.doubleValue() > 0) {
      return text.of("price.with-tax");
    }
    return text.of(automaticTaxes ? "price.without-shipping" : "price.without-tax");
  }

  /**
   * Whether a choice of the shopper is this region: its id, or the code of one of its countries.
   */
  public boolean isChosenBy(@Nullable String choice) {
    return id.equals(choice) || has(choice);
  }

  /** Whether a country is one of the region. */
  public boolean has(@Nullable String country) {
    return countries.stream().anyMatch(one -> one.iso2().equals(country));
  }

  /** Codes of the countries of regions, in their order. */
  public static List<String> codes(List<Region> regions) {
    return regions.stream()
        .flatMap(region -> region.countries().stream())
        .map(Country::iso2)
        .distinct()
        .toList();
  }

  /** Adds the names of the countries by their codes. */
  public void addCountries(Map<String, String> names, Language text) {
    countries.forEach(country -> names.put(country.iso2(), text.country(country.iso2())));
  }
}
