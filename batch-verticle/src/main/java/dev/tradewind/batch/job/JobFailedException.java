package dev.tradewind.batch.job;

import java.util.List;

/** A job cannot be done; the messages are for whoever created it. */
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

  public List<String> errors() {
    return errors;
  }
}
