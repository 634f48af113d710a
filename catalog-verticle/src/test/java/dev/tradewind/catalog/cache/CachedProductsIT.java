package dev.tradewind.catalog.cache;

import static dev.tradewind.catalog.cache.CachedCatalog.product;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.testing.Lane;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Cached products beside many readers and writers: never older than the last commit, and never
 * those of another shopper.
 */
class CachedProductsIT {

  @RegisterExtension static final CachedCatalog shop = new CachedCatalog();

  /** Changes of one kind. */
  private static final int ROUNDS = Lane.count("tradewind.cached-products.rounds", 200, 500);

  /** Times that all shoppers read in another order. */
  private static final int ORDERS = ROUNDS / 50;

  private static final int READERS = 2;
  private static final int MAX_PAUSE = 60;

  /** Comparisons of a page with what was known. */
  private static final AtomicInteger COMPARED = new AtomicInteger();

  /** All shoppers concurrently, again and again in another order, while other products change. */
  @Test
  void noShopperGetsThePageOfAnother() {
    List<JsonObject> places =
        List.of(
            new JsonObject(),
            shop.inEurope(),
            new JsonObject().put("region_id", shop.america),
            new JsonObject().put("currency_code", "eur"),
            new JsonObject().put("currency_code", "usd"),
            new JsonObject().put("cart_id", "cart_eur"),
            new JsonObject().put("cart_id", "cart_usd"));
    List<Shopper> shoppers = new ArrayList<>();
    for (JsonObject place : places) {
      for (String customer : new String[] {null, "cus_club", "cus_none"}) {
        for (String key : new String[] {null, "pk_app", "pk_fair", "pk_unknown"}) {
          shoppers.add(Shopper.list(place).as(customer).with(key));
          shoppers.add(Shopper.variants(place).as(customer).with(key));
        }
      }
    }
    Map<Shopper, String> right = new ConcurrentHashMap<>();
    shoppers.forEach(shopper -> right.put(shopper, shopper.read(shop.uncached)));
    assertThat(Map.copyOf(right).values().stream().distinct().count()).isGreaterThan(12);

    Random random = new Random(1);
    for (int round = 0; round < ORDERS; round++) {
      if (round % 2 == 0) {
        shop.catalog.sql("INSERT INTO product_tag (id, value) VALUES ($1, $1)", "unused_" + round);
      }
      Collections.shuffle(shoppers, random);
      List<Future<Reply>> sent =
          shoppers.stream()
              .map(shopper -> shopper.send(random.nextBoolean() ? shop.node : shop.catalog.bus))
              .toList();
      for (int i = 0; i < sent.size(); i++) {
        assertThat(await(sent.get(i)).body().toString())
            .as(shoppers.get(i).toString())
            .isEqualTo(right.get(shoppers.get(i)));
      }
    }
  }

  /** Number of the last change of one kind, started and acknowledged. */
  private static final class Rounds {

    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger acknowledged = new AtomicInteger();

