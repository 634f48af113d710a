package dev.tradewind.kernel.outbound;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/**
 * Limits of calls to servers of third parties.
 *
 * @param allowsPlainHttp whether URLs without TLS are called
 * @param allowsAnyAddress whether every address is called, regardless of the networks
 * @param networks networks beside the public ones
 * @param timeout of a call, from the look-up of the host name to the end of the response
 * @param maxBody bytes of a response body that are read
 */
public record OutboundPolicy(
    boolean allowsPlainHttp,
    boolean allowsAnyAddress,
    List<AddressRange> networks,
    Duration timeout,
    int maxBody) {

  public OutboundPolicy {
    networks = List.copyOf(networks);
  }

  /** Whether an address of this policy may be called. */
  public boolean allows(InetAddress address) {
    return allowsAnyAddress
        || PublicAddresses.isPublic(address)
        || networks.stream().anyMatch(network -> network.contains(address));
  }

  boolean allowsScheme(String scheme) {
    return "https".equalsIgnoreCase(scheme) || allowsPlainHttp && "http".equalsIgnoreCase(scheme);
  }
}
