package dev.tradewind.medusa.copy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tables and columns of the source: those that it has, and those that Medusa 1.20 with its
 * inventory and stock location modules knows. The others belong to plugins or to the shop itself.
 *
 * @param columns columns that exist, by table
 * @param types data types of the columns, by table.column
 * @param known columns that Medusa knows, by table
 */
public record SourceSchema(
    Map<String, Set<String>> columns, Map<String, String> types, Map<String, Set<String>> known) {

  private static final String KNOWN = "columns.txt";

  private static final String COLUMNS =
      """
      SELECT c.table_name, c.column_name, c.data_type
      FROM information_schema.columns AS c
      JOIN information_schema.tables AS t USING (table_schema, table_name)
      WHERE c.table_schema = 'public'
        AND t.table_type = 'BASE TABLE'
      ORDER BY c.table_name, c.ordinal_position
      """;

  public static SourceSchema read(Connection source) throws SQLException {
    Map<String, Set<String>> columns = new TreeMap<>();
    Map<String, String> types = new HashMap<>();
    try (Statement statement = source.createStatement();
        ResultSet rows = statement.executeQuery(COLUMNS)) {
      while (rows.next()) {
        columns
            .computeIfAbsent(rows.getString(1), table -> new LinkedHashSet<>())
            .add(rows.getString(2));
        types.put(rows.getString(1) + "." + rows.getString(2), rows.getString(3));
      }
    }
    return new SourceSchema(columns, types, knownColumns());
  }

  private static Map<String, Set<String>> knownColumns() {
    Map<String, Set<String>> known = new LinkedHashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(SourceSchema.class.getResourceAsStream(KNOWN), KNOWN),
                StandardCharsets.UTF_8))) {
      lines
          .lines()
          .forEach(line -> {
            int colon = line.indexOf(':');
            known.put(
                line.substring(0, colon),
                new LinkedHashSet<>(List.of(line.substring(colon + 2).split(" "))));
          });
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return known;
  }

  public boolean has(String table) {
    return columns.containsKey(table);
  }

  public boolean has(String table, String column) {
    return columnsOf(table).contains(column);
  }

  public Set<String> columnsOf(String table) {
    return columns.getOrDefault(table, Set.of());
  }

  /** Columns of a table that have one of these data types. */
  public List<String> columnsOf(String table, String... ofTypes) {
    return columnsOf(table).stream()
        .filter(column -> List.of(ofTypes).contains(types.get(table + "." + column)))
        .toList();
  }

  public boolean knows(String table) {
    return known.containsKey(table);
  }

  /** Columns of a table that Medusa does not know. */
  public List<String> customColumns(String table) {
    Set<String> expected = known.getOrDefault(table, Set.of());
    return columnsOf(table).stream().filter(column -> !expected.contains(column)).toList();
  }

  /** Object of the columns of a row that Medusa does not know, without absent values. */
  public String ownColumns(String table, String alias) {
    return "jsonb_strip_nulls(jsonb_build_object(%s))"
        .formatted(
            customColumns(table).stream()
                .map(column ->
                    "'%s', %s"
                        .formatted(
                            column,
                            ownValue(
                                "%s.\"%s\"".formatted(alias, column),
                                types.get(table + "." + column))))
                .collect(Collectors.joining(", ")));
  }

  /** The type json takes texts that jsonb does not take: these stay texts. */
  private static String ownValue(String value, @Nullable String type) {
    return "json".equals(type)
        ? "CASE WHEN %1$s::text ~* '\\\\u(0000|d[89a-f])|[0-9]e[+-]?[0-9]{3}'".formatted(value)
            + " THEN to_jsonb(%1$s::text) ELSE %1$s::jsonb END".formatted(value)
        : value;
  }

  /** Metadata of a row with the columns of the shop's own. */
  public String metadata(String table, String alias, String metadata) {
    return customColumns(table).isEmpty()
        ? metadata
        : "coalesce(%s, '{}'::jsonb) || %s"
            .formatted(SourceValues.object(metadata), ownColumns(table, alias));
  }

  /** Further condition that a row is not deleted; empty in versions that delete it at once. */
  public String andPresent(String table, String alias) {
    return has(table, "deleted_at") ? " AND %s.deleted_at IS NULL".formatted(alias) : "";
  }

  /** The expression if the table exists, else NULL: shops lack the tables of unused features. */
  public String ifPresent(String table, String expression) {
    return has(table) ? expression : "NULL";
  }
}
