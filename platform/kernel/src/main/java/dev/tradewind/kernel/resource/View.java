package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * View of a resource in one operation: its defaults, and the names that {@code expand} and {@code
 * fields} accept.
 */
public final class View {

  private final Selection bare;
  private final Selection defaults;
  private final Selection written;
  private final @Nullable Set<String> allowedFields;
  private final @Nullable Set<String> allowedRelations;
  private final @Nullable Set<String> opened;

  private View(
      Selection bare,
      Selection defaults,
      @Nullable Set<String> allowedFields,
      @Nullable Set<String> allowedRelations,
      @Nullable Set<String> opened) {
    this.bare = bare;
    this.defaults = defaults;
    this.written = defaults.afterWrite();
    this.allowedFields = allowedFields;
    this.allowedRelations = allowedRelations;
    this.opened = opened;
  }

  /** All own fields and these relations; every name of the descriptor is accepted. */
  public static View of(Resource resource, String... defaultRelations) {
    Selection bare = Selection.of(resource).shown();
    return new View(bare, bare.with(defaultRelations), null, null, null);
  }

  /** Without these own fields, which other operations show. */
  public View hiding(String... fields) {
    Set<String> document = new LinkedHashSet<>(bare.fields());
    List.of(fields).forEach(document::remove);
    return new View(
        bare.withFields(document),
        defaults.withFields(document),
        Set.copyOf(document),
        allowedRelations,
        opened);
  }

  /** Shows these own fields only if they are named. */
  public View showingWhenNamed(String... fields) {
    Set<String> document = new LinkedHashSet<>(bare.fields());
    List.of(fields).forEach(document::remove);
    return new View(
        bare.withFields(document),
        defaults.withFields(document),
        allowedFields,
        allowedRelations,
        opened);
  }

  /** Restricts the accepted fields to the resource's own and these dotted paths. */
  public View allowingFields(String... further) {
    Set<String> allowed = new LinkedHashSet<>(bare.fields());
    allowed.addAll(List.of(further));
    return new View(bare, defaults, Set.copyOf(allowed), allowedRelations, opened);
  }

  /** Restricts the accepted relations to these dotted paths. */
  public View allowingRelations(String... paths) {
    return new View(bare, defaults, allowedFields, Set.of(paths), opened);
  }

  /**
   * Refuses relations that only staff may follow.
   *
   * @param open dotted paths of such relations that shoppers may follow from this resource
   */
  public View forStorefront(String... open) {
    return new View(bare, defaults, allowedFields, allowedRelations, Set.of(open));
  }

  public Resource resource() {
    return bare.resource();
  }

  public Selection defaults() {
    return defaults;
  }

  /** The defaults in the answer of a write. */
  public Selection written() {
    return written;
  }

  /**
   * The selection of a query with {@code expand} and {@code fields}.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 that lists unknown names
   */
  public Selection select(JsonObject query) {
    String expand = query.getString("expand");
    String fields = query.getString("fields");
    if (expand == null && fields == null) {
      return defaults;
    }
    List<String> relations = FieldNames.of(expand);
    List<String> requested = FieldNames.of(fields);
    refuseUnknown(relations, requested);
    Selection selection = expand == null ? defaults : bare.with(relations.toArray(String[]::new));
    return fields == null ? selection : withFields(selection, requested);
  }

  /**
   * The selection of a query for the answer of a write. Unknown names are refused, so it is made
   * before the write; relations above the limits of an answer are left out, because the write has
   * had its effect by then.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 that lists unknown names
   */
  public Selection selectForWrite(JsonObject query) {
    Selection selection = select(query);
    return selection == defaults ? written : selection.afterWrite();
  }

  private void refuseUnknown(List<String> relations, List<String> requested) {
    List<String> unknown = new ArrayList<>();
    relations.stream().filter(path -> !isRelation(path)).forEach(unknown::add);
    requested.stream()
        .map(FieldNames::unsigned)
        .filter(path -> !isField(path))
        .forEach(unknown::add);
    FieldNames.refuse(unknown);
    relations.forEach(path -> requireBounded("expand", path));
    requested.stream()
        .map(FieldNames::unsigned)
        .filter(path -> path.indexOf('.') >= 0)
        .map(path -> path.substring(0, path.lastIndexOf('.')))
        .forEach(path -> requireBounded("expand", path));
  }

