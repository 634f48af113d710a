package dev.tradewind.kernel.providercall;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provider calls with the deadline of the caller. A problem returned by a provider is its response;
 * any other failure means unavailable (503) or timed out (504).
 */
public final class ProviderCalls {

  private static final Logger LOG = LoggerFactory.getLogger(ProviderCalls.class);

  private final Clock clock;

  public ProviderCalls(Clock clock) {
    this.clock = clock;
  }

  /**
   * Response of the provider, or the problem of its failure.
   *
   * @param provider name in the problem: {@code fulfillment provider manual}
   */
  public <T> Future<T> ask(String provider, Instant deadline, Supplier<Future<T>> question) {
    long millis = Math.max(1, deadline.toEpochMilli() - clock.millis());
    return Future.future((Promise<T> promise) ->
            question.get().timeout(millis, TimeUnit.MILLISECONDS).onComplete(promise))
        .recover(failure ->
            Future.failedFuture(
                failure instanceof Problem ? failure : unanswered(provider, failure)));
  }

  /** Whether the failure is a refusal of the provider; otherwise the outcome is unknown. */
  public static boolean isRefusal(Throwable failure) {
    return failure instanceof Problem expected
        && switch (expected.kind()) {
          case UNAVAILABLE, TIMED_OUT, CONFLICT, UNEXPECTED -> false;
          default -> true;
        };
  }

  /** Half of the remaining time, for a call whose response is optional. */
  public Instant halfWay(Instant deadline) {
    long left = Math.max(0, deadline.toEpochMilli() - clock.millis());
    return clock.instant().plusMillis(left / 2);
  }

  private static Throwable unanswered(String provider, Throwable failure) {
    LOG.warn("Calling the {} failed: {}", provider, failure.toString());
    return noAnswer(provider, failure);
  }

  /** The problem of a call whose outcome is unknown: a timeout, or a provider out of reach. */
  public static Problem noAnswer(String provider, Throwable failure) {
    if (failure instanceof TimeoutException) {
      return Problem.timedOut("The " + provider + " did not answer in time. Please retry.");
    }
    return Problem.unavailable("The " + provider + " is not available. Please retry.");
  }
}
