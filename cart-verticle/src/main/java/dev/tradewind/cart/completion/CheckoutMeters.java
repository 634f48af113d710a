package dev.tradewind.cart.completion;

import dev.tradewind.kernel.operation.Problem;
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
    Problem problem = ProblemMapper.problem(failure);
    if (problem.type().equals("payment_authorization_error")) {
      return Outcome.PAYMENT_REFUSED;
    }
    if ("insufficient_inventory".equals(problem.code())) {
      return Outcome.OUT_OF_STOCK;
    }
    return switch (problem.kind()) {
      case CONFLICT -> Outcome.CONFLICT;
      case TIMED_OUT -> Outcome.TIMED_OUT;
      case UNAVAILABLE -> Outcome.UNAVAILABLE;
      default -> problem.status() < 500 ? Outcome.REFUSED : Outcome.FAILED;
    };
  }
}
