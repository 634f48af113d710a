package dev.tradewind.catalog;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CollectionsIT {

  private static final JsonObject NOTHING = new JsonObject();

  private static TestCatalog catalog;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void aNewCollectionGetsItsHandleFromItsTitle() {
    JsonObject created = create(new JsonObject().put("title", "Crème Brûlée & SummerSale"));

    assertThat(created.fieldNames())
        .containsExactly(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "title",
            "handle",
            "metadata",
            "products");
    assertThat(created.getString("id")).matches("pcol_[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(created.getString("handle")).isEqualTo("creme-brulee-summer-sale");
    assertThat(created.getValue("metadata")).isNull();
    assertThat(created.getJsonArray("products")).isEmpty();
    assertThat(created.getString("updated_at")).isEqualTo(created.getString("created_at"));
    assertThat(get(created.getString("id"))).isEqualTo(created);
    assertThat(events(created.getString("id")))
        .containsExactly(
            "commerce.collection.v1 product-collection.created 1 {\"id\":\"%s\"}"
                .formatted(created.getString("id")));
  }

  @Test
  void aGivenHandleAndMetadataAreKeptAsTheyAre() {
    String handle = "My Handle " + Ids.ulid();
    JsonObject metadata = new JsonObject("{\"a\": \"\", \"b\": {\"c\": [1, null]}}");

    JsonObject created =
        create(
            new JsonObject().put("title", "Any").put("handle", handle).put("metadata", metadata));

    assertThat(created.getString("handle")).isEqualTo(handle);
    assertThat(created.getJsonObject("metadata")).isEqualTo(metadata);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"handle\": \"\"}", "{\"handle\": null, \"metadata\": null}"})
  void anEmptyHandleIsMadeOfTheTitle(String body) {
    String title = "Title " + Ids.ulid().toLowerCase(Locale.ROOT).replaceAll("\\d", "x");

    JsonObject created = create(new JsonObject(body).put("title", title));

    assertThat(created.getString("handle")).isEqualTo(title.replace("Title ", "title-"));
    assertThat(created.getValue("metadata")).isNull();
  }

  @Test
  void aHandleIsTakenUntilItsCollectionIsDeleted() {
    JsonObject first = create(new JsonObject().put("title", "Taken"));
    String other = newCollection();

    Reply created = ask("adminCreateCollection", NOTHING, new JsonObject().put("title", "taken"));
    Reply updated =
        ask("adminUpdateCollection", path(other), new JsonObject().put("handle", "taken"));

    for (Reply refused : List.of(created, updated)) {
      assertThat(refused.status()).isEqualTo(422);
      assertThat(refused.body().toJsonObject())
          .isEqualTo(
              new JsonObject()
                  .put("code", "invalid_request_error")
                  .put("type", "duplicate_error")
                  .put("message", "Product_collection with handle taken already exists."));
    }
    ok("adminDeleteCollection", path(first.getString("id")), null);
    assertThat(create(new JsonObject().put("title", "Taken")).getString("handle"))
        .isEqualTo("taken");
  }

  @Test
  void anUpdateChangesTheGivenFieldsAndPublishesThem() {
    String id = newCollection();
    JsonObject before = get(id);
    // Times have milliseconds.
    until(() -> Instant.now().isAfter(Instant.parse(before.getString("updated_at")).plusMillis(1)));

    JsonObject updated =
        ok("adminUpdateCollection", path(id), new JsonObject().put("title", "Other"))
            .getJsonObject("collection");

    assertThat(updated.getString("title")).isEqualTo("Other");
    assertThat(updated.getString("handle")).isEqualTo(before.getString("handle"));
    assertThat(updated.getString("updated_at")).isGreaterThan(before.getString("updated_at"));
    assertThat(updated.getString("created_at")).isEqualTo(before.getString("created_at"));
    assertThat(events(id))
        .last()
        .isEqualTo(
            "commerce.collection.v1 product-collection.updated 2 {\"id\":\"%s\"}".formatted(id));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"handle\": null}                         | 200 | -",
        "{\"metadata\": null}                       | 200 | -",
        "{\"title\": null}                          | 400 | Can't insert null value in field title"
            + " on insert in table product_collection",
      })
  void nullClearsNullableFields(String body, int status, String message) {
    String id = newCollection();

    Reply reply = ask("adminUpdateCollection", path(id), new JsonObject(body));

    assertThat(reply.status()).isEqualTo(status);
    if (status == 400) {
      assertThat(message(reply)).isEqualTo(message);
    }
  }

  @Test
  void concurrentUpdatesLoseNothing() {
    String id = newCollection();

    List<Future<JsonObject>> writers =
        IntStream.range(0, 30)
            .mapToObj(i ->
                new JsonObject()
                    .put("metadata", new JsonObject().put("key" + i, i).put("gone", "")))
            .map(body -> catalog.send("adminUpdateCollection", path(id), NOTHING, body))
            .map(future -> future.map(reply -> reply.body().toJsonObject()))
            .toList();
    await(Future.all(writers));

    JsonObject all = new JsonObject();
    IntStream.range(0, 30).forEach(i -> all.put("key" + i, i));
    assertThat(get(id).getJsonObject("metadata")).isEqualTo(all);
    assertThat(versions(id))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 31).boxed().toList());
  }

  @Test
  void productsMoveBetweenCollections() {
    String first = newCollection();
    String second = newCollection();
    String shirt = newProduct();
    String mug = newProduct();
    String deleted = newProduct();
    catalog.sql("UPDATE product SET deleted_at = now() WHERE id = $1", deleted);

    JsonObject added =
        ok("adminAddProductsToCollection", path(first), products(mug, shirt, "prod_none", deleted))
            .getJsonObject("collection");
    ok("adminAddProductsToCollection", path(second), products(mug));

    assertThat(productIds(added)).containsExactlyInAnyOrder(shirt, mug);
    assertThat(added.getString("updated_at")).isEqualTo(added.getString("created_at"));
    JsonObject product = added.getJsonArray("products").getJsonObject(0);
    assertThat(product.getString("collection_id")).isEqualTo(first);
    assertThat(product.getJsonObject("profile"))
        .isEqualTo(product.getJsonArray("profiles").getJsonObject(0));
    assertThat(product.getString("profile_id"))
        .isEqualTo(product.getJsonObject("profile").getString("id"));
    assertThat(product.fieldNames()).doesNotContain("variants", "collection", "version");
    assertThat(productIds(get(first))).containsExactly(shirt);
    assertThat(productIds(get(second))).containsExactly(mug);
    assertThat(events(second))
        .last()
        .isEqualTo(
            "commerce.collection.v1 product-collection.products_added 2"
                + " {\"id\":\"%s\",\"productIds\":[\"%s\"]}".formatted(second, mug));
    assertThat(events(mug))
        .containsExactly(
            "commerce.catalog.v1 product.updated 2 {\"id\":\"%s\",\"fields\":[\"collection_id\"]}"
                .formatted(mug),
            "commerce.catalog.v1 product.updated 3 {\"id\":\"%s\",\"fields\":[\"collection_id\"]}"
                .formatted(mug));
  }

  @Test
  void addingAMemberAgainPublishesNothing() {
    String id = newCollection();
    String shirt = newProduct();
    ok("adminAddProductsToCollection", path(id), products(shirt));
    List<String> told = events(id);

    JsonObject same =
        ok("adminAddProductsToCollection", path(id), products(shirt, shirt, "prod_none"))
            .getJsonObject("collection");

    assertThat(productIds(same)).containsExactly(shirt);
    assertThat(events(id)).isEqualTo(told);
  }

  @Test
  void onlyProductsOfTheCollectionAreTakenOut() {
    String id = newCollection();
    String other = newCollection();
    String shirt = newProduct();
    String mug = newProduct();
    ok("adminAddProductsToCollection", path(id), products(shirt));
    ok("adminAddProductsToCollection", path(other), products(mug));

    JsonObject removed =
        ok("adminRemoveProductsFromCollection", path(id), products(shirt, mug, "prod_none"));

    assertThat(removed)
        .isEqualTo(
            new JsonObject()
                .put("id", id)
                .put("object", "product-collection")
                .put("removed_products", new JsonArray().add(shirt).add(mug).add("prod_none")));
    assertThat(productIds(get(id))).isEmpty();
    assertThat(productIds(get(other))).containsExactly(mug);
    assertThat(events(id))
        .last()
        .isEqualTo(
            "commerce.collection.v1 product-collection.products_removed 3"
                + " {\"id\":\"%s\",\"productIds\":[\"%s\"]}".formatted(id, shirt));
  }

  @Test
  void concurrentMovesLeaveAProductInOneCollection() {
    List<String> collections = Stream.generate(CollectionsIT::newCollection).limit(6).toList();
    List<String> wanted = Stream.generate(CollectionsIT::newProduct).limit(5).toList();

    List<Future<Reply>> pulls =
        IntStream.range(0, 24)
            .mapToObj(i ->
                catalog.send(
                    "adminAddProductsToCollection",
                    path(collections.get(i % 6)),
                    NOTHING,
                    products((i % 2 == 0 ? wanted : wanted.reversed()).toArray(String[]::new))))
            .toList();
    await(Future.all(pulls));

    assertThat(pulls).allSatisfy(pull -> assertThat(pull.result().status()).isEqualTo(200));
    assertThat(collections.stream().mapToInt(id -> productIds(get(id)).size()).sum()).isEqualTo(5);
    for (String id : collections) {
      assertThat(versions(id))
          .containsExactlyElementsOf(
              LongStream.rangeClosed(1, versions(id).size()).boxed().toList());
    }
  }

  @Test
  void aDeletedCollectionRemainsOnlyAsTheIdInItsProducts() {
    String id = newCollection();
    String shirt = newProduct();
    ok("adminAddProductsToCollection", path(id), products(shirt));
    JsonObject shown = new JsonObject().put("expand", "collection");
    assertThat(product(shirt, shown).getJsonObject("collection").getString("id")).isEqualTo(id);

    assertThat(
            new AdminApi(catalog)
                .noticeDuring(
                    DeletedReferences.PRODUCT_COLLECTION,
                    () ->
                        assertThat(ok("adminDeleteCollection", path(id), null))
                            .isEqualTo(
                                new JsonObject()
                                    .put("id", id)
                                    .put("object", "product-collection")
                                    .put("deleted", true))))
        .containsExactly(id);

    assertThat(product(shirt, shown).getValue("collection")).isNull();
    assertThat(product(shirt, shown).getString("collection_id")).isEqualTo(id);
    assertThat(events(id)).last().asString().contains("product-collection.deleted 3");
    JsonObject listed =
        list(
            new JsonObject()
                .put("deleted_at", new JsonObject().put("gt", "2001-01-01"))
                .put("limit", 1000));
    assertThat(ids(listed)).contains(id);
    assertThat(ids(list(new JsonObject().put("limit", 1000)))).doesNotContain(id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "storeGetCollection",
        "adminGetCollection",
        "adminUpdateCollection",
        "adminDeleteCollection",
        "adminAddProductsToCollection",
        "adminRemoveProductsFromCollection"
      })
  void unknownAndDeletedCollectionsAreNotFound(String operation) {
    String deleted = newCollection();
    ok("adminDeleteCollection", path(deleted), null);

    for (String id : List.of("pcol_none", deleted)) {
      JsonObject body = operation.contains("Products") ? products("prod_1") : new JsonObject();
      Reply reply = ask(operation, path(id), body);

      assertThat(reply.status()).isEqualTo(404);
      assertThat(reply.body().toJsonObject())
          .isEqualTo(
              new JsonObject()
                  .put("type", "not_found")
                  .put("message", "Product collection with id: " + id + " was not found"));
    }
  }

  @Test
  void aHandleThatIsTooLongIsRefused() {
    String handle = Stream.generate(Ids::ulid).limit(800).reduce("", String::concat);

    Reply reply =
        ask(
            "adminCreateCollection",
            NOTHING,
            new JsonObject().put("title", "Long").put("handle", handle));

    assertThat(reply.status()).isEqualTo(400);
    assertThat(message(reply)).isEqualTo("A value is too long");
  }

  @Test
  void staffFindCollections() {
    String word = Ids.ulid();
    String first = create(new JsonObject().put("title", word + " One")).getString("id");
    String second =
        create(new JsonObject().put("title", "Two").put("handle", "x-" + word)).getString("id");

    JsonObject found = list(new JsonObject().put("q", word.toLowerCase(Locale.ROOT)));

    assertThat(found.getLong("count")).isEqualTo(2);
    assertThat(found.getInteger("limit")).isEqualTo(10);
    assertThat(found.getInteger("offset")).isZero();
    assertThat(ids(found)).containsExactly(second, first);
    assertThat(found.getJsonArray("collections").getJsonObject(0).fieldNames())
        .contains("metadata", "deleted_at", "products");
    assertThat(ids(list(new JsonObject().put("q", word).put("order", "created_at"))))
        .containsExactly(first, second);
    JsonObject past = new JsonObject().put("lt", "2001-01-01");
    assertThat(ids(list(new JsonObject().put("q", word).put("title", "Two"))))
        .containsExactly(second);
    assertThat(ids(list(new JsonObject().put("q", word).put("handle", "x")))).isEmpty();
    assertThat(ids(list(new JsonObject().put("q", word).put("created_at", past)))).isEmpty();
    assertThat(ids(list(new JsonObject().put("q", word).put("updated_at", past)))).isEmpty();
    assertThat(ids(list(new JsonObject().put("title", word + " One")))).containsExactly(first);
    assertThat(ids(list(new JsonObject().put("handle", "x-" + word)))).containsExactly(second);
    assertThat(ids(list(new JsonObject().put("handle", "x-")))).isEmpty();
  }

  @Test
  void anUnknownOrderIsRefused() {
    Reply reply =
        catalog.ask("adminListCollections", NOTHING, new JsonObject().put("order", "-version"));

    assertThat(reply.status()).isEqualTo(400);
    assertThat(message(reply)).isEqualTo("Order field version is not valid");
  }

  private static JsonObject create(JsonObject body) {
    return ok("adminCreateCollection", NOTHING, body).getJsonObject("collection");
  }

  private static String newCollection() {
    return create(new JsonObject().put("title", Ids.ulid())).getString("id");
  }

  private static String newProduct() {
    String id = "prod_" + Ids.ulid();
    catalog.sql(
        """
        WITH made AS (
          INSERT INTO product (id, title, handle, status) VALUES ($1, 'Any', $1, 'published')
          RETURNING id
        )
        INSERT INTO product_shipping_profile (product_id, profile_id)
        SELECT made.id, shipping_profile.id
        FROM made, shipping_profile
        WHERE type = 'default'
        """,
        id);
    return id;
  }

  private static JsonObject product(String id, JsonObject query) {
    Reply reply = catalog.ask("storeGetProduct", path(id), query);
    return reply.body().toJsonObject().getJsonObject("product");
  }

  private static JsonObject get(String id) {
    return ok("adminGetCollection", path(id), null).getJsonObject("collection");
  }

  private static JsonObject list(JsonObject query) {
    Reply reply = catalog.ask("adminListCollections", NOTHING, query);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  private static JsonObject ok(String operation, JsonObject path, JsonObject body) {
    Reply reply = ask(operation, path, body);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  private static Reply ask(String operation, JsonObject path, JsonObject body) {
    return await(catalog.send(operation, path, NOTHING, body));
  }

  private static JsonObject path(String id) {
    return new JsonObject().put("id", id);
  }

  private static JsonObject products(String... ids) {
    return new JsonObject().put("product_ids", new JsonArray(List.of(ids)));
  }

  private static List<String> productIds(JsonObject collection) {
    return collection.getJsonArray("products").stream()
        .map(product -> ((JsonObject) product).getString("id"))
        .toList();
  }

  private static List<String> ids(JsonObject page) {
    return page.getJsonArray("collections").stream()
        .map(collection -> ((JsonObject) collection).getString("id"))
        .toList();
  }

  private static String message(Reply reply) {
    return reply.body().toJsonObject().getString("message");
  }

  private static List<Long> versions(String id) {
    return outbox(id).map(row -> row.getLong("aggregate_version")).toList();
  }

  /** Events of an aggregate, as topic, type, version and data. */
  private static List<String> events(String id) {
    return outbox(id)
        .map(row ->
            "%s %s %d %s"
                .formatted(
                    row.getString("topic"),
                    row.getString("type"),
                    row.getLong("aggregate_version"),
                    row.getJsonObject("data").encode()))
        .toList();
  }

  private static Stream<Row> outbox(String id) {
    return catalog
        .sql(
            "SELECT topic, type, aggregate_version, data FROM outbox"
                + " WHERE subject = $1 AND key = $1 ORDER BY id",
            id)
        .stream();
  }
}
