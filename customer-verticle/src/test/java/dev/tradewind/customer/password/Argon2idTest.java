package dev.tradewind.customer.password;

import static org.assertj.core.api.Assertions.assertThat;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Argon2idTest {

  /** From appendix A of RFC 7693. */
  @Test
  void blake2bIsThatOfItsRfc() {
    assertThat(HexFormat.of().formatHex(Blake2b.hash("abc".getBytes(StandardCharsets.UTF_8), 64)))
        .isEqualTo(
            "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
  }

  /** Another implementation of the same function. */
  @ParameterizedTest
  @CsvSource({
    "8, 1, 1, 32, password",
    "16, 3, 2, 64, password",
    "64, 1, 1, 16, pässwörd",
    "64, 2, 4, 32, x",
    "100, 3, 3, 24, odd",
    "1024, 2, 1, 32, password",
    "4096, 1, 2, 100, password",
    "19456, 2, 1, 32, supersecret"
  })
  void hashesAreThoseOfOthers(
      int memoryKib, int iterations, int lanes, int length, String password) {
    byte[] salt = new byte[16];
    new Random(length).nextBytes(salt);
    Argon2Parameters parameters = new Argon2Parameters(memoryKib, iterations, lanes);

    String ours = Argon2Hash.of(password, parameters, salt, length).encoded();

    Argon2Function theirs =
        Argon2Function.getInstance(memoryKib, iterations, lanes, length, Argon2.ID);
    assertThat(ours)
        .isEqualTo(
            Password.hash(password.getBytes(StandardCharsets.UTF_8))
                .addSalt(salt)
                .with(theirs)
                .getResult());
    assertThat(Argon2Hash.parse(ours).orElseThrow().matches(password)).isTrue();
    assertThat(Argon2Hash.parse(ours).orElseThrow().matches(password + "x")).isFalse();
  }

  @Test
  void longTextsAreHashedToo() {
    String password = "x".repeat(5_000);
    byte[] salt = new byte[300];
    Argon2Parameters parameters = new Argon2Parameters(64, 1, 1);
    Argon2Function theirs = Argon2Function.getInstance(64, 1, 1, 32, Argon2.ID);

    assertThat(Argon2Hash.of(password, parameters, salt, 32).encoded())
        .isEqualTo(
            Password.hash(password.getBytes(StandardCharsets.UTF_8))
                .addSalt(salt)
                .with(theirs)
                .getResult());
  }

  @Test
  void memoryThatWasUsedLeavesNoTrace() {
    Argon2id function = new Argon2id();
    byte[] salt = new byte[16];
    byte[] password = "password".getBytes(StandardCharsets.UTF_8);
    Argon2Parameters small = new Argon2Parameters(16, 2, 1);
    byte[] first = function.hash(password, salt, small, 32);

    function.hash(salt, salt, new Argon2Parameters(256, 2, 2), 32);

    assertThat(function.hash(password, salt, small, 32)).isEqualTo(first);
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
  void whatIsNoHashOrCostsTooMuchIsNotRead(String stored) {
    assertThat(Argon2Hash.parse(stored)).isEmpty();
  }
}
