package dev.tradewind.shadow;

import java.net.URI;

/**
 * Settings of the shadow mode, in which the gateway is a proxy before a running Medusa v1 server.
 *
 * @param origin URL of that server: scheme, host and port
 * @param samplePercent share of the reads that are compared, 0 to 100
 */
public record ShadowConfig(URI origin, int samplePercent) {

  public boolean usesTls() {
    return "https".equals(origin.getScheme());
  }

  public int port() {
    int defaultPort = usesTls() ? 443 : 80;
    return origin.getPort() < 0 ? defaultPort : origin.getPort();
  }
}
