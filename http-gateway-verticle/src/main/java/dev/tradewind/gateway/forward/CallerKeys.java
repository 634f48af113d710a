package dev.tradewind.gateway.forward;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECPoint;
import org.jspecify.annotations.Nullable;

/**
 * Keys of the tokens about callers: ECDSA on the curve P-256, for ES256. The first one signs, the
 * public halves of all are published, so that a service verifies with a key before it signs, and
 * after it does no more.
 */
public final class CallerKeys {

  private static final String CURVE = "secp256r1";
  private static final String PEM = "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n";
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();

  /**
   * One key.
   *
   * @param id its thumbprint (RFC 7638)
   */
  record Key(String id, String pem, JsonObject publicKey) {

    @Override
    public String toString() {
      return id;
    }
  }

  private final List<Key> keys;

  private CallerKeys(List<Key> keys) {
    this.keys = List.copyOf(keys);
  }

  /**
   * Parses PKCS #8 keys in PEM, the one that signs first.
   *
   * @throws IllegalArgumentException with a sentence for the operator, which contains no secret
   */
  public static CallerKeys parse(String pem) {
    List<Key> keys = new ArrayList<>();
    for (MatchResult block : BLOCK.matcher(pem).results().toList()) {
      keys.add(key(block.group(1).replaceAll("\\s", "")));
    }
    if (keys.isEmpty()) {
      throw malformed(null);
    }
    return new CallerKeys(keys);
  }

  private static IllegalArgumentException malformed(@Nullable Exception cause) {
    return new IllegalArgumentException(
        "Each key must be an unencrypted PKCS #8 key in PEM, of the curve P-256: openssl genpkey"
            + " -algorithm EC -pkeyopt ec_paramgen_curve:P-256",
        cause);
  }

  /** A random key in PEM. */
  public static String random() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE));
      return PEM.formatted(
          Base64.getMimeEncoder()
              .encodeToString(generator.generateKeyPair().getPrivate().getEncoded()));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Key key(String base64) {
    try {
      byte[] encoded = Base64.getDecoder().decode(base64);
      if (KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded))
              instanceof ECPrivateKey key
          && key.getParams().getOrder().equals(CustomNamedCurves.getByName(CURVE).getN())) {
        JsonObject point = point(key);
        String id = thumbprint(point);
        return new Key(
            id, PEM.formatted(base64), point.put("kid", id).put("alg", "ES256").put("use", "sig"));
      }
    } catch (GeneralSecurityException | IllegalArgumentException unreadable) {
      throw malformed(unreadable);
    }
    throw malformed(null);
  }

  /**
   * The public half, which a PKCS #8 key may leave out; its members in the order of a thumbprint.
   */
  private static JsonObject point(ECPrivateKey key) {
    ECPoint point = CustomNamedCurves.getByName(CURVE).getG().multiply(key.getS()).normalize();
    return new JsonObject()
        .put("crv", "P-256")
        .put("kty", "EC")
        .put("x", URL.encodeToString(point.getAffineXCoord().getEncoded()))
        .put("y", URL.encodeToString(point.getAffineYCoord().getEncoded()));
  }

  private static String thumbprint(JsonObject point) throws GeneralSecurityException {
    return URL.encodeToString(
        MessageDigest.getInstance("SHA-256")
            .digest(point.encode().getBytes(StandardCharsets.UTF_8)));
  }

  /** The key that signs. */
  Key signing() {
    return keys.getFirst();
  }

  /** The public halves as a JSON Web Key Set (RFC 7517). */
  public JsonObject published() {
    JsonArray published = new JsonArray();
    keys.forEach(key -> published.add(key.publicKey()));
    return new JsonObject().put("keys", published);
  }
}
