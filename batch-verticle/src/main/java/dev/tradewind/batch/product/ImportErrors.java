package dev.tradewind.batch.product;

import dev.tradewind.batch.job.JobFailedException;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with a file, by line and column; of too many errors only the first are told. */
final class ImportErrors {

  private static final int MOST = 100;

  private final List<String> errors = new ArrayList<>();

  void add(long line, String column, String message) {
    if (errors.size() < MOST) {
      errors.add("Line " + line + ", column " + column + ": " + message);
    }
  }

  boolean areNone() {
    return errors.isEmpty();
  }

  boolean areTooMany() {
    return errors.size() == MOST;
  }

  /** Fails the job unless there are none. */
  void throwIfAny() {
    if (!errors.isEmpty()) {
      List<String> told = new ArrayList<>(errors);
      if (areTooMany()) {
        told.add("There are more errors; these are the first " + MOST);
      }
      throw new JobFailedException(told);
    }
  }

  /** The file as a whole cannot be read. */
  static JobFailedException unreadable(String reason) {
    return new JobFailedException("The csv file parsing failed due to: " + reason);
  }
}
