package dev.tradewind.acceptance.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.catalog.CatalogReaders.Page;
import dev.tradewind.acceptance.catalog.CatalogReaders.Read;
import dev.tradewind.acceptance.catalog.CatalogWriters.Change;
import dev.tradewind.acceptance.chaos.ChaosClient;
import dev.tradewind.acceptance.chaos.ChaosCluster;
import dev.tradewind.acceptance.chaos.ChaosDatabase;
import dev.tradewind.acceptance.chaos.ChaosNode;
import dev.tradewind.acceptance.chaos.Network;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Freshness of the catalog's cached reads under faults: while staff changes prices, titles, stock,
 * publication, price lists, customer groups and sales channels at one node, no read at either of
 * two nodes shows a state before an acknowledged change, though nodes are killed, the network
 * between them is cut and PostgreSQL crashes. Requests may fail meanwhile with 503 and 504, and all
 * reads are served again afterwards.
 */
@Tag("alone")
@LongForm
class CatalogFreshnessIT {

  private static final int NODES = 2;
  private static final int READERS_OF_A_NODE = 2;

  /** Comparisons of each page at each node, and changes of each kind, in each phase. */
  private static final int COMPARISONS = 10;

  private static final int CHANGES = 5;

  private static final Duration WITHOUT_POSTGRES = Duration.ofSeconds(2);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int SALE_PRICE = 5;
  private static final int MEMBERS_PRICE = 7;
  private static final int PRICE = 1_000;

  private final Queue<String> violations = new ConcurrentLinkedQueue<>();

  @Test
  void noReadIsOlderThanAnAcknowledgedChangeUnderFaults(@TempDir Path folder) throws Exception {
    try (ChaosDatabase database = ChaosDatabase.start(folder.resolve("postgres"));
        Network network = Network.open(NODES);
        Nodes nodes = new Nodes(database, network, folder)) {
      // The first one migrates; the other would only wait for it.
      nodes.all().forEach(node -> node.start().awaitReady());
      Catalog catalog = new Catalog(database, nodes);
      try (CatalogWriters writers =
              CatalogWriters.start(catalog.staff, catalog.changes(), violations);
          CatalogReaders readers =
              CatalogReaders.start(
                  NODES, READERS_OF_A_NODE, catalog.reads(), writers, violations)) {
        awaitServed("at first", writers, readers);
        for (ChaosNode node : nodes.all()) {
          node.process().kill();
          Map<String, Integer> elsewhere = readers.compared();
          elsewhere.keySet().removeIf(page -> page.endsWith(CatalogReaders.at(node.number())));
          awaitReads("while " + node.name() + " is unavailable", elsewhere, readers);
          node.start().awaitReady();
          awaitServed("after the restart of " + node.name(), writers, readers);
        }
        if (network.isCuttable()) {
          nodes.awaitMembers(NODES);
          network.cut(1);
          nodes.awaitMembers(1);
          awaitServed("while the network is cut", writers, readers);
          network.heal(1);
          nodes.awaitMembers(NODES);
          awaitServed("after the network has healed", writers, readers);
        }
        String epoch = epoch(database);
        // Both nodes keep pages, and no longer ask for the changes that the crash will take away.
        readers.rest();
        awaitChanges("while the readers rest", writers.acknowledged(), writers);
        database.crash();
        ChaosCluster.pause(WITHOUT_POSTGRES);
        database.restart();
        readers.resume();
        awaitServed("after the restart of PostgreSQL", writers, readers);
        assertThat(epoch(database)).as("the crash has emptied the log").isNotEqualTo(epoch);
        System.out.printf("Compared %s with %s%n", readers.compared(), writers.acknowledged());
      }
      assertThat(violations).isEmpty();
      assertThat(catalog.unexpectedResponses()).isEmpty();
      for (int node = 0; node < NODES; node++) {
        assertThat(nodes.hits(node)).as("reads from memory at node %d", node).isPositive();
      }
    }
  }

  private static String epoch(ChaosDatabase database) {
    return String.join(",", database.texts("SELECT epoch FROM catalog.change_epoch"));
  }

