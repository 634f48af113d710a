package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.data.Numeric;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Type of a column: how it is read for the wire and how a filter value is bound to it. */
public enum ColumnType {
  TEXT("text"),
  INTEGER("integer"),
  BIGINT("bigint"),
  NUMBER("numeric"),
  BOOLEAN("boolean"),
  TIMESTAMP("timestamptz"),
  JSON("jsonb");

  private final String sqlName;

  ColumnType(String sqlName) {
    this.sqlName = sqlName;
  }

  public String sqlName() {
    return sqlName;
  }

  /** The SQL type of values compared with the column. */
  public String comparedAs() {
    return switch (this) {
      case INTEGER, BIGINT -> NUMBER.sqlName;
      default -> sqlName;
    };
  }

  /** The value in wire form. */
  @Nullable
  public Object read(Row row, int position) {
    return switch (this) {
      case TEXT -> row.getString(position);
      case INTEGER -> row.getInteger(position);
      case BIGINT -> row.getLong(position);
      case NUMBER -> wireNumber(row.getNumeric(position));
      case BOOLEAN -> row.getBoolean(position);
      case TIMESTAMP -> wireTime(row.getOffsetDateTime(position));
      case JSON -> row.getJson(position);
    };
  }

  private static @Nullable Object wireNumber(@Nullable Numeric stored) {
    if (stored == null) {
      return null;
    }
    BigDecimal number = stored.bigDecimalValue().stripTrailingZeros();
    return number.scale() <= 0 ? (Object) number.longValueExact() : number;
  }

  private static @Nullable String wireTime(@Nullable OffsetDateTime stored) {
    return stored == null ? null : Timestamps.format(stored);
  }

  /** An SQL expression for the wire form of a value, for a response built in SQL. */
  String wireExpression(String column) {
    return switch (this) {
      case TIMESTAMP ->
          "to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')".formatted(column);
      case NUMBER -> "trim_scale(" + column + ")";
      default -> column;
    };
  }
}
