package dev.tradewind.batch.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tradewind.kernel.token.SigningKeys;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signed path segment of a file link. A link to a public file is valid as long as its key, every
 * other one expires.
 */
final class SignedFileLinks {

  /** Lifetime of a link to a file that is not public. */
  static final Duration LIFE = Duration.ofHours(1);

  private static final String ALGORITHM = "HmacSHA256";
  private static final String PURPOSE = "file-link\n";
  private static final long FOR_EVER = 0;

  private final SigningKeys keys;
  private final Clock clock;

  SignedFileLinks(SigningKeys keys, Clock clock) {
    this.keys = keys;
    this.clock = clock;
  }

  String sign(StoredFile file) {
    long end = file.isPublic() ? FOR_EVER : clock.instant().plus(LIFE).getEpochSecond();
    String said = encode((end + ":" + file.key()).getBytes(UTF_8));
    return said + "." + encode(mac(keys.keys().getFirst(), said));
  }

  /** Key of the file; empty if the signature is invalid or expired. */
  Optional<String> read(String signed) {
    int dot = signed.indexOf('.');
    if (dot < 0 || !isOurs(signed.substring(0, dot), signed.substring(dot + 1))) {
      return Optional.empty();
    }
    String[] said = new String(decode(signed.substring(0, dot)), UTF_8).split(":", 2);
    long end = Long.parseLong(said[0]);
    if (end == FOR_EVER || clock.instant().getEpochSecond() < end) {
      return Optional.of(said[1]);
    }
    return Optional.empty();
  }

  private boolean isOurs(String said, String proof) {
    byte[] value = decode(proof);
    return keys.keys().stream().anyMatch(key -> MessageDigest.isEqual(mac(key, said), value));
  }

  private static byte[] mac(SigningKeys.Key key, String said) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key.secret().getBytes(UTF_8), ALGORITHM));
      return mac.doFinal((PURPOSE + said).getBytes(UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] decode(String text) {
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException garbage) {
      return new byte[0];
    }
  }
}