  private void awaitServed(String when, CatalogWriters writers, CatalogReaders readers) {
    Map<String, Integer> changed = writers.acknowledged();
    awaitReads(when, readers.compared(), readers);
    awaitChanges(when, changed, writers);
  }

  /** Waits until each of these pages was compared a number of times again. */
  private void awaitReads(String when, Map<String, Integer> before, CatalogReaders readers) {
    await("reads " + when, () -> exceeds(readers.compared(), before, COMPARISONS));
  }

  /** Waits until each kind of change was made a number of times again. */
  private void awaitChanges(String when, Map<String, Integer> before, CatalogWriters writers) {
    await("changes " + when, () -> exceeds(writers.acknowledged(), before, CHANGES));
  }

  private void await(String what, BooleanSupplier holds) {
    long began = System.nanoTime();
    ChaosCluster.await(what, () -> !violations.isEmpty() || holds.getAsBoolean());
    assertThat(violations).as(what).isEmpty();
    System.out.printf("%s: %d ms%n", what, (System.nanoTime() - began) / 1_000_000);
  }

  private static boolean exceeds(
      Map<String, Integer> now, Map<String, Integer> before, int difference) {
    return before.entrySet().stream()
        .allMatch(one -> now.get(one.getKey()) >= one.getValue() + difference);
  }

  /** Complete nodes with addresses of their own. */
  private static final class Nodes implements AutoCloseable {

    private final List<Integer> ports = FreePorts.find(3 * NODES);
    private final List<ChaosNode> all;

    Nodes(ChaosDatabase database, Network network, Path folder) {
      String members =
          String.join(
              ",",
              IntStream.range(0, NODES)
                  .mapToObj(node -> network.address(node) + ":" + ports.get(node))
                  .toList());
      all =
          IntStream.range(0, NODES)
              .mapToObj(node -> node(node, database, network.address(node), members, folder))
              .toList();
    }

    private ChaosNode node(
        int node, ChaosDatabase database, String address, String members, Path folder) {
      Map<String, String> environment = new HashMap<>();
      environment.put("TRADEWIND_DATABASE_URL", database.url());
      environment.put("TRADEWIND_KAFKA_BOOTSTRAP", TestKafka.bootstrapServers());
      environment.put("TRADEWIND_DATA_DIR", folder.resolve("nodes").toString());
      environment.put("TRADEWIND_HTTP_PORT", ports.get(NODES + node).toString());
      environment.put("TRADEWIND_MANAGEMENT_PORT", ports.get(2 * NODES + node).toString());
      environment.put("TRADEWIND_CLUSTER_HOST", address);
      environment.put("TRADEWIND_CLUSTER_PORT", ports.get(node).toString());
      environment.put("TRADEWIND_CLUSTER_MEMBERS", members);
      return new ChaosNode(
          "node-" + node,
          node,
          "http://127.0.0.1:" + ports.get(NODES + node),
          List.of("-Dlogback.configurationFile=logback-chaos.xml"),
          environment,
          List.of());
    }

    List<ChaosNode> all() {
      return all;
    }

    List<String> urls() {
      return all.stream().map(ChaosNode::url).toList();
    }

    void awaitMembers(int number) {
      ChaosCluster.await(
          "clusters of " + number, () -> all.stream().allMatch(node -> node.members() == number));
    }

    /** Responses that the node has served from memory since its start. */
    double hits(int node) throws IOException, InterruptedException {
      try (HttpClient http = HttpClient.newHttpClient()) {
        URI metrics = URI.create("http://127.0.0.1:" + ports.get(2 * NODES + node) + "/metrics");
        return http.send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofLines())
            .body()
            .filter(line ->
                line.startsWith("cache_gets_total")
                    && line.contains("catalog-replies")
                    && line.contains("\"hit\""))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
            .sum();
      }
    }

