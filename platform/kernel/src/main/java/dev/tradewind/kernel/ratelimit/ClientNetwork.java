package dev.tradewind.kernel.ratelimit;

import dev.tradewind.kernel.operation.Request;
import io.netty.util.NetUtil;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Network of a client, by which attempts are counted: the IPv4 address, or the first 64 bits of the
 * IPv6 address, because one subscriber chooses the other 64.
 */
public final class ClientNetwork {

  private static final int IPV4_BYTES = 4;
  private static final int MAPPED_PREFIX_BYTES = 12;
  private static final int SUBNET_BYTES = 8;
  private static final byte[] MAPPED_PREFIX = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

  private ClientNetwork() {}

  /** Network of the client of the request; empty for callers without an address. */
  public static String of(Request request) {
    return of(request.header("remote-address"));
  }

  public static String of(@Nullable String address) {
    byte[] bytes = address == null ? null : NetUtil.createByteArrayFromIpAddressString(address);
    if (bytes == null) {
      return address == null ? "" : address;
    }
    if (bytes.length == IPV4_BYTES) {
      return NetUtil.bytesToIpAddress(bytes);
    }
    boolean isMapped =
        Arrays.equals(bytes, 0, MAPPED_PREFIX_BYTES, MAPPED_PREFIX, 0, MAPPED_PREFIX_BYTES);
    if (isMapped) {
      return NetUtil.bytesToIpAddress(bytes, MAPPED_PREFIX_BYTES, IPV4_BYTES);
    }
    return HexFormat.of().formatHex(bytes, 0, SUBNET_BYTES) + "/64";
  }
}
