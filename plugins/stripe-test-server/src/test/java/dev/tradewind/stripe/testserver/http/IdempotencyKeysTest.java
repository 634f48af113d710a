package dev.tradewind.stripe.testserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.stripe.testserver.state.StripeError;
import dev.tradewind.stripe.testserver.state.VirtualClock;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class IdempotencyKeysTest {

  private static final String PATH = "POST /v1/refunds";
  private static final JsonObject PARAMS = new JsonObject().put("amount", "100").put("charge", "a");
  private static final Answer ANSWER = Answer.html(500, "stored");

  private final VirtualClock clock =
      new VirtualClock(Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC));
  private final IdempotencyKeys keys = new IdempotencyKeys(clock);

  private Answer begin(String key) {
    return keys.begin(key, PATH, PARAMS, "req_1");
  }

  @Test
  void aStoredAnswerIsReplayedAnError500Too() {
    assertThat(begin("key")).isNull();
    keys.store("key", ANSWER);

    Answer replay = keys.begin("key", PATH, PARAMS, "req_2");

    assertThat(replay.status()).isEqualTo(500);
    assertThat(replay.body()).isEqualTo("stored");
    assertThat(replay.headers())
        .containsEntry("Idempotent-Replayed", "true")
        .containsEntry("Original-Request", "req_1");
  }

  @Test
  void theOrderOfParametersDoesNotMatter() {
    begin("key");
    keys.store("key", ANSWER);

    JsonObject turned = new JsonObject().put("charge", "a").put("amount", "100");
    assertThat(keys.begin("key", PATH, turned, "req_2")).isNotNull();
  }

  @Test
  void aKeyInUseIsRefused() {
    begin("key");

    assertRefused(() -> begin("key"), 409, "idempotency_key_in_use");
    assertThat(begin("another key")).isNull();
  }

  @Test
  void aReleasedKeyActsAgain() {
    begin("key");
    keys.release("key");

    assertThat(begin("key")).isNull();
  }

  @Test
  void otherParametersOrAnotherEndpointAreRefused() {
    begin("key");
    keys.store("key", ANSWER);
    JsonObject others = PARAMS.copy().put("amount", "200");

    assertRefused(() -> keys.begin("key", PATH, others, "req_2"), 400, null);
    assertRefused(() -> keys.begin("key", "POST /v1/customers", PARAMS, "req_2"), 400, null);
  }

  @Test
  void aKeyIsPrunedOnceItIsADayOld() {
    begin("key");
    keys.store("key", ANSWER);

    clock.advance(Duration.ofHours(24).minusSeconds(1));
    assertThat(begin("key")).isNotNull();

    clock.advance(Duration.ofSeconds(1));
    assertThat(begin("key")).isNull();
  }

  @Test
  void aKeyInUseIsNotPruned() {
    begin("key");
    clock.advance(Duration.ofDays(2));

    assertRefused(() -> begin("key"), 409, "idempotency_key_in_use");
  }

  @Test
  void aKeyHasAtMost255Characters() {
    assertThat(begin("k".repeat(255))).isNull();
    assertThatThrownBy(() -> begin("k".repeat(256))).isInstanceOf(StripeError.class);
  }

  private static void assertRefused(ThrowingCallable request, int status, String code) {
    assertThatThrownBy(request)
        .isInstanceOfSatisfying(
            StripeError.class,
            error -> {
              assertThat(error.status()).isEqualTo(status);
              assertThat(error.isStored()).isFalse();
              assertThat(error.error().getString("type")).isEqualTo("idempotency_error");
              assertThat(error.error().getString("code")).isEqualTo(code);
            });
  }
}
