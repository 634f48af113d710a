package dev.tradewind.webhook.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.outbound.AddressRange;
import dev.tradewind.kernel.outbound.OutboundPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetUrlTest {

  private static final OutboundPolicy PRODUCTION = policy(false);

  private static OutboundPolicy policy(boolean allowsPlainHttp) {
    return new OutboundPolicy(
        allowsPlainHttp,
        false,
        List.of(AddressRange.parse("10.1.0.0/16")),
        Duration.ofSeconds(1),
        1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://erp.example/hooks?shop=1",
        "https://erp.example:8443/",
        "https://1.1.1.1/",
        "https://10.1.2.3/",
        "https://[2606:4700::1111]/"
      })
  void aPublicUrlOrOneOfAnAllowedNetworkIsAccepted(String url) {
    assertThat(TargetUrl.refusal(url, PRODUCTION)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "erp.example",
        "http://erp.example/",
        "ftp://erp.example/",
        "file:///etc/passwd",
        "https:///hooks",
        "https://user:secret@erp.example/",
        "https://erp.example/#part",
        "https://erp.example/a b",
        "https://127.0.0.1/",
        "https://10.2.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::1]/",
        "https://[fd00::1]/",
        "https://[::ffff:127.0.0.1]/"
      })
  void anyOtherUrlIsRefused(String url) {
    assertThat(TargetUrl.refusal(url, PRODUCTION)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://erp.example/", "http://10.1.2.3:8080/"})
  void developmentAcceptsPlainHttp(String url) {
    assertThat(TargetUrl.refusal(url, policy(true))).isEmpty();
  }
}
