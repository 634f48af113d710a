package dev.tradewind.kernel.outbound;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.HexFormat;

/** Range of IP addresses of one family, in CIDR notation: prefix and its length in bits. */
public final class AddressRange {

  private final byte[] prefix;
  private final int bits;

  private AddressRange(byte[] prefix, int bits) {
    this.prefix = prefix;
    this.bits = bits;
  }

  /**
   * Parses a range such as {@code 10.0.0.0/8} or {@code fd00::/8}.
   *
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    byte[] address =
        slash < 0 ? null : NetUtil.createByteArrayFromIpAddressString(text.substring(0, slash));
    if (address != null && text.substring(slash + 1).matches("\\d{1,3}")) {
      int bits = Integer.parseInt(text.substring(slash + 1));
      if (bits <= address.length * Byte.SIZE) {
        return new AddressRange(address, bits);
      }
    }
    throw new IllegalArgumentException(text + " is not a network such as 10.0.0.0/8.");
  }

  public boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length != prefix.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> bit % Byte.SIZE;
      if ((prefix[bit / Byte.SIZE] & mask) != (bytes[bit / Byte.SIZE] & mask)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(prefix) + "/" + bits;
  }
}
