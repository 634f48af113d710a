package dev.tradewind.medusa.source;

import dev.tradewind.medusa.copy.SourceSchema;
import dev.tradewind.medusa.copy.TableCopy;
import dev.tradewind.medusa.document.SourceValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Columns of a copy for the tables as they are: the columns of the declaration, those that both
 * tables have as a part of Medusa, and the columns of the shop's own, which go into the metadata.
 *
 * @param expressions SQL expressions of the source, by column of the target
 * @param intoMetadata columns of the source that go into the metadata
 */
public record CopyColumns(
    TableCopy copy, Map<String, String> expressions, List<String> intoMetadata) {

  private static final String METADATA = "metadata";

  /** The version is the one of the first write here. */
  private static final Set<String> OWN = Set.of("version", "state_version", "state");

  public static CopyColumns of(TableCopy copy, SourceSchema source, Set<String> targetColumns) {
    Set<String> current = source.columnsOf(copy.source());
    Map<String, String> expressions = new LinkedHashMap<>();
    if (copy.update()) {
      copy.key().forEach(column -> expressions.put(column, "s." + column));
      expressions.putAll(copy.columns());
      return new CopyColumns(copy, expressions, List.of());
    }
    for (String column : targetColumns) {
      String declared = copy.columns().get(column);
      if (declared != null) {
        expressions.put(column, declared);
      } else if (current.contains(column)
          && !OWN.contains(column)
          && !source.customColumns(copy.source()).contains(column)
          && !copy.left().contains(column)) {
        expressions.put(column, "s." + column);
      }
    }
    expressions.replaceAll(SourceValues::of);
    List<String> custom = intoMetadata(copy, source, targetColumns);
    if (!custom.isEmpty()) {
      expressions.put(
          METADATA,
          source.metadata(copy.source(), "s", expressions.getOrDefault(METADATA, "NULL::jsonb")));
    }
    return new CopyColumns(copy, expressions, custom);
  }

  /** A second copy of the same table has none. */
  private static List<String> intoMetadata(
      TableCopy copy, SourceSchema source, Set<String> targetColumns) {
    return targetColumns.contains(METADATA) && copy.table().replace("\"", "").equals(copy.source())
        ? source.takenColumns(copy.source())
        : List.of();
  }

  /** Select list of a row in the form of the target, with the parts of a document. */
  String selection() {
    return selection(true);
  }

  private String selection(boolean withParts) {
    List<String> selected = new ArrayList<>();
    expressions.forEach(
        (column, expression) -> selected.add("%s AS \"%s\"".formatted(expression, column)));
    if (withParts) {
      copy.parts()
          .forEach(
              (member, expression) -> selected.add("%s AS \"%s\"".formatted(expression, member)));
    }
    return String.join(", ", selected);
  }

  String from() {
    return "\"%s\" AS s %s".formatted(copy.source(), copy.joins());
  }

  /** The rows of the source in the form of the target, without the parts of documents. */
  public String rows() {
    return "(SELECT %s FROM %s WHERE %s)"
        .formatted(selection(false), from(), MedusaShop.condition(copy));
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
