package dev.tradewind.kernel.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8,      10.255.1.2,       true",
    "10.0.0.0/8,      11.0.0.1,         false",
    "192.168.7.0/24,  192.168.7.255,    true",
    "192.168.7.0/24,  192.168.8.0,      false",
    "127.0.0.1/32,    127.0.0.1,        true",
    "127.0.0.1/32,    127.0.0.2,        false",
    "0.0.0.0/0,       8.8.8.8,          true",
    "0.0.0.0/0,       fd00::1,          false",
    "fd00::/8,        fd12:3456::1,     true",
    "fd00::/8,        fe80::1,          false",
    "127.0.0.0/8,     ::ffff:127.0.0.1, true"
  })
  void aRangeContainsTheAddressesOfItsPrefix(String range, String address, boolean isWithin)
      throws Exception {
    assertThat(AddressRange.parse(range).contains(InetAddress.getByName(address)))
        .isEqualTo(isWithin);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10.0.0.0", "10.0.0.0/33", "fd00::/129", "example.com/8", "10/8"})
  void otherTextsAreRefused(String text) {
    assertThatThrownBy(() -> AddressRange.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPolicyAllowsItsNetworksBesideThePublicOnes() throws Exception {
    OutboundPolicy policy =
        new OutboundPolicy(
            false, false, List.of(AddressRange.parse("10.1.0.0/16")), Duration.ofSeconds(1), 1);

    assertThat(policy.allows(InetAddress.getByName("10.1.2.3"))).isTrue();
    assertThat(policy.allows(InetAddress.getByName("1.1.1.1"))).isTrue();
    assertThat(policy.allows(InetAddress.getByName("10.2.0.1"))).isFalse();
    assertThat(policy.allows(InetAddress.getByName("169.254.169.254"))).isFalse();
  }
}
