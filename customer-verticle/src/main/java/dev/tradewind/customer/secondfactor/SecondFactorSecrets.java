package dev.tradewind.customer.secondfactor;

import dev.tradewind.kernel.token.SecretCipher;
import dev.tradewind.kernel.token.SigningKeys;
import java.security.SecureRandom;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Secrets of one-time passwords, encrypted at rest. Those that an earlier version stored in clear
 * are told by their length; they are read until they have been encrypted.
 */
final class SecondFactorSecrets {

  private static final Logger LOG = LoggerFactory.getLogger(SecondFactorSecrets.class);
  private static final String PURPOSE = "second-factor";
  private static final int BYTES = 20;
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Secret of a user.
   *
   * @param isCurrent whether it is encrypted under the first key
   */
  record Secret(byte[] bytes, boolean isCurrent) {}

  private final SecretCipher cipher;

  SecondFactorSecrets(SigningKeys keys) {
    this.cipher = new SecretCipher(keys, PURPOSE);
  }

  static byte[] random() {
    byte[] secret = new byte[BYTES];
    RANDOM.nextBytes(secret);
    return secret;
  }

  byte[] encrypt(byte[] secret, String userId) {
    return cipher.encrypt(secret, userId);
  }

  /** Secret from its stored form; empty if its key was removed. */
  Optional<Secret> decrypt(byte[] stored, String userId) {
    if (stored.length == BYTES) {
      return Optional.of(new Secret(stored, false));
    }
    Optional<SecretCipher.Decrypted> found = cipher.decrypt(stored, userId);
    if (found.isEmpty()) {
      LOG.warn("Cannot decrypt the second factor of user {}: its key was removed", userId);
    }
    return found.map(secret -> new Secret(secret.secret(), secret.isCurrent()));
  }
}