    @Override
    public void close() {
      all.forEach(ChaosNode::close);
    }
  }

  /** Products with the changes that staff makes to them, and the pages that show these. */
  private static final class Catalog {

    private final List<String> urls;
    private final ChaosClient staff;
    private final ChaosClient anyone;
    private final ChaosClient member;
    private final ChaosClient app;
    private final String america;
    private final String europe;
    private final String candle;
    private final String drawer;
    private final String variant;
    private final String priceList;
    private final String group;
    private final String customer;
    private final String channel;

    Catalog(ChaosDatabase database, Nodes nodes) {
      urls = nodes.urls();
      anyone = new ChaosClient(urls);
      staff =
          new ChaosClient(
              List.of(urls.getFirst()),
              "Authorization",
              "Bearer "
                  + created(
                          anyone,
                          "/admin/auth/token",
                          new JsonObject()
                              .put("email", "admin@tradewind.test")
                              .put("password", "supersecret"))
                      .getString("access_token"));
      america = region(database, "usd");
      europe = region(database, "eur");
      candle = product(database, "beeswax-candle");
      drawer = product(database, "canvas-tote");
      variant =
          database
              .texts(
                  "SELECT min(id) FROM catalog.product_variant WHERE product_id = '%s'"
                      .formatted(candle))
              .getFirst();
      JsonObject login =
          new JsonObject().put("email", "member@example.com").put("password", "long enough 4 it");
      customer =
          created(
                  anyone,
                  "/store/customers",
                  login.copy().put("first_name", "Ada").put("last_name", "Lovelace"))
              .getJsonObject("customer")
              .getString("id");
      member =
          new ChaosClient(
              urls,
              "Authorization",
              "Bearer " + created(anyone, "/store/auth/token", login).getString("access_token"));
      group =
          created(staff, "/admin/customer-groups", new JsonObject().put("name", "Club"))
              .getJsonObject("customer_group")
              .getString("id");
      priceList = priceList("Sale", "draft", SALE_PRICE, null);
      priceList("Club", "active", MEMBERS_PRICE, group);
      channel =
          created(staff, "/admin/sales-channels", new JsonObject().put("name", "App"))
              .getJsonObject("sales_channel")
              .getString("id");
      String key =
          created(staff, "/admin/publishable-api-keys", new JsonObject().put("title", "App"))
              .getJsonObject("publishable_api_key")
              .getString("id");
      created(
          staff,
          "/admin/publishable-api-keys/" + key + "/sales-channels/batch",
          new JsonObject().put("sales_channel_ids", ids(channel)));
      created(
          staff,
          "/admin/sales-channels/" + channel + "/products/batch",
          new JsonObject().put("product_ids", ids(candle)));
      app = new ChaosClient(urls, "x-publishable-api-key", key);
    }

    private static String region(ChaosDatabase database, String currency) {
      return database
          .texts("SELECT id FROM catalog.region WHERE currency_code = '%s'".formatted(currency))
          .getFirst();
    }

    private static String product(ChaosDatabase database, String handle) {
      return database
          .texts("SELECT id FROM catalog.product WHERE handle = '%s'".formatted(handle))
          .getFirst();
    }

    private String priceList(String name, String status, int amount, @Nullable String ofGroup) {
      JsonObject list =
          new JsonObject()
              .put("name", name)
              .put("description", name)
              .put("type", "sale")
              .put("status", status)
              .put(
                  "prices",
                  new JsonArray()
                      .add(
                          new JsonObject()
                              .put("variant_id", variant)
                              .put("currency_code", "eur")
                              .put("amount", amount)));
      if (ofGroup != null) {
        list.put("customer_groups", ids(ofGroup));
      }
      return created(staff, "/admin/price-lists", list).getJsonObject("price_list").getString("id");
    }

    private static JsonArray ids(String id) {
      return new JsonArray().add(new JsonObject().put("id", id));
    }

    private static JsonObject created(ChaosClient client, String path, JsonObject body) {
      try {
        Answer answer = client.send(0, "POST", path, body, null, TIMEOUT);
        assertThat(answer.status()).as(path + " " + answer.text()).isEqualTo(200);
        return answer.body();
      } catch (IOException failure) {
        throw new AssertionError(path, failure);
      }
    }

    List<String> unexpectedResponses() {
      return Stream.of(staff, anyone, member, app)
          .flatMap(client -> client.unexpectedResponses().stream())
          .toList();
    }

    /** Changes by their names; of those between two states, every other number is on. */
    Map<String, IntFunction<Change>> changes() {
      String ofCandle = "/admin/products/" + candle;
      String ofVariant = ofCandle + "/variants/" + variant;
      return Map.of(
          "title",
          n -> post(ofCandle, new JsonObject().put("title", "T" + n)),
          "price",
          n ->
              post(
                  ofVariant,
                  new JsonObject()
                      .put(
                          "prices",
                          new JsonArray().add(price("usd", PRICE + n)).add(price("eur", PRICE)))),
          "stock",
          n -> post(ofVariant, new JsonObject().put("inventory_quantity", n)),
          "withdrawal",
          n ->
              post(
                  "/admin/products/" + drawer,
                  new JsonObject().put("status", isOn(n) ? "draft" : "published")),
          "price list",
          n ->
              post(
                  "/admin/price-lists/" + priceList,
                  new JsonObject().put("status", isOn(n) ? "active" : "draft")),
          "customer group",
          n ->
              new Change(
                  isOn(n) ? "POST" : "DELETE",
                  "/admin/customer-groups/" + group + "/customers/batch",
                  new JsonObject().put("customer_ids", ids(customer))),
          "sales channel",
          n ->
              new Change(
                  isOn(n) ? "POST" : "DELETE",
                  "/admin/sales-channels/" + channel + "/products/batch",
                  new JsonObject().put("product_ids", ids(drawer))));
    }

    private static boolean isOn(int number) {
      return number % 2 == 1;
    }

    private static Change post(String path, JsonObject body) {
      return new Change("POST", path, body);
    }

    private static JsonObject price(String currency, int amount) {
      return new JsonObject().put("currency_code", currency).put("amount", amount);
    }

    List<Read> reads() {
      String list = "/store/products?limit=100&region_id=";
      String lookup = "/store/products?handle=beeswax-candle&region_id=" + europe;
      return List.of(
          new Read("list", anyone, list + america, this::showsList),
          new Read(
              "product",
              anyone,
              "/store/products/" + candle + "?region_id=" + america,
              (page, body) -> showsCandle(page, body.getJsonObject("product"))),
          new Read(
              "variants",
              anyone,
              "/store/variants?ids=" + variant + "&region_id=" + america,
              (page, body) ->
                  showsVariant(page, Objects.requireNonNull(one(body, "variants", variant)))),
          new Read(
              "price list",
              anyone,
              lookup,
              (page, body) -> page.shows("price list", lookupPrice(body) == SALE_PRICE)),
          new Read("customer group", member, lookup, this::showsMember),
          new Read("sales channel", app, list + europe, this::showsChannel));
    }

    private void showsList(Page page, JsonObject body) {
      showsCandle(page, Objects.requireNonNull(one(body, "products", candle)));
      page.shows("withdrawal", one(body, "products", drawer) == null);
    }

    private void showsCandle(Page page, JsonObject product) {
      page.shows("title", Integer.parseInt(product.getString("title").substring(1)));
      showsVariant(page, Objects.requireNonNull(one(product, "variants", variant)));
    }

    private static void showsVariant(Page page, JsonObject shown) {
      page.shows("price", shown.getInteger("calculated_price") - PRICE);
      page.shows("stock", shown.getInteger("inventory_quantity"));
    }

    private int lookupPrice(JsonObject body) {
      JsonObject product = Objects.requireNonNull(one(body, "products", candle));
      return Objects.requireNonNull(one(product, "variants", variant))
          .getInteger("calculated_price");
    }

    private void showsMember(Page page, JsonObject body) {
      int price = lookupPrice(body);
      // The sale is cheaper for members too.
      if (price != SALE_PRICE) {
        page.shows("customer group", price == MEMBERS_PRICE);
      }
    }

    private void showsChannel(Page page, JsonObject body) {
      if (page.isCertainlyOff("withdrawal")) {
        page.shows("sales channel", one(body, "products", drawer) != null);
      }
    }

    private static @Nullable JsonObject one(JsonObject body, String list, String id) {
      return body.getJsonArray(list).stream()
          .map(JsonObject.class::cast)
          .filter(each -> each.getString("id").equals(id))
          .findFirst()
          .orElse(null);
    }
  }
}
