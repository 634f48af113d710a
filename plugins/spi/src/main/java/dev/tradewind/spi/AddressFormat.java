package dev.tradewind.spi;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Form of the postal addresses of a country, by the data of libaddressinput: the order of its
 * parts, and which of them it has.
 *
 * @param format lines between {@code %n}; {@code %N} name, {@code %O} company, {@code %A} street,
 *     {@code %C} city, {@code %S} state or province, {@code %Z} postal code
 * @param provinces names of the states or provinces to choose from, by what addresses have; empty
 *     where they are typed
 */
public record AddressFormat(String format, Map<String, String> provinces) {

  private static final Map<String, AddressFormat> FORMATS = read();

  /** For countries without data. */
  private static final AddressFormat COMMON = new AddressFormat("%N%n%O%n%A%n%Z %C%n%S", Map.of());

  /** Countries that have postal codes or none, and need none (Universal Postal Union). */
  private static final Set<String> WITHOUT_POSTAL_CODE =
      Set.of(
          ("ae ag ao aw bf bi bj bo bs bw bz cd cf cg ci ck cm cw dj dm er fj ga gd gh gm gn gq gy hk"
                  + " ie jm ki km kn ly ml mo mr mw nr nu pa qa rw sb sc sl sr st sx sy td tg tk tl to"
                  + " tt tv ug vu ye zw")
              .split(" "));

  private static final Pattern PART = Pattern.compile("%([A-Z])");

  private static Map<String, AddressFormat> read() {
    try (InputStream file = AddressFormat.class.getResourceAsStream("address-formats.json")) {
      JsonObject all = new JsonObject(Buffer.buffer(Objects.requireNonNull(file).readAllBytes()));
      Map<String, AddressFormat> formats = new LinkedHashMap<>();
      all.forEach(entry -> formats.put(entry.getKey(), of((JsonObject) entry.getValue())));
      return Map.copyOf(formats);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static AddressFormat of(JsonObject data) {
    Map<String, String> provinces = new LinkedHashMap<>();
    data.getJsonObject("provinces", new JsonObject())
        .forEach(entry -> provinces.put(entry.getKey(), (String) entry.getValue()));
    return new AddressFormat(data.getString("format"), provinces);
  }

  /**
   * The form of a country, a common one for an unknown country.
   *
   * @param country code of two letters
   */
  public static AddressFormat of(String country) {
    return FORMATS.getOrDefault(country.toLowerCase(Locale.ROOT), COMMON);
  }

  /**
   * Whether addresses of the country need a postal code.
   *
   * @param country code of two letters
   */
  public static boolean requiresPostalCode(String country) {
    return of(country).hasPostalCode()
        && !WITHOUT_POSTAL_CODE.contains(country.toLowerCase(Locale.ROOT));
  }

  public boolean hasPostalCode() {
    return format.contains("%Z");
  }

  public boolean hasProvince() {
    return format.contains("%S");
  }

  /** Whether a state or province is chosen; where it is typed, it may be left out. */
  public boolean requiresProvince() {
    return !provinces.isEmpty();
  }

  public boolean requiresCity() {
    return format.contains("%C");
  }

  /**
   * Lines of an address in the order of the country, without empty ones. Parts that the form lacks
   * stand at the end, so that nothing is lost.
   *
   * @param address of the API; each of its members may be absent or null
   */
  List<String> lines(JsonObject address) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("N", (value(address, "first_name") + " " + value(address, "last_name")).strip());
    values.put("O", value(address, "company"));
    values.put("A", value(address, "address_1"));
    values.put("C", value(address, "city"));
    values.put("S", value(address, "province"));
    values.put("Z", value(address, "postal_code"));
    List<String> lines = new ArrayList<>();
    for (String line : format.split("%n")) {
      boolean hasStreet = line.contains("%A");
      add(lines, filled(line, values));
      if (hasStreet) {
        add(lines, value(address, "address_2"));
      }
    }
    values.values().forEach(rest -> add(lines, rest));
    return lines;
  }

  private static void add(List<String> lines, String line) {
    if (!line.isBlank()) {
      lines.add(line);
    }
  }

  /** The line with its values, which are taken out; separators stand between values alone. */
  private static String filled(String line, Map<String, String> values) {
    StringBuilder filled = new StringBuilder();
    Matcher part = PART.matcher(line);
    int end = 0;
    while (part.find()) {
      String value = Objects.requireNonNullElse(values.remove(part.group(1)), "");
      if (!value.isEmpty()) {
        filled.append(filled.isEmpty() ? "" : line.substring(end, part.start())).append(value);
      }
      end = part.end();
    }
    return filled.toString();
  }

  private static String value(JsonObject address, String name) {
    @Nullable String value = address.getString(name);
    return value == null ? "" : value.strip();
  }
}
