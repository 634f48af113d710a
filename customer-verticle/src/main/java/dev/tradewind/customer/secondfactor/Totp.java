package dev.tradewind.customer.secondfactor;

import com.eatthepath.otp.HmacOneTimePasswordGenerator;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.util.encoders.Base32;

/**
 * Time-based one-time password of RFC 6238, with the parameters that every authenticator app knows:
 * HMAC-SHA-1, six digits, steps of 30 seconds.
 */
final class Totp {

  private static final HmacOneTimePasswordGenerator GENERATOR = new HmacOneTimePasswordGenerator(6);
  private static final int STEP_SECONDS = 30;

  /** Steps that a clock may be ahead or behind. */
  private static final int SKEW = 1;

  private Totp() {}

  static long step(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), STEP_SECONDS);
  }

  /** The password of a time step. */
  static String password(byte[] secret, long step) {
    try {
      return GENERATOR.generateOneTimePasswordString(
          new SecretKeySpec(secret, GENERATOR.getAlgorithm()), step, Locale.ROOT);
    } catch (InvalidKeyException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Step of the password at that time, one step of skew tolerated; empty if it is wrong. */
  static OptionalLong matchingStep(byte[] secret, String password, Instant now) {
    OptionalLong found = OptionalLong.empty();
    for (long step = step(now) - SKEW; step <= step(now) + SKEW; step++) {
      if (isSame(password(secret, step), password)) {
        found = OptionalLong.of(step);
      }
    }
    return found;
  }

  private static boolean isSame(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  /** The Base32 form of RFC 4648, without padding, in which authenticator apps take secrets. */
  static String base32(byte[] bytes) {
    return Base32.toBase32String(bytes).replace("=", "");
  }
}
