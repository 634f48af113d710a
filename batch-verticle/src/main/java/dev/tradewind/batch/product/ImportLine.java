package dev.tradewind.batch.product;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.tradewind.batch.csv.CsvInjectionGuard;
import dev.tradewind.batch.csv.ImportErrors;
import dev.tradewind.batch.product.ImportColumn.Group;
import dev.tradewind.kernel.operation.StaffMetadata;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of CSV lines to JSON documents. A field without a column is omitted and so stays
 * unchanged; an empty cell clears its field, except for required ones.
 */
final class ImportLine {

  private static final Pattern WHOLE = Pattern.compile("([+-]?\\d{1,10})(\\.0{0,9})?");

  /** Fields that an empty cell leaves unchanged. */
  private static final List<String> UNCHANGED_WHEN_EMPTY =
      List.of(
          "status",
          "type",
          "discountable",
          "inventory_quantity",
          "allow_backorder",
          "manage_inventory");

  private static final List<String> STATUSES =
      List.of("draft", "proposed", "published", "rejected");

  /** All metadata of a row have 16 KiB. */
  private static final int MAX_METADATA = 4_000;

  private final ImportHeader header;
  private final PriceColumnResolver places;
  private final ImportErrors errors;
  private final int handleAt;

  ImportLine(ImportHeader header, PriceColumnResolver places, ImportErrors errors) {
    this.header = header;
    this.places = places;
    this.errors = errors;
    this.handleAt =
        header.columns().stream().map(ImportColumn::header).toList().indexOf(ImportHeader.HANDLE);
  }

  String handle(CsvRecord record) {
    return cell(record, handleAt);
  }

  private static String cell(CsvRecord record, int at) {
    return at < record.getFieldCount() ? CsvInjectionGuard.unescape(record.getField(at)) : "";
  }

  /** Product fields of the line. */
  JsonObject product(CsvRecord record) {
    long line = record.getStartingLineNumber();
    JsonObject body = new JsonObject();
    JsonObject document = new JsonObject().put("line", line).put("body", body);
    Map<Integer, JsonObject> options = new TreeMap<>();
    Map<Integer, JsonObject> images = new TreeMap<>();
    Map<Integer, JsonObject> channels = new TreeMap<>();
    Map<Integer, JsonObject> categories = new TreeMap<>();
    for (int i = 0; i < header.columns().size(); i++) {
      String cell = cell(record, i);
      switch (header.columns().get(i)) {
        case ImportColumn.OfProduct column -> put(body, column.field(), cell, line);
        case ImportColumn.Numbered column -> {
          Map<Integer, JsonObject> things =
              switch (column.group()) {
                case OPTION -> options;
                case IMAGE -> images;
                case SALES_CHANNEL -> channels;
                case CATEGORY -> categories;
              };
          // The variant of the line reports the errors of options.
          ImportErrors told = column.group() == Group.OPTION ? new ImportErrors() : errors;
          collect(things, column, stored(cell, column.header(), column.maxLength(), line, told));
        }
        case ImportColumn.Metadata column -> {
          if (!column.isOfVariant()) {
            putMetadata(body, column, cell, line);
          }
        }
        case ImportColumn.OfVariant other -> {}
        case ImportColumn.Price other -> {}
      }
    }
    errors.addExtraCells(record, header.columns().size());
    for (String name : List.of("id", "handle", "collection_handle", "type", "tags")) {
      if (body.containsKey(name)) {
        document.put(name, body.remove(name));
      }
    }
    document.put("options", members(options, "name"));
    if (header.has(Group.IMAGE)) {
      document.put("images", members(images, "url"));
    }
    if (header.has(Group.SALES_CHANNEL)) {
      document.put("sales_channels", new JsonArray(List.copyOf(channels.values())));
    }
    if (header.has(Group.CATEGORY)) {
      document.put("categories", members(categories, "handle"));
    }
    return document;
  }

  /** Variant fields of the line. */
  JsonObject variant(CsvRecord record) {
    long line = record.getStartingLineNumber();
    JsonObject body = new JsonObject();
    JsonArray prices = new JsonArray();
    Map<Integer, JsonObject> options = new TreeMap<>();
    for (int i = 0; i < header.columns().size(); i++) {
      String cell = cell(record, i);
      switch (header.columns().get(i)) {
        case ImportColumn.OfVariant column -> put(body, column.field(), cell, line);
        case ImportColumn.Price column -> {
          if (!cell.isBlank()) {
            places.addPrice(prices, column, cell, line, errors);
          }
        }
        case ImportColumn.Numbered column -> {
          if (column.group() == Group.OPTION) {
            collect(
                options, column, stored(cell, column.header(), column.maxLength(), line, errors));
          }
        }
        case ImportColumn.Metadata column -> {
          if (column.isOfVariant()) {
            putMetadata(body, column, cell, line);
          }
        }
        case ImportColumn.OfProduct other -> {}
      }
    }
    JsonObject variant = new JsonObject().put("line", line).put("body", body);
    if (body.containsKey("id")) {
      variant.put("id", body.remove("id"));
    }
    // Prices that a line does not have are no instruction to delete those that are there.
    if (!prices.isEmpty()) {
      variant.put("prices", prices);
    }
    return variant.put("options", optionValues(options, line));
  }

