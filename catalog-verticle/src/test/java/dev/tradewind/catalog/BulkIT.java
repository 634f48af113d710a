package dev.tradewind.catalog;

import static dev.tradewind.catalog.TestCatalog.context;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.catalog.BulkClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bulk operations of export and import. */
class BulkIT {

  private static TestCatalog catalog;
  private static BulkClient bulk;

  private final String prefix = "bulk-" + Ids.ulid().toLowerCase(Locale.ROOT);
  private final String job = "batch_" + Ids.ulid();

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    bulk = new BulkClient(catalog.bus);
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  private JsonObject product(int line, String handle) {
    JsonObject variant =
        new JsonObject()
            .put("line", line)
            .put(
                "body",
                new JsonObject()
                    .put("title", "S")
                    .put("sku", handle + "-sku")
                    .put("inventory_quantity", 5))
            .put("options", new JsonObject().put("Size", "S"))
            .put(
                "prices",
                new JsonArray()
                    .add(new JsonObject().put("currency_code", "eur").put("amount", 100)));
    return new JsonObject()
        .put("line", line)
        .put("handle", handle)
        .put("body", new JsonObject().put("title", "Cup").put("status", "published"))
        .put("options", new JsonArray().add("Size"))
        .put("variants", new JsonArray().add(variant));
  }

  private static JsonArray products(JsonObject... products) {
    return new JsonArray(List.of(products));
  }

  private Future<JsonObject> apply(int chunk, JsonArray products) {
    JsonObject input =
        new JsonObject()
            .put("job_id", job)
            .put("chunk", chunk)
            .put("last_line", 9)
            .put("products", products);
    return bulk.applyProducts(context(), input.toBuffer()).map(answer -> answer.toJsonObject());
  }

  private JsonObject check(JsonArray products) {
    return await(
            bulk.checkProducts(context(), new JsonObject().put("products", products).toBuffer()))
        .toJsonObject();
  }

  private long count(String sql) {
    return catalog.sql(sql, prefix + "%").iterator().next().getLong(0);
  }

  private long productCount() {
    return count("SELECT count(*) FROM product WHERE handle LIKE $1");
  }

  @Test
  void aChunkIsAppliedOnceHoweverOftenItIsSent() {
    JsonArray chunk = products(product(2, prefix + "-a"), product(3, prefix + "-b"));

    List<JsonObject> answers =
        await(Future.all(IntStream.range(0, 5).mapToObj(attempt -> apply(0, chunk)).toList()))
            .list();

    assertThat(answers).containsOnly(answers.getFirst());
    assertThat(answers.getFirst().getLong("last_line")).isEqualTo(9);
    assertThat(answers.getFirst().getJsonObject("counts").getInteger("VARIANT_CREATE"))
        .isEqualTo(2);
    assertThat(productCount()).isEqualTo(2);
    assertThat(
            count(
                """
                SELECT count(*)
                FROM outbox
                JOIN product ON product.id = outbox.subject
                WHERE handle LIKE $1 AND type = 'product.created'
                """))
        .isEqualTo(2);
    JsonObject stored = catalog.product(prefix + "-a", new JsonObject());
    assertThat(stored.getJsonArray("variants")).hasSize(1);
  }

