package dev.tradewind.archive;

import dev.tradewind.kernel.database.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Table of an archive.
 *
 * @param columns that can be written, in the order of the table
 * @param key columns of its primary key
 * @param laterReferences references to rows that are imported after the rows of the table, such as
 *     a parent category
 * @param hasBytes whether rows may be large
 */
record ArchivedTable(
    String schema,
    String table,
    List<String> columns,
    List<String> key,
    List<Reference> laterReferences,
    boolean hasBytes) {

  /** Name as in statements and reports. */
  String name() {
    return name(schema, table);
  }

  static String name(String schema, String table) {
    return schema + "." + quoted(table);
  }

  /** Path of its file in the archive. */
  String file() {
    return schema + "/" + table + ".ndjson";
  }

  ArchivedTable with(List<Reference> later) {
    return new ArchivedTable(schema, table, columns, key, List.copyOf(later), hasBytes);
  }

  /** The table as an archive of an earlier version has it. */
  ArchivedTable withColumns(List<String> archived) {
    List<String> unknown = new ArrayList<>(archived);
    unknown.removeAll(columns);
    if (!unknown.isEmpty()) {
      throw new ArchiveException("Table %s has no columns %s.".formatted(name(), unknown));
    }
    return new ArchivedTable(schema, table, archived, key, laterReferences, hasBytes);
  }

  /** Columns that are set once the rows that they reference are there. */
  List<String> laterColumns() {
    return laterReferences.stream()
        .filter(reference -> !reference.isDeferred())
        .flatMap(reference -> reference.columns().stream())
        .filter(columns::contains)
        .toList();
  }

  List<String> columnsAtFirst() {
    List<String> first = new ArrayList<>(columns);
    first.removeAll(laterColumns());
    return first;
  }

  static String list(List<String> columns) {
    return columns.stream().map(ArchivedTable::quoted).collect(Collectors.joining(", "));
  }

  private static String quoted(String name) {
    return Sql.identifier(name);
  }
}
