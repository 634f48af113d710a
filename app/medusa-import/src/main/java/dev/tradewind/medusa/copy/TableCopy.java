package dev.tradewind.medusa.copy;

import dev.tradewind.medusa.document.SaleDocuments;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Copy of the rows of one source table to one target table, declared by a file: its statement has
 * the whole row {@code s} of the source, and the columns of the target that differ from those of
 * the row. Documents have further columns, which the conversion takes.
 *
 * @param name unique name, under which the progress is recorded
 * @param schema schema of the target table
 * @param table target table
 * @param source source table
 * @param key primary key of the target table
 * @param order columns by which the rows are read, which identify a row; the key by default
 * @param rows statement for the rows; rows that it lacks are left out by design
 * @param left columns that are not copied although both tables have them
 * @param needs further source tables without which there is nothing to copy
 * @param without source tables of later versions, which another copy reads
 * @param sums amounts that are compared at the end
 * @param document conversion of a row; absent for rows that are copied as they are
 * @param parts statement for the versions of the rows that become a document, with the id of the
 *     document as {@code owner}: the document is made anew when one of the rows changes
 * @param update whether present rows are changed instead of new ones inserted
 * @param swapped unique column whose values may change places among rows
 */
public record TableCopy(
    String name,
    String schema,
    String table,
    String source,
    List<String> key,
    List<String> order,
    String rows,
    List<String> left,
    List<String> needs,
    List<String> without,
    @Nullable Sum sums,
    @Nullable UnaryOperator<JsonObject> document,
    @Nullable String parts,
    boolean update,
    @Nullable String swapped) {

  /** Tables whose rows become parts of documents. */
  public static final List<String> EMBEDDED =
      List.of(
          "address",
          "line_item",
          "line_item_adjustment",
          "line_item_tax_line",
          "shipping_method",
          "shipping_method_tax_line",
          "payment_session",
          "custom_shipping_option",
          "order_item_change");

  private static final String FOLDER = "there";

  /**
   * Amounts that are compared between source and target.
   *
   * @param groups columns of the target table
   * @param amounts columns of the target table; none if only rows are counted
   */
  public record Sum(List<String> groups, List<String> amounts) {

    /** Amounts as a header has them: {@code amount tax by region_id}, {@code rows by status}. */
    static Sum parse(List<String> words) {
      int by = words.contains("by") ? words.indexOf("by") : words.size();
      List<String> amounts = words.subList(0, by);
      return new Sum(
          words.stream().skip(by + 1L).toList(),
          amounts.equals(List.of("rows")) ? List.of() : amounts);
    }
  }

  /**
   * Settings of a shop: store, currencies, regions, providers, channels, keys and shipping. All
   * settings are one transaction, together with the deletion of the rows of a new Tradewind.
   */
  public static List<TableCopy> settings() {
    return StatementFile.readAll(FOLDER, "settings").stream().map(TableCopy::of).toList();
  }

  /** Everything beside the settings, in the order of its references. */
  public static List<TableCopy> besideSettings() {
    return StatementFile.readAll(FOLDER, "shop").stream().map(TableCopy::of).toList();
  }

  public static List<TableCopy> all() {
    return Stream.of(settings(), besideSettings()).flatMap(List::stream).toList();
  }

  private static TableCopy of(StatementFile file) {
    String into = file.value("into", file.name());
    int dot = into.indexOf('.');
    List<String> key = file.words("key", "id");
    List<String> sums = file.words("sums");
    String document = file.value("document", "");
    return new TableCopy(
        file.value("name", into),
        into.substring(0, dot),
        into.substring(dot + 1),
        file.value("from", file.name().substring(file.name().indexOf('.') + 1)),
        key,
        file.words("order", key.toArray(String[]::new)),
        file.sql(),
        file.words("left"),
        file.words("needs"),
        file.words("without"),
        sums.isEmpty() ? null : Sum.parse(sums),
        document(document),
        document.isEmpty() ? null : StatementFile.read(FOLDER, file.name() + ".parts").sql(),
        file.value("rows", "all").equals("updated"),
        file.header().get("swapped"));
  }

  private static @Nullable UnaryOperator<JsonObject> document(String kind) {
    return switch (kind) {
      case "order" -> SaleDocuments::order;
      case "swap" -> SaleDocuments::swap;
      case "claim" -> SaleDocuments::claim;
      case "edit" -> SaleDocuments::edit;
      case "return" -> SaleDocuments::returnedGoods;
      case "cart" -> SaleDocuments::cart;
      case "" -> null;
      default -> throw new IllegalArgumentException("There are no documents of a " + kind + ".");
    };
  }

  public String target() {
    return schema + "." + table;
  }
}
