package dev.tradewind.gateway.server;

import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.util.List;
import java.util.Set;

/**
 * TLS versions and cipher suites of the gateway: authenticated encryption with forward secrecy, the
 * strongest first.
 */
public final class TlsPolicy {

  private static final Set<String> VERSIONS = Set.of("TLSv1.3", "TLSv1.2");

  private static final List<String> CIPHER_SUITES =
      List.of(
          "TLS_AES_256_GCM_SHA384",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");

  private TlsPolicy() {}

  /** Makes the server speak TLS only, with that certificate. */
  public static HttpServerOptions secured(
      HttpServerOptions options, PemKeyCertOptions certificate) {
    options
        .setSsl(true)
        .setUseAlpn(false)
        .setEnabledSecureTransportProtocols(VERSIONS)
        .setKeyCertOptions(certificate);
    CIPHER_SUITES.forEach(options::addEnabledCipherSuite);
    return options;
  }

  /** The same for another certificate of a running server. */
  static ServerSSLOptions renewed(PemKeyCertOptions certificate) {
    ServerSSLOptions options = new ServerSSLOptions().setKeyCertOptions(certificate);
    options.setEnabledSecureTransportProtocols(VERSIONS);
    CIPHER_SUITES.forEach(options::addEnabledCipherSuite);
    return options;
  }
}
