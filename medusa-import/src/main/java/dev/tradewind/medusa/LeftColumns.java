package dev.tradewind.medusa;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Columns of Medusa that are not taken although their tables are, with the reason. */
final class LeftColumns {

  private static final Map<String, String> REASONS = new HashMap<>();

  private LeftColumns() {}

  static {
    leave("batch_job", "Only read by the old shop.", "status");
  }

  private static void leave(String table, String reason, String... columns) {
    for (String column : columns) {
      REASONS.put(table + "." + column, reason);
    }
  }

  /** Why a column is left; absent for columns that are taken. */
  static @Nullable String reason(String table, String column) {
    return REASONS.get(table + "." + column);
  }
}
