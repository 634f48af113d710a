package dev.tradewind.launcher.cluster;

import dev.tradewind.kernel.operation.ClusterKeys;
import dev.tradewind.launcher.config.CliException;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Certificates and keys of a node, read from its folder and checked. The names of the files are the
 * files of a Kubernetes secret of type {@code kubernetes.io/tls}.
 *
 * @param authority certificates of the authorities of the cluster, in PEM
 * @param certificate of the node, followed by the certificates of intermediate authorities, in PEM
 * @param key private key of the node, in PEM
 * @param expires end of the validity of the certificate of the node
 */
record ClusterCertificates(
    Buffer authority, Buffer certificate, Buffer key, ClusterKeys keys, Instant expires) {

  static final String AUTHORITY = "ca.crt";
  static final String CERTIFICATE = "tls.crt";
  static final String KEY = "tls.key";
  static final String CLUSTER_KEY = "cluster.key";

  private static final byte[] PROBE = "probe".getBytes(StandardCharsets.US_ASCII);

  /**
   * Reads the four files of a folder.
   *
   * @throws CliException if one is missing or malformed, or they do not belong together
   */
  static ClusterCertificates read(Path folder, Instant now) {
    byte[] authority = bytes(folder, AUTHORITY);
    byte[] certificate = bytes(folder, CERTIFICATE);
    byte[] key = bytes(folder, KEY);
    return new ClusterCertificates(
        Buffer.buffer(authority),
        Buffer.buffer(certificate),
        Buffer.buffer(key),
        keys(folder),
        validated(folder, authority, certificate, key, now));
  }

  private static ClusterKeys keys(Path folder) {
    try {
      return ClusterKeys.parse(new String(bytes(folder, CLUSTER_KEY), StandardCharsets.US_ASCII));
    } catch (IllegalArgumentException malformed) {
      throw new CliException(
          folder.resolve(CLUSTER_KEY) + ": " + malformed.getMessage(), malformed);
    }
  }

  private static byte[] bytes(Path folder, String name) {
    Path file = folder.resolve(name);
    try {
      return Files.readAllBytes(file);
    } catch (IOException unreadable) {
      throw new CliException(
          "The file " + file + " of the cluster certificates cannot be read.", unreadable);
    }
  }

  private static Instant validated(
      Path folder, byte[] authority, byte[] certificate, byte[] key, Instant now) {
    try {
      List<X509Certificate> chain = Pem.certificates(certificate);
      if (chain.isEmpty()) {
        throw new GeneralSecurityException("There is no certificate in " + CERTIFICATE + ".");
      }
      requireIssued(chain, Pem.certificates(authority), now);
      X509Certificate own = chain.getFirst();
      if (!belongsTo(Pem.privateKey(key, own.getPublicKey().getAlgorithm()), own)) {
        throw new GeneralSecurityException(
            "The key in " + KEY + " is not that of the certificate in " + CERTIFICATE + ".");
      }
      return own.getNotAfter().toInstant();
    } catch (GeneralSecurityException invalid) {
      throw new CliException(
          "The cluster certificates in " + folder + " are not valid: " + invalid.getMessage(),
          invalid);
    }
  }

  private static void requireIssued(
      List<X509Certificate> chain, List<X509Certificate> authorities, Instant now)
      throws GeneralSecurityException {
    try {
      PKIXParameters trust =
          new PKIXParameters(
              authorities.stream()
                  .map(authority -> new TrustAnchor(authority, null))
                  .collect(Collectors.toSet()));
      trust.setRevocationEnabled(false);
      trust.setDate(Date.from(now));
      CertPathValidator.getInstance("PKIX")
          .validate(CertificateFactory.getInstance("X.509").generateCertPath(chain), trust);
    } catch (InvalidAlgorithmParameterException empty) {
      throw new GeneralSecurityException("There is no certificate in " + AUTHORITY + ".", empty);
    } catch (CertPathValidatorException untrusted) {
      throw new GeneralSecurityException(
          "No authority in "
              + AUTHORITY
              + " vouches for the certificate in "
              + CERTIFICATE
              + " ("
              + untrusted.getMessage()
              + ").",
          untrusted);
    }
  }

  private static boolean belongsTo(PrivateKey key, X509Certificate certificate)
      throws GeneralSecurityException {
    String algorithm = "EC".equals(key.getAlgorithm()) ? "SHA256withECDSA" : "SHA256withRSA";
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(PROBE);
    byte[] signed = signature.sign();
    signature.initVerify(certificate.getPublicKey());
    signature.update(PROBE);
    return signature.verify(signed);
  }

  /** Secrets stay out of logs. */
  @Override
  public String toString() {
    return "ClusterCertificates until " + expires;
  }
}
