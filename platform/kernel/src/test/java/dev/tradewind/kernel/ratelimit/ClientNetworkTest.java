package dev.tradewind.kernel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientNetworkTest {

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 10.0.0.1",
    "::ffff:10.0.0.1, 10.0.0.1",
    "2001:db8:1:2:3:4:5:6, 20010db800010002/64",
    "2001:db8:1:2::, 20010db800010002/64",
    "::1, 0000000000000000/64",
    "fe80::1%eth0, fe80000000000000/64",
    "no address, no address",
    ", ''"
  })
  void anAddressBelongsToTheNetworkOfItsSubscriber(String address, String network) {
    assertThat(ClientNetwork.of(address)).isEqualTo(network);
  }
}
