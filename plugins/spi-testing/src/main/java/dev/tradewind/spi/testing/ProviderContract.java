package dev.tradewind.spi.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.RefusedException;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Base of the contract tests: calls, and waiting for their outcomes. */
abstract class ProviderContract {

  /** Bytes of JSON that a provider may give the shop to store: 64 KiB. */
  protected static final int MAX_DATA_BYTES = 64 * 1024;

  /** Number of calls at the same time. */
  static final int CALLS = 6;

  /** Time that a call of a healthy service gets. */
  static final Duration ENOUGH = Duration.ofSeconds(30);

  /** Time that a call gets whose answer is lost: a provider may try again until then. */
  static final Duration FOR_RETRIES = Duration.ofSeconds(10);

  /** Time that a call gets whose answer does not come. */
  static final Duration SHORT = Duration.ofSeconds(1);

  /** Time after its deadline in which a call must have ended. */
  private static final Duration MARGIN = Duration.ofSeconds(10);

  private static final Duration LIMIT = Duration.ofSeconds(120);

  ProviderContract() {}

  /**
   * Outcome of a call.
   *
   * @param failure null if it succeeded
   */
  record Outcome<T>(@Nullable T result, @Nullable Throwable failure) {

    boolean isDone() {
      return failure == null;
    }

    T value() {
      return Objects.requireNonNull(result);
    }

    boolean isRefused() {
      return failure instanceof RefusedException;
    }

    void assertDone() {
      assertThat(failure).as("failure of the call").isNull();
    }

    /** A refusal says why, because the client receives its message. */
    void assertRefused() {
      assertThat(failure)
          .as("failure of a call that is impossible")
          .isInstanceOf(RefusedException.class);
      assertThat(failure).message().isNotBlank();
    }

    void assertNotRefused() {
      assertThat(isRefused()).as("%s refuses a call that is possible", failure).isFalse();
    }
  }

  /** Idempotency key or id that no other test has. */
  protected static String newKey() {
    return UUID.randomUUID().toString();
  }

  protected static ProviderCall newCall() {
    return call(newKey(), ENOUGH);
  }

  static ProviderCall call(String key, Duration time) {
    return new ProviderCall(key, Instant.now().plus(time));
  }

  /** The result, null only for calls without one; a failure of the call fails the test. */
  @SuppressWarnings("NullAway")
  protected static <T> T await(Future<T> call) {
    Outcome<T> outcome = outcome(() -> call);
    if (outcome.failure() != null) {
      throw new AssertionError(outcome.failure());
    }
    return outcome.result();
  }

  /** An exception of the provider counts as a failed future, as it does for the shop. */
  static <T> Outcome<T> outcome(Supplier<Future<T>> call) {
    Future<T> started;
    try {
      started = call.get();
    } catch (RuntimeException failure) {
      return new Outcome<>(null, failure);
    }
    return ended(started);
  }

  /** Outcomes of equal calls that are made at the same time. */
  static <T> List<Outcome<T>> atOnce(Supplier<Future<T>> call) {
    return allAtOnce(Stream.generate(() -> call).limit(CALLS).toList());
  }

  /** Outcomes of two calls that are made at the same time. */
  static <T> List<Outcome<T>> atOnce(Supplier<Future<T>> first, Supplier<Future<T>> second) {
    return allAtOnce(List.of(first, second));
  }

  private static <T> List<Outcome<T>> allAtOnce(List<Supplier<Future<T>>> calls) {
    List<Future<T>> started =
        calls.parallelStream()
            .map(call -> Future.<Void>succeededFuture().compose(nothing -> call.get()))
            .toList();
    return started.stream().map(ProviderContract::ended).toList();
  }

  private static <T> Outcome<T> ended(Future<T> call) {
    try {
      return new Outcome<>(
          call.toCompletionStage().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS),
          null);
    } catch (ExecutionException failure) {
      return new Outcome<>(null, failure.getCause());
    } catch (InterruptedException | TimeoutException failure) {
      throw new AssertionError("A call has no outcome", failure);
    }
  }

  /** Outcome of a call that has to end by its deadline. */
  static <T> Outcome<T> inTime(Duration time, Supplier<Future<T>> call) {
    long start = System.nanoTime();
    Outcome<T> outcome = outcome(call);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .as("time until a call with %s has ended", time)
        .isLessThan(time.plus(MARGIN));
    return outcome;
  }

  /** Some equal calls succeed, and none is refused: each of them was possible. */
  static void assertPossible(List<? extends Outcome<?>> outcomes) {
    assertThat(outcomes).allSatisfy(Outcome::assertNotRefused).anyMatch(Outcome::isDone);
  }

  /** The shop stores data as JSON. */
  static void assertStorable(JsonObject data) {
    String stored = data.encode();
    assertThat(data.toBuffer().length()).as(stored).isLessThanOrEqualTo(MAX_DATA_BYTES);
    assertThat(new JsonObject(stored).encode()).isEqualTo(stored);
  }
}
