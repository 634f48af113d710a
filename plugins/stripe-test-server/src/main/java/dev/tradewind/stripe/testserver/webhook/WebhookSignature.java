package dev.tradewind.stripe.testserver.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Header {@code Stripe-Signature}: one HMAC-SHA256 of timestamp and body for each secret. */
public final class WebhookSignature {

  public static final String HEADER = "Stripe-Signature";

  private static final String ALGORITHM = "HmacSHA256";

  private WebhookSignature() {}

  /**
   * The value of the header.
   *
   * @param secrets whose characters, with {@code whsec_}, are the keys
   * @param seconds of the Unix epoch
   */
  public static String of(List<String> secrets, long seconds, String body) {
    StringBuilder header = new StringBuilder("t=").append(seconds);
    for (String secret : secrets) {
      header.append(",v1=").append(hmac(secret, seconds + "." + body));
    }
    // A scheme of test mode, which verifiers ignore.
    return header.append(",v0=").append(hmac("v0", seconds + "." + body)).toString();
  }

  private static String hmac(String secret, String message) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(message.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException absent) {
      throw new IllegalStateException(absent);
    }
  }
}
