package dev.tradewind.providers;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
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
 * Waits for providers no longer than its own caller does. What a provider refuses as a problem is
 * its answer; any other failure means that it is away (503) or too slow (504).
 */
public final class ProviderCalls {

  private static final Logger LOG = LoggerFactory.getLogger(ProviderCalls.class);

  private final Clock clock;

  public ProviderCalls(Clock clock) {
    this.clock = clock;
  }

  /**
   * The provider's answer, or why there is none.
   *
   * @param provider how the answer names it: {@code fulfillment provider manual}
   */
  public <T> Future<T> ask(String provider, Instant deadline, Supplier<Future<T>> question) {
    long millis = Math.max(1, deadline.toEpochMilli() - clock.millis());
    return Future.future((Promise<T> promise) ->
            question.get().timeout(millis, TimeUnit.MILLISECONDS).onComplete(promise))
        .recover(failure ->
            Future.failedFuture(
                failure instanceof ProblemException ? failure : unanswered(provider, failure)));
  }

  /** Half of the time that is left, for a question whose answer can be done without. */
  public Instant halfWay(Instant deadline) {
    long left = Math.max(0, deadline.toEpochMilli() - clock.millis());
    return clock.instant().plusMillis(left / 2);
  }

  private static Throwable unanswered(String provider, Throwable failure) {
    LOG.warn("The {} did not answer: {}", provider, failure.toString());
    Problem problem =
        failure instanceof TimeoutException
            ? new Problem.TimedOut("The " + provider + " did not answer in time. Please retry.")
            : new Problem.Unavailable("The " + provider + " is not available. Please retry.");
    return problem.toException();
  }
}
