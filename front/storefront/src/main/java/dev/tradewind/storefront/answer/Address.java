package dev.tradewind.storefront.answer;

import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.spi.SaleTexts;
import dev.tradewind.storefront.design.Language;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Address; the names of its members are those of the fields of forms. */
public record Address(
    @Nullable String firstName,
    @Nullable String lastName,
    @Nullable String company,
    @JsonName("address_1") @Nullable String street,
    @JsonName("address_2") @Nullable String streetMore,
    @Nullable String postalCode,
    @Nullable String city,
    @Nullable String province,
    @Nullable String countryCode,
    @Nullable String phone,
    @Nullable JsonObject metadata) {

  /** Members of the metadata: what the shopper wants the shop to know, and a VAT number. */
  public static final String NOTE = "note";

  public static final String VAT_NUMBER = "vat_number";

  private static final String METADATA = "metadata";

  private static final RecordCodec<Address> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Address.class);

  /** Names of the fields of a form. */
  public static final Set<String> FIELDS =
      CODEC.names().stream()
          .filter(name -> !name.equals(METADATA))
          .collect(Collectors.toUnmodifiableSet());

  /** The address without any value. */
  public static final Address EMPTY = of(new JsonObject());

  /** The address of a sent form. */
  public static Address of(JsonObject fields) {
    return CODEC.read(fields);
  }

  /** Values of the fields of a form; empty ones too. */
  public Map<String, String> fields() {
    Map<String, String> fields = new LinkedHashMap<>();
    JsonObject values = CODEC.write(this);
    FIELDS.forEach(name -> fields.put(name, Objects.toString(values.getValue(name), "")));
    return fields;
  }

  /** Text of the metadata; empty without one. */
  public String noted(String name) {
    Object value = metadata == null ? null : metadata.getValue(name);
    return value instanceof String text ? text : "";
  }

  /** First and last name. */
  public String name() {
    return Stream.of(firstName, lastName)
        .filter(Objects::nonNull)
        .collect(Collectors.joining(" "))
        .strip();
  }

  /** Lines of the address as it is shown. */
  public List<String> lines(Language text) {
    return SaleTexts.addressLines(CODEC.write(this), text::country);
  }
}
