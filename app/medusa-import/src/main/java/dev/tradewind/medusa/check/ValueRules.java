package dev.tradewind.medusa.check;

import dev.tradewind.api.catalog.CategoryTree;
import dev.tradewind.kernel.database.Sql;
import dev.tradewind.medusa.check.SourceCheck.Severity;
import dev.tradewind.medusa.copy.SourceSchema;
import dev.tradewind.medusa.document.SourceValues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Rules for the values of all columns that are copied, by the types of the columns: the database of
 * Medusa takes JSON, times, numbers and loops that its own API never shows, and scripts leave them.
 */
final class ValueRules {

  /** Levels of JSON that every reader takes. */
  private static final int MAX_DEPTH = 400;

  /** Digits of a number that every reader takes, in three steps. */
  private static final String LONG_NUMBER = "([0-9]{255}){3}";

  private final SourceSchema schema;
  private final boolean hasJsonPath;
  private final List<SourceRule> rules = new ArrayList<>();

  private ValueRules(SourceSchema schema, boolean hasJsonPath) {
    this.schema = schema;
    this.hasJsonPath = hasJsonPath;
  }

  /**
   * @param tables tables that are copied
   * @param hasJsonPath whether the source is of PostgreSQL 12 or later
   */
  static List<SourceRule> of(SourceSchema schema, Collection<String> tables, boolean hasJsonPath) {
    ValueRules values = new ValueRules(schema, hasJsonPath);
    tables.forEach(values::table);
    values.tree("product_category", "parent_category_id", "It comes to the top level.");
    values.tree("return_reason", "parent_return_reason_id", "It comes to the top level.");
    values.tree("discount", "parent_discount_id", "It has no parent then.");
    return values.rules;
  }

  private void table(String table) {
    List<String> known =
        schema.columnsOf(table).stream()
            .filter(column -> !schema.customColumns(table).contains(column))
            .toList();
    List<String> json = schema.columnsOf(table, "jsonb");
    for (String column : json) {
      if (known.contains(column) && SourceValues.OBJECTS.contains(column)) {
        rule(
            Severity.WARNING,
            "%s of %s that is no object".formatted(column, table),
            table,
            "jsonb_typeof(%s) NOT IN ('object', 'null')".formatted(Sql.identifier(column)),
            "Goes under the key %s of an object.".formatted(SourceValues.KEY));
      }
    }
    any(
        Severity.ERROR,
        "JSON of %s nested deeper than %s levels or with numbers of more than 765 digits"
            .formatted(table, MAX_DEPTH),
        table,
        json,
        "%1$s::text ~ '"
            + LONG_NUMBER
            + "'"
            + (hasJsonPath ? " OR jsonb_path_exists(%1$s, 'strict $.**{" + MAX_DEPTH + "}')" : ""),
        SourceRule.FAILS);
    List<String> times = new ArrayList<>(schema.columnsOf(table, "timestamp with time zone"));
    times.retainAll(known);
    any(
        Severity.WARNING,
        "times of %s before the year 1 or after the year 9999".formatted(table),
        table,
        times,
        SourceValues.isNoTime("%1$s"),
        "They become the first or last time that can be shown.");
    List<String> numbers =
        new ArrayList<>(schema.columnsOf(table, "real", "numeric", "double precision"));
    numbers.retainAll(known);
    any(
        Severity.WARNING,
        "rates and amounts of %s that are no numbers".formatted(table),
        table,
        numbers,
        "%1$s::text IN ('NaN', 'Infinity', '-Infinity')",
        "They count as 0 or none.");
  }

  private void any(
      Severity severity,
      String subject,
      String table,
      List<String> columns,
      String condition,
      String consequence) {
    if (!columns.isEmpty()) {
      rule(
          severity,
          subject,
          table,
          columns.stream()
              .map(column -> condition.formatted(Sql.identifier(column)))
              .collect(Collectors.joining(" OR ")),
          consequence);
    }
  }

  private void rule(
      Severity severity, String subject, String table, String condition, String consequence) {
    rules.add(
        new SourceRule(
            severity,
            subject,
            List.of(table),
            "SELECT %s FROM %s WHERE %s"
                .formatted(
                    schema.has(table, "id") ? "id" : "ctid", Sql.identifier(table), condition),
            consequence));
  }

  private void tree(String table, String parent, String consequence) {
    rules.add(
        new SourceRule(
            Severity.WARNING,
            "%s below itself".formatted(table),
            List.of(table + "." + parent),
            "SELECT s.id FROM %1$s AS s WHERE s.%2$s IN (SELECT p.id FROM %1$s AS p) AND %3$s = 0"
                .formatted(table, parent, SourceValues.levelsAbove(table, parent, "s")),
            consequence));
    rules.add(
        new SourceRule(
            Severity.ERROR,
            "%s below the level %s".formatted(table, CategoryTree.MAX_LEVELS),
            List.of(table + "." + parent),
            "SELECT s.id FROM %s AS s WHERE %s >= %s"
                .formatted(
                    table, SourceValues.levelsAbove(table, parent, "s"), CategoryTree.MAX_LEVELS),
            SourceRule.FAILS));
    rules.add(
        new SourceRule(
            Severity.WARNING,
            "dangling %s of %s".formatted(parent, table),
            List.of(table + "." + parent),
            "SELECT s.id FROM %1$s AS s WHERE s.%2$s IS NOT NULL AND NOT EXISTS (SELECT FROM %1$s AS p WHERE p.id = s.%2$s)"
                .formatted(table, parent),
            consequence));
  }
}
