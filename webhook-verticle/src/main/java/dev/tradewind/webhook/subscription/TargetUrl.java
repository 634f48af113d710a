package dev.tradewind.webhook.subscription;

import dev.tradewind.kernel.outbound.OutboundPolicy;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Check of the URL of a subscription when it is set. The address of a host name is checked by each
 * attempt, because it can change.
 */
final class TargetUrl {

  private TargetUrl() {}

  /** Why the URL is refused; empty for one that may be called. */
  static Optional<String> refusal(String url, OutboundPolicy policy) {
    URI target;
    try {
      target = new URI(url);
    } catch (URISyntaxException malformed) {
      return Optional.of("url is not a URL");
    }
    String scheme = target.getScheme();
    if (!"https".equalsIgnoreCase(scheme)
        && !(policy.allowsPlainHttp() && "http".equalsIgnoreCase(scheme))) {
      return Optional.of("url must begin with https://");
    }
    String host = target.getHost();
    if (host == null || target.getRawUserInfo() != null || target.getRawFragment() != null) {
      return Optional.of("url must have a host, and neither a user nor a fragment");
    }
    byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
    if (literal == null || isAllowed(literal, policy)) {
      return Optional.empty();
    }
    return Optional.of("url must not lead to a private address");
  }

  private static boolean isAllowed(byte[] literal, OutboundPolicy policy) {
    try {
      return policy.allows(InetAddress.getByAddress(literal));
    } catch (UnknownHostException wrongLength) {
      return false;
    }
  }
}