  public boolean isRelation(String path) {
    return (allowedRelations == null || allowedRelations.contains(path))
        && target(path).isPresent();
  }

  /**
   * Refuses a path with too many levels, and one that goes on after it has come back to an entity;
   * only an entity that contains itself, such as a category, may follow itself.
   *
   * @param parameter query parameter that has the path
   * @throws dev.tradewind.kernel.operation.Problem 400
   */
  public void requireBounded(String parameter, String path) {
    String[] names = path.split("\\.");
    if (names.length > ExpansionBudget.LEVELS) {
      throw Problem.invalidData(
          parameter + " follows at most " + ExpansionBudget.LEVELS + " levels: " + path);
    }
    Set<String> passed = new LinkedHashSet<>(List.of(resource().entity()));
    Resource parent = resource();
    for (int level = 0; level < names.length; level++) {
      Resource next = parent.relation(names[level]).orElseThrow().target().get();
      boolean isBack = !passed.add(next.entity()) && !next.entity().equals(parent.entity());
      if (isBack && level < names.length - 1) {
        throw Problem.invalidData(
            "%s does not follow %s, which comes back to %s"
                .formatted(parameter, path, next.entity()));
      }
      parent = next;
    }
  }

  private boolean isField(String path) {
    if (allowedFields != null && !allowedFields.contains(path)) {
      return false;
    }
    int dot = path.lastIndexOf('.');
    Optional<Resource> owner = dot < 0 ? Optional.of(resource()) : target(path.substring(0, dot));
    String name = path.substring(dot + 1);
    return owner
        .filter(found -> found.column(name).isPresent() || found.computed(name).isPresent())
        .isPresent();
  }

  private Optional<Resource> target(String path) {
    Optional<Resource> found = Optional.of(resource());
    int from = 0;
    while (found.isPresent() && from <= path.length()) {
      int dot = path.indexOf('.', from);
      int end = dot < 0 ? path.length() : dot;
      String name = path.substring(from, end);
      String passed = path.substring(0, end);
      found =
          found
              .flatMap(parent -> parent.relation(name))
              .filter(relation -> !relation.isForStaff() || isOpen(passed))
              .map(relation -> relation.target().get());
      from = end + 1;
    }
    return found;
  }

  private boolean isOpen(String path) {
    return opened == null || opened.contains(path);
  }

  private static Selection withFields(Selection selection, List<String> requested) {
    boolean changesDefaults = FieldNames.changeDefaults(requested);
    Set<String> own = new LinkedHashSet<>(changesDefaults ? selection.fields() : Set.of());
    Map<String, Set<String>> ofRelations = new LinkedHashMap<>();
    Selection result = selection;
    for (String name : requested) {
      String path = FieldNames.unsigned(name);
      int dot = path.lastIndexOf('.');
      if (dot < 0) {
        result = expandForComputed(result, name, path);
        change(own, name, path);
      } else {
        String relation = path.substring(0, dot);
        result = result.with(relation);
        Set<String> current = result.relation(relation).orElseThrow().fields();
        change(
            ofRelations.computeIfAbsent(
                relation, key -> new LinkedHashSet<>(changesDefaults ? current : Set.<String>of())),
            name,
            path.substring(dot + 1));
      }
    }
    result = result.withFields(own);
    for (Map.Entry<String, Set<String>> relation : ofRelations.entrySet()) {
      result = result.withFieldsOf(relation.getKey(), relation.getValue());
    }
    return result;
  }

  /** A computed field requires its relation, unless the query excludes the field. */
  private static Selection expandForComputed(Selection selection, String name, String path) {
    return selection
        .resource()
        .computed(path)
        .filter(computed -> !name.startsWith("-"))
        .map(computed -> selection.with(computed.relation()))
        .orElse(selection);
  }

  private static void change(Set<String> fields, String name, String field) {
    if (name.startsWith("-")) {
      fields.remove(field);
    } else {
      fields.add(field);
    }
  }
}
