package dev.tradewind.gateway.forward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.AdvanceableClock;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {

  private final AdvanceableClock clock = new AdvanceableClock();
  private final CircuitBreaker breaker = new CircuitBreaker(clock);

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(breaker.admits()).isTrue();
      breaker.failed();
    }
  }

  @Test
  void anAnswerInterruptsTheFailures() {
    fail(CircuitBreaker.MAX_FAILURES - 1);
    breaker.succeeded();
    fail(CircuitBreaker.MAX_FAILURES - 1);

    assertThat(breaker.isOpen()).isFalse();
    assertThat(breaker.admits()).isTrue();
  }

  @Test
  void afterAPauseOneRequestDecides() {
    fail(CircuitBreaker.MAX_FAILURES);
    assertThat(breaker.isOpen()).isTrue();
    assertThat(breaker.admits()).isFalse();

    clock.advance(CircuitBreaker.PAUSE);

    assertThat(breaker.admits()).isTrue();
    assertThat(breaker.admits()).isFalse();
    breaker.failed();
    assertThat(breaker.admits()).isFalse();

    clock.advance(CircuitBreaker.PAUSE);

    assertThat(breaker.admits()).isTrue();
    breaker.succeeded();
    assertThat(breaker.admits()).isTrue();
    assertThat(breaker.isOpen()).isFalse();
  }

  @Test
  void aRequestThatItsClientEndedLeavesTheTrialToTheNext() {
    fail(CircuitBreaker.MAX_FAILURES);
    clock.advance(CircuitBreaker.PAUSE);
    assertThat(breaker.admits()).isTrue();

    breaker.abandoned();

    assertThat(breaker.isOpen()).isTrue();
    assertThat(breaker.admits()).isTrue();
  }
}
