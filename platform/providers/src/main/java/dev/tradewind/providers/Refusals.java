package dev.tradewind.providers;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.spi.RefusedException;

/** Refusals of plugins as problems of the API. */
public final class Refusals {

  private Refusals() {}

  /** The problem of a refusal; any other failure as it is. */
  public static Throwable problem(Throwable failure) {
    if (!(failure instanceof RefusedException refusal)) {
      return failure;
    }
    String message = String.valueOf(refusal.getMessage());
    Problem problem =
        switch (refusal.reason()) {
          case INVALID -> Problem.invalidData(message);
          case NOT_ALLOWED -> Problem.notAllowed(message);
          case NOT_FOUND -> Problem.notFound(message);
        };
    return problem;
  }
}
