package dev.tradewind.customer.password;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords made of words of the context. */
class PasswordPolicyTest {

  private static final PasswordPolicy POLICY =
      new PasswordPolicy(8, true, Set.of("tradewind", "lighthouse"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Tradewind2026!",
        "tradewindtradewind",
        "1-2-3-trade-wind",
        "my lighthouse!",
        "LightHouse01"
      })
  void aPasswordMadeOfAWordOfTheShopIsRefused(String password) {
    assertThatThrownBy(() -> POLICY.require(password)).hasMessageContaining("known of this shop");
    assertThatCode(() -> new PasswordPolicy(8, true).require(password)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tradewind carries salt", "a house of light", "4711-0815-1234-9876"})
  void aWordAmongOthersIsAccepted(String password) {
    assertThatCode(() -> POLICY.require(password)).doesNotThrowAnyException();
  }
}
