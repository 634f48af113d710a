package dev.tradewind.medusa.back;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Sql;
import dev.tradewind.kernel.operation.StaffMetadata;
import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.copy.SourceSchema;
import dev.tradewind.medusa.copy.StatementFile;
import dev.tradewind.medusa.target.NewShop;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Way back into the database of the Medusa v1 shop: what has changed here since the switch is
 * written there, in one transaction, so that Medusa goes on selling or nothing has happened.
 * Afterwards the shop can be followed again.
 */
public final class MoveBack {

  static final String FOLDER = "back";

  private static final int BATCH = 1_000;

  private static final String STORES = "SELECT string_agg(id, ' ' ORDER BY id) FROM store";

  private static final String SET_OPEN_CARTS =
      """
      SELECT set_config('tradewind.open_carts', ?, true),
        set_config('tradewind.open_lines', ?, true)
      """;

  private final Connection shop;
  private final Connection medusa;
  private final SourceSchema schema;

  /**
   * Result of a way back.
   *
   * @param written whether the rows were written; a check writes nothing
   * @param rows rows that Medusa lacked or had with other values, by their tables
   */
  public record Report(boolean written, Map<String, Long> rows) {

    /** Report for people. */
    public String toText() {
      return (written ? "Written back:%n" : "Would be written back:%n").formatted()
          + rows.entrySet().stream()
              .filter(each -> each.getValue() > 0)
              .map(each -> "  %-46s %12s%n".formatted(each.getKey(), each.getValue()))
              .collect(Collectors.joining());
    }

    public JsonObject toJson() {
      JsonObject tables = new JsonObject();
      rows.forEach(tables::put);
      return new JsonObject().put("written", written).put("rows", tables);
    }
  }

  private MoveBack(Connection shop, Connection medusa, SourceSchema schema) {
    this.shop = shop;
    this.medusa = medusa;
    this.schema = schema;
  }

