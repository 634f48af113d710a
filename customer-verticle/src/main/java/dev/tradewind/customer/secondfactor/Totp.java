package dev.tradewind.customer.secondfactor;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.OptionalLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Time-based one-time password of RFC 6238, with the parameters that every authenticator app knows:
 * HMAC-SHA-1, six digits, steps of 30 seconds.
 */
final class Totp {

  private static final String ALGORITHM = "HmacSHA1";
  private static final int STEP_SECONDS = 30;
  private static final int MODULUS = 1_000_000;

  /** Steps that a clock may be ahead or behind. */
  private static final int SKEW = 1;

  private Totp() {}

  static long step(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), STEP_SECONDS);
  }

  /** The password of a time step. */
  static String password(byte[] secret, long step) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
      int offset = hash[hash.length - 1] & 0xf;
      int truncated = ByteBuffer.wrap(hash, offset, Integer.BYTES).getInt() & Integer.MAX_VALUE;
      return "%06d".formatted(truncated % MODULUS);
    } catch (GeneralSecurityException impossible) {
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
}
