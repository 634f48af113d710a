package dev.tradewind.kernel.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected values are those of lodash 4.17. */
class KebabCaseTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "Summer Sale             | summer-sale",
        "SummerSale              | summer-sale",
        "camelCaseÉtat           | camel-case-etat",
        "XMLHttpRequest          | xml-http-request",
        "ABCdef                  | ab-cdef",
        "fooBAR                  | foo-bar",
        "--FOO--BAR--            | foo-bar",
        "__a__b__                | a-b",
        "~  Blanks  everywhere ~ | blanks-everywhere",
        "T-Shirts & Mugs         | t-shirts-mugs",
        "A/B.C,D                 | a-b-c-d",
        "100 % Cotton            | 100-cotton",
        "5×5                     | 5-5",
        "½ price                 | price",
        "50Off                   | 50-off",
        "Winter2024Sale          | winter-2024-sale",
        "HTML5Video              | html-5-video",
        "a1b2                    | a-1-b-2",
        "iPhone 15 Pro           | i-phone-15-pro",
        "2nd Hand                | 2nd-hand",
        "21ST century            | 21st-century",
        "100th                   | 100th",
        "13th Floor              | 13-th-floor",
        "1st2nd                  | 1-st-2nd",
        "1stplace                | 1-stplace",
        "Crème Brûlée            | creme-brulee",
        "e\u0301te\u0301         | ete",
        "ÀÉÎ                     | aei",
        "Straße                  | strasse",
        "Œuvre d'Art             | oeuvre-d-art",
        "Łódź                    | lodz",
        "ſ ŉ                     | s-n",
        "Ĳssel                   | i-jssel",
        "Don't Stop              | dont-stop",
        "Don’t stop              | dont-stop",
        "ROCK'S BEST             | rocks-best",
        "émigré's NOËL           | emigres-noel",
        "日本 の本                   | 日本-の本",
        "Ελλάδα                  | ελλάδα",
        "Привет Мир              | привет-мир",
        "Ⅷ part                  | ⅷ-part",
        "Gift 🎁 cards           | gift-🎁-cards",
        "👨‍👩‍👧 Family         | 👨‍👩‍👧-family",
        "!!!                     | ~~",
        "~~                      | ~~",
      })
  void titlesBecomePartsOfAddresses(String title, String handle) {
    assertThat(KebabCase.of(title)).isEqualTo(handle);
  }
}
