package dev.tradewind.spi;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Amounts and addresses of a sale as text for shoppers, the same in pages and e-mails. */
public final class SaleTexts {

  private final Locale locale;

  /** By currency; a clone costs a fifth of a new one. */
  private final Map<String, NumberFormat> formats = new ConcurrentHashMap<>();

  /** Texts in the forms of a language. */
  public SaleTexts(Locale locale) {
    this.locale = locale;
  }

  /**
   * Amount in a currency.
   *
   * @param amount in the smallest unit of the currency
   * @param code of three letters; one that Java does not know is not shown
   */
  public String money(long amount, String code) {
    String currency = code.toUpperCase(Locale.ROOT);
    NumberFormat format = (NumberFormat) formats.computeIfAbsent(currency, this::format).clone();
    BigDecimal value = CurrencyDigits.decimal(amount, currency);
    format.setMinimumFractionDigits(value.scale());
    format.setMaximumFractionDigits(value.scale());
    return format.format(value);
  }

  private NumberFormat format(String currency) {
    NumberFormat format = NumberFormat.getCurrencyInstance(locale);
    try {
      format.setCurrency(Currency.getInstance(currency));
    } catch (IllegalArgumentException unknown) {
      format = NumberFormat.getNumberInstance(locale);
    }
    return format;
  }

  /**
   * Lines of an address in the order of its country, without empty ones.
   *
   * @param address of the API; each of its members may be absent or null
   * @param country name of a country by its code
   */
  public static List<String> addressLines(JsonObject address, UnaryOperator<String> country) {
    String code = address.getString("country_code");
    List<String> lines = AddressFormat.of(Objects.requireNonNullElse(code, "")).lines(address);
    if (code != null && !code.isBlank()) {
      lines.add(country.apply(code));
    }
    return lines;
  }
}
