package dev.tradewind.catalog.search;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.testing.Eventually;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Freshness of the search on two nodes: writers, lost folders, restarts, failed fills and steps.
 */
class SearchFreshnessIT {

  private static final JsonObject NO_HEADERS = new JsonObject();

  private static TestCatalog catalog;
  private static SearchedCatalog search;

  @TempDir private static Path data;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    search = new SearchedCatalog(catalog);
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  private static List<String> titles(OperationClient node, String query) {
    return titles(node, new JsonObject().put("q", query).put("matchingStrategy", "all"));
  }

  private static List<String> titles(OperationClient node, JsonObject body) {
    Reply reply = SearchedCatalog.ask(node, body, Principal.ANONYMOUS, NO_HEADERS);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return SearchedCatalog.titlesOf(reply.body().toJsonObject());
  }

  private static int total(OperationClient node) {
    Reply reply =
        SearchedCatalog.ask(
            node, new JsonObject().put("limit", 0), Principal.ANONYMOUS, NO_HEADERS);
    return reply.body().toJsonObject().getInteger("estimatedTotalHits");
  }

  private static int listed() {
    return catalog.list("storeListProducts", new JsonObject().put("limit", 1)).getInteger("count");
  }

  @Test
  void aSearchOnAnotherNodeFindsWhatWasWrittenBefore() {
    Vertx vertx = Vertx.vertx();
    try {
      OperationClient node = catalog.deployNode(vertx, data);
      String id = search.add("Heron Kettle");
      for (int i = 0; i < 30; i++) {
        String title = "Heron" + i + "x Kettle";
        catalog.written(
            "adminUpdateProduct",
            new JsonObject().put("id", id),
            new JsonObject().put("title", title));

        assertThat(titles(node, "heron" + i + "x")).containsExactly(title);
        assertThat(titles(catalog.bus, "heron" + i + "x")).containsExactly(title);
      }
      catalog.write("adminDeleteProduct", new JsonObject().put("id", id), new JsonObject());
      assertThat(titles(node, "kettle heron29x")).isEmpty();
    } finally {
      await(vertx.close());
    }
  }

  @Test
  void pricesStockAndNamesAreFresh() {
    String id =
        search.add(
            "Osprey Lantern",
            new JsonObject()
                .put("options", new JsonArray().add(new JsonObject().put("title", "Size")))
                .put(
                    "variants",
                    new JsonArray()
                        .add(
                            new JsonObject()
                                .put("title", "One")
                                .put("inventory_quantity", 1)
                                .put(
                                    "options",
                                    new JsonArray().add(new JsonObject().put("value", "One")))
                                .put(
                                    "prices",
                                    new JsonArray()
                                        .add(
                                            new JsonObject()
                                                .put("currency_code", "eur")
                                                .put("amount", 7_700))))));
    JsonObject available =
        new JsonObject()
            .put("q", "osprey lantern")
            .put("currency_code", "eur")
            .put("filter", "available = true AND price = 7700");

    assertThat(titles(catalog.bus, available)).containsExactly("Osprey Lantern");
    catalog.sql("UPDATE product_variant SET inventory_quantity = 0 WHERE product_id = $1", id);
    assertThat(titles(catalog.bus, available)).isEmpty();
    catalog.sql("UPDATE product_variant SET allow_backorder = true WHERE product_id = $1", id);
    assertThat(titles(catalog.bus, available)).containsExactly("Osprey Lantern");
    catalog.sql(
        """
        UPDATE money_amount SET amount = 7800
        WHERE variant_id IN (SELECT id FROM product_variant WHERE product_id = $1)
        """,
        id);
    assertThat(titles(catalog.bus, available)).isEmpty();
    catalog.sql("INSERT INTO product_type (id, value) VALUES ('ptyp_osprey', 'Lampion')");
    catalog.sql("UPDATE product SET type_id = 'ptyp_osprey' WHERE id = $1", id);
    assertThat(titles(catalog.bus, "lampion")).containsExactly("Osprey Lantern");
    catalog.sql("UPDATE product_type SET value = 'Sconce' WHERE id = 'ptyp_osprey'");
    assertThat(titles(catalog.bus, "sconce")).containsExactly("Osprey Lantern");
    assertThat(titles(catalog.bus, "lampion")).isEmpty();
    catalog.sql("UPDATE product SET status = 'draft' WHERE id = $1", id);
    assertThat(titles(catalog.bus, "osprey")).isEmpty();
  }

