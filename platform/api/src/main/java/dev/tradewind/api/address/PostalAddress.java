package dev.tradewind.api.address;

import dev.tradewind.kernel.resource.Columns;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Postal address without identity; every field is optional.
 *
 * @param countryCode ISO 3166 alpha-2, in lower case
 * @param metadata of the client
 */
@RecordBuilder
public record PostalAddress(
    @Nullable String company,
    @Nullable String firstName,
    @Nullable String lastName,
    @Nullable String address1,
    @Nullable String address2,
    @Nullable String city,
    @Nullable String countryCode,
    @Nullable String province,
    @Nullable String postalCode,
    @Nullable String phone,
    @Nullable JsonObject metadata) {

  /** The fields in wire order; columns of every table of addresses. */
  public static final Columns COLUMNS =
      Columns.none()
          .text(
              "company",
              "first_name",
              "last_name",
              "address_1",
              "address_2",
              "city",
              "country_code",
              "province",
              "postal_code",
              "phone")
          .json("metadata");

  public static PostalAddress parse(JsonObject json) {
    return PostalAddressBuilder.builder()
        .company(json.getString("company"))
        .firstName(json.getString("first_name"))
        .lastName(json.getString("last_name"))
        .address1(json.getString("address_1"))
        .address2(json.getString("address_2"))
        .city(json.getString("city"))
        .countryCode(json.getString("country_code"))
        .province(json.getString("province"))
        .postalCode(json.getString("postal_code"))
        .phone(json.getString("phone"))
        .metadata(json.getJsonObject("metadata"))
        .build();
  }

  /** Adds its members, absent ones as null, in wire order. */
  public JsonObject writeTo(JsonObject json) {
    return json.put("company", company)
        .put("first_name", firstName)
        .put("last_name", lastName)
        .put("address_1", address1)
        .put("address_2", address2)
        .put("city", city)
        .put("country_code", countryCode)
        .put("province", province)
        .put("postal_code", postalCode)
        .put("phone", phone)
        .put("metadata", metadata);
  }

  /** Replaces the fields given by a body; absent ones stay. */
  public PostalAddress with(JsonObject input) {
    JsonObject merged = writeTo(new JsonObject());
    COLUMNS
        .names()
        .forEach(name -> {
          if (input.containsKey(name)) {
            merged.put(name, input.getValue(name));
          }
        });
    String country = merged.getString("country_code");
    return parse(
        country == null ? merged : merged.put("country_code", country.toLowerCase(Locale.ROOT)));
  }
}
