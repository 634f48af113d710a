package dev.tradewind.kernel.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignedEnvelopeTest {

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final String OLD = ClusterKeys.random();
  private static final String NEW = ClusterKeys.random();
  private static final Buffer BODY = Buffer.buffer("{\"id\":\"prod_1\"}");

  private final SignedEnvelope envelope = envelope(OLD, NOW);

  @Test
  void theMessageOfANodeIsGenuine() {
    assertThat(envelope.isGenuine("catalog", "reply", signed(), BODY)).isTrue();
    assertThat(envelope.isGenuine("catalog", "reply", reversed(signed()), BODY)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "operation, adminCreateUser",
    "principal, SYSTEM",
    "deadline, 9999999999999",
    "command, other",
    "input-length, 1",
    "added, header",
    "signature, AAAA",
    "signature, not Base64!"
  })
  void noHeaderCanBeChanged(String name, String value) {
    assertThat(envelope.isGenuine("catalog", "reply", signed().set(name, value), BODY)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"operation", "principal", "deadline", "signature"})
  void noHeaderCanBeRemoved(String name) {
    assertThat(envelope.isGenuine("catalog", "reply", signed().remove(name), BODY)).isFalse();
  }

  @Test
  void neitherTheBodyNorTheAddressesCanBeChanged() {
    assertThat(envelope.isGenuine("catalog", "reply", signed(), Buffer.buffer("{}"))).isFalse();
    assertThat(envelope.isGenuine("customer", "reply", signed(), BODY)).isFalse();
    assertThat(envelope.isGenuine("catalog", "stolen", signed(), BODY)).isFalse();
    assertThat(envelope.isGenuine("catalog", null, signed(), BODY)).isFalse();
  }

  @Test
  void partsCannotShiftFromOneFieldToTheNext() {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().set("deadline", deadline());
    headers.set("signature", envelope.signature("ab", "c", headers, BODY));

    assertThat(envelope.isGenuine("ab", "c", headers, BODY)).isTrue();
    assertThat(envelope.isGenuine("a", "bc", headers, BODY)).isFalse();
  }

  @Test
  void aReplayEndsWithTheDeadline() {
    Duration remaining = Duration.ofSeconds(15);

    assertThat(envelope(OLD, NOW.plus(remaining)).isGenuine("catalog", "reply", signed(), BODY))
        .isTrue();
    assertThat(
            envelope(OLD, NOW.plus(remaining).plusMillis(1))
                .isGenuine("catalog", "reply", signed(), BODY))
        .isFalse();
  }

  @Test
  void keysRotateWhileNodesWithBothOrdersWorkTogether() {
    SignedEnvelope second = envelope(OLD + "\n" + NEW, NOW);
    SignedEnvelope third = envelope(NEW + "\n" + OLD, NOW);
    SignedEnvelope last = envelope(NEW, NOW);

    assertAccepts(envelope, second);
    assertAccepts(second, envelope);
    assertAccepts(second, third);
    assertAccepts(third, second);
    assertAccepts(third, last);
    assertAccepts(last, third);
    assertThat(last.isGenuine("catalog", "reply", signed(), BODY)).isFalse();
  }

  private static void assertAccepts(SignedEnvelope receiver, SignedEnvelope sender) {
    assertThat(receiver.isGenuine("catalog", "reply", signed(sender), BODY)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "not Base64!", "c2hvcnQ="})
  void malformedKeysAreRefusedWithoutBeingRepeated(String text) {
    assertThatThrownBy(() -> ClusterKeys.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cluster key")
        .hasMessageNotContaining("c2hvcnQ=");
  }

  @Test
  void aKeyHas256Bits() {
    assertThat(Base64.getDecoder().decode(ClusterKeys.random())).hasSize(32);
  }

  private static SignedEnvelope envelope(String keys, Instant now) {
    return new SignedEnvelope(ClusterKeys.parse(keys), Clock.fixed(now, ZoneOffset.UTC));
  }

  private MultiMap signed() {
    return signed(envelope);
  }

  private static MultiMap signed(SignedEnvelope sender) {
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .set("operation", "storeGetProduct")
            .set("command", "01J")
            .set("deadline", deadline())
            .set("principal", "NOBODY");
    return headers.set("signature", sender.signature("catalog", "reply", headers, BODY));
  }

  private static String deadline() {
    return Long.toString(NOW.plusSeconds(15).toEpochMilli());
  }

  private static MultiMap reversed(MultiMap headers) {
    MultiMap reversed = MultiMap.caseInsensitiveMultiMap();
    headers
        .entries()
        .reversed()
        .forEach(header -> reversed.add(header.getKey(), header.getValue()));
    return reversed;
  }
}
