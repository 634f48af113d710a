package dev.tradewind.batch.job;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemMapper;
import java.util.List;
import java.util.Optional;

/** Permanent failure of a job, with messages for its creator. */
public final class JobFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> errors;

  public JobFailedException(List<String> errors) {
    super(String.join("; ", errors), null, false, false);
    this.errors = List.copyOf(errors);
  }

  public JobFailedException(String error) {
    this(List.of(error));
  }

  /**
   * Permanent failure, if it is one: refusals of other verticles fail a job; unavailability,
   * timeouts and defects are retried.
   */
  public static Optional<JobFailedException> of(Throwable failure) {
    Problem problem = ProblemMapper.problem(failure);
    return switch (problem.kind()) {
      case UNAVAILABLE, TIMED_OUT, CONFLICT, TOO_MANY_REQUESTS, UNEXPECTED -> Optional.empty();
      case INVALID_DATA,
          NOT_ALLOWED,
          UNAUTHORIZED,
          FORBIDDEN,
          NOT_FOUND,
          TOO_LARGE,
          UNSUPPORTED,
          DUPLICATE,
          REFUSED ->
          Optional.of(new JobFailedException(problem.message()));
    };
  }

  public List<String> errors() {
    return errors;
  }
}
