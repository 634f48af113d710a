package dev.tradewind.catalog.category;

import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.Page;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Views of product categories, nested as a tree. The storefront sees active categories that are not
 * internal, on every level, and no flags.
 */
final class CategoryViews {

  private static final String PARENT = "parent_category";
  private static final String CHILDREN = "category_children";
  private static final String PRODUCTS = "products";
  private static final String[] FLAGS = {"is_active", "is_internal"};

  /** Rows of a page with their children, and theirs if the query asks for the whole tree. */
  private enum Depth {
    CHILDREN,
    TREE
  }

  private final SqlClient db;
  private final ResourceReader reader;
  private final CategoryTreeStore tree;
  private final boolean onlyPublic;
  private final View view;
  private final ListDefinition listing;

  private CategoryViews(SqlClient db, CategoryTreeStore tree, boolean onlyPublic) {
    this.db = db;
    this.reader = new ResourceReader(db);
    this.tree = tree;
    this.onlyPublic = onlyPublic;
    View all = View.of(ProductResources.CATEGORY, PARENT, CHILDREN);
    view =
        onlyPublic
            ? all.allowingRelations(PARENT, CHILDREN).hiding(FLAGS)
            : all.allowingRelations(PARENT, CHILDREN, PRODUCTS);
    ListDefinition.Builder builder =
        ListDefinition.of(view, 100)
            .filter("handle", "parent_category_id")
            .search("t.name ILIKE {} OR t.handle ILIKE {}")
            .sortable("rank", "(t.rank, t.handle COLLATE \"C\")")
            .defaultOrder("rank");
    listing = onlyPublic ? builder.build() : builder.filter(FLAGS).build();
  }

  static CategoryViews forStaff(SqlClient db, CategoryTreeStore tree) {
    return new CategoryViews(db, tree, false);
  }

  static CategoryViews forShoppers(SqlClient db, CategoryTreeStore tree) {
    return new CategoryViews(db, tree, true);
  }

  Selection select(JsonObject query) {
    return view.select(query);
  }

  Future<Page> list(JsonObject query) {
    Selection requested = view.select(query);
    Depth depth =
        Boolean.TRUE.equals(query.getBoolean("include_descendants_tree"))
            ? Depth.TREE
            : Depth.CHILDREN;
    return reader
        .list(listing, query, own(requested), this::restrict)
        .compose(page -> nested(page.rows(), requested, depth).map(page));
  }

  /** The category with its whole tree; empty if it is unknown or hidden. */
  Future<Optional<JsonObject>> find(String id, Selection requested) {
    WhereClause one = new WhereClause().add("t.id = {}", id);
    restrict(one);
    return reader
        .select(own(requested), one, "")
        .compose(
            found -> nested(found, requested, Depth.TREE).map(done -> found.stream().findFirst()));
  }

  private void restrict(WhereClause conditions) {
    if (onlyPublic) {
      conditions.add(CategoryTreeStore.PUBLIC.formatted("t"));
    }
  }

  private static Selection own(Selection requested) {
    return requested.without(PARENT).without(CHILDREN).plus("parent_category_id");
  }

  private Future<Void> nested(List<JsonObject> rows, Selection requested, Depth depth) {
    if (rows.isEmpty()) {
      return Future.succeededFuture();
    }
    Future<Void> parents =
        requested.relation(PARENT).isPresent() ? addParents(rows) : Future.succeededFuture();
    Future<Void> children =
        requested.relation(CHILDREN).isPresent()
            ? addChildren(rows, depth)
            : Future.succeededFuture();
    return Future.all(parents, children)
        .<Void>mapEmpty()
        .onSuccess(done -> {
          if (!requested.shows("parent_category_id")) {
            rows.forEach(row -> row.remove("parent_category_id"));
          }
        });
  }

  private Future<Void> addParents(List<JsonObject> rows) {
    List<String> ids =
        rows.stream()
            .map(row -> row.getString("parent_category_id"))
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    return tree.find(db, ids, onlyPublic)
        .onSuccess(parents -> {
          Map<String, JsonObject> byId = new HashMap<>();
          parents.forEach(parent -> byId.put(parent.getString("id"), shown(parent)));
          rows.forEach(row -> {
            JsonObject parent = byId.get(row.getString("parent_category_id"));
            row.put(PARENT, parent == null ? null : parent.copy());
          });
        })
        .mapEmpty();
  }

  private Future<Void> addChildren(List<JsonObject> rows, Depth depth) {
    List<String> ids = rows.stream().map(row -> row.getString("id")).toList();
    return (depth == Depth.TREE
            ? tree.findDescendants(db, ids, onlyPublic)
            : tree.findChildren(db, ids, onlyPublic))
        .onSuccess(below -> {
          Map<String, JsonArray> byParent = new HashMap<>();
          below.forEach(child ->
              byParent
                  .computeIfAbsent(child.getString("parent_category_id"), id -> new JsonArray())
                  .add(shown(child)));
          if (depth == Depth.TREE) {
            below.forEach(child -> child.put(CHILDREN, childrenOf(child, byParent)));
          }
          rows.forEach(row -> row.put(CHILDREN, childrenOf(row, byParent)));
        })
        .mapEmpty();
  }

  private static JsonArray childrenOf(JsonObject category, Map<String, JsonArray> byParent) {
    JsonArray children = byParent.get(category.getString("id"));
    return children == null ? new JsonArray() : children;
  }

  private JsonObject shown(JsonObject category) {
    return onlyPublic ? withoutFlags(category) : category;
  }

  static JsonObject withoutFlags(JsonObject category) {
    for (String flag : FLAGS) {
      category.remove(flag);
    }
    return category;
  }

  RuntimeException notFound(String id) {
    String which = onlyPublic ? id + ", is_internal: false, is_active: true" : id;
    return Problem.notFound("ProductCategory with id: " + which + " was not found");
  }
}
