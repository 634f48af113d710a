package dev.tradewind.catalog.search;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Answers of the search that are kept over changes: a node with a cache answers as one without, and
 * an answer outlives the changes of products that it has nothing to do with.
 */
class SearchAnswersIT {

  private static final Vertx CACHED = Vertx.vertx();
  private static final Vertx UNCACHED = Vertx.vertx();
  private static final AtomicInteger ADDED = new AtomicInteger();
  private static final int ROUNDS = 60;

  private static TestCatalog catalog;
  private static SearchedCatalog search;
  private static SimpleMeterRegistry meters;
  private static OperationClient node;
  private static OperationClient uncached;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    search = new SearchedCatalog(catalog);
    meters = new SimpleMeterRegistry();
    node = catalog.deployNode(CACHED, meters, 8);
    uncached = catalog.deployNode(UNCACHED, new SimpleMeterRegistry(), 0);
    catalog.sql(
        "INSERT INTO product_type (id, value) VALUES ('ptyp_1', 'Ware'), ('ptyp_2', 'Seat')");
    catalog.sql("INSERT INTO product_tag (id, value) VALUES ('ptag_1', 'new'), ('ptag_2', 'old')");
    catalog.sql(
        "INSERT INTO product_collection (id, title, handle) VALUES ('pcol_1', 'Garden', 'garden')");
    catalog.sql(
        "INSERT INTO product_category (id, name, handle, is_active) VALUES"
            + " ('pcat_1', 'Home', 'home', true)");
    catalog.sql(
        "INSERT INTO price_list (id, name, description, status) VALUES"
            + " ('pl_1', 'Sale', 'All', 'draft')");
  }

  @AfterAll
  static void close() {
    await(CACHED.close());
    await(UNCACHED.close());
    catalog.close();
  }

  @AfterEach
  void removeProducts() {
    catalog.sql("DELETE FROM product WHERE title ~ '^(Sandpip|Godwit)'");
  }

  /** Product with one variant at that price. */
  private static String add(String title, int price) {
    JsonArray value = new JsonArray().add(new JsonObject().put("value", "One"));
    JsonObject money = new JsonObject().put("currency_code", "eur").put("amount", price);
    JsonObject variant =
        new JsonObject()
            .put("title", "One")
            .put("inventory_quantity", 3)
            .put("options", value)
            .put("prices", new JsonArray().add(money));
    return search.add(
        title,
        new JsonObject()
            .put("handle", "added-" + ADDED.incrementAndGet())
            .put("options", new JsonArray().add(new JsonObject().put("title", "Size")))
            .put("variants", new JsonArray().add(variant)));
  }

  private static String answer(OperationClient client, JsonObject body) {
    Reply reply =
        SearchedCatalog.ask(
            client, body.copy().put("currency_code", "eur"), Principal.ANONYMOUS, new JsonObject());
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    JsonObject answer = reply.body().toJsonObject();
    answer.remove("processingTimeMs");
    return answer.encode();
  }

  private static double hits() {
    return meters
        .get("cache.gets")
        .tags("cache", "search-answers", "result", "hit")
        .counter()
        .count();
  }

  /** Whether the next answer to the search is a kept one; it must be right in any case. */
  private static boolean isKept(JsonObject body) {
    double before = hits();
    assertThat(answer(node, body)).isEqualTo(answer(uncached, body));
    return hits() > before;
  }

  private static JsonObject faceted(String query, String filter) {
    return new JsonObject()
        .put("q", query)
        .put("filter", filter)
        .put("facets", new JsonArray().add("*"));
  }

  @ParameterizedTest
  @CsvSource({
    // of a product that the search has nothing to do with
    "true, UPDATE product SET title = 'Godwit Kettle' WHERE title LIKE 'Godwit%'",
    "true, UPDATE product_variant SET inventory_quantity = 9 WHERE product_id = $1",
    "true, DELETE FROM product WHERE id = $1",
    // of one that it has found
    "false, UPDATE product SET subtitle = 'Two litres' WHERE title = 'Sandpiper Jug'",
    "false, UPDATE product SET status = 'draft' WHERE title = 'Sandpiper Jug'",
    "false, UPDATE money_amount SET amount = 1200 WHERE variant_id IN "
        + "(SELECT variant.id FROM product_variant AS variant JOIN product ON product.id = product_id WHERE product.title = 'Sandpiper Jug')",
    // of one that it finds from now on
    "false, UPDATE product SET title = 'Sandpiper Jug II' WHERE id = $1",
    // of one without a word of it, which makes the typo a word
    "false, UPDATE product SET title = 'Sandpipr' WHERE id = $1",
    // of what all products show
    "false, UPDATE product_type SET value = value || '+'",
    "false, UPDATE product_category SET name = name || '+'",
    "false, UPDATE price_list SET name = name || '+'",
    "false, UPDATE region SET tax_rate = tax_rate + 1",
    "false, UPDATE sales_channel SET name = name || '+'",
  })
  void anAnswerOutlivesChangesThatDoNotConcernIt(boolean isKept, String change) {
    add("Sandpiper Jug", 1_000);
    String other = add("Godwit Bowl", 4_000);
    JsonObject body = faceted("sandpipr jug", "price < 5000").put("matchingStrategy", "all");
    answer(node, body);
    answer(node, body);

    catalog.sql(change, parameters(change, other));

    assertThat(isKept(body)).isEqualTo(isKept);
    assertThat(isKept(body)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    // of one behind the hits
    "true, UPDATE product_variant SET inventory_quantity = 0 WHERE product_id = $1",
    "true, UPDATE product SET material = 'Oak' WHERE id = $1",
    "true, UPDATE product SET title = 'Godwit Jug' WHERE id = $1",
    "true, UPDATE money_amount SET amount = 700 WHERE variant_id IN "
        + "(SELECT id FROM product_variant WHERE product_id = $1)",
    "true, DELETE FROM product WHERE id = $1",
    // of one that comes to the first place
    "false, UPDATE product SET created_at = now() WHERE id = $1",
    // of one that is a hit
    "false, UPDATE product SET subtitle = 'Two litres' WHERE title = 'Sandpiper Jug 9'",
  })
  void anAnswerIsCarriedOverChangesBehindItsHits(boolean isKept, String change) {
    List<String> products =
        IntStream.range(0, 10).mapToObj(i -> add("Sandpiper Jug " + i, 1_000 + i)).toList();
    JsonObject body = faceted("sandpiper jug", "price < 5000").put("limit", 2);
    answer(node, body);
    answer(node, body);

    catalog.sql(change, parameters(change, products.get(4)));

    assertThat(isKept(body)).isEqualTo(isKept);
    assertThat(isKept(body)).isTrue();
  }

  private static Object[] parameters(String statement, String id) {
    return statement.contains("$1") ? new Object[] {id} : new Object[0];
  }

  /** Random changes and searches of a small shop, several at a time, in rounds. */
  @Test
  void aNodeWithACacheAnswersAsOneWithout() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> products =
        IntStream.range(0, 30).mapToObj(i -> add(title(random), 1_000 + i * 50)).toList();
    List<JsonObject> searches = Stream.generate(() -> body(random)).limit(60).toList();
    double before = hits();

    for (int round = 0; round < ROUNDS; round++) {
      List<Thread> work = new ArrayList<>();
      for (int worker = 0; worker < 4; worker++) {
        boolean isWriter = worker < 2;
        Random own = new Random(random.nextLong());
        work.add(
            Thread.ofVirtual()
                .start(() -> {
                  for (int i = 0; i < 3; i++) {
                    if (isWriter) {
                      change(own, products);
                    } else {
                      answer(node, searches.get(own.nextInt(searches.size())));
                    }
                  }
                }));
      }
      work.forEach(SearchAnswersIT::join);
      for (int i = 0; i < 12; i++) {
        JsonObject body = searches.get(random.nextInt(searches.size()));
        assertThat(answer(node, body))
            .as("seed %s, round %s: %s", seed, round, body.encode())
            .isEqualTo(answer(uncached, body));
      }
    }
    assertThat(hits() - before).isGreaterThan(ROUNDS);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @SafeVarargs
  private static <T> T one(Random random, T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static String word(Random random) {
    return one(
        random, "wide", "walnut", "teal", "chair", "chairs", "chiar", "lantern", "sofa", "stool");
  }

  private static String title(Random random) {
    return word(random) + " " + word(random) + " " + one(random, "heron", "plover", "curlew");
  }

  private static JsonObject body(Random random) {
    JsonObject body =
        new JsonObject()
            .put(
                "q",
                one(random, word(random), "walnit", "lantren", "chair", "so", "")
                    + one(random, "", "", " " + word(random), " -teal"))
            .put("limit", one(random, 1, 3, 20))
            .put("offset", one(random, 0, 0, 0, 2))
            .put("matchingStrategy", one(random, "last", "all"));
    String filter =
        one(
            random,
            "",
            "type_value = Seat",
            "price > 1500",
            "available = true",
            "tags_value = new");
    if (!filter.isEmpty()) {
      body.put("filter", filter);
    }
    if (random.nextBoolean()) {
      body.put("facets", new JsonArray().add(one(random, "*", "price", "tags_value")));
    }
    if (random.nextInt(3) == 0) {
      body.put("sort", new JsonArray().add(one(random, "price:asc", "title:desc")));
    }
    if (random.nextInt(3) == 0) {
      body.put("attributesToHighlight", new JsonArray().add("title"));
    }
    if (random.nextInt(3) == 0) {
      body.put("attributesToRetrieve", new JsonArray().add("title").add("price").add("available"));
    }
    return body;
  }

  private static void change(Random random, List<String> products) {
    String id = products.get(random.nextInt(products.size()));
    int number = random.nextInt(4);
    switch (random.nextInt(24)) {
      case 0, 1, 2, 3, 4 ->
          catalog.sql("UPDATE product SET title = $2 WHERE id = $1", id, title(random));
      case 5, 6, 7 ->
          catalog.sql(
              "UPDATE product_variant SET inventory_quantity = $2 WHERE product_id = $1",
              id,
              number - 1);
      case 8, 9, 10 ->
          catalog.sql(
              """
              UPDATE money_amount SET amount = 1000 + 400 * $2::integer
              WHERE price_list_id IS NULL
                AND variant_id IN (SELECT id FROM product_variant WHERE product_id = $1)
              """,
              id,
              number);
      case 11, 12 ->
          catalog.sql(
              "UPDATE product SET status = $2 WHERE id = $1",
              id,
              one(random, "draft", "published", "published"));
      case 13 ->
          catalog.sql(
              "INSERT INTO product_tagging VALUES ($1, $2) ON CONFLICT DO NOTHING",
              id,
              one(random, "ptag_1", "ptag_2"));
      case 14 -> catalog.sql("DELETE FROM product_tagging WHERE product_id = $1", id);
      case 15 ->
          catalog.sql(
              "UPDATE product SET type_id = $2 WHERE id = $1", id, one(random, "ptyp_1", "ptyp_2"));
      case 16 ->
          catalog.sql(
              "INSERT INTO product_category_product VALUES ('pcat_1', $1) ON CONFLICT DO NOTHING",
              id);
      case 17 -> catalog.sql("UPDATE product SET collection_id = 'pcol_1' WHERE id = $1", id);
      case 18, 19 ->
          catalog.sql(
              """
              SELECT take_stock('order_' || gen_random_uuid(), NULL, jsonb_agg(jsonb_build_object(
                'variant_id', id, 'quantity', 1, 'may_exceed_stock', true)), now(), 'command',
                'SYSTEM')
              FROM product_variant
              WHERE product_id = $1
              """,
              id);
      case 20 -> add(title(random), 1_000 + 300 * number);
      case 21 ->
          catalog.sql(
              """
              INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id)
              SELECT 'ma_' || gen_random_uuid(), 'eur', 700, 'pl_1', min(id)
              FROM product_variant
              WHERE product_id = $1
              ON CONFLICT DO NOTHING
              """,
              id);
      case 22 ->
          catalog.sql(
              "UPDATE price_list SET status = $1 WHERE id = 'pl_1'",
              one(random, "draft", "active"));
      default ->
          catalog.sql(
              "UPDATE product_type SET value = $1 WHERE id = 'ptyp_2'", one(random, "Seat", "Set"));
    }
  }
}
