package dev.tradewind.kernel.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetryTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger attempts = new AtomicInteger();

  @AfterEach
  void close() throws Exception {
    await(vertx.close());
  }

  @Test
  void workThatSucceedsIsAttemptedOnce() throws Exception {
    assertThat(await(retry(4).run(LONG, any -> true, () -> succeedAt(1)))).isEqualTo("done");
    assertThat(attempts).hasValue(1);
  }

  @Test
  void workIsAttemptedUntilItSucceeds() throws Exception {
    assertThat(await(retry(4).run(LONG, any -> true, () -> succeedAt(3)))).isEqualTo("done");
    assertThat(attempts).hasValue(3);
  }

  @Test
  void theLastFailureStandsWhenItWasAttemptedOftenEnough() {
    assertThatThrownBy(() -> await(retry(4).run(LONG, any -> true, () -> succeedAt(9))))
        .hasMessageContaining("attempt 4");
    assertThat(attempts).hasValue(4);
  }

  @Test
  void noAttemptBeginsAfterTheTimeout() {
    Retry slow = new Retry(1_000, Duration.ofMillis(20), Duration.ofMillis(40));
    long start = System.nanoTime();

    assertThatThrownBy(
            () -> await(slow.run(Duration.ofMillis(200), any -> true, () -> succeedAt(1_000))))
        .hasMessageContaining("attempt");

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    assertThat(attempts.get()).isBetween(2, 20);
  }

  @Test
  void aPermanentFailureIsNotRetried() {
    assertThatThrownBy(() -> await(retry(4).run(LONG, any -> false, () -> succeedAt(2))))
        .hasMessageContaining("attempt 1");
    assertThat(attempts).hasValue(1);
  }

  @Test
  void anExceptionIsAFailureLikeAnyOther() throws Exception {
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
  void attemptsRunOnTheContextOfTheCaller() throws Exception {
    Context context = vertx.getOrCreateContext();
    Future<Boolean> onContext =
        Future.future(promise ->
            context.runOnContext(go ->
                retry(4)
                    .run(
                        LONG,
                        any -> true,
                        () ->
                            attempts.incrementAndGet() < 3
                                ? Future.failedFuture("not yet")
                                : Future.succeededFuture(Vertx.currentContext() == context))
                    .onComplete(promise)));

    assertThat(await(onContext)).isTrue();
  }

  private static Retry retry(int attempts) {
    return new Retry(attempts, Duration.ofMillis(1), Duration.ofMillis(5));
  }

  private Future<String> succeedAt(int attempt) {
    int now = attempts.incrementAndGet();
    return now < attempt ? Future.failedFuture("attempt " + now) : Future.succeededFuture("done");
  }

  private static <T> T await(Future<T> future) throws Exception {
    try {
      return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof Exception cause ? cause : failure;
    }
  }
}