  @Test
  void aRestartCatchesUpAndADeletedFolderIsFilledAgain(@TempDir Path folder) {
    Vertx first = Vertx.vertx();
    OperationClient before = catalog.deployNode(first, folder);
    assertThat(total(before)).isEqualTo(listed());
    await(first.close());
    search.add("Plover Basket");

    Vertx second = Vertx.vertx();
    OperationClient after = catalog.deployNode(second, folder);
    assertThat(titles(after, "plover")).containsExactly("Plover Basket");
    assertThat(total(after)).isEqualTo(listed());
    delete(folder.resolve("search"));
    search.add("Plover Hamper");
    assertThat(titles(after, "plover hamper")).containsExactly("Plover Hamper");
    await(second.close());

    Vertx third = Vertx.vertx();
    delete(folder.resolve("search"));
    OperationClient filled = catalog.deployNode(third, folder);
    assertThat(total(filled)).isEqualTo(listed());
    await(third.close());
  }

  @Test
  void aTornIndexIsFilledAgain(@TempDir Path folder) throws IOException {
    Vertx first = Vertx.vertx();
    total(catalog.deployNode(first, folder));
    await(first.close());
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      }
    }

    Vertx second = Vertx.vertx();
    assertThat(total(catalog.deployNode(second, folder))).isEqualTo(listed());
    await(second.close());
  }

  /** After a fill that failed, an index with a part of the products must not answer. */
  @Test
  void aFailedFillNeverAnswers() {
    int all = listed();
    catalog.sql("ALTER TABLE product_tagging RENAME TO product_tagging_gone");
    Vertx vertx = Vertx.vertx();
    try {
      OperationClient node = catalog.deployNode(vertx, data.resolve("failing"));
      for (int i = 0; i < 20; i++) {
        Reply reply =
            await(
                SearchedCatalog.send(
                    node, "storeSearchIndex", new JsonObject(), Principal.ANONYMOUS, NO_HEADERS));
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.headers()).containsKey("retry-after");
        assertThat(reply.body().toJsonObject().getString("code")).isEqualTo("index_not_accessible");
      }
      catalog.sql("ALTER TABLE product_tagging_gone RENAME TO product_tagging");
      assertThat(total(node)).isEqualTo(all);
    } finally {
      catalog.sql("ALTER TABLE IF EXISTS product_tagging_gone RENAME TO product_tagging");
      await(vertx.close());
    }
  }

  /** Two verticles on one bus: the second one cannot fill its index. */
  @Test
  void aNodeThatFillsItsIndexPassesSearchesOn() {
    Vertx vertx = Vertx.vertx();
    try {
      OperationClient node = catalog.deployNode(vertx, data.resolve("serving"));
      assertThat(total(node)).isEqualTo(listed());
      String first = vertx.deploymentIDs().iterator().next();
      String title = "Whimbrel Urn";
      String id = search.add(title);
      // Names are read by a fill, but not by the step that follows a product.
      catalog.sql("ALTER TABLE product_tag RENAME TO product_tag_off");
      catalog.deployNode(vertx, data.resolve("filling"));

      for (int i = 0; i < 20; i++) {
        JsonObject body =
            new JsonObject()
                .put("q", title)
                .put("matchingStrategy", "all")
                .put("attributesToRetrieve", new JsonArray().add("title"));
        for (String operation : List.of("storeSearchIndex", "storeSearchProduct")) {
          Reply reply = once(node, operation, body);
          assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
          assertThat(SearchedCatalog.titlesOf(reply.body().toJsonObject())).containsExactly(title);
        }
        assertThat(once(node, "storeGetSearchHealth", body).status()).isEqualTo(200);
        title = "Whimbrel Urn " + i;
        catalog.sql("UPDATE product SET title = $2 WHERE id = $1", id, title);
      }
      // The node that serves goes, and the other one has its index meanwhile.
      catalog.sql("ALTER TABLE product_tag_off RENAME TO product_tag");
      await(vertx.undeploy(first));
      assertThat(titles(node, "whimbrel")).containsExactly(title);
    } finally {
      catalog.sql("ALTER TABLE IF EXISTS product_tag_off RENAME TO product_tag");
      await(vertx.close());
    }
  }

  /** Without another node they wait for the next index. */
  @Test
  void searchesThatHaveBegunAreAnsweredThoughTheIndexIsAbandoned(@TempDir Path folder) {
    Vertx vertx = Vertx.vertx();
    try {
      OperationClient node = catalog.deployNode(vertx, folder);
      String id = search.add("Dunlin Tray");
      assertThat(titles(node, "dunlin")).containsExactly("Dunlin Tray");
      for (int i = 0; i < 6; i++) {
        String title = "Dunlin Tray " + i;
        catalog.sql("UPDATE product SET title = $2 WHERE id = $1", id, title);
        if (i % 2 == 0) {
          // Not even the log tells what has changed.
          catalog.sql("INSERT INTO change_log (kind) VALUES ('everything')");
        } else {
          delete(folder.resolve("search"));
        }
        assertAnswered(begun(node, title), title);
      }
    } finally {
      await(vertx.close());
    }
  }

  /** Searches that have all arrived before one of them learns what has changed. */
  private static List<Future<Reply>> begun(OperationClient node, String title) {
    SqlConnection holder = await(catalog.pool.getConnection());
    Transaction lock = await(holder.begin());
    await(holder.query("LOCK TABLE change_log IN ACCESS EXCLUSIVE MODE").execute());
    List<Future<Reply>> sent = sent(node, title);
    // Messages arrive in the order in which they are sent.
    await(
        SearchedCatalog.send(
            node, "storeGetSearchVersion", new JsonObject(), Principal.ANONYMOUS, NO_HEADERS));
    assertThat(sent).noneMatch(Future::isComplete);
    await(lock.commit().eventually(holder::close));
    return sent;
  }

  /** Two verticles on one bus: the index of the first one is lost, and it cannot fill another. */
  @Test
  void aNodeThatLosesItsIndexPassesSearchesOn() {
    Vertx vertx = Vertx.vertx();
    try {
      catalog.deployNode(vertx, data.resolve("lost"));
      OperationClient node = catalog.deployNode(vertx, data.resolve("kept"));
      Eventually.until(() -> isFilled(data.resolve("lost")) && isFilled(data.resolve("kept")));
      String id = search.add("Knot Jar");
      catalog.sql("ALTER TABLE product_tag RENAME TO product_tag_lost");
      delete(data.resolve("lost").resolve("search"));

      for (int i = 0; i < 10; i++) {
        String title = "Knot Jar " + i;
        catalog.sql("UPDATE product SET title = $2 WHERE id = $1", id, title);
        assertAnswered(node, title);
      }
    } finally {
      catalog.sql("ALTER TABLE IF EXISTS product_tag_lost RENAME TO product_tag");
      await(vertx.close());
    }
  }

  private static boolean isFilled(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith("segments_"));
    } catch (IOException | UncheckedIOException notYet) {
      return false;
    }
  }

  /** Several searches at a time, none of which is repeated. */
  private static void assertAnswered(OperationClient node, String title) {
    assertAnswered(sent(node, title), title);
  }

  private static List<Future<Reply>> sent(OperationClient node, String title) {
    JsonObject body =
        new JsonObject()
            .put("q", title)
            .put("matchingStrategy", "all")
            .put("attributesToRetrieve", new JsonArray().add("title"));
    return IntStream.range(0, 8)
        .mapToObj(i ->
            SearchedCatalog.send(
                node,
                i % 2 == 0 ? "storeSearchIndex" : "storeSearchProduct",
                body,
                Principal.ANONYMOUS,
                NO_HEADERS))
        .toList();
  }

  private static void assertAnswered(List<Future<Reply>> sent, String title) {
    for (Future<Reply> one : sent) {
      Reply reply = await(one);
      assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
      assertThat(SearchedCatalog.titlesOf(reply.body().toJsonObject())).containsExactly(title);
    }
  }

  private static Reply once(OperationClient node, String operation, JsonObject body) {
    return await(SearchedCatalog.send(node, operation, body, Principal.ANONYMOUS, NO_HEADERS));
  }

  /** A step that failed has its changes again. */
  @Test
  void aFailedStepLosesNoChange() {
    String id = search.add("Curlew Bowl");
    assertThat(titles(catalog.bus, "curlew")).containsExactly("Curlew Bowl");
    catalog.sql("INSERT INTO product_type (id, value) VALUES ('ptyp_curlew', 'Ware')");
    catalog.sql("UPDATE product SET type_id = 'ptyp_curlew' WHERE id = $1", id);
    assertThat(titles(catalog.bus, "ware curlew")).containsExactly("Curlew Bowl");
    catalog.sql("ALTER TABLE product_tagging RENAME TO product_tagging_away");
    try {
      catalog.sql("UPDATE product_type SET value = 'Fritware' WHERE id = 'ptyp_curlew'");
      Reply refused =
          await(
              SearchedCatalog.send(
                  catalog.bus,
                  "storeSearchIndex",
                  new JsonObject().put("q", "fritware"),
                  Principal.ANONYMOUS,
                  NO_HEADERS));
      assertThat(refused.status()).isEqualTo(503);
    } finally {
      catalog.sql("ALTER TABLE product_tagging_away RENAME TO product_tagging");
    }

    assertThat(titles(catalog.bus, "fritware")).containsExactly("Curlew Bowl");
  }

  @Test
  void searchesBesideWritersSeeEachWrite() {
    AtomicInteger wrong = new AtomicInteger();
    List<Thread> writers =
        IntStream.range(0, 4)
            .mapToObj(writer ->
                Thread.ofVirtual()
                    .start(() -> {
                      for (int i = 0; i < 10; i++) {
                        String word = "stint" + writer + "n" + i + "z";
                        search.add("Stint " + word);
                        if (titles(catalog.bus, word).size() != 1) {
                          wrong.incrementAndGet();
                        }
                      }
                    }))
            .toList();
    writers.forEach(SearchFreshnessIT::join);

    assertThat(wrong).hasValue(0);
    Eventually.until(() -> total(catalog.bus) == listed());
  }

  private static void join(Thread writer) {
    try {
      writer.join();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
