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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tables and columns of the source: those of its database, and those that the migrations of Medusa
 * 1.12 to 1.20, with the inventory and stock location modules, have made in any version. The others
 * belong to plugins or to the shop itself.
 *
 * @param columns columns that exist, by table
 * @param types data types of the columns, by table.column
 * @param known columns that Medusa knows, by table
 * @param own places of the others
 * @param inlines whether the server is of PostgreSQL 12 or later, which inlines common table
 *     expressions
 */
public record SourceSchema(
    Map<String, Set<String>> columns,
    Map<String, String> types,
    Map<String, Set<String>> known,
    OwnColumns own,
    boolean inlines) {

  private static final String KNOWN = "columns.txt";

  /** Columns that statements name and that shops lack which do not use a feature or are old. */
  private static final Map<String, List<String>> OPTIONAL =
      Map.ofEntries(
          Map.entry("sales_channel", List.of("id")),
          Map.entry("order", List.of("sales_channel_id")),
          Map.entry("store", List.of("default_location_id")),
          Map.entry("line_item", List.of("order_edit_id", "original_item_id")),
          Map.entry("order_edit", List.of("id", "order_id", "payment_collection_id")),
          Map.entry(
              "order_item_change", List.of("id", "order_edit_id", "created_at", "deleted_at")),
          Map.entry("payment_collection", List.of("id", "amount")),
          Map.entry("payment_collection_payments", List.of("payment_id", "payment_collection_id")),
          Map.entry("stock_location", List.of("id", "created_at", "deleted_at")),
          Map.entry(
              "product_variant_inventory_item",
              List.of("id", "variant_id", "inventory_item_id", "created_at", "deleted_at")),
          Map.entry("product_shipping_profile", List.of("product_id", "profile_id")),
          Map.entry("publishable_api_key_sales_channel", List.of("deleted_at")));

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
    return new SourceSchema(
        columns,
        types,
        knownColumns(),
        OwnColumns.FOR_STAFF,
        source.getMetaData().getDatabaseMajorVersion() >= 12);
  }

  /**
   * The same with places of the columns of the shop's own.
   *
   * @throws IllegalArgumentException if a placed column is none of the shop's own
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
    return new SourceSchema(columns, types, known, places, inlines);
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
  private String ownColumns(String table) {
    return "%s || jsonb_strip_nulls(jsonb_build_object('%s', nullif(%s, '{}')))"
        .formatted(object(table, Place.PUBLIC), StaffMetadata.KEY, object(table, Place.STAFF));
  }

  private String object(String table, Place place) {
    return "jsonb_strip_nulls(jsonb_build_object(%s))"
        .formatted(
            customColumns(table).stream()
                .filter(column -> own.place(table, column) == place)
                .map(column ->
                    "%s, %s"
                        .formatted(
                            Sql.literal(column),
                            ownValue(
                                "t." + Sql.identifier(column), types.get(table + "." + column))))
                .collect(Collectors.joining(", ")));
  }

  /** The type json takes texts that jsonb does not take: these stay texts. */
  private static String ownValue(String value, @Nullable String type) {
    if ("json".equals(type)) {
      return """
      CASE WHEN %1$s::text ~* '\\\\u(0000|d[89a-f])|[0-9]e[+-]?[0-9]{3}'
        THEN to_jsonb(%1$s::text) ELSE %1$s::jsonb
      END\
      """
          .formatted(value);
    }
    return value;
  }

  /**
   * Beginning of a statement for rows, which presents the tables of this shop as those of Medusa:
   * with the columns of the shop's own in the metadata, and with the optional tables and columns
   * that the shop lacks, which have no values. Empty if no table differs.
   */
  public String presented() {
    return with(false);
  }

  /** The same for the versions of rows, which have the columns of the system. */
  public String versions() {
    return with(true);
  }

  private String with(boolean isForVersions) {
    String tables =
        Stream.concat(OPTIONAL.keySet().stream(), columns.keySet().stream())
            .distinct()
            .sorted()
            .filter(table ->
                !lacking(table).isEmpty() || (knows(table) && !customColumns(table).isEmpty()))
            .map(table ->
                "%s AS %s(%s)"
                    .formatted(
                        Sql.identifier(table),
                        inlines ? "NOT MATERIALIZED " : "",
                        presented(table, isForVersions)))
            .collect(Collectors.joining(", "));
    return tables.isEmpty() ? "" : "WITH %s ".formatted(tables);
  }

  private String presented(String table, boolean isForVersions) {
    List<String> selected = new ArrayList<>();
    if (has(table)) {
      selected.addAll(isForVersions ? List.of("t.*", "t.xmin", "t.ctid") : ofMedusa(table));
    } else if (isForVersions) {
      selected.addAll(List.of("NULL::xid AS xmin", "NULL::tid AS ctid"));
    }
    lacking(table)
        .forEach(column -> selected.add("NULL::%s AS %s".formatted(type(column), column)));
    return "SELECT %s %s"
        .formatted(
            String.join(", ", selected),
            has(table) ? "FROM public.%s AS t".formatted(Sql.identifier(table)) : "WHERE false");
  }

  /** Columns of Medusa, with those of the shop's own in the metadata. */
  private List<String> ofMedusa(String table) {
    List<String> custom = customColumns(table);
    if (custom.isEmpty()) {
      return List.of("t.*");
    }
    List<String> selected = new ArrayList<>();
    columnsOf(table).stream()
        .filter(column -> !custom.contains(column) && !column.equals("metadata"))
        .forEach(column -> selected.add("t." + Sql.identifier(column)));
    if (has(table, "metadata") || hasMadeMetadata(table)) {
      selected.add(
          "%s AS metadata"
              .formatted(metadata(table, has(table, "metadata") ? "t.metadata" : "NULL::jsonb")));
    }
    return selected;
  }

  private String metadata(String table, String metadata) {
    if (takenColumns(table).isEmpty()) {
      return metadata;
    }
    return """
    (SELECT CASE WHEN c.own = '{}' THEN %1$s ELSE coalesce(%1$s, '{}'::jsonb) || c.own END
     FROM (SELECT %2$s AS own) AS c)\
    """
        .formatted(SourceValues.object(metadata), ownColumns(table));
  }

  /** Whether the table lacks the metadata of later versions, and gets those of its own columns. */
  public boolean hasMadeMetadata(String table) {
    return !has(table, "metadata")
        && known.getOrDefault(table, Set.of()).contains("metadata")
        && !takenColumns(table).isEmpty();
  }

  private List<String> lacking(String table) {
    return OPTIONAL.getOrDefault(table, List.of()).stream()
        .filter(column -> !has(table, column))
        .toList();
  }

  private static String type(String column) {
    if (column.endsWith("_at")) {
      return "timestamptz";
    }
    return column.equals("amount") ? "integer" : "text";
  }
}
