package dev.tradewind.storefront.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.storefront.render.PageRenderer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageTest {

  private static final Pattern KEY = Pattern.compile("t\\.of\\(\"([a-z0-9.-]+)\"");

  private static final Language ENGLISH = ShopDesign.DEFAULT.languages().get("en");
  private static final Language GERMAN = ShopDesign.DEFAULT.languages().get("de");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | 9480    | eur | €94.80
          en | 9480    | usd | $94.80
          en | 1234567 | eur | €12,345.67
          en | 499000  | huf | HUF4,990.00
          en | 500     | iqd | IQD500
          en | 1500    | kwd | KWD1.500
          en | -300    | eur | -€3.00
          de | 9480    | eur | 94,80 €
          de | 1234567 | eur | 12.345,67 €
          """)
  void amountsHaveTheDigitsOfTheirCurrency(
      String language, long amount, String currency, String text) {
    Language messages = language.equals("en") ? ENGLISH : GERMAN;

    assertThat(messages.money(amount, currency).replace('\u00a0', ' ')).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0,No products", "1,1 product", "2,2 products"})
  void countsChooseTheNumberOfTheNoun(int count, String text) {
    assertThat(ENGLISH.of("list.count", count)).isEqualTo(text);
  }

  @Test
  void aStatusWithoutATextIsShownAsTheApiNamesIt() {
    assertThat(ENGLISH.status("fulfillment", "partially_fulfilled", "")).isEqualTo("partly packed");
    assertThat(GERMAN.status("payment", "awaiting", "manual")).isEqualTo("noch zu bezahlen");
    assertThat(GERMAN.status("payment", "captured", "manual")).isEqualTo("bezahlt");
    assertThat(GERMAN.status("payment", "not_known_here", "")).isEqualTo("not known here");
  }

  @Test
  void aRefusalHasTheTextOfTheFirstKindThatHasOne() {
    assertThat(GERMAN.refusal(Stream.of("storeGetCart.not_found", "not_found", "invalid_data")))
        .contains("Das gibt es nicht oder nicht mehr.");
    assertThat(GERMAN.refusal(Stream.of("not_heard_of"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"postal_code,Postal code", "address_1,Address", "country_code,Country"})
  void aPropertyHasTheNameOfItsField(String property, String name) {
    assertThat(ENGLISH.field(property)).contains(name);
    assertThat(ENGLISH.field("not_a_field")).isEmpty();
  }

  @Test
  void aMissingTextIsAnError() {
    assertThatThrownBy(() -> ENGLISH.of("no.such.text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no.such.text");
  }

  @Test
  void allTextsOfTheTemplatesExist() throws IOException {
    Set<String> used = new TreeSet<>();
    for (String template : PageRenderer.TEMPLATES) {
      String name = "/storefront/templates/" + template + ".html";
      try (InputStream in = LanguageTest.class.getResourceAsStream(name)) {
        KEY.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8))
            .results()
            .forEach(found -> used.add(found.group(1)));
      }
    }

    assertThat(used).hasSizeGreaterThan(60);
    assertThat(ENGLISH.texts().keySet()).containsAll(used);
  }

  @Test
  void germanHasATextOfItsOwnForEveryEnglishOne() {
    Set<String> same = new HashSet<>();
    ENGLISH
        .texts()
        .forEach((key, text) -> {
          if (text.equals(GERMAN.texts().get(key))) {
            same.add(key);
          }
        });

    // The same words in both languages.
    assertThat(same)
        .containsExactlyInAnyOrder(
            "filter.chosen",
            "filter.material",
            "product.material",
            "product.grams",
            "product.kilograms",
            "swap.units",
            "why.line",
            "payment.stripe-bancontact",
            "payment.stripe-blik",
            "payment.stripe-ideal",
            "payment.stripe-przelewy24");
  }
}
