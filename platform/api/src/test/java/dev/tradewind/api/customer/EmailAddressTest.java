package dev.tradewind.api.customer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmailAddressTest {

  @Test
  void addressesThatMeanTheSameHaveOneForm() {
    assertThat(EmailAddress.normalized(" Ada@Example.COM ")).isEqualTo("ada@example.com");
    assertThat(EmailAddress.normalized("zoe\u0308@example.com"))
        .isEqualTo(EmailAddress.normalized("ZO\u00cb@example.com"));
  }

  @Test
  void anAddressHasALocalPartAndADomain() {
    assertThat(EmailAddress.isValid("ada.lovelace+shop@mail.example.com")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ada",
        "ada@example",
        "@example.com",
        "a da@example.com",
        "a@b.",
        "a@b@c.d",
        "andr\u00e9@example.fr"
      })
  void aTextThatIsNotAnAddressIsInvalid(String email) {
    assertThat(EmailAddress.isValid(email)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ada\u200b@example.com", // zero width space
        "ad\u00ada@example.com", // soft hyphen
        "\u202eada@example.com", // right-to-left override
        "ada\u3164@example.com", // Hangul filler
        "\u0430da@example.com", // Cyrillic a
        "ada@ex\u0430mple.com", // Cyrillic a in the host
        "ada@example.c\u043em", // Cyrillic o in the top level
        "\uff41da@example.com", // full width a
        "\ufb01na@example.com", // ligature
        "ad\u03b1@example.com" // Greek alpha
      })
  void anAddressThatLooksLikeAnotherIsRefused(String email) {
    assertThat(EmailAddress.isDeceptive(email)).isTrue();
    assertThat(EmailAddress.isValid(EmailAddress.normalized(email))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ada@example.com",
        "ada+shop_1.2-x@sub.example.co.uk",
        "andre@caf\u00e9.fr",
        "andre@cafe\u0301.fr", // decomposed
        "ivan@sub.\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444",
        "ivan@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444",
        "taro@\u592a\u90ce\u3055\u3093.jp",
        "eleni@\u03b5\u03bb\u03ad\u03bd\u03b7.gr",
        "o'neil@example.ie"
      })
  void anAddressInAnyLanguageIsAccepted(String email) {
    assertThat(EmailAddress.isDeceptive(email)).isFalse();
    assertThat(EmailAddress.isValid(EmailAddress.normalized(email))).isTrue();
  }
}
