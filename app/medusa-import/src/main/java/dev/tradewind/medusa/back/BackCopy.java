package dev.tradewind.medusa.back;

import java.util.List;
import java.util.Set;

/**
 * Rows of a table of Medusa, made of what has changed in Tradewind since the switch.
 *
 * @param name name in the report: the table, and which of its rows
 * @param table table of Medusa
 * @param key its primary key
 * @param rows query for the rows with columns of Medusa's names; {@code recent(alias)} is whether a
 *     row has changed since the switch
 * @param onlyNew columns that rows keep which Medusa has
 * @param optional columns that refer to rows that Medusa may lack, which are null then
 * @param update whether only rows are changed that Medusa has
 */
record BackCopy(
    String name,
    String table,
    List<String> key,
    String rows,
    Set<String> onlyNew,
    Set<Reference> optional,
    boolean update) {

  /** Column with the table that it refers to. */
  record Reference(String column, String table) {}

  static BackCopy of(String table, String rows) {
    return new BackCopy(table, table, List.of("id"), rows, Set.of(), Set.of(), false);
  }

  BackCopy of(String which) {
    return new BackCopy(table + " of " + which, table, key, rows, onlyNew, optional, update);
  }

  BackCopy key(String... columns) {
    return new BackCopy(name, table, List.of(columns), rows, onlyNew, optional, update);
  }

  BackCopy onlyNew(String... columns) {
    return new BackCopy(name, table, key, rows, Set.of(columns), optional, update);
  }

  BackCopy optional(String column, String referred) {
    return new BackCopy(
        name, table, key, rows, onlyNew, Set.of(new Reference(column, referred)), update);
  }

  BackCopy updating() {
    return new BackCopy(name, table, key, rows, onlyNew, optional, true);
  }
}
