package dev.tradewind.stripe.testserver.http;

import dev.tradewind.stripe.testserver.state.PlannedOutcome;
import io.vertx.core.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Planned fault of one call.
 *
 * @param before what the call waits for before it acts
 * @param after what its answer waits for
 * @param shouldRetry value of the header {@code Stripe-Should-Retry}
 */
public record Fault(
    Kind kind,
    Supplier<Future<Void>> before,
    Supplier<Future<Void>> after,
    @Nullable Boolean shouldRetry,
    @Nullable String reason,
    @Nullable PlannedOutcome outcome) {

  enum Kind {
    NONE,
    NO_ANSWER_BEFORE_ACTING,
    NO_ANSWER_AFTER_ACTING,
    RESET_IN_BODY,
    RATE_LIMITED,
    LOCK_TIMEOUT,
    ERROR_WITHOUT_EFFECT,
    ERROR_AFTER_EFFECT,
    UNAVAILABLE
  }

  static final Fault NONE = of(Kind.NONE);

  private static Fault of(Kind kind) {
    return new Fault(kind, Future::succeededFuture, Future::succeededFuture, null, null, null);
  }

  private static Fault of(PlannedOutcome outcome) {
    return new Fault(
        Kind.NONE, Future::succeededFuture, Future::succeededFuture, null, null, outcome);
  }

  /** The call acts once the future has succeeded; until then its idempotency key is in use. */
  public static Fault heldUntil(Supplier<Future<Void>> before) {
    return new Fault(Kind.NONE, before, Future::succeededFuture, null, null, null);
  }

  /** The call acts at once, and its answer waits for the future. */
  public static Fault answerHeldUntil(Supplier<Future<Void>> after) {
    return new Fault(Kind.NONE, Future::succeededFuture, after, null, null, null);
  }

  /** The connection ends, and nothing has happened. */
  public static Fault noAnswerBeforeActing() {
    return of(Kind.NO_ANSWER_BEFORE_ACTING);
  }

  /** The connection ends, and the call has acted. */
  public static Fault noAnswerAfterActing() {
    return of(Kind.NO_ANSWER_AFTER_ACTING);
  }

  /** The connection ends in the middle of the answer's body; the call has acted. */
  public static Fault resetInBody() {
    return of(Kind.RESET_IN_BODY);
  }

  /**
   * 429 without effect.
   *
   * @param reason such as {@code endpoint-rate}
   */
  public static Fault rateLimited(String reason) {
    return new Fault(
        Kind.RATE_LIMITED, Future::succeededFuture, Future::succeededFuture, null, reason, null);
  }

  /** 429 {@code lock_timeout}: the object is busy. */
  public static Fault lockTimeout() {
    return of(Kind.LOCK_TIMEOUT);
  }

  /** 500 in place of the effect; it is stored under the idempotency key. */
  public static Fault errorWithoutEffect() {
    return of(Kind.ERROR_WITHOUT_EFFECT);
  }

  /** 500 after the effect; it is stored under the idempotency key. */
  public static Fault errorAfterEffect() {
    return of(Kind.ERROR_AFTER_EFFECT);
  }

  /** 503 with an HTML body, from before the API: without effect, and not stored. */
  public static Fault unavailable() {
    return of(Kind.UNAVAILABLE);
  }

  /** Refusal without effect, such as a declined capture (402, card_error, card_declined). */
  public static Fault refused(int status, String type, String code) {
    return of(new PlannedOutcome.Refused(status, type, code));
  }

  /** A confirmation stays in {@code processing}. */
  public static Fault processing() {
    return of(new PlannedOutcome.Processing());
  }

  /** A refund stays {@code pending}. */
  public static Fault pendingRefund() {
    return of(new PlannedOutcome.PendingRefund());
  }

  /** The same fault with the header {@code Stripe-Should-Retry}. */
  public Fault shouldRetry(boolean value) {
    return new Fault(kind, before, after, value, reason, outcome);
  }
}
