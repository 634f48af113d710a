package dev.tradewind.acceptance.checkout;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A cart read at two nodes that share nothing but the database, while all that it shows changes: no
 * read shows a state of before a change that was acknowledged when it started.
 */
class FreshCartsIT {

  private static final int ROUNDS = 300;
  private static final int READERS = 2;
  private static final int MAX_PAUSE = 15;
  private static final int STOCK = 1_000;

  private static final AtomicInteger COMPARED = new AtomicInteger();

  private static Shop shop;
  private static Shop other;
  private static String path;

  /** A cart that changes itself; the first change would drop its deleted discount for good. */
  private static String changing;

  private static String cardId;

  /** Variant whose stock changes by orders alone. */
  private static JsonObject sold;

  private static JsonObject before;

  @BeforeAll
  static void open() {
    TestDatabase database = Shop.migratedDatabase();
    shop = Shop.on(database.url());
    other = Shop.on(database.url());
    JsonObject variant = shop.newVariant(500, 1_000);
    String region = shop.storefront().region("eur").getString("id");
    String code = Ids.ulid();
    cardId = "gift_" + code;
    shop.discountFixtures().newDiscount(code, "percentage", 1, null, region);
    shop.discountFixtures().newGiftCard(code, 1_000_000, null, region);
    sold = shop.newVariant(500, STOCK);
    path = "/store/carts/" + readyCart(region, variant, sold);
    changing = "/store/carts/" + shop.readyCart(variant.getString("id"), 1);
    JsonArray codes = new JsonArray().add(new JsonObject().put("code", code));
    before =
        shop.storefront()
            .post(path, new JsonObject().put("discounts", codes).put("gift_cards", codes))
            .cart();
  }

  private static String readyCart(String region, JsonObject one, JsonObject another) {
    Storefront storefront = shop.storefront();
    String id = storefront.createCart(region, one.getString("id"), 1).getString("id");
    storefront.post(
        "/store/carts/" + id + "/line-items",
        new JsonObject().put("variant_id", another.getString("id")).put("quantity", 1));
    storefront.prepareForCompletion(id, "shopper@example.com", "de");
    return id;
  }

