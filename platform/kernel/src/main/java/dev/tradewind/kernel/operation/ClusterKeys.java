package dev.tradewind.kernel.operation;

import io.vertx.core.buffer.Buffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Secret keys that the nodes of a cluster share. The first signs, all verify: a new key is added
 * behind the old one on every node, then put in front of it, and the old one is removed at last.
 * Signatures are HMAC-SHA-256.
 */
public final class ClusterKeys {

  private static final String ALGORITHM = "HmacSHA256";

  /** HMAC-SHA-256 is only as strong as a key of the length of its hash. */
  private static final int LENGTH = 32;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final List<ThreadLocal<Mac>> keys;

  private ClusterKeys(List<byte[]> keys) {
    this.keys =
        keys.stream()
            .map(key -> new SecretKeySpec(key, ALGORITHM))
            .map(key -> ThreadLocal.withInitial(() -> mac(key)))
            .toList();
  }

  /**
   * One key per line, in Base64.
   *
   * @throws IllegalArgumentException with a sentence for the operator, which contains no secret
   */
  public static ClusterKeys parse(String text) {
    List<byte[]> keys =
        text.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .map(ClusterKeys::key)
            .toList();
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("There must be at least one cluster key.");
    }
    return new ClusterKeys(keys);
  }

  private static byte[] key(String line) {
    byte[] key;
    try {
      key = Base64.getDecoder().decode(line);
    } catch (IllegalArgumentException malformed) {
      // The decoder's message would repeat a part of the key.
      throw new IllegalArgumentException("A cluster key must be Base64.");
    }
    if (key.length < LENGTH) {
      throw new IllegalArgumentException("A cluster key must have at least " + LENGTH + " bytes.");
    }
    return key;
  }

  /** A new key in the form that {@link #parse} reads. */
  public static String random() {
    byte[] key = new byte[LENGTH];
    RANDOM.nextBytes(key);
    return Base64.getEncoder().encodeToString(key);
  }

  /** Signature of the parts, in their order; their lengths have to be part of them. */
  public byte[] sign(Buffer... parts) {
    return signature(keys.getFirst().get(), parts);
  }

  /** Whether one of the keys made the signature; in constant time for each. */
  public boolean verify(byte[] signature, Buffer... parts) {
    return verifyTruncated(signature, LENGTH, parts);
  }

  /**
   * Whether a signature consists of the first bytes of the signature by one of the keys.
   *
   * @param length number of bytes that it must have
   */
  public boolean verifyTruncated(byte[] signature, int length, Buffer... parts) {
    boolean genuine = false;
    for (ThreadLocal<Mac> key : keys) {
      byte[] expected = Arrays.copyOf(signature(key.get(), parts), length);
      genuine |= MessageDigest.isEqual(signature, expected);
    }
    return genuine;
  }

  private static byte[] signature(Mac mac, Buffer... parts) {
    for (Buffer part : parts) {
      mac.update(part.getBytes());
    }
    return mac.doFinal();
  }

  private static Mac mac(SecretKeySpec key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /** Secrets stay out of logs. */
  @Override
  public String toString() {
    return keys.size() + " cluster keys";
  }
}
