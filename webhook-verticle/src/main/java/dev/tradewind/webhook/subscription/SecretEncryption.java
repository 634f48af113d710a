package dev.tradewind.webhook.subscription;

import dev.tradewind.kernel.outbound.WebhookSecret;
import dev.tradewind.kernel.token.SecretCipher;
import dev.tradewind.kernel.token.SigningKeys;
import java.util.Base64;
import java.util.Optional;

/** Encryption at rest of the secrets of subscriptions. */
public final class SecretEncryption {

  private static final String PURPOSE = "webhook";

  /**
   * Decrypted secret.
   *
   * @param isCurrent whether the first of the signing keys encrypted it
   */
  public record Decrypted(WebhookSecret secret, boolean isCurrent) {}

  private final SecretCipher cipher;

  public SecretEncryption(SigningKeys keys) {
    this.cipher = new SecretCipher(keys, PURPOSE);
  }

  String encrypt(WebhookSecret secret, String subscriptionId) {
    return Base64.getEncoder().encodeToString(cipher.encrypt(secret.key(), subscriptionId));
  }

  /** The secret from its stored form; empty if its signing key was removed. */
  public Optional<Decrypted> decrypt(String stored, String subscriptionId) {
    return cipher
        .decrypt(Base64.getDecoder().decode(stored), subscriptionId)
        .map(found -> new Decrypted(WebhookSecret.ofKey(found.secret()), found.isCurrent()));
  }
}
