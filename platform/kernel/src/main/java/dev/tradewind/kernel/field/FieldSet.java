package dev.tradewind.kernel.field;

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Declared fields of a schema as a node has read them. It completes metadata as the SQL function
 * {@code checked_metadata} does, with defaults and with values in the form of their type, and
 * leaves the refusals to the database.
 */
public final class FieldSet {

  static final FieldSet NONE = new FieldSet(null, List.of());

  private static final String STAFF = "_staff";
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,20}(\\.\\d{1,10})?");

  private final @Nullable String version;
  private final List<Field> fields;

  FieldSet(@Nullable String version, List<JsonObject> rows) {
    this.version = version;
    this.fields = rows.stream().map(Field::of).toList();
  }

  /**
   * Version of the declarations, which the database compares when it stores metadata that they have
   * completed; absent as long as none are known.
   */
  public @Nullable String version() {
    return version;
  }

  /**
   * The metadata as it is stored; the same object if there is nothing to complete.
   *
   * @param resource its name in declarations
   * @param before metadata of the row until now; absent for a new row
   */
  public JsonObject complete(String resource, @Nullable JsonObject before, JsonObject given) {
    List<Field> declared =
        fields.stream().filter(field -> field.resource().equals(resource)).toList();
    if (declared.isEmpty()) {
      return given;
    }
    JsonObject completed = given.copy();
    declared.forEach(field -> field.complete(before, completed));
    return completed.equals(given) ? given : completed;
  }

  /** Without the blanks at both ends, as {@code btrim} has it: other white space stays. */
  private static String trimmed(String text) {
    int begin = 0;
    int end = text.length();
    while (begin < end && text.charAt(begin) == ' ') {
      begin++;
    }
    while (end > begin && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(begin, end);
  }

  private record Field(
      String resource,
      String name,
      String type,
      boolean isRequired,
      boolean isStaffOnly,
      @Nullable Object defaultValue) {

    static Field of(JsonObject row) {
      return new Field(
          row.getString("resource"),
          row.getString("name"),
          row.getString("type"),
          row.getBoolean("is_required"),
          row.getBoolean("is_staff_only"),
          row.getValue("default_value"));
    }

    void complete(@Nullable JsonObject before, JsonObject metadata) {
      JsonObject holder = metadata;
      if (isStaffOnly) {
        Object staff = metadata.getValue(STAFF);
        if (staff == null) {
          metadata.remove(STAFF);
          holder = new JsonObject();
        } else if (staff instanceof JsonObject present) {
          holder = present;
        } else {
          return;
        }
      }
      Object value = holder.getValue(name);
      if (value == null || value.equals("")) {
        if (value != null) {
          holder.remove(name);
        }
        if (defaultValue != null && (before == null || isRequired)) {
          holder.put(name, defaultValue instanceof JsonArray list ? list.copy() : defaultValue);
          if (isStaffOnly) {
            metadata.put(STAFF, holder);
          }
        }
      } else if (!value.equals(valueOf(before))) {
        holder.put(name, formed(value));
      }
    }

    private @Nullable Object valueOf(@Nullable JsonObject metadata) {
      if (metadata == null || !isStaffOnly) {
        return metadata == null ? null : metadata.getValue(name);
      }
      return metadata.getValue(STAFF) instanceof JsonObject staff ? staff.getValue(name) : null;
    }

    private Object formed(Object value) {
      if (!(value instanceof String text)) {
        return value;
      }
      return switch (type) {
        case "number", "money" ->
            NUMBER.matcher(text).matches()
                ? Json.decodeValue(new BigDecimal(text).toPlainString())
                : text;
        case "boolean" ->
            text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : text;
        case "list" ->
            new JsonArray(
                Arrays.stream(text.split(","))
                    .map(FieldSet::trimmed)
                    .filter(element -> !element.isEmpty())
                    .toList());
        default -> text;
      };
    }
  }
}
