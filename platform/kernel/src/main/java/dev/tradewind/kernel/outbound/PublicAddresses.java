package dev.tradewind.kernel.outbound;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/** Classification of IP addresses as public or special-purpose. */
final class PublicAddresses {

  // IANA registries of special-purpose addresses.
  private static final List<AddressRange> SPECIAL_IPV4 =
      ranges(
          "0.0.0.0/8",
          "10.0.0.0/8",
          "100.64.0.0/10",
          "127.0.0.0/8",
          "169.254.0.0/16",
          "172.16.0.0/12",
          "192.0.0.0/24",
          "192.0.2.0/24",
          "192.88.99.0/24",
          "192.168.0.0/16",
          "198.18.0.0/15",
          "198.51.100.0/24",
          "203.0.113.0/24",
          "224.0.0.0/3");

  // Outside 2000::/3 nothing is routed on the internet; within it these ranges are special.
  private static final AddressRange UNICAST_IPV6 = AddressRange.parse("2000::/3");
  private static final List<AddressRange> SPECIAL_IPV6 =
      ranges("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

  private PublicAddresses() {}

  private static List<AddressRange> ranges(String... texts) {
    return Stream.of(texts).map(AddressRange::parse).toList();
  }

  /**
   * Whether the address is public. Java converts IPv4-mapped IPv6 addresses, so they are checked as
   * IPv4.
   */
  static boolean isPublic(InetAddress address) {
    return switch (address) {
      case Inet4Address four -> SPECIAL_IPV4.stream().noneMatch(range -> range.contains(four));
      case Inet6Address six ->
          UNICAST_IPV6.contains(six)
              && SPECIAL_IPV6.stream().noneMatch(range -> range.contains(six));
      default -> false;
    };
  }
}
