package dev.tradewind.catalog.search.index;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * CatalogNames of what products refer to, by id: a change of them changes the documents of the
 * products.
 *
 * @param categories those that shoppers see
 */
record CatalogNames(
    Map<String, Collection> collections,
    Map<String, String> types,
    Map<String, String> tags,
    Map<String, Category> categories) {

  /**
   * @param handle absent without one
   */
  record Collection(String title, @Nullable String handle) {}

  /**
   * Category with those above it that shoppers see.
   *
   * @param ids from the top to the category
   * @param path names in the same order
   */
  record Category(List<String> ids, List<String> path) {}

  /** References whose name has changed. */
  record Changed(
      Set<String> collections, Set<String> types, Set<String> tags, Set<String> categories) {

    boolean isEmpty() {
      return collections.isEmpty() && types.isEmpty() && tags.isEmpty() && categories.isEmpty();
    }
  }

  private record Row(String name, @Nullable String parent, boolean isPublic) {}

  static CatalogNames parse(String json) {
    JsonObject found = new JsonObject(json);
    Map<String, Collection> collections = new HashMap<>();
    rows(found, "collections")
        .forEach(row ->
            collections.put(row.getString(0), new Collection(row.getString(1), row.getString(2))));
    return new CatalogNames(
        Map.copyOf(collections),
        values(found, "types"),
        values(found, "tags"),
        categories(rows(found, "categories").toList()));
  }

  private static Stream<JsonArray> rows(JsonObject found, String name) {
    return found.getJsonArray(name, new JsonArray()).stream().map(JsonArray.class::cast);
  }

  private static Map<String, String> values(JsonObject found, String name) {
    Map<String, String> values = new HashMap<>();
    rows(found, name).forEach(row -> values.put(row.getString(0), row.getString(1)));
    return Map.copyOf(values);
  }

  private static Map<String, Category> categories(List<JsonArray> rows) {
    Map<String, Row> all = new HashMap<>();
    rows.forEach(row ->
        all.put(row.getString(0), new Row(row.getString(1), row.getString(2), row.getBoolean(3))));
    Map<String, Category> shown = new HashMap<>();
    all.forEach((id, row) -> {
      if (row.isPublic()) {
        shown.put(id, category(id, all));
      }
    });
    return Map.copyOf(shown);
  }

  private static Category category(String id, Map<String, Row> all) {
    LinkedList<String> ids = new LinkedList<>();
    LinkedList<String> path = new LinkedList<>();
    Set<String> seen = new HashSet<>();
    String at = id;
    while (at != null && seen.add(at)) {
      Row row = all.get(at);
      if (row == null) {
        break;
      }
      if (row.isPublic()) {
        ids.addFirst(at);
        path.addFirst(row.name());
      }
      at = row.parent();
    }
    return new Category(List.copyOf(ids), List.copyOf(path));
  }

  Changed changedIn(CatalogNames next) {
    return new Changed(
        changed(collections, next.collections),
        changed(types, next.types),
        changed(tags, next.tags),
        changed(categories, next.categories));
  }

  private static <V> Set<String> changed(Map<String, V> before, Map<String, V> after) {
    Set<String> ids = new HashSet<>();
    before.forEach((id, value) -> {
      if (!value.equals(after.get(id))) {
        ids.add(id);
      }
    });
    after.keySet().stream().filter(id -> !before.containsKey(id)).forEach(ids::add);
    return ids;
  }

  List<String> tagsOf(@Nullable JsonArray ids) {
    return JsonArrays.strings(ids).stream().map(tags::get).filter(Objects::nonNull).toList();
  }

  List<Category> categoriesOf(@Nullable JsonArray ids) {
    List<Category> found = new ArrayList<>();
    for (String id : JsonArrays.strings(ids)) {
      Category category = categories.get(id);
      if (category != null) {
        found.add(category);
      }
    }
    return found;
  }
}
