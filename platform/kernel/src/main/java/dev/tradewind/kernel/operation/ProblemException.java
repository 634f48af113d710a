package dev.tradewind.kernel.operation;

/**
 * Exception that carries a problem through a chain of futures; without stack trace, as nothing
 * broke.
 */
public final class ProblemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  ProblemException(Problem problem) {
    super(problem.message(), null, false, false);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
