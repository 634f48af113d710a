package dev.tradewind.customer.secondfactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Time-based one-time passwords by the vectors of RFC 6238. */
class TotpTest {

  private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);

  // Appendix B of the RFC has eight digits; six of them are its end.
  @ParameterizedTest
  @CsvSource({
    "59, 287082",
    "1111111109, 081804",
    "1111111111, 050471",
    "1234567890, 005924",
    "2000000000, 279037",
    "20000000000, 353130"
  })
  void passwordsAreThoseOfTheRfc(long second, String password) {
    Instant time = Instant.ofEpochSecond(second);

    assertThat(Totp.password(SECRET, Totp.step(time))).isEqualTo(password);
    assertThat(Totp.matchingStep(SECRET, password, time)).hasValue(Totp.step(time));
  }

  @ParameterizedTest
  @CsvSource({"-61, false", "-30, true", "0, true", "30, true", "61, false"})
  void aClockMayBeOneStepOff(long seconds, boolean isAccepted) {
    Instant now = Instant.ofEpochSecond(1_234_567_890);
    String password = Totp.password(SECRET, Totp.step(now.plusSeconds(seconds)));

    assertThat(Totp.matchingStep(SECRET, password, now).isPresent()).isEqualTo(isAccepted);
  }

  @Test
  void secretsAreEncodedAsAuthenticatorAppsReadThem() {
    assertThat(Totp.base32(SECRET)).isEqualTo("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    assertThat(Totp.base32("foobar".getBytes(StandardCharsets.US_ASCII))).isEqualTo("MZXW6YTBOI");
    assertThat(Totp.base32(new byte[0])).isEmpty();
  }
}
