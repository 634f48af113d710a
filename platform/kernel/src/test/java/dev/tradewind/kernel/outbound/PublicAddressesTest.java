package dev.tradewind.kernel.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "93.184.215.14",
        "172.32.0.1",
        "192.167.1.1",
        "2606:4700::1111",
        "2a00:1450::1"
      })
  void publicAddressesMayBeCalled(String address) throws Exception {
    assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "127.0.0.1",
        "127.255.255.254",
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "100.127.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "192.88.99.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::10.0.0.1",
        "fe80::1",
        "fec0::1",
        "fc00::1",
        "fd12::1",
        "ff02::1",
        "64:ff9b::7f00:1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "100::1",
        "3fff::1"
      })
  void specialPurposeAddressesMustNotBeCalled(String address) throws Exception {
    assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isFalse();
  }
}