  private JsonObject optionValues(Map<Integer, JsonObject> options, long line) {
    JsonObject values = new JsonObject();
    options.forEach((number, option) -> {
      String title = option.getString("name");
      String value = option.getString("value");
      if (title == null || value == null) {
        String missing = title == null ? "Name" : "Value";
        errors.add(line, "Option " + number + " " + missing, "must not be empty");
      } else if (values.containsKey(title)) {
        errors.add(line, "Option " + number + " Name", "the option " + title + " is there twice");
      } else {
        values.put(title, value);
      }
    });
    return values;
  }

  private static void collect(
      Map<Integer, JsonObject> things, ImportColumn.Numbered column, String cell) {
    if (!cell.isEmpty()) {
      things
          .computeIfAbsent(column.number(), absent -> new JsonObject())
          .put(column.member(), cell);
    }
  }

  private static JsonArray members(Map<Integer, JsonObject> things, String member) {
    return new JsonArray(
        things.values().stream()
            .filter(thing -> thing.containsKey(member))
            .map(thing -> (Object) thing.getString(member))
            .toList());
  }

  /** An empty text removes the member; the declaration of the field decides about others. */
  private void putMetadata(JsonObject body, ImportColumn.Metadata column, String cell, long line) {
    JsonObject metadata = member(body, "metadata");
    (column.isForStaff() ? member(metadata, StaffMetadata.KEY) : metadata)
        .put(column.name(), stored(cell, column.header(), MAX_METADATA, line, errors));
  }

  private static JsonObject member(JsonObject parent, String name) {
    JsonObject member = parent.getJsonObject(name, new JsonObject());
    parent.put(name, member);
    return member;
  }

  private void put(JsonObject body, ProductColumn field, String cell, long line) {
    if (cell.isEmpty()) {
      if (field.name().equals("title")) {
        errors.add(line, field.header(), "must not be empty");
      } else if (field.kind() == ProductColumn.Kind.TEXTS) {
        body.put(field.name(), new JsonArray());
      } else if (field.kind() != ProductColumn.Kind.IGNORED
          && !UNCHANGED_WHEN_EMPTY.contains(field.name())) {
        body.putNull(field.name());
      }
      return;
    }
    switch (field.kind()) {
      case TEXT -> putText(body, field, cell, line);
      case TEXTS ->
          body.put(
              field.name(),
              new JsonArray(
                  Arrays.stream(cell.split(",", -1))
                      .map(String::strip)
                      .filter(text -> !text.isEmpty())
                      .map(text -> stored(text, field.header(), field.maxLength(), line, errors))
                      .toList()));
      case INTEGER, SIZE -> putInteger(body, field, cell.strip(), line);
      case BOOLEAN -> putBoolean(body, field, cell.strip(), line);
      case IGNORED -> {}
    }
  }

  private void putText(JsonObject body, ProductColumn field, String cell, long line) {
    if (field.name().equals("status") && !STATUSES.contains(cell)) {
      errors.add(line, field.header(), "must be one of " + String.join(", ", STATUSES));
    } else {
      body.put(field.name(), stored(cell, field.header(), field.maxLength(), line, errors));
    }
  }

  /**
   * The text of a cell as far as it can be stored, for the checks that follow; what cannot is an
   * error.
   */
  private static String stored(
      String cell, String column, int maxLength, long line, ImportErrors errors) {
    if (cell.indexOf('\0') >= 0) {
      errors.add(line, column, "must not contain null characters");
      return cell.replace("\0", "");
    }
    if (cell.codePointCount(0, cell.length()) > maxLength) {
      errors.add(line, column, "must be shorter than or equal to " + maxLength + " characters");
      return cell.substring(0, cell.offsetByCodePoints(0, maxLength));
    }
    return cell;
  }

  private void putInteger(JsonObject body, ProductColumn field, String cell, long line) {
    @Nullable Integer number = null;
    var whole = WHOLE.matcher(cell);
    if (whole.matches()) {
      long value = Long.parseLong(whole.group(1));
      number = value == (int) value ? (Integer) (int) value : null;
    }
    if (number == null) {
      errors.add(line, field.header(), "must be a whole number");
    } else if (field.kind() == ProductColumn.Kind.SIZE && number < 0) {
      errors.add(line, field.header(), "must not be less than 0");
    } else {
      body.put(field.name(), number);
    }
  }

  private void putBoolean(JsonObject body, ProductColumn field, String cell, long line) {
    if (cell.equalsIgnoreCase("true") || cell.equalsIgnoreCase("false")) {
      body.put(field.name(), Boolean.parseBoolean(cell));
    } else {
      errors.add(line, field.header(), "must be true or false");
    }
  }
}