  /**
   * Writes back what has changed since the switch.
   *
   * @param from database of Tradewind, which nothing writes to
   * @param to database of Medusa, which nothing writes to
   * @param check whether to write nothing in the end
   * @throws MoveInException with a sentence for the operator
   */
  public static Report run(DatabaseConfig from, DatabaseConfig to, boolean check) {
    try (NewShop moved = NewShop.open(from);
        Connection shop = from.connect();
        Connection medusa = to.connect()) {
      shop.setAutoCommit(false);
      medusa.setAutoCommit(false);
      Sql.execute(shop, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      for (Connection each : List.of(shop, medusa)) {
        Sql.execute(each, "SET TIME ZONE 'UTC'; SET jit = off; SET statement_timeout = 0");
      }
      Sql.execute(medusa, "SET search_path = public");
      SourceSchema schema = SourceSchema.read(medusa);
      moved.state().requireFinished(schema.has("store") ? Sql.value(medusa, STORES) : "no shop");
      moved.state().requireNoWrites("here");
      moved.state().requireNoBackgroundWork();
      Sql.execute(shop, StatementFile.read(FOLDER, "changed").sql());
      Sql.execute(shop, "SET TRANSACTION READ ONLY");
      Report report = new MoveBack(shop, medusa, schema).write(!check);
      if (check) {
        medusa.rollback();
      } else {
        medusa.commit();
        moved.state().reopen();
      }
      return report;
    } catch (SQLException failure) {
      throw new MoveInException("The way back failed: " + failure.getMessage(), failure);
    }
  }

  private Report write(boolean written) throws SQLException {
    Map<String, Long> rows = new LinkedHashMap<>();
    clearOpenCarts();
    for (BackCopy copy : BackCopy.all()) {
      if (schema.has(copy.table())) {
        rows.merge(copy.name(), write(copy), Long::sum);
      }
    }
    numberOn("order_display_id", "order_display_id_seq");
    numberOn("draft_order_display_id", "draft_order_display_id_seq");
    return new Report(written, rows);
  }

  private void clearOpenCarts() throws SQLException {
    List<@Nullable String> carts =
        Sql.query(shop, StatementFile.read(FOLDER, "open_carts").sql()).getFirst();
    try (PreparedStatement statement = medusa.prepareStatement(SET_OPEN_CARTS)) {
      statement.setString(1, carts.get(0));
      statement.setString(2, carts.get(1));
      statement.execute();
    }
    Sql.execute(medusa, StatementFile.read(FOLDER, "clear_open_carts").sql());
  }

  private long write(BackCopy copy) throws SQLException {
    Set<String> columns = columns(copy);
    long changed = 0;
    try (PreparedStatement statement =
        shop.prepareStatement(
            "SELECT row_to_json(r)::text FROM (%s) AS r".formatted(copy.rows()))) {
      statement.setFetchSize(BATCH);
      List<String> rows = new ArrayList<>();
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          rows.add(found.getString(1));
          if (rows.size() == BATCH) {
            changed += write(copy, columns, rows);
            rows.clear();
          }
        }
      }
      return rows.isEmpty() ? changed : changed + write(copy, columns, rows);
    } catch (SQLException failure) {
      throw new MoveInException(
          "Writing %s back failed: %s".formatted(copy.name(), failure.getMessage()), failure);
    }
  }

  /** Columns of the rows that this version of Medusa has; columns of the shop's own stay. */
  private Set<String> columns(BackCopy copy) throws SQLException {
    Set<String> columns = new LinkedHashSet<>();
    try (PreparedStatement statement =
            shop.prepareStatement("SELECT * FROM (%s) AS r LIMIT 0".formatted(copy.rows()));
        ResultSet none = statement.executeQuery()) {
      for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
        columns.add(none.getMetaData().getColumnName(i));
      }
    }
    columns.retainAll(schema.columnsOf(copy.table()));
    columns.removeAll(schema.customColumns(copy.table()));
    return columns;
  }

  private long write(BackCopy copy, Set<String> columns, List<String> rows) throws SQLException {
    String array = rows.stream().collect(Collectors.joining(",", "[", "]"));
    List<String> changed =
        columns.stream()
            .filter(column -> !copy.key().contains(column) && !copy.keeps().contains(column))
            .toList();
    long written = changed.isEmpty() ? 0 : execute(updating(copy, changed), array);
    return copy.update() ? written : written + execute(inserting(copy, columns), array);
  }

  private long execute(String sql, String rows) throws SQLException {
    try (PreparedStatement statement = medusa.prepareStatement(sql)) {
      statement.setString(1, rows);
      return statement.executeUpdate();
    }
  }

  private String updating(BackCopy copy, List<String> columns) {
    return """
    UPDATE "%1$s" AS t
    SET %2$s
    FROM json_populate_recordset(NULL::"%1$s", ?::json) AS r
    WHERE %3$s
      AND (%4$s)
    """
        .formatted(
            copy.table(),
            columns.stream()
                .map(column -> "\"%s\" = %s".formatted(column, value(copy, column)))
                .collect(Collectors.joining(", ")),
            copy.key().stream()
                .map(column -> "t.\"%1$s\" = r.\"%1$s\"".formatted(column))
                .collect(Collectors.joining(" AND ")),
            columns.stream()
                .map(
                    column -> "t.\"%s\" IS DISTINCT FROM %s".formatted(column, value(copy, column)))
                .collect(Collectors.joining(" OR ")));
  }

  private String inserting(BackCopy copy, Set<String> columns) {
    return """
    INSERT INTO "%1$s" (%2$s)
    SELECT %3$s
    FROM json_populate_recordset(NULL::"%1$s", ?::json) AS r
    ON CONFLICT (%4$s) DO NOTHING
    """
        .formatted(
            copy.table(),
            columns.stream().map("\"%s\""::formatted).collect(Collectors.joining(", ")),
            columns.stream().map(column -> value(copy, column)).collect(Collectors.joining(", ")),
            copy.key().stream().map("\"%s\""::formatted).collect(Collectors.joining(", ")));
  }

  private String value(BackCopy copy, String column) {
    if (column.equals("metadata")) {
      String names =
          Stream.concat(schema.customColumns(copy.table()).stream(), Stream.of(StaffMetadata.KEY))
              .map("'%s'"::formatted)
              .collect(Collectors.joining(", "));
      // What is for staff would be public there.
      return """
      CASE WHEN jsonb_typeof(r.metadata) = 'object' AND jsonb_exists_any(r.metadata, ARRAY[%1$s])
        THEN nullif(r.metadata - ARRAY[%1$s], '{}')
        ELSE r.metadata
      END\
      """
          .formatted(names);
    }
    String referred = copy.optional().get(column);
    if (referred == null) {
      return "r.\"%s\"".formatted(column);
    }
    return "(SELECT x.id FROM \"%s\" AS x WHERE x.id = r.\"%s\")".formatted(referred, column);
  }

  /** Sets a sequence of Medusa on to the last number that was given here. */
  private void numberOn(String here, String there) throws SQLException {
    String last =
        Sql.query(
                shop,
                "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM orders.%s"
                    .formatted(here))
            .getFirst()
            .getFirst();
    Sql.query(
        medusa,
        "SELECT setval(s.name, %s) FROM to_regclass('%s') AS s (name) WHERE %s > (SELECT last_value FROM %s)"
            .formatted(Objects.requireNonNull(last), there, last, there));
  }
}
