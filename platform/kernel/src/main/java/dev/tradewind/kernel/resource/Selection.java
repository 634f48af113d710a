package dev.tradewind.kernel.resource;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Selected fields and relations of a resource, the relations with selections of their own. */
public final class Selection {

  /** Use of the rows, on which the limits of their relations depend. */
  private enum Use {
    /** The own code, which needs all of them. */
    INTERNAL,
    READ,
    LISTED,
    /** The answer of a write, whose effect an error would hide. */
    WRITTEN
  }

  private final Resource resource;
  private final Set<String> fields;
  private final Map<String, Selection> relations;
  private final List<Column> readColumns;
  private final List<String> hidden;
  private final List<String> unread;
  private final String columnList;
  private final Use use;
  private final boolean canBeCut;

  private Selection(Resource resource, Set<String> fields, Map<String, Selection> relations) {
    this(resource, fields, relations, Use.INTERNAL);
  }

  private Selection(
      Resource resource, Set<String> fields, Map<String, Selection> relations, Use use) {
    this.use = use;
    this.resource = resource;
    this.fields = fields;
    this.relations = relations;
    this.readColumns = neededColumns();
    this.canBeCut =
        relations.entrySet().stream()
            .anyMatch(relation ->
                resource.relation(relation.getKey()).orElseThrow().isCutWhenLarge()
                    || relation.getValue().canBeCut);
    this.hidden =
        readColumns.stream().map(Column::name).filter(name -> !fields.contains(name)).toList();
    this.unread =
        resource.columns().stream()
            .filter(column -> !readColumns.contains(column))
            .map(Column::name)
            .toList();
    this.columnList =
        readColumns.stream().map(column -> "t." + column.name()).collect(Collectors.joining(", "));
  }

  /** All own fields, no relations. */
  public static Selection of(Resource resource) {
    Set<String> fields = new LinkedHashSet<>();
    resource.columns().forEach(column -> fields.add(column.name()));
    resource.computed().forEach(computed -> fields.add(computed.name()));
    return new Selection(resource, fields, Map.of());
  }

  public Resource resource() {
    return resource;
  }

  /** The same selection for an answer, in which relations that are too large are cut. */
  Selection shown() {
    return new Selection(resource, fields, relations, Use.READ);
  }

  /**
   * The same selection for the answer of a write, whose relations are smaller and never refused.
   */
  public Selection afterWrite() {
    return new Selection(resource, fields, relations, Use.WRITTEN);
  }

  /** The same selection for the own code, with all rows of its relations. */
  public Selection whole() {
    return new Selection(resource, fields, relations, Use.INTERNAL);
  }

  /** Bounds of the relations that an answer which is too large tries one after the other. */
  public List<ExpansionBudget.Bounds> bounds() {
    return canBeCut ? ExpansionBudget.BOUNDS : ExpansionBudget.BOUNDS_OF_WHOLE;
  }

  /** Whether an {@link ExpansionBudget} limits the relations. */
  public boolean isShown() {
    return use != Use.INTERNAL;
  }

  /** The same selection for the rows of a page. */
  public Selection ofPage() {
    return use == Use.READ ? new Selection(resource, fields, relations, Use.LISTED) : this;
  }

  public boolean isOfPage() {
    return use == Use.LISTED;
  }

  public boolean isAfterWrite() {
    return use == Use.WRITTEN;
  }

  public boolean shows(String field) {
    return fields.contains(field);
  }

  /** The selection of an expanded relation by its dotted path. */
  public Optional<Selection> relation(String path) {
    Path parts = Path.of(path);
    Optional<Selection> first = Optional.ofNullable(relations.get(parts.first()));
    String rest = parts.rest();
    return rest == null ? first : first.flatMap(selection -> selection.relation(rest));
  }

  /** Expands relations, given as dotted paths of existing names. */
  public Selection with(String... paths) {
    Selection result = this;
    for (String path : paths) {
      result = result.expand(Path.of(path));
    }
    return result;
  }

  private Selection expand(Path path) {
    Selection current = relations.get(path.first());
    Selection nested =
        current == null
            ? related(
                resource
                    .relation(path.first())
                    .orElseThrow(() -> new IllegalArgumentException(path.first()))
                    .target()
                    .get())
            : current;
    return replace(path.first(), path.rest() == null ? nested : nested.with(path.rest()));
  }

  /** An expanded resource: all its fields, and the relations that always come with it. */
  private static Selection related(Resource resource) {
    Selection result = of(resource);
    for (Relation relation : resource.relations()) {
      if (relation.isAlwaysLoaded()) {
        result = result.with(relation.name());
      }
    }
    return result;
  }

  /** Leaves a relation out, given as a dotted path. */
  public Selection without(String path) {
    Path parts = Path.of(path);
    Selection current = relations.get(parts.first());
    if (current == null) {
      return this;
    }
    if (parts.rest() != null) {
      return replace(parts.first(), current.without(parts.rest()));
    }
    Map<String, Selection> fewer = new LinkedHashMap<>(relations);
    fewer.remove(parts.first());
    return new Selection(resource, fields, fewer, use);
  }

