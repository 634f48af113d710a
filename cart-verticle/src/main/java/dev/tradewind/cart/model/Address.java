package dev.tradewind.cart.model;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An address of a cart, a copy of its own.
 *
 * @param customerId whose address it was copied from
 * @param values the fields of {@link #FIELDS} that were given; nothing of it is required
 */
public record Address(
    String id,
    Instant createdAt,
    Instant updatedAt,
    @Nullable String customerId,
    JsonObject values) {

  /** In the order of the wire. */
  public static final List<String> FIELDS =
      List.of(
          "company",
          "first_name",
          "last_name",
          "address_1",
          "address_2",
          "city",
          "country_code",
          "province",
          "postal_code",
          "phone",
          "metadata");

  private static final String COUNTRY = "country_code";

  public static Address created(String id, JsonObject given, Instant now) {
    return new Address(id, now, now, null, new JsonObject()).merged(given, now);
  }

  public @Nullable String countryCode() {
    return values.getString(COUNTRY);
  }

  /** With what was given put over what was there; an absent field stays. */
  public Address merged(JsonObject given, Instant now) {
    JsonObject merged = values.copy();
    for (String field : FIELDS) {
      if (given.containsKey(field)) {
        merged.put(field, given.getValue(field));
      }
    }
    String country = merged.getString(COUNTRY);
    if (country != null) {
      merged.put(COUNTRY, country.toLowerCase(Locale.ROOT));
    }
    return new Address(id, createdAt, now, customerId, merged);
  }

  public Address withCountry(@Nullable String countryCode, Instant now) {
    return merged(new JsonObject().put(COUNTRY, countryCode), now);
  }

  static Address from(JsonObject stored) {
    JsonReader members = new JsonReader(stored);
    return new Address(
        members.text("id"),
        members.time("created_at"),
        members.time("updated_at"),
        members.optionalText("customer_id"),
        members.rest());
  }

  JsonObject toJson() {
    return values
        .copy()
        .put("id", id)
        .put("created_at", Timestamps.format(createdAt))
        .put("updated_at", Timestamps.format(updatedAt))
        .put("customer_id", customerId);
  }

  /** As the wire shows it. */
  public JsonObject render() {
    JsonObject shown =
        new JsonObject()
            .put("id", id)
            .put("created_at", Timestamps.format(createdAt))
            .put("updated_at", Timestamps.format(updatedAt))
            .putNull("deleted_at")
            .put("customer_id", customerId);
    FIELDS.forEach(field -> shown.put(field, values.getValue(field)));
    return shown;
  }
}
