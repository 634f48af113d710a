package dev.tradewind.gateway;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.gateway.config.ServerSecurity.TlsFiles;
import dev.tradewind.testing.TestCertificate;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsIT {

  @TempDir private Path folder;

  @Test
  void theServerSpeaksTlsOnly() throws Exception {
    TestCertificate certificate = certificate("one");
    try (RunningGateway gateway = gateway(certificate.certificate(), certificate.key())) {
      HttpResponse<String> answer = get(gateway, certificate.certificate());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("strict-transport-security"))
          .hasValue("max-age=31536000");
      assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.3");
      assertThatThrownBy(() ->
              HttpClient.newHttpClient()
                  .send(
                      HttpRequest.newBuilder(URI.create(url(gateway).replace("https", "http")))
                          .timeout(LIMIT)
                          .build(),
                      HttpResponse.BodyHandlers.ofString()))
          .isInstanceOf(java.io.IOException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.2, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384 TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, true",
    "TLSv1.2, TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256, false"
  })
  void onlySuitesWithForwardSecrecyAndAuthenticatedEncryptionAreSpoken(
      String version, String suites, boolean isSpoken) throws Exception {
    TestCertificate certificate = certificate("one");
    try (RunningGateway gateway = gateway(certificate.certificate(), certificate.key());
        SSLSocket socket =
            (SSLSocket)
                trusting(certificate.certificate())
                    .getSocketFactory()
                    .createSocket("localhost", gateway.http.port())) {
      socket.setEnabledProtocols(new String[] {version});
      socket.setEnabledCipherSuites(suites.split(" "));

      if (isSpoken) {
        socket.startHandshake();
        assertThat(socket.getSession().getCipherSuite()).contains("GCM");
      } else {
        assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
      }
    }
  }

  @Test
  void aNewCertificateIsUsedWithoutARestart() throws Exception {
    TestCertificate first = certificate("first");
    TestCertificate second = certificate("second");
    Path certificate = Files.copy(first.certificate(), folder.resolve("tls.crt"));
    Path key = Files.copy(first.key(), folder.resolve("tls.key"));
    try (RunningGateway gateway = gateway(certificate, key)) {
      assertThat(get(gateway, first.certificate()).statusCode()).isEqualTo(200);

      Files.copy(second.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
      Files.copy(second.key(), key, StandardCopyOption.REPLACE_EXISTING);

      until(() -> isTrusted(gateway, second.certificate()));
      assertThat(get(gateway, second.certificate()).statusCode()).isEqualTo(200);
      assertThat(isTrusted(gateway, first.certificate())).isFalse();
    }
  }

  @Test
  void anUnreadableCertificateStopsTheStart() {
    assertThatThrownBy(() -> gateway(folder.resolve("none.crt"), folder.resolve("none.key")))
        .hasStackTraceContaining("Cannot read the TLS files")
        .hasStackTraceContaining("none.crt");
  }

  private static RunningGateway gateway(Path certificate, Path key) {
    return new RunningGateway(
        GatewayConfig.of("127.0.0.1", 0)
            .withSecurity(ServerSecurity.DEVELOPMENT.withTls(new TlsFiles(certificate, key))));
  }

  private static boolean isTrusted(RunningGateway gateway, Path authority) throws Exception {
    try {
      return get(gateway, authority).statusCode() == 200;
    } catch (SSLHandshakeException unknown) {
      return false;
    }
  }

  private static HttpResponse<String> get(RunningGateway gateway, Path authority) throws Exception {
    try (HttpClient client = HttpClient.newBuilder().sslContext(trusting(authority)).build()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(url(gateway))).build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  private static String url(RunningGateway gateway) {
    return "https://localhost:" + gateway.http.port() + "/health/live";
  }

  private static SSLContext trusting(Path authority) throws Exception {
    KeyStore known = KeyStore.getInstance(KeyStore.getDefaultType());
    known.load(null, null);
    try (InputStream file = Files.newInputStream(authority)) {
      X509Certificate certificate =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(file);
      known.setCertificateEntry("authority", certificate);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(known);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private TestCertificate certificate(String commonName) throws Exception {
    return TestCertificate.create(folder, commonName, "dns:localhost,ip:127.0.0.1");
  }
}
