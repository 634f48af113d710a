package dev.tradewind.stripe;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSignatureTest {

  private static final Instant SENT = Instant.ofEpochSecond(1_700_000_000);
  private static final Buffer BODY = Buffer.buffer("{\"id\": \"evt_1\"}");

  /**
   * HMAC-SHA256 of {@code 1700000000.{"id": "evt_1"}} with the key {@code whsec_one}, by openssl.
   */
  private static final String SIGNED =
      "ad6f82342e161ff43f1a4397a32b52f8e4da6b4e2a16398679d3741baaea59d5";

  private static void receive(String header, Buffer body, Instant now) {
    WebhookSignature.parse(header).requireValid(body, List.of("whsec_two", "whsec_one"), now);
  }

  @Test
  void oneOfTheSecretsAndOneOfTheSignaturesAreEnough() {
    assertThatCode(() ->
            receive("t=1700000000,v1=%s,v1=%s,v0=00".formatted("0".repeat(64), SIGNED), BODY, SENT))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"-300, true", "300, true", "301, false", "-301, false"})
  void aDeliveryIsNeitherOldNorFromTheFuture(long seconds, boolean isTaken) {
    Instant now = SENT.plusSeconds(seconds);
    if (isTaken) {
      assertThatCode(() -> receive("t=1700000000,v1=" + SIGNED, BODY, now))
          .doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> receive("t=1700000000,v1=" + SIGNED, BODY, now))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "t=1700000000",
        "v1=ad6f82342e161ff43f1a4397a32b52f8e4da6b4e2a16398679d3741baaea59d5",
        "t=,v1=ad6f82342e161ff43f1a4397a32b52f8e4da6b4e2a16398679d3741baaea59d5",
        "t=1700000000,v0=ad6f82342e161ff43f1a4397a32b52f8e4da6b4e2a16398679d3741baaea59d5",
        "t=1700000000,v1=",
        "t=1700000001,v1=ad6f82342e161ff43f1a4397a32b52f8e4da6b4e2a16398679d3741baaea59d5",
        "t=99999999999999999999,v1=ad6f82342e161ff43f1a4397a32b52f8e4da6b4e2a16398679d3741baaea59d5",
      })
  void otherHeadersAreRefused(String header) {
    assertThatThrownBy(() -> receive(header, BODY, SENT))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anotherBodyOrNoSecretIsRefused() {
    String header = "t=1700000000,v1=" + SIGNED;

    assertThatThrownBy(() -> receive(header, Buffer.buffer("{\"id\": \"evt_2\"}"), SENT))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> WebhookSignature.parse(header).requireValid(BODY, List.of(), SENT))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> WebhookSignature.parse(null))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
