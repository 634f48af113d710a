package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.sqlclient.data.Numeric;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** A column of a resource; its name is its name on the wire. */
public record Column(String name, ColumnType type) {

  /** A value of a validated body, or of the program, in the form to bind for writing. */
  @Nullable
  public Object bind(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (type) {
      case TEXT, BOOLEAN, JSON -> value;
      case INTEGER -> whole(value).intValueExact();
      case BIGINT -> whole(value).longValueExact();
      case NUMBER -> Numeric.create(new BigDecimal(value.toString()));
      case TIMESTAMP ->
          value instanceof Instant time
              ? Timestamps.utc(time)
              : OffsetDateTime.parse(value.toString());
    };
  }

  private BigDecimal whole(Object value) {
    BigDecimal number = new BigDecimal(value.toString());
    int maxBits = type == ColumnType.INTEGER ? Integer.SIZE - 1 : Long.SIZE - 1;
    if (number.stripTrailingZeros().scale() > 0 || number.toBigInteger().bitLength() > maxBits) {
      throw Problem.invalidData(name + " must be an integer number");
    }
    return number;
  }
}
