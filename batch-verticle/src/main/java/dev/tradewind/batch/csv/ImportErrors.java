package dev.tradewind.batch.csv;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.tradewind.batch.job.JobFailedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Errors of an import file, by line and column; limited to the first ones. */
public final class ImportErrors {

  private static final int MAX_ERRORS = 100;

  private record Told(long line, String text) {}

  private final List<Told> errors = new ArrayList<>();

  public void add(long line, String column, String message) {
    if (errors.size() < MAX_ERRORS) {
      errors.add(new Told(line, "Line " + line + ", column " + column + ": " + message));
    }
  }

  public boolean areTooMany() {
    return errors.size() == MAX_ERRORS;
  }

  /** Fails the job if there are errors, in the order of the lines. */
  public void throwIfAny() {
    if (!errors.isEmpty()) {
      errors.sort(Comparator.comparingLong(Told::line));
      List<String> told = new ArrayList<>(errors.stream().map(Told::text).toList());
      if (areTooMany()) {
        told.add("There are more errors; these are the first " + MAX_ERRORS);
      }
      throw new JobFailedException(told);
    }
  }

  /** Adds an error of the cells of a line for which the header has no column. */
  public void addExtraCells(CsvRecord record, int columns) {
    for (int i = columns; i < record.getFieldCount(); i++) {
      if (!record.getField(i).isBlank()) {
        add(
            record.getStartingLineNumber(),
            Integer.toString(i + 1),
            "the header has no such column");
        return;
      }
    }
  }

  /**
   * Failure of a file with a column that is not known.
   *
   * @param number of the column, from 1 on
   */
  public static JobFailedException unknownColumn(String header, int number) {
    return unreadable(
        header.isEmpty()
            ? "The column %s has no header (line 1, column %s)".formatted(number, number)
            : ("Unable to treat column %s from the csv file. No target column found in the"
                    + " provided schema (line 1, column %s)")
                .formatted(header, number));
  }

  /** Failure of a file with a column that it has already. */
  public static JobFailedException repeatedColumn(String header, int number) {
    return unreadable("The column %s is there twice (line 1, column %s)".formatted(header, number));
  }

  /** Failure of a file that cannot be read at all. */
  public static JobFailedException unreadable(String reason) {
    return new JobFailedException("The csv file parsing failed due to: " + reason);
  }
}
