package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Caller;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Numbers of SQL statements per operation, over all verticles and with warm caches; they determine
 * the latency.
 */
@Tag("alone")
class StatementBudgetIT {

  /** Repetitions of an after-sale workflow; a background task may add a statement to some. */
  private static final int ROUNDS = 4;

  private static Shop shop;
  private static Storefront storefront;

  @BeforeAll
  static void open() {
    // Caches and products of other tests would change the counts.
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
    storefront = shop.storefront();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void aCartReadTakesAtMostTwoStatements() {
    String cart = "/store/carts/" + shop.readyCart(shop.newVariant(500, 9).getString("id"), 1);

    assertThat(fewest(cart, storefront::get)).isBetween(1, 2);
  }

  @Test
  void aCartCreationTakesTwoStatements() {
    String variantId = shop.newVariant(500, 9).getString("id");
    String region = storefront.region("eur").getString("id");
    JsonObject empty = new JsonObject().put("region_id", region);
    storefront.createCart(region, variantId, 1);

    assertThat(statements(() -> storefront.post("/store/carts", empty))).hasSize(2);
    assertThat(statements(() -> storefront.createCart(region, variantId, 1))).hasSize(2);
  }

  /** The question for changes tells the stock that an order has left; no quote is read again. */
  @Test
  void aSaleCostsTheNextCartsNoStatement() {
    String variantId = shop.newVariant(500, 99).getString("id");
    String region = storefront.region("eur").getString("id");
    List<Integer> counted = new ArrayList<>();
    for (int order = 0; order < ROUNDS; order++) {
      String cart = "/store/carts/" + shop.readyCart(variantId, 1);
      assertThat(storefront.post(cart + "/complete", null).status()).isEqualTo(200);
      shop.statements();
      storefront.createCart(region, variantId, 1);
      counted.add(shop.statements().size());
    }
    assertThat(Collections.min(counted)).isEqualTo(2);
  }

  @Test
  void anAddedLineTakesAtMostThreeStatements() {
    String variantId = shop.newVariant(500, 9).getString("id");
    String cart = "/store/carts/" + shop.readyCart(variantId, 1);
    String lines = cart + "/line-items";
    JsonObject line = new JsonObject().put("variant_id", variantId).put("quantity", 1);
    storefront.post(lines, line);

    assertThat(fewest(cart, any -> storefront.post(lines, line))).isBetween(2, 3);
  }

  @Test
  void discountsTakeTwoMoreStatementsAndGiftCardsOneForAnyNumberOfLines() {
    String regionId = storefront.region("eur").getString("id");
    String code = Ids.ulid();
    shop.discountFixtures().newDiscount(code, "fixed", 100, null, regionId);
    shop.discountFixtures().newGiftCard(code, 300, null, regionId);
    String cart = "/store/carts/" + shop.readyCart(shop.newVariant(500, 9).getString("id"), 1);
    JsonArray codes = new JsonArray().add(new JsonObject().put("code", code));
    JsonObject entered = new JsonObject().put("discounts", codes).put("gift_cards", codes);
    assertThat(storefront.post(cart, entered).status()).isEqualTo(200);

    List<Integer> counted = new ArrayList<>();
    for (int lines = 0; lines < 6; lines++) {
      JsonObject line =
          new JsonObject()
              .put("variant_id", shop.newVariant(500, 9).getString("id"))
              .put("quantity", 1);
      counted.add(warmStatements(cart, () -> storefront.post(cart + "/line-items", line)).size());
    }
    // The tax rates of a new product are not cached either. The last three carts are the largest.
    assertThat(Collections.min(counted.subList(3, 6))).isLessThanOrEqualTo(3 + 2 + 1 + 1);
    assertThat(fewest(cart, storefront::get)).isLessThanOrEqualTo(2);
  }

  @Test
  void theNumberOfStatementsDoesNotDependOnTheNumberOfLines() {
    String variantId = shop.newVariant(500, 1_000).getString("id");
    List<String> small = carts(variantId, 10);
    List<String> large = carts(variantId, 100);
    JsonObject line = new JsonObject().put("variant_id", variantId).put("quantity", 1);
    JsonObject email = new JsonObject().put("email", "hundred@example.com");
    for (String cart : Stream.of(small, large).flatMap(List::stream).toList()) {
      storefront.post(cart, email);
      storefront.post(cart + "/line-items", line);
      storefront.post(cart + "/payment-sessions", null);
    }

    List<Consumer<String>> requests =
        List.of(
            storefront::get,
            cart -> storefront.post(cart + "/line-items", line),
            cart -> storefront.post(cart + "/complete", null));
    assertThat(requests)
        .allSatisfy(
            request -> assertThat(fewest(large, request)).isEqualTo(fewest(small, request)));
  }

  private static List<String> carts(String variantId, int lines) {
    return Stream.generate(() -> "/store/carts/" + cartWithLines(variantId, lines))
        .limit(3)
        .toList();
  }

  /** Statements of a request on one of the carts; a background task may add one to others. */
  private static int fewest(List<String> carts, Consumer<String> request) {
    return carts.stream()
        .mapToInt(cart -> warmStatements(cart, () -> request.accept(cart)).size())
        .min()
        .orElseThrow();
  }

  /** The fewest statements of a request on a cart, repeated. */
  private static int fewest(String cart, Consumer<String> request) {
    return fewest(Collections.nCopies(3, cart), request);
  }

  /** Statements of a request that finds the references of its cart cached a moment ago. */
  private static List<String> warmStatements(String cart, Runnable request) {
    storefront.get(cart + "?expand=customer,region,sales_channel,items.variant.product");
    shop.statements();
    request.run();
    return shop.statements();
  }

  /** Lines of one request are not merged. */
  private static String cartWithLines(String variantId, int lines) {
    JsonArray items = new JsonArray();
    for (int i = 0; i < lines; i++) {
      items.add(new JsonObject().put("variant_id", variantId).put("quantity", 1));
    }
    JsonObject cart =
        new JsonObject()
            .put("region_id", storefront.region("eur").getString("id"))
            .put("items", items);
    return storefront.post("/store/carts", cart).cart().getString("id");
  }

  /**
   * Two items, which an order before has had, e-mail and address, a shipping method, payment
   * sessions, completion.
   */
  @Test
  void aCheckoutTakesAtMostFifteenStatementsAndElevenWithCachedCarts() {
    String region = storefront.region("eur").getString("id");
    String one = shop.newVariant(500, 99).getString("id");
    String other = shop.newVariant(700, 99).getString("id");
    String ready = shop.readyCart(one, 1);
    String option =
        storefront
            .get("/store/shipping-options/" + ready)
            .body()
            .getJsonArray("shipping_options")
            .getJsonObject(0)
            .getString("id");
    checkOut(region, one, other, option, "warm");

    assertThat(statements(() -> checkOut(region, one, other, option, "counted")))
        // Four more after conflicts with changes by another node.
        .hasSizeBetween(11, 15);
  }

  private static void checkOut(
      String region, String one, String other, String option, String guest) {
    JsonArray items =
        new JsonArray()
            .add(new JsonObject().put("variant_id", one).put("quantity", 1))
            .add(new JsonObject().put("variant_id", other).put("quantity", 1));
    JsonObject created = new JsonObject().put("region_id", region).put("items", items);
    String cart = "/store/carts/" + storefront.post("/store/carts", created).cart().getString("id");
    JsonObject address = new JsonObject().put("city", "Town").put("country_code", "de");
    storefront.post(
        cart,
        new JsonObject()
            .put("email", guest + "." + one + "@example.com")
            .put("shipping_address", address));
    storefront.post(cart + "/shipping-methods", new JsonObject().put("option_id", option));
    storefront.post(cart + "/payment-sessions", null);
    assertThat(storefront.post(cart + "/complete", null).status()).isEqualTo(200);
  }

  @Test
  void aCompletionTakesAtMostThreeStatements() {
    List<String> carts =
        Stream.generate(() -> shop.newVariant(500, 9).getString("id"))
            .limit(3)
            .map(variantId -> "/store/carts/" + shop.readyCart(variantId, 1))
            .toList();

    assertThat(
            fewest(
                carts,
                cart ->
                    assertThat(storefront.post(cart + "/complete", null).status()).isEqualTo(200)))
        .isBetween(2, 3);
  }

  /** An edit that raises the total, paid by its payment collection, after one that warms caches. */
  @Test
  void anOrderEditAndItsPaymentCollectionKeepTheirBudgets() {
    StaffClient staff = new StaffClient(shop);
    String sold = shop.newVariant(500, 99).getString("id");
    String added = shop.newVariant(700, 99).getString("id");
    Map<String, Integer> counted = new LinkedHashMap<>();
    for (int order = 0; order < ROUNDS; order++) {
      String orderId =
          StaffClient.ok(
                  storefront.post("/store/carts/" + shop.readyCart(sold, 3) + "/complete", null))
              .getJsonObject("data")
              .getString("id");
      JsonObject created =
          count(
                  counted,
                  "create",
                  () -> staff.post("/admin/order-edits", "{'order_id': '%s'}", orderId))
              .getJsonObject("order_edit");
      String edit = "/admin/order-edits/" + created.getString("id");
      count(
          counted,
          "add",
          () -> staff.post(edit + "/items", "{'variant_id': '%s', 'quantity': 2}", added));
      String collection =
          "/store/payment-collections/"
              + count(counted, "request", () -> staff.post(edit + "/request", ""))
                  .getJsonObject("order_edit")
                  .getString("payment_collection_id");
      JsonObject manual = new JsonObject().put("provider_id", "manual");
      String session =
          count(counted, "set", () -> posted(collection + "/sessions", manual))
              .getJsonObject("payment_collection")
              .getJsonArray("payment_sessions")
              .getJsonObject(0)
              .getString("id");
      count(
          counted,
          "authorize",
          () -> posted(collection + "/sessions/" + session + "/authorize", null));
      String complete = "/store/order-edits/" + created.getString("id") + "/complete";
      count(counted, "complete", () -> posted(complete, null));
    }

    assertBudgets(
        counted,
        Map.of("create", 7, "add", 15, "request", 13, "set", 18, "authorize", 14, "complete", 24));
  }

  /** Swaps and claims of one order, after ones that warm caches. */
  @Test
  void swapsAndClaimsKeepTheirBudgets() {
    StaffClient staff = new StaffClient(shop);
    JsonObject placed =
        posted(
                "/store/carts/"
                    + shop.readyCart(shop.newVariant(1_000, 99).getString("id"), 3 * ROUNDS)
                    + "/complete",
                null)
            .getJsonObject("data");
    String order = "/admin/orders/" + placed.getString("id");
    JsonObject line = placed.getJsonArray("items").getJsonObject(0);
    staff.post(order + "/capture", "");
    staff.post(
        order + "/fulfillment",
        "{'items': [{'item_id': '%s', 'quantity': %d}]}",
        line.getString("id"),
        3 * ROUNDS);
    JsonObject unit = new JsonObject().put("item_id", line.getString("id")).put("quantity", 1);
    JsonObject additional =
        new JsonObject()
            .put("variant_id", shop.newVariant(2_000, 99).getString("id"))
            .put("quantity", 1);
    JsonObject swap =
        new JsonObject()
            .put("return_items", new JsonArray().add(unit))
            .put("additional_items", new JsonArray().add(additional));
    JsonObject item = unit.copy().put("reason", "other");
    JsonObject refund =
        new JsonObject().put("type", "refund").put("claim_items", new JsonArray().add(item));
    JsonObject replacement =
        refund
            .copy()
            .put("type", "replace")
            .put("additional_items", new JsonArray().add(additional));
    Map<String, Integer> counted = new LinkedHashMap<>();
    for (int part = 0; part < ROUNDS; part++) {
      JsonArray swaps =
          count(counted, "create swap", () -> staff.post(order + "/swaps", swap.encode()))
              .getJsonObject("order")
              .getJsonArray("swaps");
      JsonObject created = swaps.getJsonObject(swaps.size() - 1);
      String cart = "/store/carts/" + created.getString("cart_id");
      posted(cart + "/payment-sessions", null);
      count(counted, "complete swap", () -> posted(cart + "/complete", null));
      String process = order + "/swaps/" + created.getString("id") + "/process-payment";
      count(counted, "process swap", () -> staff.post(process, ""));
      count(counted, "refund claim", () -> staff.post(order + "/claims", refund.encode()));
      count(
          counted, "replacement claim", () -> staff.post(order + "/claims", replacement.encode()));
    }

    assertBudgets(
        counted,
        Map.of(
            "create swap",
            18,
            "complete swap",
            14,
            "process swap",
            22,
            "refund claim",
            16,
            "replacement claim",
            21));
  }

  private static JsonObject posted(String path, JsonObject body) {
    return StaffClient.ok(storefront.post(path, body));
  }

  /** Keeps the fewest statements of all rounds of a step, without those of notifications before. */
  private static JsonObject count(
      Map<String, Integer> counted, String step, Supplier<JsonObject> request) {
    shop.awaitNoNotifications();
    shop.statements();
    JsonObject answer = request.get();
    counted.merge(step, shop.statements().size(), Math::min);
    return answer;
  }

  /** A budget is the number of statements, one more where a cache expired, or one less. */
  private static void assertBudgets(Map<String, Integer> counted, Map<String, Integer> budgets) {
    assertThat(counted)
        .allSatisfy((step, statements) ->
            assertThat(statements)
                .as("%s of %s", step, counted)
                .isBetween(budgets.get(step) - 1, budgets.get(step) + 1));
  }

  @Test
  void aPageOfRegionsTakesOneStatementPlusOnePerRelation() {
    assertThat(statements(() -> storefront.get("/store/regions?expand="))).hasSize(1);
    assertThat(statements(() -> storefront.get("/store/regions?expand=countries,currency")))
        .hasSize(3);
  }

  @Test
  void aPageOfSettingsTakesOneStatementPlusOnePerRelation() {
    String[] staff = new TestIdentities(shop).asUser();
    for (String limit : new String[] {"1", "100"}) {
      // Authentication; page with count; region, profile, requirements; taxes of the prices.
      // Sales channels have their locations.
      assertThat(statements(() -> page("shipping-options?limit=" + limit, staff))).hasSize(6);
      assertThat(
              statements(() -> page("shipping-options?fields=name&expand=&limit=" + limit, staff)))
          .hasSize(2);
      assertThat(statements(() -> page("tax-rates?fields[]=product_count&limit=" + limit, staff)))
          .hasSizeBetween(2, 3);
      assertThat(statements(() -> page("sales-channels?limit=" + limit, staff))).hasSize(3);
    }
  }

  private static void page(String pathAndQuery, String[] staff) {
    Answer answer = storefront.send("GET", "/admin/" + pathAndQuery, null, staff);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
  }

  @Test
  void theNumberOfStatementsDoesNotDependOnThePageSize() {
    List<String> one = statements(() -> storefront.get("/store/products?limit=1&order=created_at"));
    List<String> many =
        statements(() -> storefront.get("/store/products?limit=100&order=created_at"));

    assertThat(one).hasSizeLessThanOrEqualTo(16);
    assertThat(many).hasSameSizeAs(one);
  }

  /** The question for changes; the region is a part of what is asked for, and not looked up. */
  @Test
  void anUnchangedPageOfProductsTakesOneStatement() {
    String region = "region_id=" + storefront.region("eur").getString("id");
    String product = storefront.product("beeswax-candle").getString("id");
    for (String page :
        List.of(
            "/store/products?limit=12&" + region,
            "/store/products?limit=12&currency_code=eur",
            "/store/products/" + product + "?" + region,
            "/store/variants?limit=12&" + region)) {
      String tag = storefront.get(page).headers().firstValue("etag").orElseThrow();
      assertThat(statements(() -> storefront.get(page))).as(page).hasSize(1);
      assertThat(
              statements(() ->
                  assertThat(storefront.send("GET", page, null, "if-none-match", tag).status())
                      .isEqualTo(304)))
          .as(page)
          .hasSize(1);
    }
    // The session, the groups of the customer, the changes.
    String page = "/store/products?limit=12&" + region;
    String[] ada = new TestIdentities(shop).asCustomer();
    storefront.send("GET", page, null, ada);
    assertThat(statements(() -> storefront.send("GET", page, null, ada))).hasSize(3);
  }

  /** Other pages of a list, and the page after a change of its products, are not counted again. */
  @Test
  void theCountOfAListIsOneStatementForAllOfItsPages() {
    JsonObject product = storefront.product("beeswax-candle");
    // No other test lists these two collections.
    String list =
        "/store/products?collection_id[]=pcol_none&collection_id[]="
            + product.getString("collection_id");
    long counted = countStatements(() -> storefront.get(list + "&limit=1"));
    assertThat(counted).isEqualTo(1);
    assertThat(countStatements(() -> storefront.get(list + "&limit=1&offset=1"))).isZero();

    // The same title again: a change of the product that other tests do not see.
    JsonObject variant = product.getJsonArray("variants").getJsonObject(0);
    new StaffClient(shop)
        .post(
            "/admin/products/" + product.getString("id") + "/variants/" + variant.getString("id"),
            "{'title': '%s'}",
            variant.getString("title"));
    assertThat(countStatements(() -> storefront.get(list + "&limit=1"))).isZero();
  }

  private static long countStatements(Runnable request) {
    shop.statements();
    request.run();
    return shop.statements().stream().filter(sql -> sql.contains("count(*)")).count();
  }

  @Test
  void pricesOfFiftyActiveListsTakeNoFurtherStatements() {
    String region = storefront.region("eur").getString("id");
    StaffClient staff = new StaffClient(shop);
    JsonObject variant = shop.newVariant(500, 9);
    String page = "/store/products?limit=100&order=created_at&region_id=" + region;
    List<String> before = statements(() -> storefront.get(page));

    for (int i = 0; i < 50; i++) {
      staff.post(
          "/admin/price-lists",
          "{'name': 'L', 'description': 'D', 'type': 'sale', 'status': 'active', 'prices': ["
              + "{'variant_id': '%s', 'currency_code': 'eur', 'amount': %d}]}",
          variant.getString("id"),
          400 - i);
    }

    assertThat(statements(() -> storefront.get(page))).hasSameSizeAs(before);
    storefront.createCart(region, variant.getString("id"), 1);
    assertThat(
            statements(() ->
                assertThat(
                        storefront
                            .createCart(region, variant.getString("id"), 1)
                            .getJsonArray("items")
                            .getJsonObject(0)
                            .getInteger("unit_price"))
                    .isEqualTo(351)))
        .hasSize(2);
  }

  @Test
  void anAuthenticatedReadTakesOneStatementMoreThanAnAnonymousOne() {
    String[] ada = new TestIdentities(shop).asCustomer();
    String page = "/store/regions?expand=";
    storefront.send("GET", page, null, ada);

    assertThat(statements(() -> storefront.get(page))).hasSize(1);
    assertThat(statements(() -> storefront.send("GET", page, null, ada))).hasSize(2);
  }

  @Test
  void theAuthenticationOfAUserTakesOneStatement() {
    TestIdentities identities = new TestIdentities(shop);
    String[] refused = identities.headers(Caller.CUSTOMER_WITH_TOKEN);
    String[] staff = identities.headers(Caller.USER_WITH_SESSION);

    assertThat(statements(() -> storefront.send("GET", "/admin/auth", null))).isEmpty();
    assertThat(statements(() -> storefront.send("GET", "/admin/auth", null, refused)))
        .hasSizeLessThanOrEqualTo(1);
    assertThat(statements(() -> storefront.send("GET", "/admin/auth", null, staff))).hasSize(2);
  }

  /** The fewest statements of a request that can be repeated. */
  private static List<String> statements(Runnable request) {
    return shop.fewestStatements(request);
  }
}
