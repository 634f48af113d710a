package dev.tradewind.medusa.copy;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Places of the columns that a shop has added to tables of Medusa. Medusa shows them to its own
 * code alone, so that a column which the operator does not place is for staff.
 *
 * @param places by table and column, written as table.column
 */
public record OwnColumns(Map<String, Place> places) {

  /** Place of the values of a column. */
  public enum Place {
    /** In the metadata, member {@code StaffMetadata#KEY}, which shoppers do not see. */
    STAFF,
    /** In the metadata, which shoppers see. */
    PUBLIC,
    /** Not copied. */
    LEFT_OUT;

    /** As the file of the operator has it. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static Place parse(String name, String text) {
      for (Place place : values()) {
        if (place.text().equals(text)) {
          return place;
        }
      }
      throw new IllegalArgumentException(
          "The place of column %s is %s: it is staff, public or left out.".formatted(name, text));
    }
  }

  /** All columns are for staff. */
  public static final OwnColumns FOR_STAFF = new OwnColumns(Map.of());

  /** Places by their texts. */
  public static OwnColumns of(Map<String, String> texts) {
    Map<String, Place> places = new TreeMap<>();
    texts.forEach((name, text) -> places.put(name, Place.parse(name, text.strip())));
    return new OwnColumns(places);
  }

  /**
   * Places of a file with lines such as {@code product_variant.cost_price = staff}.
   *
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static OwnColumns read(Path file) {
    Properties lines = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      lines.load(reader);
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new IllegalArgumentException(
          "The file of columns %s cannot be read: %s".formatted(file, unreadable), unreadable);
    }
    Map<String, String> texts = new TreeMap<>();
    lines.stringPropertyNames().forEach(name -> texts.put(name, lines.getProperty(name)));
    return of(texts);
  }

  public Place place(String table, String column) {
    return Objects.requireNonNullElse(places.get(table + "." + column), Place.STAFF);
  }

  /** Whether the operator has decided about a column. */
  public boolean isPlaced(String table, String column) {
    return places.containsKey(table + "." + column);
  }
}
