package dev.tradewind.gateway.forward;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Service of the shop to which requests are forwarded.
 *
 * @param name in the file of routes; the audience of its tokens
 * @param url origin: scheme, host and port
 * @param deadline from the end of a request to the headers of the answer
 * @param idle longest pause within a body, of either side
 * @param maxConcurrent requests of one node at a time
 * @param v1Secret secret of the JSON web tokens of Medusa v1 that the service gets too; null: none
 */
public record ForwardedService(
    String name,
    URI url,
    Duration deadline,
    Duration idle,
    int maxConcurrent,
    @Nullable String v1Secret) {

  boolean usesTls() {
    return "https".equals(url.getScheme());
  }

  int port() {
    int defaultPort = usesTls() ? 443 : 80;
    return url.getPort() < 0 ? defaultPort : url.getPort();
  }

  /** The secret stays out of logs. */
  @Override
  public String toString() {
    return name;
  }
}
