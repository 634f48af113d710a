package dev.tradewind.kernel.token;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Key derivation function HKDF of RFC 5869 with HMAC-SHA-256, for keys of 32 bytes. */
final class Hkdf {

  private static final String ALGORITHM = "HmacSHA256";

  /** One block of the hash is the whole key, so that the expansion has a single step. */
  private static final byte ONLY_BLOCK = 1;

  private Hkdf() {}

  /** Key of a secret for one purpose; other purposes have other keys. */
  static byte[] key(String secret, String salt, String purpose) {
    return key(utf8(secret), utf8(salt), utf8(purpose));
  }

  static byte[] key(byte[] secret, byte[] salt, byte[] info) {
    Mac expand = mac(mac(salt).doFinal(secret));
    expand.update(info);
    expand.update(ONLY_BLOCK);
    return expand.doFinal();
  }

  private static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
