package dev.tradewind.kernel.token;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.generators.HKDFBytesGenerator;
import org.bouncycastle.crypto.params.HKDFParameters;

/**
 * Encryption of small secrets at rest: AES-256-GCM under keys that are derived from the signing
 * keys for one purpose (HKDF). The first key encrypts, all decrypt. The authentication tag finds
 * the right key, and binds the secret to its owner.
 *
 * <p>Form: one byte of version, the nonce, the encrypted secret with its tag.
 */
public final class SecretCipher {

  private static final String ALGORITHM = "AES/GCM/NoPadding";
  private static final String SALT = "tradewind secrets at rest";
  private static final int KEY_BYTES = 32;
  private static final byte VERSION = 1;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Decrypted secret.
   *
   * @param isCurrent whether the first key encrypted it, so that it outlives the other keys
   */
  public record Decrypted(byte[] secret, boolean isCurrent) {}

  /** Keys that are derived of the keys of that list, in its order. */
  private record Derived(List<SigningKeys.Key> of, List<SecretKey> keys) {}

  private final SigningKeys sources;
  private final String purpose;
  private volatile Derived latest;

  /**
   * @param purpose of the secrets; secrets of another purpose are not decrypted
   */
  public SecretCipher(SigningKeys keys, String purpose) {
    this.sources = keys;
    this.purpose = purpose;
    this.latest = derive(keys.keys(), purpose);
  }

  private List<SecretKey> keys() {
    Derived known = latest;
    List<SigningKeys.Key> current = sources.keys();
    if (known.of() != current) {
      known = derive(current, purpose);
      latest = known;
    }
    return known.keys();
  }

  private static Derived derive(List<SigningKeys.Key> keys, String purpose) {
    return new Derived(keys, keys.stream().map(key -> derive(key.secret(), purpose)).toList());
  }

  /** Key of a secret for one purpose (RFC 5869); other purposes have other keys. */
  private static SecretKey derive(String secret, String purpose) {
    HKDFBytesGenerator hkdf = new HKDFBytesGenerator(SHA256Digest.newInstance());
    hkdf.init(new HKDFParameters(utf8(secret), utf8(SALT), utf8(purpose)));
    byte[] key = new byte[KEY_BYTES];
    hkdf.generateBytes(key, 0, key.length);
    return new SecretKeySpec(key, "AES");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Encrypts a secret.
   *
   * @param owner id of the row that holds it; in another row it is not decrypted
   */
  public byte[] encrypt(byte[] secret, String owner) {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    try {
      byte[] encrypted =
          cipher(Cipher.ENCRYPT_MODE, keys().getFirst(), nonce, owner).doFinal(secret);
      return ByteBuffer.allocate(1 + nonce.length + encrypted.length)
          .put(VERSION)
          .put(nonce)
          .put(encrypted)
          .array();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The secret; empty if none of the keys encrypted it for this owner. */
  public Optional<Decrypted> decrypt(byte[] stored, String owner) {
    if (stored.length <= 1 + NONCE_BYTES || stored[0] != VERSION) {
      return Optional.empty();
    }
    byte[] nonce = Arrays.copyOfRange(stored, 1, 1 + NONCE_BYTES);
    byte[] encrypted = Arrays.copyOfRange(stored, 1 + NONCE_BYTES, stored.length);
    List<SecretKey> keys = keys();
    for (SecretKey key : keys) {
      Optional<byte[]> secret = opened(key, nonce, encrypted, owner);
      if (secret.isPresent()) {
        return Optional.of(new Decrypted(secret.get(), key.equals(keys.getFirst())));
      }
    }
    return Optional.empty();
  }

  /** Empty if the text is of another key or owner, or was changed. */
  private static Optional<byte[]> opened(
      SecretKey key, byte[] nonce, byte[] encrypted, String owner) {
    try {
      return Optional.of(cipher(Cipher.DECRYPT_MODE, key, nonce, owner).doFinal(encrypted));
    } catch (GeneralSecurityException wrongTag) {
      return Optional.empty();
    }
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] nonce, String owner)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(ALGORITHM);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(utf8(owner));
    return cipher;
  }
}
