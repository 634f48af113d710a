package dev.tradewind.medusa.check;

import dev.tradewind.kernel.database.Sql;
import dev.tradewind.medusa.copy.TableCopy;
import dev.tradewind.medusa.source.CopyColumns;
import dev.tradewind.medusa.source.MedusaShop;
import dev.tradewind.medusa.target.NewShop;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Columns with values that no copy reads, although their tables are copied, and that are not left
 * by design: nothing is lost silently.
 */
public final class UnreadColumns {

  private UnreadColumns() {}

  /** Names and numbers of values of the columns. */
  public static Map<String, Long> of(MedusaShop source, NewShop target, List<TableCopy> copies)
      throws SQLException {
    Map<String, List<CopyColumns>> bySource = new LinkedHashMap<>();
    for (TableCopy copy : copies) {
      bySource
          .computeIfAbsent(copy.source(), table -> new ArrayList<>())
          .add(source.columns(copy, target.rows().columnsOf(copy.target())));
    }
    Map<String, Long> unread = new LinkedHashMap<>();
    for (Map.Entry<String, List<CopyColumns>> each : bySource.entrySet()) {
      String table = each.getKey();
      for (String column : source.schema().columnsOf(table)) {
        if (TableCopy.EMBEDDED.contains(table)
            || LeftColumns.reason(table, column) != null
            || source.schema().customColumns(table).contains(column)
            || each.getValue().stream().anyMatch(columns -> reads(columns, column))) {
          continue;
        }
        long values =
            Long.parseLong(
                Objects.requireNonNull(
                    source
                        .query(
                            "SELECT count(%s) FROM %s"
                                .formatted(Sql.identifier(column), Sql.identifier(table)))
                        .getFirst()
                        .getFirst()));
        if (values > 0) {
          unread.put(table + "." + column, values);
        }
      }
    }
    return unread;
  }

  private static boolean reads(CopyColumns columns, String column) {
    return columns.names().contains(column)
        || Pattern.compile("\\bs\\." + Pattern.quote(column) + "\\b")
            .matcher(columns.copy().rows())
            .find();
  }
}
