package dev.tradewind.kernel.outbound;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Secret that a receiver shares, which signs messages to it as Standard Webhooks describes. */
public final class WebhookSecret {

  private static final String PREFIX = "whsec_";
  private static final String VERSION = "v1,";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int GENERATED_BYTES = 32;
  private static final int MIN_BYTES = 24;
  private static final int MAX_BYTES = 64;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] key;

  private WebhookSecret(byte[] key) {
    this.key = key;
  }

  public static WebhookSecret random() {
    byte[] key = new byte[GENERATED_BYTES];
    RANDOM.nextBytes(key);
    return new WebhookSecret(key);
  }

  /** Secret from its text; empty if the text has another form. */
  public static Optional<WebhookSecret> parse(String text) {
    if (!text.startsWith(PREFIX)) {
      return Optional.empty();
    }
    try {
      byte[] key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
      if (key.length < MIN_BYTES || key.length > MAX_BYTES) {
        return Optional.empty();
      }
      return Optional.of(new WebhookSecret(key));
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  /** Secret of a key that was kept. */
  public static WebhookSecret ofKey(byte[] key) {
    return new WebhookSecret(key.clone());
  }

  /** The key, to be kept. */
  public byte[] key() {
    return key.clone();
  }

  /** The text that receivers are configured with. */
  public String text() {
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  /** Signature of a message, with its version. */
  public String sign(String messageId, long timestampSeconds, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      mac.update((messageId + "." + timestampSeconds + ".").getBytes(StandardCharsets.UTF_8));
      return VERSION + Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WebhookSecret secret && Arrays.equals(key, secret.key);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key);
  }

  /** The secret stays out of logs. */
  @Override
  public String toString() {
    return "WebhookSecret";
  }
}
