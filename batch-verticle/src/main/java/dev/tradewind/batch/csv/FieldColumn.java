package dev.tradewind.batch.csv;

import dev.tradewind.kernel.operation.StaffMetadata;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/**
 * Column of a declared field; an import finds its place in the metadata by the header.
 *
 * @param resource such as {@code variant}
 */
public record FieldColumn(String resource, boolean isForStaff, String name) {

  public static FieldColumn of(JsonObject field) {
    return new FieldColumn(
        field.getString("resource"), field.getBoolean("staff_only"), field.getString("name"));
  }

  /**
   * @param path such as {@code variant.metadata._staff.cost}
   */
  public static FieldColumn ofPath(String path) {
    String[] steps = path.split("\\.");
    return new FieldColumn(
        steps[0], steps[steps.length - 2].equals(StaffMetadata.KEY), steps[steps.length - 1]);
  }

  public String header() {
    String owner = resource.substring(0, 1).toUpperCase(Locale.ROOT) + resource.substring(1);
    return owner + (isForStaff ? " Staff Metadata " : " Metadata ") + name;
  }

  /** Writes the value that the {@code fields} of a row have. */
  public void write(CsvLines lines, JsonObject row) {
    lines.cellOf(row.getJsonObject("fields", new JsonObject()).getValue(name));
  }
}