  @Test
  void aChunkThatCannotBeAppliedChangesNothing() {
    JsonObject bad = product(3, prefix + "-b").put("collection_handle", "nowhere");

    JsonObject answer = await(apply(0, products(product(2, prefix + "-a"), bad)));

    assertThat(answer.getJsonArray("errors"))
        .isEqualTo(
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("line", 3)
                        .put("field", "product.collection_handle")
                        .put("message", "there is no collection nowhere")));
    assertThat(productCount()).isZero();
    assertThat(catalog.sql("SELECT FROM import_chunk WHERE job_id = $1", job).size()).isZero();
    assertThat(await(apply(0, products(product(2, prefix + "-a")))).fieldNames())
        .doesNotContain("errors");
  }

  @Test
  void twoImportsOfOneHandleMakeOneProduct() {
    JsonArray chunk = products(product(2, prefix));
    JsonObject other =
        new JsonObject()
            .put("job_id", "batch_" + Ids.ulid())
            .put("chunk", 0)
            .put("last_line", 2)
            .put("products", chunk);

    await(
        Future.join(apply(0, chunk), bulk.applyProducts(context(), other.toBuffer()))
            .transform(both -> Future.succeededFuture()));

    assertThat(productCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id           | shirt       | product.id      | shirt is not the id of a product",
        "handle       | %demo       | product.handle  | Product with handle %demo already exists.",
        "variant.id   | red         | variant.id      | red is not the id of a variant",
        "variant.id   | %variant    | variant.id      | %variant is a variant of another product",
        "variant.sku  | %sku        | variant.sku     | Product_variant with sku %sku already exists.",
        "option       | Colour      | Option Name     | the product has no option Colour",
      })
  void invalidProductsAreFoundByValidation(
      String member, String value, String field, String message) {
    JsonObject demo =
        catalog
            .list("storeListProducts", new JsonObject().put("limit", 1))
            .getJsonArray("products")
            .getJsonObject(0);
    JsonObject demoVariant = demo.getJsonArray("variants").getJsonObject(0);
    String given =
        value
            .replace("%demo", demo.getString("handle"))
            .replace("%variant", demoVariant.getString("id"))
            .replace("%sku", demoVariant.getString("sku"));
    JsonObject product = product(2, prefix);
    JsonObject variant = product.getJsonArray("variants").getJsonObject(0);
    switch (member) {
      case "id", "handle" -> product.put(member, given);
      case "variant.id" -> variant.put("id", given);
      case "variant.sku" -> variant.getJsonObject("body").put("sku", given);
      default -> variant.getJsonObject("options").put(given, "x");
    }

    JsonArray errors = check(products(product)).getJsonArray("errors");

    assertThat(errors.getJsonObject(0))
        .isEqualTo(
            new JsonObject()
                .put("line", 2)
                .put("field", field)
                .put(
                    "message",
                    message
                        .replace("%demo", demo.getString("handle"))
                        .replace("%variant", demoVariant.getString("id"))
                        .replace("%sku", String.valueOf(demoVariant.getString("sku")))));
  }

  private JsonObject variant(int line, String size) {
    JsonObject variant = product(line, prefix).getJsonArray("variants").getJsonObject(0);
    variant.getJsonObject("body").put("sku", prefix + "-" + line);
    variant.getJsonObject("options").put("Size", size);
    return variant;
  }

  private static JsonObject sameOptions(int line, String other) {
    return new JsonObject()
        .put("line", line)
        .put("field", "Option Value")
        .put("message", other + " has the same options");
  }

  /** Asserts the errors of both the validation and the application. */
  private void assertErrors(JsonObject product, JsonObject... errors) {
    assertThat(check(products(product)).getJsonArray("errors")).isEqualTo(products(errors));
    assertThat(await(apply(1, products(product))).getJsonArray("errors"))
        .isEqualTo(products(errors));
  }

  @Test
  void aNewVariantMustNotRepeatTheOptionsOfAnExistingOne() {
    await(apply(0, products(product(2, prefix))));
    String id = catalog.id("SELECT id FROM product WHERE handle = $1", prefix);
    JsonObject more = product(2, prefix).put("id", id);

    more.put("variants", new JsonArray().add(variant(2, "M")).add(variant(3, "S")));

    assertErrors(more, sameOptions(3, "another variant of the product"));
  }

  @Test
  void aNewVariantMayTakeOptionsThatAnExistingOneReleases() {
    await(apply(0, products(product(2, prefix))));
    String id = catalog.id("SELECT id FROM product WHERE handle = $1", prefix);
    String variantId = catalog.id("SELECT id FROM product_variant WHERE product_id = $1", id);
    JsonObject more = product(2, prefix).put("id", id);

    more.put("variants", new JsonArray().add(variant(2, "M").put("id", variantId)));
    more.getJsonArray("variants").add(variant(3, "S")).add(variant(4, "L"));
    JsonObject changed = more.copy();
    changed.getJsonArray("variants").getJsonObject(2).getJsonObject("options").put("Size", "M");

    assertErrors(changed, sameOptions(4, "another variant of the product"));
    assertThat(await(apply(1, products(more))).fieldNames()).doesNotContain("errors");
  }

  @Test
  void twoNewVariantsMustNotHaveTheSameOptions() {
    JsonObject product = product(2, prefix);
    product.getJsonArray("variants").add(variant(3, "S")).add(variant(4, "M"));
    product.getJsonArray("variants").getJsonObject(2).put("same_options_as", 1);

    assertErrors(product, sameOptions(3, "another line"), sameOptions(4, "line 1"));
  }

  @Test
  void anImportChangesOnlyTheFieldsInTheFile() {
    await(apply(0, products(product(2, prefix))));
    String id = catalog.id("SELECT id FROM product WHERE handle = $1", prefix);
    String variantId = catalog.id("SELECT id FROM product_variant WHERE product_id = $1", id);
    catalog.sql("UPDATE product SET subtitle = 'kept', weight = 7 WHERE id = $1", id);
    catalog.sql(
        """
        INSERT INTO money_amount (id, currency_code, amount, min_quantity, variant_id)
        VALUES ($1, 'eur', 50, 10, $2)
        """,
        "ma_" + prefix,
        variantId);
    JsonObject change = product(2, prefix).put("id", id);
    change.getJsonObject("body").put("title", "Mug").putNull("weight");
    JsonObject variant = change.getJsonArray("variants").getJsonObject(0).put("id", variantId);
    variant.put(
        "prices",
        new JsonArray().add(new JsonObject().put("currency_code", "usd").put("amount", 3)));
    variant.getJsonObject("options").put("Size", "M");
    JsonObject more = product(3, prefix).getJsonArray("variants").getJsonObject(0);
    more.getJsonObject("body").put("sku", prefix + "-more");
    change.getJsonArray("variants").add(more);

    JsonObject answer = await(apply(1, products(change)));

    assertThat(answer.getJsonObject("counts"))
        .isEqualTo(
            new JsonObject()
                .put("PRODUCT_CREATE", 0)
                .put("PRODUCT_UPDATE", 1)
                .put("VARIANT_CREATE", 1)
                .put("VARIANT_UPDATE", 1));
    JsonObject product = catalog.product(prefix, new JsonObject());
    assertThat(product.getString("title")).isEqualTo("Mug");
    assertThat(product.getString("subtitle")).isEqualTo("kept");
    assertThat(product.getValue("weight")).isNull();
    assertThat(product.getJsonArray("variants")).hasSize(2);
    assertThat(
            catalog
                .sql(
                    """
                    SELECT array_agg(
                      currency_code || amount || coalesce(min_quantity::text, '') ORDER BY amount)
                    FROM money_amount
                    WHERE variant_id = $1 AND deleted_at IS NULL
                    """,
                    variantId)
                .iterator()
                .next()
                .getArrayOfStrings(0))
        .containsExactly("usd3", "eur5010");
  }

  private Future<?> addPublished(SqlConnection db, int first, int last) {
    Tuple numbers = Tuple.of(prefix, first, last);
    return db.preparedQuery(
            """
            INSERT INTO product (id, title, status)
            SELECT $1 || n, 'Cup', 'published'
            FROM generate_series($2::integer, $3::integer) AS n
            """)
        .execute(numbers)
        .compose(done ->
            db.preparedQuery(
                    """
                    INSERT INTO product_sales_channel (product_id, sales_channel_id)
                    SELECT $1 || n, default_sales_channel_id
                    FROM generate_series($2::integer, $3::integer) AS n, store
                    """)
                .execute(numbers))
        .compose(done ->
            db.preparedQuery("UPDATE product SET status = 'draft' WHERE id = $1")
                .execute(Tuple.of(prefix + last)));
  }

  /** Rows of products and their channels that were read without an index. */
  private static Future<Long> rowsRead(SqlConnection db) {
    return db.query(
            """
            SELECT sum(seq_tup_read)::bigint
            FROM pg_stat_xact_user_tables
            WHERE relname IN ('product', 'product_sales_channel')
            """)
        .execute()
        .map(rows -> rows.iterator().next().getLong(0));
  }

  @Test
  void insertingAProductUsesIndexesAlsoInAGrownShop() {
    SqlConnection db = await(catalog.pool.getConnection());
    await(db.begin());

    // The connection caches the plans that were made for the small store.
    long read =
        await(
            addPublished(db, 1, 1)
                .compose(done -> addPublished(db, 2, 3_000))
                .compose(done -> rowsRead(db))
                .compose(before ->
                    addPublished(db, 3_001, 3_001)
                        .compose(done -> rowsRead(db))
                        .map(after -> after - before)));

    await(db.query("ROLLBACK").execute());
    await(db.close());
    assertThat(read).isLessThan(100);
  }

  @ParameterizedTest
  @CsvSource({"created_at, DESC", "created_at, ASC", "title, ASC", "weight, DESC", "subtitle, ASC"})
  void pagesHoldEveryProductOnceInAnyOrder(String field, String direction) {
    JsonArray many = new JsonArray();
    for (int i = 0; i < 25; i++) {
      many.add(product(i + 2, prefix + "-" + i));
    }
    await(apply(0, many));
    JsonObject filters = new JsonObject().put("q", "Cup").put("status", "published");
    JsonObject order = new JsonObject().put(field, direction);
    JsonObject shape =
        await(
            bulk.exportShape(
                context(), new JsonObject().put("filters", filters).put("order", order)));
    List<String> seen = new ArrayList<>();
    JsonObject after = null;
    do {
      JsonObject page =
          new JsonObject()
              .put("filters", filters)
              .put("order", order)
              .put("limit", 7)
              .put("skip", 0)
              .put("after", after);
      JsonObject answer = await(bulk.exportProducts(context(), page)).toJsonObject();
      answer
          .getJsonArray("products")
          .forEach(product -> seen.add(((JsonObject) product).getString("id")));
      after = answer.getJsonObject("after");
    } while (after != null);

    assertThat(seen).doesNotHaveDuplicates().hasSize(shape.getInteger("count"));
    assertThat(shape.getInteger("options")).isEqualTo(1);
    assertThat(shape.getJsonArray("prices").getJsonObject(0).getString("currency_code"))
        .isEqualTo("eur");
  }

  @Test
  void columnsAreThoseOfTheExportedProducts() {
    JsonObject many = product(2, prefix + "-many");
    JsonArray images = new JsonArray();
    for (int i = 0; i < 40; i++) {
      images.add("https://example.com/" + prefix + i);
    }
    many.getJsonObject("body").put("title", "Zzz " + prefix);
    many.put("images", images);
    JsonObject few = product(3, prefix + "-few");
    few.getJsonObject("body").put("title", "Aaa " + prefix);
    await(apply(0, new JsonArray().add(many).add(few)));
    JsonObject export =
        new JsonObject()
            .put("filters", new JsonObject().put("q", prefix))
            .put("order", new JsonObject().put("title", "ASC"))
            .put("skip", 0);

    JsonObject all = await(bulk.exportShape(context(), export.copy()));
    JsonObject first = await(bulk.exportShape(context(), export.copy().put("limit", 1)));

    assertThat(all.getInteger("images")).isEqualTo(40);
    assertThat(first.getInteger("images")).isLessThan(40);
    assertThat(first.getInteger("count")).isEqualTo(all.getInteger("count"));
  }

  @Test
  void aPageHasAboutOneMegabyteAtMost() {
    JsonArray many = new JsonArray();
    for (int i = 0; i < 12; i++) {
      JsonObject product = product(i + 2, prefix + "-" + i);
      product.getJsonObject("body").put("description", "long ".repeat(40_000));
      many.add(product);
    }
    await(apply(0, many));
    JsonObject page =
        new JsonObject()
            .put("filters", new JsonObject().put("q", "long long"))
            .put("order", new JsonObject())
            .put("limit", 200)
            .put("skip", 0);

    JsonObject first = await(bulk.exportProducts(context(), page)).toJsonObject();

    assertThat(first.getJsonArray("products")).hasSize(6);
    JsonObject second =
        await(
                bulk.exportProducts(
                    context(), page.copy().put("after", first.getJsonObject("after"))))
            .toJsonObject();
    assertThat(second.getJsonArray("products")).hasSize(6);
    assertThat(second.getValue("after")).isNull();
  }

  @ParameterizedTest
  @CsvSource({"color, property color should not exist", "created_at, created_at"})
  void anUnknownFilterIsRefused(String name, String message) {
    JsonObject export =
        new JsonObject()
            .put("filters", new JsonObject().put(name, "x"))
            .put("order", new JsonObject());
    Throwable failure = failure(bulk.exportShape(context(), export));

    assertThat(failure).isInstanceOf(Problem.class).hasMessageContaining(message);
  }
}