    void run(IntConsumer change, Random random) {
      for (int round = 1; round <= ROUNDS; round++) {
        started.set(round);
        change.accept(round);
        acknowledged.set(round);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(MAX_PAUSE)));
      }
    }
  }

  /** Changes that a page may show: from those known before it was read to those started since. */
  private static final class Page {

    private final Map<String, Integer> known = new HashMap<>();
    private final Map<String, Integer> possible = new HashMap<>();
    private final String content;

    Page(Shopper shopper, OperationClient client, Map<String, Rounds> rounds) {
      rounds.forEach((what, round) -> known.put(what, round.acknowledged.get()));
      content = shopper.read(client);
      rounds.forEach((what, round) -> possible.put(what, round.started.get()));
    }

    void shows(String what, int round) {
      COMPARED.incrementAndGet();
      assertThat(round).as(what).isBetween(known.get(what), possible.get(what));
    }

    /** For a state that every other change turns on; it is certain between two changes. */
    void shows(String what, boolean isOn) {
      if (isCertain(what)) {
        COMPARED.incrementAndGet();
        assertThat(isOn).as(what).isEqualTo(known.get(what) % 2 == 1);
      }
    }

    boolean isCertain(String what) {
      return known.get(what).equals(possible.get(what));
    }

    boolean isCertainlyOff(String what) {
      return isCertain(what) && known.get(what) % 2 == 0;
    }
  }

  @Test
  void readersOfAllNodesSeeEveryAcknowledgedChange() throws Exception {
    String drawer =
        shop.catalog.id(
            "SELECT min(id) FROM product WHERE status = 'published' AND id NOT IN ($1, $2)",
            shop.candleId,
            shop.tote);
    shop.groups.put("cus_moving", "");
    Map<String, IntConsumer> changes = changes(drawer);
    Map<String, Rounds> rounds = new HashMap<>();
    changes.forEach((what, change) -> {
      rounds.put(what, new Rounds());
      change.accept(0);
    });
    double before = shop.hits();
    AtomicInteger writing = new AtomicInteger(changes.size());
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<java.util.concurrent.Future<?>> all = new ArrayList<>();
      changes.forEach((what, change) ->
          all.add(
              threads.submit(() -> {
                try {
                  rounds.get(what).run(change, new Random(what.hashCode()));
                } finally {
                  writing.decrementAndGet();
                }
              })));
      for (OperationClient client : List.of(shop.catalog.bus, shop.node)) {
        for (int reader = 0; reader < READERS; reader++) {
          all.add(
              threads.submit(() -> {
                do {
                  compare(client, rounds, drawer);
                } while (writing.get() > 0);
              }));
        }
      }
      for (java.util.concurrent.Future<?> one : all) {
        one.get();
      }
    }
    assertThat(COMPARED.get()).isGreaterThan(ROUNDS);
    assertThat(shop.hits()).isGreaterThan(before);
  }

  private static Map<String, IntConsumer> changes(String drawer) {
    return Map.of(
        "title",
        n ->
            shop.catalog.sql("UPDATE product SET title = $1 WHERE id = $2", "T" + n, shop.candleId),
        "price",
        n ->
            shop.catalog.sql(
                "UPDATE money_amount SET amount = $1 WHERE variant_id = $2"
                    + " AND currency_code = 'usd' AND price_list_id IS NULL",
                1_000L + n,
                shop.variant),
        "stock",
        n -> {
          if (n == 0) {
            shop.catalog.sql(
                "UPDATE product_variant SET inventory_quantity = $1 WHERE id = $2",
                ROUNDS,
                shop.variant);
          } else {
            shop.sell("order_" + n);
          }
        },
        "withdrawal",
        n ->
            shop.catalog.sql(
                "UPDATE product SET status = $1 WHERE id = $2",
                n % 2 == 1 ? "draft" : "published",
                drawer),
        "price list",
        n ->
            shop.catalog.sql(
                "UPDATE price_list SET status = $1 WHERE id = 'pl_all'",
                n % 2 == 1 ? "active" : "draft"),
        "customer group",
        n -> shop.groups.put("cus_moving", n % 2 == 1 ? "club" : ""),
        "sales channel",
        n ->
            shop.catalog.sql(
                n % 2 == 1
                    ? "INSERT INTO product_sales_channel VALUES ($1, 'sc_app')"
                    : "DELETE FROM product_sales_channel"
                        + " WHERE product_id = $1 AND sales_channel_id = 'sc_app'",
                drawer));
  }

  private static void compare(OperationClient client, Map<String, Rounds> rounds, String drawer) {
    JsonObject inAmerica = new JsonObject().put("region_id", shop.america);
    Page dollars = new Page(Shopper.list(inAmerica), client, rounds);
    showsCandle(dollars, shop.candle(dollars.content));
    dollars.shows("withdrawal", product(dollars.content, drawer) == null);

    Page variants = new Page(Shopper.variants(inAmerica), client, rounds);
    showsVariant(variants, shop.variantIn(new JsonObject(variants.content)));
    variants.shows("withdrawal", !variants.content.contains(drawer));

    Page single = new Page(shop.shopper(Shopper.VARIANT, inAmerica), client, rounds);
    showsVariant(single, new JsonObject(single.content).getJsonObject("variant"));

    Page one = new Page(shop.shopper(Shopper.GET, inAmerica), client, rounds);
    showsCandle(one, new JsonObject(one.content).getJsonObject("product"));

    Page euros = new Page(Shopper.list(shop.inEurope()), client, rounds);
    euros.shows("price list", shop.calculated(euros.content) == 5);

    Page member = new Page(Shopper.list(shop.inEurope()).as("cus_moving"), client, rounds);
    int price = shop.calculated(member.content);
    if (price != 5) {
      member.shows("customer group", price < 100);
    }

    Page app = new Page(Shopper.list(shop.inEurope()).with("pk_app"), client, rounds);
    if (app.isCertainlyOff("withdrawal")) {
      app.shows("sales channel", product(app.content, drawer) != null);
    }
  }

  private static void showsCandle(Page page, JsonObject shown) {
    page.shows("title", Integer.parseInt(shown.getString("title").substring(1)));
    showsPriceAndStock(page, shop.variantIn(shown));
  }

  private static void showsVariant(Page page, JsonObject shown) {
    page.shows(
        "title", Integer.parseInt(shown.getJsonObject("product").getString("title").substring(1)));
    showsPriceAndStock(page, shown);
  }

  private static void showsPriceAndStock(Page page, JsonObject shown) {
    page.shows("price", shown.getInteger("calculated_price") - 1_000);
    page.shows("stock", ROUNDS - shown.getInteger("inventory_quantity"));
  }
}
