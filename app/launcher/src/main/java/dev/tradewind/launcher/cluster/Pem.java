package dev.tradewind.launcher.cluster;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PEM form of certificates and private keys. */
final class Pem {

  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String KEY = "PRIVATE KEY";
  private static final Pattern KEY_BLOCK =
      Pattern.compile("-----BEGIN " + KEY + "-----([^-]+)-----END " + KEY + "-----");

  private Pem() {}

  static String of(X509Certificate certificate) throws GeneralSecurityException {
    return block(CERTIFICATE, certificate.getEncoded());
  }

  static String of(PrivateKey key) {
    return block(KEY, key.getEncoded());
  }

  private static String block(String type, byte[] content) {
    String base64 =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(type, base64);
  }

  static List<X509Certificate> certificates(byte[] pem) throws GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(new ByteArrayInputStream(pem))
        .stream()
        .map(X509Certificate.class::cast)
        .toList();
  }

  /**
   * An unencrypted key in PKCS #8.
   *
   * @param algorithm of the public key
   */
  static PrivateKey privateKey(byte[] pem, String algorithm) throws GeneralSecurityException {
    Matcher block = KEY_BLOCK.matcher(new String(pem, StandardCharsets.US_ASCII));
    if (!block.find()) {
      throw new GeneralSecurityException("There is no unencrypted PKCS #8 key.");
    }
    byte[] content;
    try {
      content = Base64.getMimeDecoder().decode(block.group(1));
    } catch (IllegalArgumentException malformed) {
      // The decoder's message would repeat a part of the key.
      throw new GeneralSecurityException("The key is not Base64.");
    }
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(content));
  }
}
