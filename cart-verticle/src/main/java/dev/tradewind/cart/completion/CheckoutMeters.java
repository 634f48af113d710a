package dev.tradewind.cart.completion;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.ProblemMapper;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Counters of completions of carts by outcome; restarts of one completion count once. */
final class CheckoutMeters {

  /** Outcome of a completion. */
  enum Outcome {
    /** An order was placed or a swap confirmed. */
    PLACED,
    /** The cart had its order, or the idempotency key its response. */
    REPEATED,
    /** The payment requires an action of the shopper. */
    REQUIRES_ACTION,
    PAYMENT_REFUSED,
    OUT_OF_STOCK,
    /** Another refusal that the shopper can act on. */
    REFUSED,
    /** The cart changed during every attempt. */
    CONFLICT,
    TIMED_OUT,
    UNAVAILABLE,
    FAILED
  }

  private final Map<Outcome, Counter> counters = new EnumMap<>(Outcome.class);

  CheckoutMeters(MeterRegistry registry) {
    Arrays.stream(Outcome.values())
        .forEach(outcome ->
            counters.put(
                outcome,
                Counter.builder("tradewind.checkout")
                    .description("Completions of carts by outcome")
                    .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                    .register(registry)));
  }

  void count(Outcome outcome) {
    Objects.requireNonNull(counters.get(outcome)).increment();
  }

  void countFailure(Throwable failure) {
    count(outcome(failure));
  }

  private static Outcome outcome(Throwable failure) {
    Problem problem =
        failure instanceof ProblemException expected
            ? expected.problem()
            : ProblemMapper.problem(failure);
    return switch (problem) {
      case Problem.Refused refused when "payment_authorization_error".equals(refused.type()) ->
          Outcome.PAYMENT_REFUSED;
      case Problem.Refused refused when "insufficient_inventory".equals(refused.code()) ->
          Outcome.OUT_OF_STOCK;
      case Problem.Conflict conflict -> Outcome.CONFLICT;
      case Problem.TimedOut late -> Outcome.TIMED_OUT;
      case Problem.Unavailable absent -> Outcome.UNAVAILABLE;
      default -> problem.status() < 500 ? Outcome.REFUSED : Outcome.FAILED;
    };
  }
}
