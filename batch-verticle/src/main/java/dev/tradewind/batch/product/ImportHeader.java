package dev.tradewind.batch.product;

import dev.tradewind.batch.csv.ImportErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Columns of an import file, in its order. */
record ImportHeader(List<ImportColumn> columns) {

  static final String HANDLE = "Product Handle";

  ImportHeader {
    columns = List.copyOf(columns);
  }

  /**
   * Parses the header of a file.
   *
   * @throws dev.tradewind.batch.job.JobFailedException if a column is unknown or repeated
   */
  static ImportHeader of(List<String> cells) {
    List<ImportColumn> columns = new ArrayList<>();
    Set<String> headers = new HashSet<>();
    for (int i = 0; i < cells.size(); i++) {
      String header = cells.get(i);
      int number = i + 1;
      columns.add(
          ImportColumn.of(header).orElseThrow(() -> ImportErrors.unknownColumn(header, number)));
      if (!headers.add(header)) {
        throw ImportErrors.repeatedColumn(header, number);
      }
    }
    if (!headers.contains(HANDLE)) {
      throw ImportErrors.unreadable("The column " + HANDLE + " is missing");
    }
    return new ImportHeader(columns);
  }

  /** Price columns. */
  List<ImportColumn.Price> prices() {
    return columns.stream()
        .filter(ImportColumn.Price.class::isInstance)
        .map(ImportColumn.Price.class::cast)
        .toList();
  }

  boolean has(ImportColumn.Group group) {
    return columns.stream()
        .anyMatch(column ->
            column instanceof ImportColumn.Numbered numbered && numbered.group() == group);
  }
}
