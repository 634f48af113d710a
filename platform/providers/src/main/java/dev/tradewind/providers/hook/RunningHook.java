package dev.tradewind.providers.hook;

import dev.tradewind.spi.hook.Hook;
import dev.tradewind.spi.hook.HookPoint;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hook with its limits. After a failure no caller waits for it: the latest question is asked again
 * in the background until there is an answer, and until then the hook counts as one that does not
 * answer. The question that failed is not the only one that is repeated, as it may be one that the
 * hook can never answer.
 */
final class RunningHook {

  /** Between two questions to a hook that has failed. */
  private static final Duration RETRY = Duration.ofSeconds(2);

  /** Characters of an answer, encoded. */
  static final int MAX_ANSWER = 64 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(RunningHook.class);

  /**
   * Result of a question.
   *
   * @param answer absent if there was none
   */
  record Asked(HookDecision decision, Optional<Record> answer) {}

  /** Answer that the point allows, with its JSON form. */
  private record Given(Record answer, JsonObject written) {}

  private final Hook<Record, Record> hook;
  private final Vertx vertx;
  private final Timer answers;
  private final Timer failures;
  private final Timer skips;
  private final Clock clock;
  private final Semaphore room;
  private final AtomicBoolean isBroken = new AtomicBoolean();

  /** Question that is asked again while the hook is broken. */
  private volatile @Nullable Record latest;

  RunningHook(Hook<Record, Record> hook, Vertx vertx, MeterRegistry meters, Clock clock) {
    this.hook = hook;
    this.vertx = vertx;
    this.answers = timer(meters, "answered");
    this.failures = timer(meters, "failed");
    this.skips = timer(meters, "skipped");
    this.clock = clock;
    this.room = new Semaphore(hook.policy().maxConcurrent());
  }

  HookPoint point() {
    return hook.point();
  }

  String name() {
    return hook.name();
  }

  boolean isRequired() {
    return hook.policy().isRequired();
  }

  boolean isBroken() {
    return isBroken.get();
  }

  /**
   * Asks the hook; never fails.
   *
   * @param deadline of the caller (UTC)
   */
  Future<Asked> ask(Record question, Instant deadline) {
    if (isBroken.get()) {
      latest = question;
      return Future.succeededFuture(unanswered(HookDecision.Outcome.SKIPPED));
    }
    if (!room.tryAcquire()) {
      return Future.succeededFuture(unanswered(HookDecision.Outcome.SKIPPED));
    }
    Instant now = clock.instant();
    Duration limit = hook.policy().deadline();
    Duration left = Duration.between(now, deadline);
    boolean isHurried = left.compareTo(limit) < 0;
    return answered(question, isHurried ? left : limit)
        .eventually(() -> {
          room.release();
          return Future.succeededFuture();
        })
        .map(given ->
            new Asked(
                decision(HookDecision.Outcome.ANSWERED, given.written()),
                Optional.of(given.answer())))
        .otherwise(failure -> {
          // A caller in a hurry says nothing about the hook.
          if (!isHurried) {
            broken(question, failure);
          }
          return unanswered(HookDecision.Outcome.FAILED);
        });
  }

  private Future<Given> answered(Record question, Duration limit) {
    long start = System.nanoTime();
    long millis = Math.max(1, limit.toMillis());
    return Future.succeededFuture()
        .compose(asked -> hook.decision().on(question, clock.instant().plusMillis(millis)))
        .timeout(millis, TimeUnit.MILLISECONDS)
        .map(this::given)
        .onComplete(done ->
            (done.succeeded() ? answers : failures)
                .record(System.nanoTime() - start, TimeUnit.NANOSECONDS));
  }

  private Given given(Record answer) {
    JsonObject written = HookForms.written(point(), Objects.requireNonNull(answer, "no answer"));
    if (!written.isEmpty() && written.encode().length() > MAX_ANSWER) {
      throw new IllegalArgumentException(
          "The answer is longer than " + MAX_ANSWER + " characters.");
    }
    return new Given(answer, written);
  }

  private void broken(Record question, Throwable failure) {
    if (isBroken.compareAndSet(false, true)) {
      LOG.warn(
          "The hook {} does not answer, and is left out until it does: {}",
          name(),
          failure.toString());
      askAgainLater(question);
    }
  }

  private void askAgainLater(Record asked) {
    vertx.setTimer(
        RETRY.toMillis(),
        tick -> {
          Record newer = latest;
          askAgain(newer == null ? asked : newer);
        });
  }

  private void askAgain(Record question) {
    answered(question, hook.policy().deadline())
        .onSuccess(answer -> {
          latest = null;
          isBroken.set(false);
          LOG.info("The hook {} answers again", name());
        })
        .onFailure(failure -> askAgainLater(question));
  }

  private Asked unanswered(HookDecision.Outcome outcome) {
    if (outcome == HookDecision.Outcome.SKIPPED) {
      skips.record(0, TimeUnit.NANOSECONDS);
    }
    return new Asked(decision(outcome, null), Optional.empty());
  }

  private HookDecision decision(HookDecision.Outcome outcome, @Nullable JsonObject answer) {
    return new HookDecision(point(), name(), outcome, clock.instant(), answer);
  }

  private Timer timer(MeterRegistry meters, String outcome) {
    return Timer.builder("tradewind.hook")
        .description("Duration of questions to hooks")
        .tag("hook", name())
        .tag("point", point().name().toLowerCase(Locale.ROOT))
        .tag("outcome", outcome)
        .register(meters);
  }
}
