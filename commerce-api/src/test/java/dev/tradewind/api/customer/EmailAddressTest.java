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
      strings = {"", "ada", "ada@example", "@example.com", "a da@example.com", "a@b.", "a@b@c.d"})
  void aTextThatIsNotAnAddressIsInvalid(String email) {
    assertThat(EmailAddress.isValid(email)).isFalse();
  }
}
