package dev.tradewind.kernel.providercall;

import static dev.tradewind.testing.Eventually.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ProviderCallsTest {

  private final ProviderCalls timeout = new ProviderCalls(Clock.systemUTC());

  @Test
  void anAnswerIsPassedOn() {
    assertThat(ask(Duration.ofSeconds(5), () -> Future.succeededFuture(7)).result()).isEqualTo(7);
  }

  @Test
  void aRefusalIsTheProvidersOwn() {
    Problem closed = Problem.invalidData("closed");

    assertThat(problem(ask(Duration.ofSeconds(5), () -> Future.failedFuture(closed))))
        .isEqualTo(closed);
  }

  @Test
  void aProviderThatFailsOrThrowsIsUnavailable() {
    Problem unavailable = Problem.unavailable("The trial provider is not available. Please retry.");

    assertThat(problem(ask(Duration.ofSeconds(5), () -> Future.failedFuture("dead"))))
        .isEqualTo(unavailable);
    assertThat(
            problem(
                ask(
                    Duration.ofSeconds(5),
                    () -> {
                      throw new IllegalStateException("dead");
                    })))
        .isEqualTo(unavailable);
  }

  @Test
  void callsEndAtTheDeadline() {
    Future<Integer> asked = ask(Duration.ofMillis(20), () -> Promise.<Integer>promise().future());

    assertThat(problem(asked))
        .isEqualTo(Problem.timedOut("The trial provider did not answer in time. Please retry."));
  }

  @Test
  void anOptionalCallGetsHalfOfTheRemainingTime() {
    ProviderCalls fixed = new ProviderCalls(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

    assertThat(fixed.halfWay(Instant.EPOCH.plusSeconds(10)))
        .isEqualTo(Instant.EPOCH.plusSeconds(5));
    assertThat(fixed.halfWay(Instant.EPOCH.minusSeconds(10))).isEqualTo(Instant.EPOCH);
  }

  private Future<Integer> ask(Duration limit, Supplier<Future<Integer>> question) {
    return timeout.ask("trial provider", Instant.now().plus(limit), question);
  }

  private static Problem problem(Future<Integer> refused) {
    Throwable failure =
        refused
            .transform(answer -> Future.succeededFuture(answer.cause()))
            .toCompletionStage()
            .toCompletableFuture()
            .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
            .join();
    return ((Problem) failure);
  }
}
