package dev.tradewind.storefront.design;

import dev.tradewind.spi.SaleTexts;
import java.text.MessageFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Texts, amounts and dates of the pages in one language. The templates call its methods.
 *
 * @param texts by their keys, as patterns of {@link MessageFormat}
 */
public record Language(Locale locale, Map<String, String> texts) {

  private static final Map<Locale, SaleTexts> SALES = new ConcurrentHashMap<>();

  public Language {
    texts = Map.copyOf(texts);
  }

  /** Language tag, as in the attribute {@code lang}. */
  public String language() {
    return locale.toLanguageTag();
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

  /** A text with two values. */
  public String of(String key, Object first, Object second) {
    return new MessageFormat(pattern(key), locale).format(new Object[] {first, second});
  }

  /** Text of a status of the API; one without a text is shown as the API names it. */
  public String status(Object value) {
    String text = texts.get("status." + value);
    return text == null ? String.valueOf(value).replace('_', ' ') : text;
  }

  /**
   * Text of a refusal of the API, the most special one that there is: of the code of an operation,
   * of the code, of the type of an operation, of the type, or the message of the API.
   *
   * @param operation id of the operation; empty without one
   */
  public String refusal(
      String operation, @Nullable String code, @Nullable String type, String message) {
    return Stream.of(operation + "." + code, code, operation + "." + type, type)
        .map(kind -> texts.get("refusal." + kind))
        .filter(Objects::nonNull)
        .findFirst()
        .map(text -> text.replace("''", "'"))
        .orElse(message);
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
