package dev.tradewind.medusa.back;

import dev.tradewind.medusa.copy.StatementFile;
import java.util.List;
import java.util.Map;

/**
 * Rows of a table of Medusa, made of what has changed in Tradewind since the switch: the statement
 * of a file, whose columns have Medusa's names.
 *
 * @param name name in the report: the table, and which of its rows
 * @param table table of Medusa
 * @param key its primary key
 * @param keeps columns that rows keep which Medusa has
 * @param optional columns that refer to rows that Medusa may lack, which are null then, with the
 *     tables that they refer to
 * @param update whether only rows are changed that Medusa has
 */
record BackCopy(
    String name,
    String table,
    List<String> key,
    String rows,
    List<String> keeps,
    Map<String, String> optional,
    boolean update) {

  /**
   * Everything that a Medusa v1 shop needs to go on selling, in the order of its references. Each
   * change of a part of an order raises the version of the order, so that the parts are those of
   * the orders that have changed.
   */
  static List<BackCopy> all() {
    return StatementFile.readAll(MoveBack.FOLDER, "copies").stream().map(BackCopy::of).toList();
  }

  private static BackCopy of(StatementFile file) {
    String table = file.value("table", file.name());
    List<String> optional = file.words("optional");
    return new BackCopy(
        file.value("name", table),
        table,
        file.words("key", "id"),
        file.sql(),
        file.words("keeps"),
        optional.isEmpty() ? Map.of() : Map.of(optional.getFirst(), optional.getLast()),
        file.value("rows", "all").equals("updated"));
  }
}