  /** Other fields, with the same relations; the key is always among them. */
  public Selection withFields(Set<String> names) {
    Set<String> chosen = new LinkedHashSet<>(names);
    chosen.add(resource.key());
    return new Selection(resource, chosen, relations, use);
  }

  /** Adds this own field. */
  public Selection plus(String field) {
    Set<String> more = new LinkedHashSet<>(fields);
    more.add(field);
    return withFields(more);
  }

  Set<String> fields() {
    return fields;
  }

  /** Replaces the fields of the expanded relation at that path. */
  Selection withFieldsOf(String path, Set<String> names) {
    Path parts = Path.of(path);
    Selection nested = relations.get(parts.first());
    if (nested == null) {
      throw new IllegalArgumentException(path);
    }
    return replace(
        parts.first(),
        parts.rest() == null ? nested.withFields(names) : nested.withFieldsOf(parts.rest(), names));
  }

  private Selection replace(String relation, Selection nested) {
    Map<String, Selection> changed = new LinkedHashMap<>(relations);
    changed.put(relation, nested);
    return new Selection(resource, fields, changed, use);
  }

  public Map<String, Selection> relations() {
    return relations;
  }

  /** All columns to read: the shown ones, the key, and the references of the relations. */
  public List<Column> readColumns() {
    return readColumns;
  }

  public String columnList() {
    return columnList;
  }

  private List<Column> neededColumns() {
    Set<String> needed = new LinkedHashSet<>(fields);
    needed.add(resource.key());
    relations.keySet().forEach(name -> needed.add(resource.relation(name).orElseThrow().column()));
    return resource.columns().stream().filter(column -> needed.contains(column.name())).toList();
  }

  /**
   * The selected part of a document: the columns that it has, and the relations that it embeds. Of
   * the others, a reader loads those that do not come with the document, and then {@linkplain
   * #finish finishes} it.
   */
  public JsonObject of(JsonObject document) {
    return of(document, false);
  }

  /** The selected part of a row of another verticle; columns that it lacks are null. */
  JsonObject ofRow(JsonObject row) {
    return of(row, true);
  }

  private JsonObject of(JsonObject document, boolean isWhole) {
    JsonObject read = new JsonObject();
    if (resource.isOpen()) {
      document.forEach(member -> {
        if (resource.relation(member.getKey()).isEmpty()) {
          read.put(member.getKey(), member.getValue());
        }
      });
    }
    for (Column column : readColumns) {
      if (isWhole || document.containsKey(column.name())) {
        read.put(column.name(), document.getValue(column.name()));
      }
    }
    relations.forEach((name, nested) -> {
      if (document.containsKey(name)) {
        read.put(name, nested.member(document.getValue(name)));
      }
      if (document.getValue(RelatedRow.countOf(name)) instanceof Number count) {
        read.put(RelatedRow.countOf(name), count);
      }
    });
    return read;
  }

  private @Nullable Object member(@Nullable Object value) {
    if (value instanceof JsonArray elements) {
      JsonArray members = new JsonArray();
      elements.forEach(element -> members.add(member(element)));
      return members;
    }
    return value instanceof JsonObject document ? of(document) : null;
  }

  public JsonObject read(Row row) {
    JsonObject json = new JsonObject();
    int position = 0;
    for (Column column : readColumns) {
      json.put(column.name(), column.type().read(row, position++));
    }
    return json;
  }

  /** Reduces a row with loaded relations to the requested fields. */
  public void finish(JsonObject row) {
    for (Resource.Computed computed : resource.computed()) {
      if (fields.contains(computed.name())
          && relations.containsKey(computed.relation())
          && row.containsKey(computed.relation())) {
        row.put(computed.name(), computed.value().apply(row));
      }
    }
    hidden.forEach(row::remove);
  }

  /** The row as it was before its relations were loaded. */
  public JsonObject withoutRelations(JsonObject row) {
    JsonObject own = new JsonObject(new LinkedHashMap<>(row.getMap()));
    for (String relation : relations.keySet()) {
      own.remove(relation);
      own.remove(RelatedRow.countOf(relation));
    }
    return own;
  }

  /** Reduces a row to the requested fields, without the relations. */
  public void finishWithoutRelations(JsonObject row) {
    relations.keySet().forEach(row::remove);
    hidden.forEach(row::remove);
  }

  /** Removes columns that were read but not requested. */
  public void removeUnread(JsonObject row) {
    unread.forEach(row::remove);
  }

  /** A dotted path, split at its first dot. */
  public record Path(String first, @Nullable String rest) {

    public static Path of(String path) {
      int dot = path.indexOf('.');
      if (dot < 0) {
        return new Path(path, null);
      }
      return new Path(path.substring(0, dot), path.substring(dot + 1));
    }
  }
}
