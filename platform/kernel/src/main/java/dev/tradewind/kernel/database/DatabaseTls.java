package dev.tradewind.kernel.database;

import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * TLS settings of the database connections: the parameters {@code sslmode}, {@code sslrootcert},
 * {@code sslcert} and {@code sslkey} of a PostgreSQL URL, with the meaning that libpq gives them.
 *
 * @param mode encryption and verification
 * @param rootCertificate PEM file of the certificate authorities; null: the authorities of the JDK
 * @param certificate PEM file of the client certificate; null: none
 * @param key PEM file of its private key (PKCS #8, unencrypted)
 */
record DatabaseTls(
    SslMode mode, @Nullable Path rootCertificate, @Nullable Path certificate, @Nullable Path key) {

  private static final String MODE = "sslmode";
  private static final String ROOT = "sslrootcert";
  private static final String CERTIFICATE = "sslcert";
  private static final String KEY = "sslkey";
  static final Set<String> PARAMETERS = Set.of(MODE, ROOT, CERTIFICATE, KEY);

  /** Modes that a URL may name; libpq's {@code allow} would begin in plain text. */
  private static final Set<SslMode> MODES =
      new TreeSet<>(
          Set.of(
              SslMode.DISABLE,
              SslMode.PREFER,
              SslMode.REQUIRE,
              SslMode.VERIFY_CA,
              SslMode.VERIFY_FULL));

  /** Encrypted if the server offers it, as with libpq. */
  static final DatabaseTls PREFERRED = new DatabaseTls(SslMode.PREFER, null, null, null);

  /**
   * From the query parameters of a URL; others than these do not matter here.
   *
   * @throws IllegalArgumentException with a sentence for the operator that names the parameter
   */
  static DatabaseTls of(Map<String, String> parameters) {
    Path root = file(parameters, ROOT);
    Path certificate = file(parameters, CERTIFICATE);
    Path key = file(parameters, KEY);
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "The database URL needs both sslcert and sslkey, or neither");
    }
    SslMode mode = mode(parameters.getOrDefault(MODE, SslMode.PREFER.value));
    // With authorities to verify against, libpq verifies in this mode too.
    boolean verifies = mode == SslMode.REQUIRE && root != null;
    return new DatabaseTls(verifies ? SslMode.VERIFY_CA : mode, root, certificate, key);
  }

  private static SslMode mode(String name) {
    return MODES.stream()
        .filter(mode -> mode.value.equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "The parameter sslmode of the database URL must be one of "
                    + MODES.stream().map(mode -> mode.value).collect(Collectors.joining(", "))));
  }

  private static @Nullable Path file(Map<String, String> parameters, String name) {
    String value = parameters.get(name);
    if (value == null) {
      return null;
    }
    Path file = Path.of(value);
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException(
          "The file of the parameter " + name + " of the database URL cannot be read: " + file);
    }
    return file;
  }

  /** The parameters of a JDBC URL. */
  String jdbcParameters() {
    Map<String, String> parameters = new TreeMap<>();
    parameters.put(MODE, mode.value);
    put(parameters, ROOT, rootCertificate);
    put(parameters, CERTIFICATE, certificate);
    put(parameters, KEY, key);
    if (certificate != null) {
      parameters.put("pemKeyAlgorithm", keyAlgorithm(certificate));
    }
    if (verifies() && rootCertificate == null) {
      parameters.put("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
    }
    return parameters.entrySet().stream()
        .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  private static void put(Map<String, String> parameters, String name, @Nullable Path file) {
    if (file != null) {
      parameters.put(name, file.toAbsolutePath().toString());
    }
  }

  /** The JDBC driver has to be told the algorithm of a PEM key. */
  private static String keyAlgorithm(Path certificate) {
    try (InputStream file = Files.newInputStream(certificate)) {
      return CertificateFactory.getInstance("X.509")
          .generateCertificate(file)
          .getPublicKey()
          .getAlgorithm();
    } catch (IOException | CertificateException unreadable) {
      throw new IllegalArgumentException(
          "The file of the parameter sslcert of the database URL is no certificate: " + certificate,
          unreadable);
    }
  }

  boolean isRequired() {
    return mode == SslMode.REQUIRE || verifies();
  }

  private boolean verifies() {
    return mode == SslMode.VERIFY_CA || mode == SslMode.VERIFY_FULL;
  }

  PgConnectOptions applyTo(PgConnectOptions options) {
    options.setSslMode(mode);
    if (mode == SslMode.DISABLE) {
      return options;
    }
    ClientSSLOptions tls = new ClientSSLOptions();
    tls.setTrustAll(!verifies());
    tls.setHostnameVerificationAlgorithm(mode == SslMode.VERIFY_FULL ? "HTTPS" : "");
    if (verifies() && rootCertificate != null) {
      tls.setTrustOptions(new PemTrustOptions().addCertPath(rootCertificate.toString()));
    }
    if (certificate != null && key != null) {
      tls.setKeyCertOptions(
          new PemKeyCertOptions().addCertPath(certificate.toString()).addKeyPath(key.toString()));
    }
    return options.setSslOptions(tls);
  }
}