  @AfterAll
  static void close() {
    shop.close();
    other.close();
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

  /**
   * Something that a cart shows.
   *
   * @param write changes it to a number
   * @param shown the number that a cart shows
   */
  private record Shown(IntConsumer write, ToIntFunction<JsonObject> shown) {}

  private static void sql(Pool pool, String statement, Object... parameters) {
    await(pool.preparedQuery(statement).execute(Tuple.from(parameters)));
  }

  /** Takes a unit out of stock, as the placement of an order does. */
  private static void sell(int order) {
    JsonObject line =
        new JsonObject()
            .put("variant_id", sold.getString("id"))
            .put("quantity", 1)
            .put("line_item_id", "item_" + order);
    sql(
        shop.catalog(),
        "SELECT take_stock($1, NULL, $2, now(), 'command', 'SYSTEM')",
        "order_" + order,
        new JsonArray().add(line));
  }

  private static JsonObject soldIn(JsonObject cart) {
    return cart.getJsonArray("items").stream()
        .map(item -> ((JsonObject) item).getJsonObject("variant"))
        .filter(variant -> variant.getString("id").equals(sold.getString("id")))
        .findFirst()
        .orElseThrow();
  }

  private static int number(String text) {
    return Integer.parseInt(text.replaceAll("\\D", ""));
  }

  private static JsonObject first(JsonObject cart, String array) {
    return cart.getJsonArray(array).getJsonObject(0);
  }

  private static Map<String, Shown> everything() {
    JsonObject item = first(before, "items");
    String variantId = item.getString("variant_id");
    String productId = item.getJsonObject("variant").getString("product_id");
    String optionId = first(before, "shipping_methods").getString("shipping_option_id");
    String discountId = first(before, "discounts").getString("id");
    Map<String, Shown> all = new LinkedHashMap<>();
    all.put(
        "region",
        new Shown(
            n ->
                sql(
                    shop.catalog(),
                    "UPDATE region SET name = $1 WHERE id = $2",
                    "R" + n,
                    before.getString("region_id")),
            cart -> number(cart.getJsonObject("region").getString("name"))));
    all.put(
        "tax rate",
        new Shown(
            n ->
                sql(
                    shop.catalog(),
                    "UPDATE region SET tax_rate = $1::integer / 100.0 WHERE id = $2",
                    n,
                    before.getString("region_id")),
            cart ->
                (int)
                    Math.round(
                        100
                            * first(first(cart, "items"), "tax_lines")
                                .getNumber("rate")
                                .doubleValue())));
    all.put(
        "product",
        new Shown(
            n ->
                sql(
                    shop.catalog(),
                    "UPDATE product SET title = $1 WHERE id = $2",
                    "T" + n,
                    productId),
            cart ->
                number(
                    first(cart, "items")
                        .getJsonObject("variant")
                        .getJsonObject("product")
                        .getString("title"))));
    all.put(
        "stock",
        new Shown(
            n ->
                sql(
                    shop.catalog(),
                    "UPDATE product_variant SET inventory_quantity = $1 WHERE id = $2",
                    n,
                    variantId),
            cart ->
                first(cart, "items").getJsonObject("variant").getInteger("inventory_quantity")));
    all.put(
        "sale",
        new Shown(
            n -> {
              if (n > 0) {
                sell(n);
              }
            },
            cart -> STOCK - soldIn(cart).getInteger("inventory_quantity")));
    all.put(
        "sold product",
        new Shown(
            n ->
                sql(
                    shop.catalog(),
                    "UPDATE product SET title = $1 WHERE id = $2",
                    "T" + n,
                    sold.getString("product_id")),
            cart -> number(soldIn(cart).getJsonObject("product").getString("title"))));
    all.put(
        "shipping option",
        new Shown(
            n ->
                sql(
                    shop.catalog(),
                    "UPDATE shipping_option SET name = $1 WHERE id = $2",
                    "S" + n,
                    optionId),
            cart ->
                number(
                    first(cart, "shipping_methods")
                        .getJsonObject("shipping_option")
                        .getString("name"))));
    all.put(
        "sales channel",
        new Shown(
            n ->
                sql(
                    shop.catalog(),
                    "UPDATE sales_channel SET name = $1 WHERE id = $2",
                    "C" + n,
                    before.getString("sales_channel_id")),
            cart -> number(cart.getJsonObject("sales_channel").getString("name"))));
    all.put(
        "discount",
        new Shown(
            n ->
                sql(
                    shop.discounts(),
                    "UPDATE discount SET deleted_at = CASE WHEN $1::integer % 2 = 1 THEN now() END"
                        + " WHERE id = $2",
                    n,
                    discountId),
            cart -> cart.getJsonArray("discounts").isEmpty() ? 1 : 0));
    all.put(
        "gift card",
        new Shown(
            n ->
                sql(
                    shop.discounts(),
                    "UPDATE gift_card SET balance = $1 WHERE id = $2",
                    (long) n,
                    cardId),
            cart -> first(cart, "gift_cards").getInteger("balance")));
    all.put(
        "customer",
        new Shown(
            n ->
                sql(
                    shop.customers(),
                    "UPDATE customer SET email = $1 WHERE id = $2",
                    "guest" + n + "@example.com",
                    before.getString("customer_id")),
            cart -> number(cart.getJsonObject("customer").getString("email"))));
    all.put(
        "cart",
        new Shown(
            n ->
                assertThat(
                        shop.storefront()
                            .post(
                                changing,
                                new JsonObject().put("context", new JsonObject().put("n", n)))
                            .status())
                    .isEqualTo(200),
            cart -> cart.getJsonObject("context").getInteger("n")));
    return all;
  }

  @Test
  void noReadShowsAStateOfBeforeAnAcknowledgedChange() throws Exception {
    Map<String, Shown> everything = everything();
    Map<String, Rounds> rounds = new HashMap<>();
    everything.forEach((what, shown) -> {
      rounds.put(what, new Rounds());
      shown.write().accept(0);
    });
    AtomicInteger writing = new AtomicInteger(everything.size());
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> all = new ArrayList<>();
      everything.forEach((what, shown) ->
          all.add(
              threads.submit(() -> {
                try {
                  rounds.get(what).run(shown.write(), new Random(what.hashCode()));
                } finally {
                  writing.decrementAndGet();
                }
              })));
      for (Shop node : List.of(shop, other)) {
        for (int reader = 0; reader < READERS; reader++) {
          all.add(
              threads.submit(() -> {
                do {
                  compare(node.storefront(), everything, rounds);
                } while (writing.get() > 0);
              }));
        }
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    assertThat(COMPARED.get()).isGreaterThan(ROUNDS);
  }

  private static void compare(
      Storefront node, Map<String, Shown> everything, Map<String, Rounds> rounds) {
    Map<String, Integer> known = new HashMap<>();
    rounds.forEach((what, round) -> known.put(what, round.acknowledged.get()));
    JsonObject cart = read(node, path);
    JsonObject changed = read(node, changing);
    Map<String, Integer> possible = new HashMap<>();
    rounds.forEach((what, round) -> possible.put(what, round.started.get()));
    everything.forEach((what, shown) -> {
      int least = known.get(what);
      int most = possible.get(what);
      int seen = shown.shown().applyAsInt(what.equals("cart") ? changed : cart);
      if (!what.equals("discount")) {
        assertThat(seen).as(what).isBetween(least, most);
      } else if (least == most) {
        assertThat(seen).as(what).isEqualTo(least % 2);
      }
      COMPARED.incrementAndGet();
    });
  }

  private static JsonObject read(Storefront node, String cart) {
    Answer answer = node.follow(node.url() + cart);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.cart();
  }

  /** The question for changes, which has the stock, and the row of the cart. */
  @Test
  void aSaleAtAnotherNodeIsShownWithoutReadingTheCatalog() {
    String variant = shop.newVariant(500, 9).getString("id");
    String read = "/store/carts/" + shop.readyCart(variant, 1);
    other.storefront().get(read);

    int fewest = Integer.MAX_VALUE;
    for (int left = 8; left > 4; left--) {
      String order = shop.readyCart(variant, 1);
      assertThat(shop.storefront().post("/store/carts/" + order + "/complete", null).status())
          .isEqualTo(200);
      other.statements();
      JsonObject shown =
          first(other.storefront().get(read).cart(), "items").getJsonObject("variant");
      fewest = Math.min(fewest, other.statements().size());

      assertThat(shown.getInteger("inventory_quantity")).isEqualTo(left);
      assertThat(shown.getString("updated_at"))
          .isEqualTo(
              other
                  .storefront()
                  .get("/store/variants/" + variant)
                  .body()
                  .getJsonObject("variant")
                  .getString("updated_at"));
    }
    assertThat(fewest).isEqualTo(2);
  }

  /** Reads of an unchanged cart, each of which asks for changes alone. */
  @Test
  void anUnchangedCartIsReadWithOneStatement() {
    String unchanged = "/store/carts/" + shop.readyCart(shop.newVariant(500, 9).getString("id"), 1);
    Answer first = other.storefront().get(unchanged);

    assertThat(other.fewestStatements(() -> other.storefront().get(unchanged))).hasSize(1);
    Answer second = other.storefront().get(unchanged);
    assertThat(second.text()).isEqualTo(first.text());
    assertThat(second.headers().firstValue("etag")).isEqualTo(first.headers().firstValue("etag"));
  }
}
