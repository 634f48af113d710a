package dev.tradewind.customer.oauthapp;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;

/** Classification of IP addresses as public or special-purpose. */
final class PublicAddresses {

  /** Address range: prefix and its length in bits. */
  private record Range(byte[] prefix, int bits) {

    private static Range of(int bits, int... prefix) {
      byte[] bytes = new byte[prefix.length];
      for (int i = 0; i < prefix.length; i++) {
        bytes[i] = (byte) prefix[i];
      }
      return new Range(bytes, bits);
    }

    private boolean contains(byte[] address) {
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> bit % 8;
        if ((prefix[bit / 8] & mask) != (address[bit / 8] & mask)) {
          return false;
        }
      }
      return true;
    }
  }

  // IANA registries of special-purpose addresses.
  private static final List<Range> SPECIAL_IPV4 =
      List.of(
          Range.of(8, 0),
          Range.of(8, 10),
          Range.of(10, 100, 64),
          Range.of(8, 127),
          Range.of(16, 169, 254),
          Range.of(12, 172, 16),
          Range.of(24, 192, 0, 0),
          Range.of(24, 192, 0, 2),
          Range.of(24, 192, 88, 99),
          Range.of(16, 192, 168),
          Range.of(15, 198, 18),
          Range.of(24, 198, 51, 100),
          Range.of(24, 203, 0, 113),
          Range.of(3, 224));

  // Outside 2000::/3 nothing is routed on the internet; within it these ranges are special.
  private static final Range UNICAST_IPV6 = Range.of(3, 0x20);
  private static final List<Range> SPECIAL_IPV6 =
      List.of(
          Range.of(23, 0x20, 0x01, 0x00),
          Range.of(32, 0x20, 0x01, 0x0d, 0xb8),
          Range.of(16, 0x20, 0x02),
          Range.of(20, 0x3f, 0xff, 0x00));

  private PublicAddresses() {}

  /**
   * Whether the address is public. Java converts IPv4-mapped IPv6 addresses, so they are checked as
   * IPv4.
   */
  static boolean isPublic(InetAddress address) {
    byte[] bytes = address.getAddress();
    return switch (address) {
      case Inet4Address four -> SPECIAL_IPV4.stream().noneMatch(range -> range.contains(bytes));
      case Inet6Address six ->
          UNICAST_IPV6.contains(bytes)
              && SPECIAL_IPV6.stream().noneMatch(range -> range.contains(bytes));
      default -> false;
    };
  }
}
