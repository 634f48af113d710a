package dev.tradewind.customer.password;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.generators.SCrypt;

/**
 * Scrypt hash of stores that migrate from Medusa: the header of the scrypt file format in Base64. A
 * MAC over the header with half of the derived key verifies the password.
 */
final class ScryptHash {

  private static final byte[] MAGIC = "scrypt\0".getBytes(StandardCharsets.US_ASCII);
  private static final int LENGTH = 96;
  private static final int SALT_FROM = 16;
  private static final int SALT_TO = 48;
  private static final int CHECKSUM_TO = 64;
  private static final int KEY_LENGTH = 64;

  // The stored hash decides how much memory a check takes; this limit is above the memory of any
  // real
  // hash.
  private static final int MAX_LOG_N = 17;
  private static final int MAX_R_P = 8;

  private final int logN;
  private final int r;
  private final int p;
  private final byte[] header;

  private ScryptHash(byte[] header) {
    ByteBuffer numbers = ByteBuffer.wrap(header);
    this.logN = header[7];
    this.r = numbers.getInt(8);
    this.p = numbers.getInt(12);
    this.header = header;
  }

  static Optional<ScryptHash> parse(String stored) {
    byte[] header;
    try {
      header = Base64.getDecoder().decode(stored);
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
    if (header.length != LENGTH || !Arrays.equals(header, 0, 7, MAGIC, 0, 7)) {
      return Optional.empty();
    }
    ScryptHash hash = new ScryptHash(header);
    return hash.isAffordable() && hash.isWhole() ? Optional.of(hash) : Optional.empty();
  }

  private boolean isAffordable() {
    return logN >= 1 && logN <= MAX_LOG_N && r >= 1 && r <= MAX_R_P && p >= 1 && p <= MAX_R_P;
  }

  private boolean isWhole() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(header, 0, SALT_TO);
      byte[] checksum = digest.digest();
      return Arrays.equals(checksum, 0, CHECKSUM_TO - SALT_TO, header, SALT_TO, CHECKSUM_TO);
    } catch (GeneralSecurityException absent) {
      throw new IllegalStateException(absent);
    }
  }

  boolean matches(String password) {
    try {
      byte[] key =
          SCrypt.generate(
              password.getBytes(StandardCharsets.UTF_8),
              Arrays.copyOfRange(header, SALT_FROM, SALT_TO),
              1 << logN,
              r,
              p,
              KEY_LENGTH);
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, KEY_LENGTH / 2, KEY_LENGTH / 2, "HmacSHA256"));
      mac.update(header, 0, CHECKSUM_TO);
      return MessageDigest.isEqual(mac.doFinal(), Arrays.copyOfRange(header, CHECKSUM_TO, LENGTH));
    } catch (GeneralSecurityException absent) {
      throw new IllegalStateException(absent);
    }
  }
}
