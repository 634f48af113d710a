package dev.tradewind.kernel.retry;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class RetryTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final AtomicInteger attempts = new AtomicInteger();

  @Test
  void workThatSucceedsIsAttemptedOnce() {
    assertThat(await(retry(4).run(LONG, any -> true, () -> succeedAt(1)))).isEqualTo("done");
    assertThat(attempts).hasValue(1);
  }

  @Test
  void workIsAttemptedUntilItSucceeds() {
    assertThat(await(retry(4).run(LONG, any -> true, () -> succeedAt(3)))).isEqualTo("done");
    assertThat(attempts).hasValue(3);
  }

  @Test
  void theLastFailureStandsWhenItWasAttemptedOftenEnough() {
    assertThat(failure(retry(4).run(LONG, any -> true, () -> succeedAt(9))))
        .hasMessageContaining("attempt 4");
    assertThat(attempts).hasValue(4);
  }

  @Test
  void noAttemptBeginsAfterTheTimeout() {
    Retry slow = new Retry(1_000, Duration.ofMillis(20), Duration.ofMillis(40));

    assertThat(failure(slow.run(Duration.ofSeconds(2), any -> true, () -> succeedAt(1_000))))
        .hasMessageContaining("attempt");

    assertThat(attempts.get()).isBetween(1, 200);
  }

  @Test
  void aPermanentFailureIsNotRetried() {
    assertThat(failure(retry(4).run(LONG, any -> false, () -> succeedAt(2))))
        .hasMessageContaining("attempt 1");
    assertThat(attempts).hasValue(1);
  }

  @Test
  void anExceptionIsAFailureLikeAnyOther() {
    assertThat(
            await(
                retry(4)
                    .run(
                        LONG,
                        any -> true,
                        () -> {
                          if (attempts.incrementAndGet() < 3) {
                            throw new IllegalStateException("thrown");
                          }
                          return Future.succeededFuture("done");
                        })))
        .isEqualTo("done");
  }

  @Test
  void attemptsRunOnTheContextOfTheCaller(Vertx vertx, VertxTestContext test) {
    Context context = vertx.getOrCreateContext();

    context.runOnContext(go ->
        retry(4)
            .run(
                LONG,
                any -> true,
                () ->
                    attempts.incrementAndGet() < 3
                        ? Future.failedFuture("not yet")
                        : Future.succeededFuture(Vertx.currentContext()))
            .onComplete(
                test.succeeding(seen ->
                    test.verify(() -> {
                      assertThat(seen).isSameAs(context);
                      assertThat(Vertx.currentContext()).isSameAs(context);
                      test.completeNow();
                    }))));
  }

  private static Retry retry(int attempts) {
    return new Retry(attempts, Duration.ofMillis(1), Duration.ofMillis(5));
  }

  private Future<String> succeedAt(int attempt) {
    int now = attempts.incrementAndGet();
    return now < attempt ? Future.failedFuture("attempt " + now) : Future.succeededFuture("done");
  }
}
