package dev.tradewind.stripe.testserver.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebhookSignatureTest {

  private static final String BODY = "{\n  \"id\": \"evt_1\", \"text\": \"€\"\n}";
  private static final String SECRET = "whsec_one";
  private static final long NOW = 1_700_000_000;
  private static final long TOLERANCE = 300;

  private static boolean verifies(String header, String body, String secret) throws Exception {
    Clock clock = Clock.fixed(Instant.ofEpochSecond(NOW), ZoneOffset.UTC);
    return Webhook.Signature.verifyHeader(body, header, secret, TOLERANCE, clock);
  }

  @Test
  void theHeaderIsThatOfTheSdk() throws Exception {
    assertThat(WebhookSignature.of(List.of(SECRET), NOW, BODY))
        .startsWith(Webhook.Signature.generateSignatureHeader(BODY, SECRET, NOW) + ",v0=");
  }

  @Test
  void whileSecretsAreRolledEachOfThemVerifies() throws Exception {
    String header = WebhookSignature.of(List.of("whsec_old", "whsec_new"), NOW, BODY);

    assertThat(verifies(header, BODY, "whsec_old")).isTrue();
    assertThat(verifies(header, BODY, "whsec_new")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"whsec_two, 0, ''", "whsec_one, 0, x", "whsec_one, -301, ''", "one, 0, ''"})
  void anotherSecretBodyOrAnOldTimeIsRefused(String secret, long seconds, String added) {
    String header = WebhookSignature.of(List.of(SECRET), NOW + seconds, BODY);

    assertThatThrownBy(() -> verifies(header, BODY + added, secret))
        .isInstanceOf(SignatureVerificationException.class);
  }

  @Test
  void anAlteredSignatureIsRefused() {
    String header = WebhookSignature.of(List.of(SECRET), NOW, BODY);
    int at = header.indexOf("v1=") + 3;
    char altered = header.charAt(at) == '0' ? '1' : '0';

    assertThatThrownBy(() ->
            verifies(header.substring(0, at) + altered + header.substring(at + 1), BODY, SECRET))
        .isInstanceOf(SignatureVerificationException.class);
  }
}
