package dev.tradewind.api.address;

import dev.tradewind.kernel.json.JsonForm;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Address with an identity, a copy that belongs to one cart or order.
 *
 * @param customerId customer from whose addresses it was copied
 */
public record Address(
    String id,
    Instant createdAt,
    Instant updatedAt,
    @Nullable String customerId,
    PostalAddress postal) {

  /** Form as a part of a document or a row. */
  public static final JsonForm<Address> FORM =
      JsonForm.ofObject(Address.class, Address::parse, Address::toJson);

  private static final String COUNTRY = "country_code";

  public static Address created(String id, JsonObject input, Instant now) {
    return new Address(id, now, now, null, PostalAddress.parse(new JsonObject()).with(input));
  }

  public @Nullable String countryCode() {
    return postal.countryCode();
  }

  /** Merges given fields into this address; absent ones stay. */
  public Address merged(JsonObject input, Instant now) {
    return new Address(id, createdAt, now, customerId, postal.with(input));
  }

  public Address withCountry(@Nullable String countryCode, Instant now) {
    return merged(new JsonObject().put(COUNTRY, countryCode), now);
  }

  public static Address parse(JsonObject json) {
    return new Address(
        json.getString("id"),
        Timestamps.parse(json.getString("created_at")),
        Timestamps.parse(json.getString("updated_at")),
        json.getString("customer_id"),
        PostalAddress.parse(json));
  }

  /** The wire form. */
  public JsonObject toJson() {
    return postal.writeTo(
        new JsonObject()
            .put("id", id)
            .put("created_at", Timestamps.format(createdAt))
            .put("updated_at", Timestamps.format(updatedAt))
            .putNull("deleted_at")
            .put("customer_id", customerId));
  }

  /** The stored form without absent members, which {@link #parse} does not need. */
  public JsonObject toStored() {
    return new JsonObject(
        toJson().getMap().entrySet().stream()
            .filter(member -> member.getValue() != null)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }
}
