package dev.tradewind.gateway.server;

import dev.tradewind.gateway.config.ServerSecurity.TlsFiles;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS certificate of the HTTP server, reloaded when its files change. Open connections keep the old
 * one. While the files do not fit together, because one of them is still to be replaced, the old
 * certificate stays.
 */
public final class CertificateReloader {

  private static final Logger LOG = LoggerFactory.getLogger(CertificateReloader.class);

  private final Vertx vertx;
  private final TlsFiles files;
  private final Duration interval;
  private PemKeyCertOptions certificate;
  private boolean isReloading;

  private CertificateReloader(
      Vertx vertx, TlsFiles files, Duration interval, PemKeyCertOptions certificate) {
    this.vertx = vertx;
    this.files = files;
    this.interval = interval;
    this.certificate = certificate;
  }

  /** Reads the files; fails if one of them cannot be read. */
  public static Future<CertificateReloader> load(Vertx vertx, TlsFiles files, Duration interval) {
    return vertx
        .executeBlocking(() -> read(files))
        .map(certificate -> new CertificateReloader(vertx, files, interval, certificate));
  }

  private static PemKeyCertOptions read(TlsFiles files) throws IOException {
    return new PemKeyCertOptions()
        .setCertValue(Buffer.buffer(Files.readAllBytes(files.certificate())))
        .setKeyValue(Buffer.buffer(Files.readAllBytes(files.key())));
  }

  public PemKeyCertOptions certificate() {
    return certificate;
  }

  /** Watches the files until the caller is undeployed. */
  public void watch(HttpServer server) {
    vertx.setPeriodic(interval.toMillis(), tick -> reload(server));
  }

  private void reload(HttpServer server) {
    if (isReloading) {
      return;
    }
    isReloading = true;
    vertx
        .executeBlocking(() -> read(files))
        .compose(read -> isSame(read) ? Future.succeededFuture() : use(server, read))
        .onFailure(failure ->
            LOG.warn(
                "Reloading the TLS certificate {} failed: {}",
                files.certificate(),
                failure.toString()))
        .onComplete(done -> isReloading = false);
  }

  private boolean isSame(PemKeyCertOptions read) {
    return read.getCertValues().equals(certificate.getCertValues())
        && read.getKeyValues().equals(certificate.getKeyValues());
  }

  private Future<Void> use(HttpServer server, PemKeyCertOptions read) {
    return server
        .updateSSLOptions(TlsPolicy.renewed(read), true)
        .onSuccess(updated -> {
          certificate = read;
          LOG.info("Reloaded the TLS certificate {}", files.certificate());
        })
        .mapEmpty();
  }
}
