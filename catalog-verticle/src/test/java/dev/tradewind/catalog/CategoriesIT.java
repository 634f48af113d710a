package dev.tradewind.catalog;

import static dev.tradewind.catalog.AdminApi.NOTHING;
import static dev.tradewind.catalog.AdminApi.assertRefused;
import static dev.tradewind.catalog.AdminApi.json;
import static dev.tradewind.catalog.AdminApi.path;
import static dev.tradewind.catalog.AdminApi.texts;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.catalog.CategoryTree;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CategoriesIT {

  private static final String CREATE = "adminCreateProductCategory";
  private static final String DEPTH =
      """
      WITH RECURSIVE tree AS (
        SELECT id, 1 AS level FROM product_category WHERE parent_category_id IS NULL
        UNION ALL
        SELECT child.id, level + 1
        FROM product_category AS child
        JOIN tree ON child.parent_category_id = tree.id
      )
      SELECT max(level) FROM tree
      """;

  private static final String UPDATE = "adminUpdateProductCategory";

  /** Categories whose chain of parents does not end at the top level. */
  private static final String UNREACHABLE =
      """
      WITH RECURSIVE tree AS (
        SELECT id FROM product_category WHERE parent_category_id IS NULL
        UNION
        SELECT child.id FROM product_category AS child JOIN tree ON child.parent_category_id = tree.id
      )
      SELECT count(*) FROM product_category WHERE id NOT IN (SELECT id FROM tree)
      """;

  /** Sets of siblings whose ranks are not 0 to n - 1. */
  private static final String UNEVEN =
      """
      SELECT count(*)
      FROM (
        SELECT 1
        FROM product_category
        GROUP BY parent_category_id
        HAVING min(rank) <> 0 OR max(rank) <> count(*) - 1
      ) AS siblings
      """;

  private static TestCatalog catalog;
  private static AdminApi staff;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    staff = new AdminApi(catalog);
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @BeforeEach
  void clear() {
    catalog.sql("TRUNCATE product_category CASCADE");
  }

  @Test
  void concurrentMovesLoseNoCategoryAndCloseNoLoop() {
    Random random = new Random(7);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      String parent = i < 3 ? null : ids.get(random.nextInt(ids.size()));
      ids.add(newCategory("C" + i, parent));
    }
    for (int round = 0; round < 12; round++) {
      List<Future<Reply>> moves = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        String parent = random.nextInt(6) == 0 ? null : ids.get(random.nextInt(ids.size()));
        JsonObject to = new JsonObject().put("parent_category_id", parent);
        if (random.nextBoolean()) {
          to.put("rank", random.nextInt(5));
        }
        moves.add(staff.sending(UPDATE, path(ids.get(random.nextInt(ids.size()))), to));
      }
      for (Future<Reply> move : moves) {
        Reply reply = await(move);
        assertThat(reply.status()).as(reply.body().toString()).isIn(200, 400);
      }
      assertThat(count("SELECT count(*) FROM product_category")).isEqualTo(24);
      assertThat(count(UNREACHABLE)).isZero();
      assertThat(count(UNEVEN)).isZero();
    }
  }

  @Test
  void twoMovesThatWouldCloseALoopTogetherDoNotBothSucceed() {
    for (int i = 0; i < 20; i++) {
      String one = newCategory("One" + i, null);
      String other = newCategory("Other" + i, null);
      Future<Reply> below = staff.sending(UPDATE, path(one), below(other));
      Future<Reply> above = staff.sending(UPDATE, path(other), below(one));

      assertThat(List.of(await(below).status(), await(above).status()))
          .containsExactlyInAnyOrder(200, 400);
    }
    assertThat(count(UNREACHABLE)).isZero();
  }

  @Test
  void concurrentCreationsAndDeletionsKeepRanksWithoutGaps() {
    String parent = newCategory("Parent", null);
    List<Future<Reply>> created = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      created.add(
          staff.sending(
              CREATE, NOTHING, json("{'name': 'N%d', 'parent_category_id': '%s'}", i, parent)));
    }
    List<Future<Reply>> deleted = new ArrayList<>();
    for (int i = 0; i < created.size(); i++) {
      String id = category(await(created.get(i))).getString("id");
      if (i % 3 == 0) {
        deleted.add(staff.sending("adminDeleteProductCategory", path(id), null));
      }
    }
    deleted.forEach(reply -> assertThat(await(reply).status()).isEqualTo(200));

    assertThat(count(UNEVEN)).isZero();
    assertThat(get(parent).getJsonArray("category_children")).hasSize(10);
  }

  @Test
  void aCategoryDoesNotMoveBelowItself() {
    String top = newCategory("Top", null);
    String middle = newCategory("Middle", top);
    String leaf = newCategory("Leaf", middle);
    String message = "A product category cannot be moved below itself";

    assertRefused(staff.send(UPDATE, path(top), below(leaf)), 400, "not_allowed", message);
    assertRefused(staff.send(UPDATE, path(top), below(top)), 400, "not_allowed", message);
    assertRefused(
        staff.send(UPDATE, path(top), below("pcat_no")),
        404,
        "not_found",
        "ProductCategory with id: pcat_no was not found");
    assertThat(get(top).getJsonArray("category_children").getJsonObject(0).getString("id"))
        .isEqualTo(middle);
  }

  @Test
  void theTreeHasABoundOfLevels() {
    String top = newPublic("Top", null);
    String last = top;
    for (int level = 2; level < CategoryTree.MAX_LEVELS; level++) {
      last = newPublic("L" + level, last);
    }
    String above = last;
    String leaf = newPublic("Leaf", above);
    String parent = newCategory("Parent", null);
    newCategory("Child", parent);
    String message = "parent_category_id: product categories have at most 50 levels";

    assertRefused(
        staff.send(CREATE, NOTHING, json("{'name': 'N', 'parent_category_id': '%s'}", leaf)),
        400,
        "not_allowed",
        message);
    assertRefused(staff.send(UPDATE, path(parent), below(above)), 400, "not_allowed", message);
    assertRefused(staff.send(UPDATE, path(top), below(parent)), 400, "not_allowed", message);
    JsonObject shown =
        store("storeGetProductCategory", path(top), NOTHING).getJsonObject("product_category");
    assertThat(shown.encode().split("category_children")).hasSize(CategoryTree.MAX_LEVELS + 1);
    staff.ok(UPDATE, path(parent), below(newPublic("Other", top)));
  }

  @Test
  void ranksMoveAmongSiblingsAndBetweenParents() {
    String parent = newCategory("Parent", null);
    String other = newCategory("Other", null);
    String a = newCategory("A", parent);
    String b = newCategory("B", parent);
    String c = newCategory("C", parent);

    staff.ok(UPDATE, path(c), json("{'rank': 0}"));
    assertThat(children(parent)).containsExactly("C", "A", "B");
    staff.ok(UPDATE, path(c), json("{'rank': 9}"));
    assertThat(children(parent)).containsExactly("A", "B", "C");
    staff.ok(UPDATE, path(a), json("{'rank': 1}"));
    assertThat(children(parent)).containsExactly("B", "A", "C");
    staff.ok(UPDATE, path(a), json("{'parent_category_id': '%s', 'rank': 3}", other));
    staff.ok(UPDATE, path(b), json("{'parent_category_id': '%s', 'rank': 0}", other));
    assertThat(children(parent)).containsExactly("C");
    assertThat(children(other)).containsExactly("B", "A");
    staff.ok(UPDATE, path(c), json("{'parent_category_id': 'null'}"));
    assertThat(get(c).getInteger("rank")).isEqualTo(2);
    assertThat(count(UNEVEN)).isZero();
    assertThat(staff.events(c))
        .first()
        .asString()
        .startsWith("commerce.collection.v1 product-category.created 1");
  }

  @Test
  void aCategoryWithChildrenIsNotDeleted() {
    String parent = newCategory("Parent", null);
    String child = newCategory("Child", parent);

    assertRefused(
        staff.send("adminDeleteProductCategory", path(parent), null),
        400,
        "not_allowed",
        "Deleting ProductCategory (" + parent + ") with category children is not allowed");
    for (int i = 0; i < 2; i++) {
      assertThat(staff.ok("adminDeleteProductCategory", path(child), null))
          .isEqualTo(json("{'id': '%s', 'object': 'product-category', 'deleted': true}", child));
    }
    assertThat(staff.events(child)).hasSize(2);
    staff.ok("adminDeleteProductCategory", path(parent), null);
  }

  @Test
  void handlesAreUniqueAndMetadataIsReplaced() {
    String id =
        category(staff.send(CREATE, NOTHING, json("{'name': 'Big Sale', 'metadata': {'a': 1}}")))
            .getString("id");

    assertThat(get(id).getString("handle")).isEqualTo("big-sale");
    assertRefused(
        staff.send(CREATE, NOTHING, json("{'name': 'x', 'handle': 'big-sale'}")),
        422,
        "duplicate_error",
        "Product_category with handle big-sale already exists.");
    staff.ok(UPDATE, path(id), json("{'name': 'Renamed', 'metadata': {'b': 2}}"));
    assertThat(get(id).getJsonObject("metadata")).isEqualTo(json("{'b': 2}"));
    assertThat(get(id).getString("handle")).isEqualTo("big-sale");
    assertThat(
            staff
                .ok(
                    "adminGetProductCategory",
                    path(id),
                    json("{'fields': 'name', 'expand': ''}"),
                    null)
                .getJsonObject("product_category")
                .fieldNames())
        .containsExactlyInAnyOrder("id", "name");
  }

  @Test
  void staffExpandsTheProductsOfACategory() {
    String id = newCategory("With products", null);
    String product = catalog.id("SELECT id FROM product WHERE status = 'published' LIMIT 1");
    add(id, product);

    JsonObject shown =
        staff
            .ok("adminGetProductCategory", path(id), json("{'expand': 'products'}"), null)
            .getJsonObject("product_category");

    assertThat(texts(shown.getJsonArray("products"), "id")).containsExactly(product);
    assertThat(shown.containsKey("category_children")).isFalse();
    JsonObject listed =
        catalog
            .list(
                "adminListProductCategories",
                json("{'handle': '%s', 'expand': 'products'}", shown.getString("handle")))
            .getJsonArray("product_categories")
            .getJsonObject(0);
    assertThat(texts(listed.getJsonArray("products"), "id")).containsExactly(product);
  }

  @Test
  void theStorefrontSeesPublicCategoriesOnEveryLevel() {
    String top = newPublic("Top", null);
    String hidden = newCategory("Hidden", top);
    String below = newPublic("Below", hidden);
    String shown = newPublic("Shown", top);
    String internal = newPublic("Internal", top);
    staff.ok(UPDATE, path(internal), json("{'is_internal': true}"));

    JsonObject list = store("storeListProductCategories", NOTHING, NOTHING);
    assertThat(texts(list.getJsonArray("product_categories"), "name"))
        .containsExactly("Below", "Top", "Shown");
    JsonObject found =
        store("storeGetProductCategory", path(top), NOTHING).getJsonObject("product_category");
    assertThat(texts(found.getJsonArray("category_children"), "id")).containsExactly(shown);
    assertThat(found.encode()).doesNotContain("is_active", "is_internal", "mpath");
    assertThat(
            store("storeGetProductCategory", path(below), NOTHING)
                .getJsonObject("product_category")
                .getValue("parent_category"))
        .isNull();
    assertRefused(
        catalog.ask("storeGetProductCategory", path(hidden), NOTHING, Principal.ANONYMOUS),
        404,
        "not_found",
        "ProductCategory with id: %s, is_internal: false, is_active: true was not found"
            .formatted(hidden));
  }

  @Test
  void productsAreFilteredByCategoryAndItsDescendants() {
    String top = newPublic("Top", null);
    String child = newPublic("Child", top);
    String internal = newPublic("Internal", top);
    staff.ok(UPDATE, path(internal), json("{'is_internal': true}"));
    List<String> products =
        catalog.sql("SELECT id FROM product ORDER BY id LIMIT 2").stream()
            .map(row -> row.getString(0))
            .toList();
    String one = products.get(0);
    String other = products.get(1);
    add(child, one);
    add(child, one);
    add(internal, one);
    add(internal, other);

    assertThat(filtered("adminListProducts", top, false)).isEmpty();
    assertThat(filtered("adminListProducts", top, true)).containsExactlyInAnyOrder(one, other);
    assertThat(filtered("adminListProducts", internal, false))
        .containsExactlyInAnyOrder(one, other);
    assertThat(filtered("adminListProducts", "pcat_no", true)).isEmpty();
    assertThat(filtered("storeListProducts", top, true)).containsExactly(one);
    assertThat(filtered("storeListProducts", internal, true)).isEmpty();
    JsonObject expanded =
        catalog
            .list("storeListProducts", json("{'id': '%s', 'expand': 'categories'}", one))
            .getJsonArray("products")
            .getJsonObject(0);
    assertThat(texts(expanded.getJsonArray("categories"), "id")).containsExactly(child);
    JsonObject removed =
        staff.ok(
            "adminRemoveProductsFromProductCategory",
            path(child),
            json("{'product_ids': [{'id': '%s'}, {'id': '%s'}]}", one, other));
    assertThat(removed.getJsonObject("product_category").getString("id")).isEqualTo(child);
    assertThat(filtered("storeListProducts", top, true)).isEmpty();
    Reply unknown =
        staff.send(
            "adminAddProductsToProductCategory",
            path(child),
            json("{'product_ids': [{'id': 'prod_a'}, {'id': 'prod_b'}]}"));
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.body().toJsonObject().getJsonArray("errors"))
        .containsExactly("Products prod_a, prod_b do not exist");
  }

  /** Ten thousand categories, eight levels deep. */
  @Test
  void aLargeTreeIsReadAndMovedInTheTimeOfAFewWalksThroughIt() {
    String suffix = Ids.ulid();
    catalog.sql(
        """
        INSERT INTO product_category (
          id, name, handle, is_active, rank, parent_category_id
        )
        SELECT 'c' || n || $1, 'N' || n, 'h' || n || $1, true,
          CASE WHEN n <= 3 THEN n - 1 ELSE (n - 4) % 3 END,
          CASE WHEN n > 3 THEN 'c' || ((n - 1) / 3) || $1 END
        FROM generate_series(1, 10000) AS n
        """,
        suffix);
    catalog.sql("ANALYZE product_category");
    assertThat(count(UNREACHABLE)).isZero();
    assertThat(count(DEPTH)).isGreaterThanOrEqualTo(8);
    String leaf = "c9999" + suffix;
    String product = catalog.id("SELECT id FROM product WHERE status = 'published' LIMIT 1");
    add(leaf, product);
    String root = leaf;
    for (int level = 0; level < 10 && root != null; level++) {
      String parent =
          catalog.id("SELECT parent_category_id FROM product_category WHERE id = $1", root);
      if (parent == null) {
        break;
      }
      root = parent;
    }

    String top = root;
    assertTakesLessThan(20, () -> assertThat(filtered("storeListProducts", top, true)).hasSize(1));
    assertTakesLessThan(
        20, () -> staff.ok("adminGetProductCategory", path("c500" + suffix), NOTHING, null));
    assertTakesLessThan(
        20,
        () ->
            staff.ok(
                "adminListProductCategories",
                NOTHING,
                json("{'parent_category_id': 'null', 'limit': 100}"),
                null));
    assertTakesLessThan(
        80,
        () -> {
          staff.ok(UPDATE, path("c40" + suffix), below("c900" + suffix));
          staff.ok(UPDATE, path("c40" + suffix), below("c13" + suffix));
        });
    assertThat(count(UNREACHABLE)).isZero();
    assertThat(count(UNEVEN)).isZero();
  }

  /**
   * Compares the fastest run with the fastest walk through the whole tree: other processes delay
   * single runs, and a slow machine both.
   */
  private static void assertTakesLessThan(int walks, Runnable work) {
    AtomicLong fastestWork = new AtomicLong(Long.MAX_VALUE);
    AtomicLong fastestWalk = new AtomicLong(Long.MAX_VALUE);
    until(
        () -> {
          fastestWork.accumulateAndGet(nanos(work), Math::min);
          fastestWalk.accumulateAndGet(nanos(() -> count(DEPTH)), Math::min);
          return fastestWork.get() < walks * fastestWalk.get();
        },
        () -> fastestWork + " ns, a walk " + fastestWalk + " ns");
  }

  private static long nanos(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return System.nanoTime() - start;
  }

  private static void add(String category, String product) {
    staff.ok(
        "adminAddProductsToProductCategory",
        path(category),
        json("{'product_ids': [{'id': '%s'}]}", product));
  }

  private static List<String> filtered(String operation, String category, boolean whole) {
    JsonObject query =
        new JsonObject()
            .put("category_id", new JsonArray().add(category))
            .put("include_category_children", whole);
    JsonObject page =
        operation.startsWith("admin")
            ? staff.ok(operation, NOTHING, query, null)
            : catalog.list(operation, query);
    return texts(page.getJsonArray("products"), "id");
  }

  private static JsonObject store(String operation, JsonObject path, JsonObject query) {
    Reply reply = catalog.ask(operation, path, query, Principal.ANONYMOUS);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  private static String newCategory(String name, String parent) {
    JsonObject body = new JsonObject().put("name", name).put("parent_category_id", parent);
    return category(staff.send(CREATE, NOTHING, body)).getString("id");
  }

  private static String newPublic(String name, String parent) {
    String id = newCategory(name, parent);
    staff.ok(UPDATE, path(id), json("{'is_active': true}"));
    return id;
  }

  private static JsonObject category(Reply reply) {
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject().getJsonObject("product_category");
  }

  private static JsonObject get(String id) {
    return category(staff.send("adminGetProductCategory", path(id), null));
  }

  private static List<String> children(String id) {
    return texts(get(id).getJsonArray("category_children"), "name");
  }

  private static JsonObject below(String parent) {
    return new JsonObject().put("parent_category_id", parent);
  }

  private static long count(String statement) {
    return ((Number) catalog.sql(statement).iterator().next().getValue(0)).longValue();
  }
}
