package dev.tradewind.kernel.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSecretTest {

  /** Example of the published libraries. */
  @Test
  void aMessageIsSignedAsStandardWebhooksDescribes() {
    WebhookSecret secret =
        WebhookSecret.parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").orElseThrow();

    assertThat(
            secret.sign(
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1_614_265_330,
                "{\"test\": 2432232314}".getBytes(UTF_8)))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void aGeneratedSecretIsReadFromItsText() {
    WebhookSecret secret = WebhookSecret.random();

    assertThat(WebhookSecret.parse(secret.text())).contains(secret);
    assertThat(secret.text()).startsWith("whsec_").isNotEqualTo(WebhookSecret.random().text());
    assertThat(secret).hasToString("WebhookSecret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_",
        "whsec_c2hvcnQ=",
        "whsec_!!!!",
        "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      })
  void anotherTextIsNoSecret(String text) {
    assertThat(WebhookSecret.parse(text)).isEmpty();
  }
}
