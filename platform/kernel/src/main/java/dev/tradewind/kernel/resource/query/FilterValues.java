package dev.tradewind.kernel.resource.query;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.ColumnType;
import dev.tradewind.kernel.text.Dates;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.data.Numeric;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values accepted by a filter: one or several, and optionally "no value".
 *
 * @param bound an array of the column's type, ready to be bound
 * @param orNull whether the text {@code null} was among them
 */
record FilterValues(Object bound, boolean orNull) {

  /** Maximum length of a number; no value of a shop is longer. */
  private static final int MAX_NUMBER_LENGTH = 400;

  static FilterValues of(ColumnType type, String name, @Nullable Object value) {
    List<Object> values = new ArrayList<>();
    boolean orNull = false;
    for (Object item : items(value)) {
      if (item == null || isNull(item)) {
        orNull = true;
      } else {
        Object operand = operand(type, name, item);
        Object element = operand instanceof Numeric number ? element(type, number) : operand;
        if (element != null) {
          values.add(element);
        }
      }
    }
    return new FilterValues(values.toArray(arrayOf(type)), orNull);
  }

  /** The one accepted value; null if there are several, or none. */
  @Nullable Object only() {
    return !orNull && Array.getLength(bound) == 1 ? Array.get(bound, 0) : null;
  }

  /** Whether the value selects rows without a value. */
  static boolean isNull(@Nullable Object value) {
    return value == null || "null".equals(value);
  }

  private static List<@Nullable Object> items(@Nullable Object value) {
    if (!(value instanceof JsonArray array)) {
      return Arrays.asList(value);
    }
    if (array.size() == 1 && array.getValue(0) instanceof String only) {
      return Arrays.asList((Object[]) only.split(",", -1));
    }
    List<@Nullable Object> items = new ArrayList<>(array.size());
    array.forEach(items::add);
    return items;
  }

  /** The value compared with a column; whole numbers are compared with any number. */
  static Object operand(ColumnType type, String name, Object value) {
    String text = value.toString();
    try {
      return switch (type) {
        case TEXT -> text;
        case INTEGER, BIGINT, NUMBER -> number(text);
        case BOOLEAN -> truth(text);
        case TIMESTAMP -> time(text);
        case JSON -> throw new IllegalArgumentException(name);
      };
    } catch (IllegalArgumentException notOfThatType) {
      String requested =
          switch (type) {
            case TIMESTAMP -> " must be a Date instance";
            case BOOLEAN -> " must be a boolean value";
            default -> " must be a number conforming to the specified constraints";
          };
      throw Problem.invalidData(name + requested);
    }
  }

  private static OffsetDateTime time(String text) {
    Instant time = Dates.fromQuery(text);
    if (time == null) {
      throw new IllegalArgumentException(text);
    }
    return time.atOffset(ZoneOffset.UTC);
  }

  private static Numeric number(String text) {
    BigDecimal number = new BigDecimal(text.strip());
    if (text.length() > MAX_NUMBER_LENGTH || Math.abs(number.scale()) > MAX_NUMBER_LENGTH) {
      throw new IllegalArgumentException(text);
    }
    return Numeric.create(number);
  }

  /** The number in the type of the column; null if no row can have it. */
  private static @Nullable Object element(ColumnType type, Numeric number) {
    try {
      return switch (type) {
        case INTEGER -> number.bigDecimalValue().intValueExact();
        case BIGINT -> number.bigDecimalValue().longValueExact();
        default -> number;
      };
    } catch (ArithmeticException fractionOrTooLarge) {
      return null;
    }
  }

  private static Boolean truth(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  private static Object[] arrayOf(ColumnType type) {
    return switch (type) {
      case TEXT, JSON -> new String[0];
      case INTEGER -> new Integer[0];
      case BIGINT -> new Long[0];
      case NUMBER -> new Numeric[0];
      case BOOLEAN -> new Boolean[0];
      case TIMESTAMP -> new OffsetDateTime[0];
    };
  }
}
