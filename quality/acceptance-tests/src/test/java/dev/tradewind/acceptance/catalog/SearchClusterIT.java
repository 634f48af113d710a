package dev.tradewind.acceptance.catalog;

import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.Cluster.Gateway;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Search of a cluster of processes: nodes without an index, killed ones, and changed settings. */
class SearchClusterIT {

  private static final int ROUNDS = 10;
  private static final int SHOPPERS = 4;
  private static final int SEARCHES = 10;

  /** Answers of a cluster that has lost a node: the search, or that there is none for now. */
  private static final Set<Integer> EXPECTED = Set.of(200, 503, 504);

  private static final String REFUSED = "Filling the search index failed";

  @Test
  void aNodeWithoutAnIndexAsksTheOthersThoughOneOfThemIsKilled() {
    try (Cluster cluster = new Cluster(3)) {
      Gateway first = cluster.full();
      Gateway second = cluster.full();
      String id = product(staff(first));
      for (Gateway node : List.of(first, second)) {
        until(() -> search(node, "first").status() == 200);
      }
      // Names are read by a fill, but not by the step that follows a product.
      cluster.execute("ALTER TABLE catalog.product_tag RENAME TO product_tag_off");
      Gateway empty = cluster.full();
      empty.process().awaitThat(() -> empty.process().output().contains(REFUSED));

      for (int round = 0; round < ROUNDS; round++) {
        String word = rename(cluster, id);
        assertThat(titles(search(empty, word))).as("round %d", round).containsExactly(word);
      }

      String word = rename(cluster, id);
      try (Shoppers shoppers = new Shoppers(empty, word)) {
        shoppers.awaitSearches();
        second.process().kill();
        shoppers.awaitSearches();
      }
      String without = rename(cluster, id);
      until(() -> search(empty, without).status() == 200);
      assertThat(titles(search(empty, without))).containsExactly(without);

      cluster.execute("ALTER TABLE catalog.product_tag_off RENAME TO product_tag");
      empty.process().awaitThat(() -> empty.process().output().contains("Filled the search index"));
      first.process().kill();
      until(() -> search(empty, without).status() == 200);
      assertThat(titles(search(empty, without))).containsExactly(without);
    }
  }

  @Test
  void theNextSearchAtAnotherNodeHasTheChangedSettings() {
    try (Cluster cluster = new Cluster(2)) {
      Gateway one = cluster.full();
      Gateway other = cluster.full();
      StaffClient staff = staff(one);
      until(() -> search(other, "shirt").status() == 200);
      List<List<String>> choices = List.of(List.of("available"), List.of("price", "material"));

      for (int round = 0; round < ROUNDS; round++) {
        List<String> facets = choices.get(round % choices.size());
        String word = "synonym" + round;
        change(staff, facets, word);

        JsonObject answer =
            StaffClient.ok(
                search(other, new JsonObject().put("q", word).put("facets", List.of("*"))));
        assertThat(answer.getJsonObject("facetDistribution").fieldNames())
            .as("round %d", round)
            .containsExactlyElementsOf(facets);
        assertThat(answer.getJsonArray("hits")).as("round %d", round).isNotEmpty();
      }
    }
  }

  private static void change(StaffClient staff, List<String> facets, String word) {
    JsonObject settings = staff.get("/admin/tradewind/search").getJsonObject("search");
    staff.post(
        "/admin/tradewind/search",
        new JsonObject()
            .put("facets", new JsonArray(facets))
            .put(
                "synonyms",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("word", word)
                            .put("synonyms", new JsonArray().add("shirt"))))
            .put("version", settings.getValue("version"))
            .encode());
  }

  private static StaffClient staff(Gateway node) {
    Storefront http = node.storefront();
    String token =
        http.bearer(
            "/admin/auth/token",
            json("{'email': 'admin@tradewind.test', 'password': 'supersecret'}"));
    return new StaffClient(http, new String[] {"authorization", token});
  }

  private static String product(StaffClient staff) {
    return staff
        .post("/admin/products", "{'title': 'First', 'status': 'published'}")
        .getJsonObject("product")
        .getString("id");
  }

  /** Gives the product a title of one new word, which staff cannot while a table is missing. */
  private static String rename(Cluster cluster, String id) {
    String word = "mark" + Ids.ulid().toLowerCase(Locale.ROOT);
    cluster.execute("UPDATE catalog.product SET title = '%s' WHERE id = '%s'".formatted(word, id));
    return word;
  }

  private static Answer search(Gateway node, String words) {
    return search(
        node,
        new JsonObject()
            .put("q", words)
            .put("matchingStrategy", "all")
            .put("attributesToRetrieve", new JsonArray().add("title")));
  }

  private static Answer search(Gateway node, JsonObject body) {
    return node.storefront().post("/store/search/indexes/products/search", body);
  }

  private static List<String> titles(Answer answer) {
    return StaffClient.ok(answer).getJsonArray("hits").stream()
        .map(hit -> ((JsonObject) hit).getString("title"))
        .toList();
  }

  /** Searches at a node for a word that one product has. */
  private static final class Shoppers implements AutoCloseable {

    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger found = new AtomicInteger();
    private final List<Thread> threads;
    private volatile boolean isOver;

    Shoppers(Gateway node, String word) {
      threads =
          IntStream.range(0, SHOPPERS)
              .mapToObj(i -> Thread.ofPlatform().start(() -> searchUntilOver(node, word)))
              .toList();
    }

    private void searchUntilOver(Gateway node, String word) {
      while (!isOver) {
        Answer answer = search(node, word);
        if (answer.status() == 200 && titles(answer).equals(List.of(word))) {
          found.incrementAndGet();
        } else if (answer.status() == 200 || !EXPECTED.contains(answer.status())) {
          wrong.add(answer.status() + " " + answer.text());
        }
      }
    }

    /** Waits until some more were answered, or one wrongly. */
    void awaitSearches() {
      int before = found.get();
      until(() -> !wrong.isEmpty() || found.get() >= before + SEARCHES * SHOPPERS);
      assertThat(wrong).isEmpty();
    }

    @Override
    public void close() {
      isOver = true;
      for (Thread thread : threads) {
        try {
          thread.join();
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
          throw new AssertionError(interrupted);
        }
      }
      assertThat(wrong).isEmpty();
    }
  }
}
