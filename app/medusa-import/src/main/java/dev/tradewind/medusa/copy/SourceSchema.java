package dev.tradewind.medusa.copy;

import dev.tradewind.kernel.database.Sql;
import dev.tradewind.kernel.operation.StaffMetadata;
import dev.tradewind.medusa.copy.OwnColumns.Place;
import dev.tradewind.medusa.document.SourceValues;
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
 * Tables and columns of the source: those that it has, and those that the migrations of Medusa 1.12
 * to 1.20, with its inventory and stock location modules, have made in any version. The others
 * belong to plugins or to the shop itself.
 *
 * @param columns columns that exist, by table
 * @param types data types of the columns, by table.column
 * @param known columns that Medusa knows, by table
 * @param own places of the others
 */
public record SourceSchema(
    Map<String, Set<String>> columns,
    Map<String, String> types,
    Map<String, Set<String>> known,
    OwnColumns own) {

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
    return new SourceSchema(columns, types, knownColumns(), OwnColumns.FOR_STAFF);
  }

  /**
   * The same with places of the columns of the shop's own.
   *
   * @throws IllegalArgumentException if one of them is no such column
   */
  public SourceSchema placing(OwnColumns places) {
    for (String name : places.places().keySet()) {
      int dot = name.indexOf('.');
      if (dot < 0 || !customColumns(name.substring(0, dot)).contains(name.substring(dot + 1))) {
        throw new IllegalArgumentException(
            "The shop has no column %s of its own, which the file of columns places."
                .formatted(name));
      }
    }
    return new SourceSchema(columns, types, known, places);
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

  /** Columns that Medusa does not know and that are taken. */
  public List<String> takenColumns(String table) {
    return customColumns(table).stream()
        .filter(column -> own.place(table, column) != Place.LEFT_OUT)
        .toList();
  }

  /**
   * Object of the columns of a row that Medusa does not know, without absent values: those for
   * staff are in a member of their own.
   */
  public String ownColumns(String table, String alias) {
    return object(table, alias, Place.PUBLIC)
        + " || jsonb_strip_nulls(jsonb_build_object('%s', nullif(%s, '{}')))"
            .formatted(StaffMetadata.KEY, object(table, alias, Place.STAFF));
  }

  private String object(String table, String alias, Place place) {
    return "jsonb_strip_nulls(jsonb_build_object(%s))"
        .formatted(
            customColumns(table).stream()
                .filter(column -> own.place(table, column) == place)
                .map(column ->
                    "%s, %s"
                        .formatted(
                            literal(column),
                            ownValue(
                                alias + "." + Sql.identifier(column),
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

  private static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** Metadata of a row with the columns of the shop's own. */
  public String metadata(String table, String alias, String metadata) {
    return takenColumns(table).isEmpty()
        ? metadata
        : ("(SELECT CASE WHEN c.own = '{}' THEN %1$s"
                + " ELSE coalesce(%1$s, '{}'::jsonb) || c.own END"
                + " FROM (SELECT %2$s AS own) AS c)")
            .formatted(SourceValues.object(metadata), ownColumns(table, alias));
  }

  /**
   * A row as it becomes a part of a document: with the columns of the shop's own in its metadata,
   * if it has metadata, and never beside the columns of Medusa.
   */
  String row(String table, String alias) {
    List<String> custom = customColumns(table);
    if (custom.isEmpty()) {
      return "row_to_json(%s)".formatted(alias);
    }
    return "((SELECT to_jsonb(c) FROM (SELECT %s) AS c)%s)"
        .formatted(
            columnsOf(table).stream()
                .filter(column -> !custom.contains(column))
                .map(column -> alias + "." + Sql.identifier(column))
                .collect(Collectors.joining(", ")),
            has(table, "metadata")
                ? " || jsonb_build_object('metadata', %s)"
                    .formatted(metadata(table, alias, alias + ".metadata"))
                : "");
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
