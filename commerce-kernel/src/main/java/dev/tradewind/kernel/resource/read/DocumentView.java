package dev.tradewind.kernel.resource.read;

import dev.tradewind.kernel.resource.FieldNames;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * View of a resource stored as one document, such as a cart: the whole document is loaded, and
 * {@code expand} and {@code fields} select parts of it. Relations are dotted paths.
 */
public final class DocumentView {

  private final Set<String> shownFields;
  private final Set<String> allowedFields;
  private final Set<String> shownRelations;
  private final Set<String> allowedRelations;
  private final Map<String, String> companions;
  private final Place top;

  private DocumentView(
      Set<String> shownFields,
      Set<String> allowedFields,
      Set<String> shownRelations,
      Set<String> allowedRelations,
      Map<String, String> companions) {
    this.shownFields = shownFields;
    this.allowedFields = allowedFields;
    this.shownRelations = shownRelations;
    this.allowedRelations = allowedRelations;
    this.companions = companions;
    this.top = Place.tree(allowedRelations, companions);
  }

  /** Shows these fields and relations by default. */
  public static DocumentView showing(Set<String> fields, Set<String> relations) {
    Set<String> shown = withPrefixes(relations);
    return new DocumentView(fields, fields, shown, shown, Map.of());
  }

  /** Permits these fields and relations as well. */
  public DocumentView allowing(Set<String> fields, Set<String> relations) {
    return new DocumentView(
        shownFields,
        union(allowedFields, fields),
        shownRelations,
        union(allowedRelations, withPrefixes(relations)),
        companions);
  }

  /** A member that is no relation of its own and is shown together with the relation. */
  public DocumentView withCompanion(String member, String relation) {
    Map<String, String> more = new LinkedHashMap<>(companions);
    more.put(member, relation);
    return new DocumentView(
        shownFields, allowedFields, shownRelations, allowedRelations, Map.copyOf(more));
  }

  /**
   * The selection of a query with {@code expand} and {@code fields}.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 400 that lists unknown names
   */
  public Selected select(JsonObject query) {
    String expand = query.getString("expand");
    String fields = query.getString("fields");
    List<String> relations = FieldNames.of(expand);
    List<String> wanted = FieldNames.of(fields);
    List<String> unknown = new ArrayList<>();
    relations.stream().filter(path -> !allowedRelations.contains(path)).forEach(unknown::add);
    wanted.stream()
        .map(FieldNames::unsigned)
        .filter(name -> !allowedFields.contains(name))
        .forEach(unknown::add);
    FieldNames.refuse(unknown);
    Set<String> selected =
        new LinkedHashSet<>(expand == null ? shownRelations : withPrefixes(Set.copyOf(relations)));
    return new Selected(fields == null ? shownFields : chosen(wanted, selected), selected);
  }

  /** The named fields; a field of a relation includes the relation. */
  private Set<String> chosen(List<String> wanted, Set<String> relations) {
    Set<String> chosen =
        new LinkedHashSet<>(FieldNames.changeDefaults(wanted) ? shownFields : Set.<String>of());
    for (String name : wanted) {
      String path = FieldNames.unsigned(name);
      int dot = path.lastIndexOf('.');
      if (dot >= 0) {
        relations.addAll(withPrefixes(Set.of(path.substring(0, dot))));
      } else if (name.startsWith("-")) {
        chosen.remove(path);
      } else {
        chosen.add(path);
      }
    }
    return chosen;
  }

  /** Selected parts of a document. */
  public final class Selected {

    private final Set<String> fields;
    private final Set<String> relations;

    private Selected(Set<String> fields, Set<String> relations) {
      this.fields = fields;
      this.relations = relations;
    }

    public boolean shows(String relation) {
      return relations.contains(relation);
    }

    /** A document with the selected parts of the whole, and always the id. */
    public JsonObject apply(JsonObject whole) {
      JsonObject shown = new JsonObject();
      whole.forEach(member -> {
        String name = member.getKey();
        Place place = top.members().get(name);
        if (place != null
            ? relations.contains(place.relation())
            : fields.contains(name) || name.equals("id")) {
          shown.put(name, place == null ? member.getValue() : pruned(member.getValue(), place));
        }
      });
      return shown;
    }

    private @Nullable Object pruned(@Nullable Object value, Place place) {
      // Nothing below is left out, so nothing has to be copied.
      if (place.members().isEmpty()) {
        return value;
      }
      if (value instanceof JsonArray elements) {
        JsonArray shown = new JsonArray();
        elements.forEach(element -> shown.add(pruned(element, place)));
        return shown;
      }
      if (value instanceof JsonObject object) {
        JsonObject shown = new JsonObject();
        object.forEach(member -> {
          Place child = place.members().get(member.getKey());
          if (child == null) {
            shown.put(member.getKey(), member.getValue());
          } else if (relations.contains(child.relation())) {
            shown.put(member.getKey(), pruned(member.getValue(), child));
          }
        });
        return shown;
      }
      return value;
    }
  }

  /**
   * Position of a relation in the document.
   *
   * @param relation the relation with which it is shown
   * @param members the relations within it
   */
  private record Place(String relation, Map<String, Place> members) {

    /**
     * Built once, before any document: computing paths for each member of each document was slow.
     */
    static Place tree(Set<String> relations, Map<String, String> companions) {
      Place top = new Place("", new HashMap<>());
      // Parents sort before their children.
      Set<String> paths = new TreeSet<>(relations);
      paths.addAll(companions.keySet());
      for (String path : paths) {
        Place parent = top;
        int from = 0;
        for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', from)) {
          parent = Objects.requireNonNull(parent.members.get(path.substring(from, dot)), path);
          from = dot + 1;
        }
        parent.members.put(
            path.substring(from), new Place(companions.getOrDefault(path, path), new HashMap<>()));
      }
      return top;
    }
  }

  /** A nested relation includes its parents. */
  private static Set<String> withPrefixes(Set<String> paths) {
    Set<String> all = new LinkedHashSet<>();
    for (String path : paths) {
      for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
        all.add(path.substring(0, dot));
      }
      all.add(path);
    }
    return Set.copyOf(all);
  }

  private static Set<String> union(Set<String> some, Set<String> more) {
    Set<String> union = new LinkedHashSet<>(some);
    union.addAll(more);
    return Set.copyOf(union);
  }
}
