package dev.tradewind.storefront.page;

import dev.tradewind.spi.AddressFormat;
import dev.tradewind.storefront.answer.Address;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fields of an address in a form, as the chosen country has them.
 *
 * @param prefix of the names of the fields: a form may have two addresses
 * @param countries names by code, of which one is chosen
 * @param values by the names of the fields without the prefix
 * @param missing names without the prefix of required fields that are empty
 */
record AddressFields(
    String prefix,
    Map<String, String> countries,
    Map<String, String> values,
    List<String> missing,
    AddressFormat format,
    boolean requiresPostalCode) {

  private static final String COUNTRY = "country_code";
  private static final String PROVINCE = "province";

  /** Fields with what is known of the address; the first country if it has none of these. */
  static AddressFields of(String prefix, Map<String, String> countries, Address known) {
    return of(prefix, countries, known.fields(), List.of());
  }

  private static AddressFields of(
      String prefix,
      Map<String, String> countries,
      Map<String, String> known,
      List<String> missing) {
    Map<String, String> values = new LinkedHashMap<>(known);
    String country = values.getOrDefault(COUNTRY, "");
    if (!countries.containsKey(country)) {
      country = countries.keySet().stream().findFirst().orElse("");
      values.put(COUNTRY, country);
    }
    return new AddressFields(
        prefix,
        countries,
        values,
        missing,
        AddressFormat.of(country),
        AddressFormat.requiresPostalCode(country));
  }

  /** The fields as they were sent. */
  static AddressFields sent(Visit visit, String prefix, Map<String, String> countries) {
    Map<String, String> values = new LinkedHashMap<>();
    Address.FIELDS.forEach(name -> values.put(name, visit.sent(prefix + name)));
    boolean isOffered = countries.containsKey(visit.sent(prefix + COUNTRY));
    AddressFields sent = of(prefix, countries, values, List.of());
    List<String> missing = sent.lacking();
    if (!isOffered) {
      missing.add(COUNTRY);
    }
    return new AddressFields(
        prefix, countries, sent.values, missing, sent.format, sent.requiresPostalCode);
  }

  /** The sent fields, none of them marked. */
  AddressFields unmarked() {
    return new AddressFields(prefix, countries, values, List.of(), format, requiresPostalCode);
  }

  private List<String> lacking() {
    List<String> required = new ArrayList<>(List.of("first_name", "address_1", COUNTRY));
    if (format.requiresCity()) {
      required.add("city");
    }
    if (requiresPostalCode) {
      required.add("postal_code");
    }
    List<String> lacking = new ArrayList<>();
    required.stream().filter(name -> value(name).isEmpty()).forEach(lacking::add);
    if (format.requiresProvince() && !format.provinces().containsKey(value(PROVINCE))) {
      lacking.add(PROVINCE);
    }
    return lacking;
  }

  private String value(String name) {
    return values.getOrDefault(name, "");
  }

  /**
   * The address for the API. What the country has no field for is left out, and what is empty
   * replaces what was there before.
   */
  JsonObject address() {
    JsonObject address = new JsonObject();
    values.forEach((name, value) -> address.put(name, value.isEmpty() ? null : value));
    if (!format.hasPostalCode()) {
      address.putNull("postal_code");
    }
    if (!format.hasProvince()) {
      address.putNull(PROVINCE);
    }
    return address;
  }
}
