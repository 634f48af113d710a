package dev.tradewind.storefront.design;

import dev.tradewind.spi.SaleTexts;
import io.vertx.core.json.JsonObject;
import java.text.MessageFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Texts, amounts and dates of the pages in one language. The templates call its methods.
 *
 * @param texts by their keys, as patterns of {@link MessageFormat}
 */
public record Language(Locale locale, Map<String, String> texts) {

  private static final Set<String> RIGHT_TO_LEFT =
      Set.of("ar", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi");

  /** Territories of languages that do not have the name of one. */
  private static final Map<String, String> TERRITORIES =
      Map.ofEntries(
          Map.entry("en", "US"),
          Map.entry("cs", "CZ"),
          Map.entry("da", "DK"),
          Map.entry("el", "GR"),
          Map.entry("et", "EE"),
          Map.entry("he", "IL"),
          Map.entry("ja", "JP"),
          Map.entry("ko", "KR"),
          Map.entry("nb", "NO"),
          Map.entry("sl", "SI"),
          Map.entry("sv", "SE"),
          Map.entry("uk", "UA"),
          Map.entry("zh", "CN"));

  private static final Map<Locale, SaleTexts> SALES = new ConcurrentHashMap<>();

  /** Names of fields that differ from their properties. */
  private static final Map<String, String> FIELDS =
      Map.of("address_1", "address", "address_2", "address-more", "country_code", "country");

  public Language {
    texts = Map.copyOf(texts);
  }

  /** Language tag, as in the attribute {@code lang}. */
  public String language() {
    return locale.toLanguageTag();
  }

  /** Part of the context of a cart, which its order and the e-mails about it take over. */
  public JsonObject context() {
    return new JsonObject().put("language", language());
  }

  /** Direction of the script, as in the attribute {@code dir}. */
  public String direction() {
    return RIGHT_TO_LEFT.contains(locale.getLanguage()) ? "rtl" : "ltr";
  }

  /** Language and territory, as Open Graph names them. */
  public String openGraph() {
    String country =
        locale.getCountry().isEmpty()
            ? TERRITORIES.getOrDefault(
                locale.getLanguage(), locale.getLanguage().toUpperCase(Locale.ROOT))
            : locale.getCountry();
    return locale.getLanguage() + "_" + country;
  }

  /**
   * @throws IllegalArgumentException if there is no such text
   */
  public String of(String key) {
    String text = texts.get(key);
    if (text == null) {
      throw new IllegalArgumentException("There is no text " + key + " in " + locale);
    }
    return text.indexOf('\'') < 0 ? text : text.replace("''", "'");
  }

  /** A text with a value in place of <code>{0}</code>. */
  public String of(String key, Object value) {
    return new MessageFormat(pattern(key), locale).format(new Object[] {value});
  }

  /** A text with values in place of <code>{0}</code>, <code>{1}</code> and so on. */
  public String format(String key, Object... values) {
    return new MessageFormat(pattern(key), locale).format(values);
  }

  /** A text with two values. */
  public String of(String key, Object first, Object second) {
    return new MessageFormat(pattern(key), locale).format(new Object[] {first, second});
  }

  /**
   * Text of a status of the API for shoppers; one without a text is shown as the API names it.
   *
   * @param kind {@code payment}, {@code fulfillment} or {@code return}
   * @param variant of the status, which may have a text of its own; empty without one
   */
  public String status(String kind, String status, String variant) {
    String key = "status." + kind + "." + status;
    return Stream.of(key + "." + variant, key)
        .map(texts::get)
        .filter(Objects::nonNull)
        .findFirst()
        .map(text -> text.replace("''", "'"))
        .orElseGet(() -> status.replace('_', ' '));
  }

  /** Name of a payment provider for shoppers; absent without one. */
  public Optional<String> payment(String provider) {
    return Optional.ofNullable(texts.get("payment." + provider));
  }

  /** Description of a payment provider for shoppers; empty without one. */
  public String paymentDescription(String provider) {
    return texts.getOrDefault("payment." + provider + ".description", "");
  }

  /** Instructions after an order, such as the account to pay to; empty without any. */
  public String paymentInstructions(String provider) {
    return texts.getOrDefault("payment." + provider + ".instructions", "");
  }

  /** Text of the first of these kinds of refusals that has one. */
  public Optional<String> refusal(Stream<String> kinds) {
    return kinds
        .map(kind -> texts.get("refusal." + kind))
        .filter(Objects::nonNull)
        .findFirst()
        .map(text -> text.replace("''", "'"));
  }

  /** Name of the field with this property of the API; absent without one. */
  public Optional<String> field(String property) {
    String name = FIELDS.getOrDefault(property, property.replace('_', '-'));
    return Optional.ofNullable(texts.get("field." + name));
  }

  /**
   * Amount in a currency.
   *
   * @param amount in the smallest unit of the currency
   */
  public String money(Object amount, Object currency) {
    return SALES
        .computeIfAbsent(locale, SaleTexts::new)
        .money(((Number) amount).longValue(), currency.toString());
  }

  /** Day of a time, in UTC. */
  public String date(Object time) {
    return DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
        .withLocale(locale)
        .format(Instant.parse(time.toString()).atOffset(ZoneOffset.UTC));
  }

  /** Name of a country in this language. */
  public String country(Object code) {
    return Locale.of("", code.toString().toUpperCase(Locale.ROOT)).getDisplayCountry(locale);
  }

  private String pattern(String key) {
    String text = texts.get(key);
    if (text == null) {
      throw new IllegalArgumentException("There is no text " + key + " in " + locale);
    }
    return text;
  }
}
