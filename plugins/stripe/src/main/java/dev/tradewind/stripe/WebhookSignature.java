package dev.tradewind.stripe;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signature of a webhook, the header {@code Stripe-Signature}: time, and an HMAC-SHA256 of time and
 * raw body for each valid secret of the endpoint. During a rotation there are two secrets on both
 * sides; one signature that matches is enough.
 *
 * @param seconds time of the delivery, since 1970
 */
record WebhookSignature(String seconds, List<String> signatures) {

  private static final Duration TOLERANCE = Duration.ofSeconds(300);

  /**
   * @throws IllegalArgumentException if the header is missing or has no time or no signature
   */
  static WebhookSignature parse(@Nullable String header) {
    String seconds = "";
    List<String> signatures = new ArrayList<>();
    for (String element : header == null ? new String[0] : header.split(",", -1)) {
      String[] parts = element.strip().split("=", 2);
      if (parts.length == 2 && parts[0].equals("t")) {
        seconds = parts[1];
      } else if (parts.length == 2 && parts[0].equals("v1")) {
        signatures.add(parts[1]);
      }
    }
    if (!seconds.matches("\\d{1,12}") || signatures.isEmpty()) {
      throw new IllegalArgumentException("The header Stripe-Signature is missing or incomplete.");
    }
    return new WebhookSignature(seconds, List.copyOf(signatures));
  }

  /**
   * Requires that one of the secrets has signed the body, and that the delivery is not old, nor
   * from the future.
   *
   * @throws IllegalArgumentException otherwise
   */
  void requireValid(Buffer body, List<String> secrets, Instant now) {
    if (secrets.stream().noneMatch(secret -> isSignedWith(secret, body))) {
      throw new IllegalArgumentException("No signature matches the signing secret.");
    }
    Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(seconds)), now).abs();
    if (age.compareTo(TOLERANCE) > 0) {
      throw new IllegalArgumentException(
          "The time of the signature is more than 300 seconds away from the time here.");
    }
  }

  private boolean isSignedWith(String secret, Buffer body) {
    byte[] expected = HexFormat.of().formatHex(sign(secret, body)).getBytes(StandardCharsets.UTF_8);
    return signatures.stream()
        .anyMatch(signature ->
            MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8)));
  }

  private byte[] sign(String secret, Buffer body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((seconds + ".").getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(body.getBytes());
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
