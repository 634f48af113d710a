package dev.tradewind.medusa.source;

import dev.tradewind.medusa.copy.SourceSchema;
import dev.tradewind.medusa.copy.TableCopy;
import dev.tradewind.medusa.document.SourceValues;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Columns of a copy for the tables as they are: the columns of its statement, and those that both
 * tables have as a part of Medusa, from the whole row of the source.
 *
 * @param expressions SQL expressions of the rows {@code r}, by column of the target
 * @param parts columns of the statement that only the document needs
 * @param order expressions by which the rows are read
 * @param isOfSeveralTables whether the order has expressions of other tables
 * @param tables beginning of a statement, which presents the tables
 */
public record CopyColumns(
    TableCopy copy,
    Map<String, String> expressions,
    List<String> parts,
    List<String> order,
    boolean isOfSeveralTables,
    String tables) {

  /** Name of the whole row of the source. */
  static final String ROW = "s";

  private static final String METADATA = "metadata";

  /** The version is the one of the first write here. */
  private static final Set<String> OWN = Set.of("version", "state_version", "state");

  /**
   * @param declared columns of the statement
   */
  static CopyColumns of(
      TableCopy copy, SourceSchema source, List<String> declared, Set<String> targetColumns) {
    Map<String, String> expressions = new LinkedHashMap<>();
    if (copy.update()) {
      Stream.concat(copy.key().stream(), declared.stream())
          .forEach(column -> expressions.put(column, expression(column, declared)));
    } else {
      targetColumns.stream()
          .filter(column -> declared.contains(column) || isTaken(copy, source, column))
          .forEach(column ->
              expressions.put(column, SourceValues.of(column, expression(column, declared))));
    }
    return new CopyColumns(
        copy,
        expressions,
        copy.document() == null
            ? List.of()
            : declared.stream().filter(column -> !expressions.containsKey(column)).toList(),
        copy.order().stream()
            .map(column -> "(%s)::text".formatted(expression(column, declared)))
            .toList(),
        copy.order().stream().anyMatch(declared::contains),
        source.presented());
  }

  private static boolean isTaken(TableCopy copy, SourceSchema source, String column) {
    boolean isOwn = source.customColumns(copy.source()).contains(column);
    return !OWN.contains(column)
        && !copy.left().contains(column)
        && (source.has(copy.source(), column) ? !isOwn : isMadeMetadata(copy, source, column));
  }

  /** Metadata of a table without, which is made of columns of the shop's own. */
  private static boolean isMadeMetadata(TableCopy copy, SourceSchema source, String column) {
    return column.equals(METADATA) && source.hasMadeMetadata(copy.source());
  }

  private static String expression(String column, List<String> declared) {
    if (declared.contains(column)) {
      return "r.\"%s\"".formatted(column);
    }
    return "(r.%s).\"%s\"".formatted(ROW, column);
  }

  /** Select list of a row in the form of the target, with the parts of a document. */
  String selection() {
    return Stream.concat(
            Stream.of(selectionWithoutParts()).filter(list -> !list.isEmpty()),
            parts.stream().map("r.\"%s\""::formatted))
        .collect(Collectors.joining(", "));
  }

  private String selectionWithoutParts() {
    return expressions.entrySet().stream()
        .map(each -> "%s AS \"%s\"".formatted(each.getValue(), each.getKey()))
        .collect(Collectors.joining(", "));
  }

  String from() {
    return "(%s) AS r".formatted(copy.rows());
  }

  /**
   * The rows of the source in the form of the target, without the parts of documents; a statement
   * with them begins with the tables.
   */
  public String rows() {
    return "(SELECT %s FROM %s)".formatted(selectionWithoutParts(), from());
  }

  /** Text of the key of a row of the source. */
  String keyText() {
    return "concat_ws(' ', %s)"
        .formatted(
            copy.key().stream()
                .map(column -> "(%s)::text".formatted(expressions.get(column)))
                .collect(Collectors.joining(", ")));
  }

  public Set<String> names() {
    return new LinkedHashSet<>(expressions.keySet());
  }
}
