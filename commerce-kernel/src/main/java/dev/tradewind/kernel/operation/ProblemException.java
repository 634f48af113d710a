package dev.tradewind.kernel.operation;

/** Carries a problem through a chain of futures; it has no stack trace because nothing broke. */
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
