package dev.tradewind.customer.password;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Argon2HashTest {

  /** Hashes of the password "password" by the reference implementation of Argon2. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"
      })
  void hashesEqualThoseOfTheReferenceImplementation(String stored) {
    Argon2Hash hash = Argon2Hash.parse(stored).orElseThrow();

    assertThat(hash.matches("password")).isTrue();
    assertThat(hash.matches("passwore")).isFalse();
    assertThat(hash.encoded()).isEqualTo(stored);
  }

  @Test
  void aHashMatchesItsPassword() {
    byte[] salt = new byte[16];
    String stored = Argon2Hash.of("pässwörd", new Argon2Cost(64, 3, 1), salt, 32).encoded();

    assertThat(Argon2Hash.parse(stored).orElseThrow().matches("pässwörd")).isTrue();
    assertThat(Argon2Hash.parse(stored).orElseThrow().matches("password")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "$argon2id$",
        "$argon2i$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAA",
        "$argon2id$v=16$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAA",
        "$argon2id$v=19$m=4,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAA",
        "$argon2id$v=19$m=64,t=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAA",
        "$argon2id$v=19$m=9999999,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAA",
        "$argon2id$v=19$m=64,t=1,p=0$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAA",
        "$argon2id$v=19$m=64,t=1,p=1$A$AAAAAAAAAAA"
      })
  void invalidAndTooExpensiveHashesAreRefused(String stored) {
    assertThat(Argon2Hash.parse(stored)).isEmpty();
  }
}
