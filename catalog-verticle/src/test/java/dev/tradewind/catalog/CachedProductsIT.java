package dev.tradewind.catalog;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.catalog.channel.PublishableKeys;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.testing.Lane;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Cached products of two nodes over one database: never older than the last commit, and never those
 * of another shopper. A third node without a cache says what is right.
 */
class CachedProductsIT {

  private static final JsonObject NOTHING = new JsonObject();
  private static final String LIST = "storeListProducts";
  private static final String GET = "storeGetProduct";
  private static final String VARIANTS = "storeListVariants";
  private static final String VARIANT = "storeGetVariant";

  /** Changes of one kind. */
  private static final int ROUNDS = Lane.count("tradewind.cached-products.rounds", 200, 500);

  /** Times that all shoppers read in another order. */
  private static final int ORDERS = ROUNDS / 50;

  private static final int READERS = 2;
  private static final int MAX_PAUSE = 60;

  /** Comparisons of a page with what was known. */
  private static final AtomicInteger COMPARED = new AtomicInteger();

  /** Regions of carts and groups of customers, as the other verticles know them. */
  private static final Map<String, String> CARTS = new ConcurrentHashMap<>();

  private static final Map<String, String> GROUPS = new ConcurrentHashMap<>();

  private static TestCatalog catalog;
  private static final Vertx OTHER = Vertx.vertx();
  private static final Vertx UNCACHED = Vertx.vertx();
  private static SimpleMeterRegistry meters;
  private static OperationClient node;
  private static OperationClient uncached;

  private static String europe;
  private static String america;
  private static String candle;
  private static String tote;
  private static String variant;

  /** Request of a shopper. */
  private record Shopper(
      String operation, JsonObject query, @Nullable String customer, @Nullable String key) {

    static Shopper list(JsonObject query) {
      return new Shopper(LIST, query, null, null);
    }

    static Shopper variants(JsonObject query) {
      return new Shopper(VARIANTS, query, null, null);
    }

    Shopper as(@Nullable String id) {
      return new Shopper(operation, query, id, key);
    }

    Shopper with(@Nullable String given) {
      return new Shopper(operation, query, customer, given);
    }

    Future<Reply> send(OperationClient client) {
      Principal principal =
          customer == null
              ? Principal.ANONYMOUS
              : new Principal(Principal.Kind.CUSTOMER, customer, Principal.Credential.SESSION);
      JsonObject path =
          switch (operation) {
            case GET -> new JsonObject().put("id", candle);
            case VARIANT -> new JsonObject().put("id", variant);
            default -> NOTHING;
          };
      JsonObject headers =
          key == null ? NOTHING : new JsonObject().put(PublishableKeys.HEADER, key);
      return client.send(
          CatalogClient.ADDRESS,
          operation,
          new CallContext("command", Clock.systemUTC().instant().plusSeconds(60), null, principal),
          Request.input(path, query, null, headers));
    }

    String read(OperationClient client) {
      Reply reply = await(send(client));
      assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
      return reply.body().toString();
    }
  }

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    meters = new SimpleMeterRegistry();
    node = catalog.deployNode(OTHER, meters, 8);
    uncached = catalog.deployNode(UNCACHED, new SimpleMeterRegistry(), 0);
    Stream.of(catalog.vertx, OTHER, UNCACHED).forEach(CachedProductsIT::serveShoppers);
    europe = catalog.id("SELECT id FROM region WHERE currency_code = 'eur'");
    america = catalog.id("SELECT id FROM region WHERE currency_code = 'usd'");
    candle = catalog.id("SELECT id FROM product WHERE handle = 'beeswax-candle'");
    tote = catalog.id("SELECT id FROM product WHERE handle = 'canvas-tote'");
    variant = catalog.id("SELECT min(id) FROM product_variant WHERE product_id = $1", candle);
    catalog.sql(
        "INSERT INTO sales_channel (id, name) VALUES ('sc_app', 'App'), ('sc_fair', 'Fair')");
    catalog.sql(
        "INSERT INTO product_sales_channel VALUES ($1, 'sc_app'), ($2, 'sc_fair')", candle, tote);
    catalog.sql(
        "INSERT INTO publishable_api_key (id, title) VALUES ('pk_app', 'A'), ('pk_fair', 'F')");
    catalog.sql(
        "INSERT INTO publishable_api_key_sales_channel VALUES"
            + " ('pk_app', 'sc_app'), ('pk_fair', 'sc_fair')");
    catalog.sql(
        "INSERT INTO price_list (id, name, description, status) VALUES"
            + " ('pl_club', 'Club', 'Members', 'active'), ('pl_all', 'Sale', 'All', 'draft')");
    catalog.sql("INSERT INTO price_list_customer_group VALUES ('pl_club', 'club')");
    catalog.sql(
        "INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id) VALUES"
            + " ('ma_club', 'eur', 7, 'pl_club', $1), ('ma_all', 'eur', 5, 'pl_all', $1)",
        variant);
    catalog.sql("INSERT INTO product_tag (id, value) VALUES ('ptag_1', 'wax')");
    catalog.sql("INSERT INTO product_type (id, value) VALUES ('ptyp_1', 'light')");
    catalog.sql(
        "INSERT INTO product_category (id, name, handle, is_active) VALUES"
            + " ('pcat_1', 'Home', 'home', true)");
    catalog.sql(
        "INSERT INTO tax_rate (id, name, rate, region_id) VALUES ('txr_1', 'new', 3, $1)", europe);
    catalog.sql("INSERT INTO inventory_item (id) VALUES ('iitem_1')");
    catalog.sql("INSERT INTO stock_location (id, name) VALUES ('sloc_1', 'Here')");
    catalog.sql(
        "INSERT INTO inventory_level (id, inventory_item_id, location_id, stocked_quantity)"
            + " VALUES ('ilev_1', 'iitem_1', 'sloc_1', 5)");
    catalog.sql(
        "INSERT INTO product_collection (id, title, handle) VALUES ('pcol_new', 'New', 'new')");
    GROUPS.put("cus_club", "club");
    GROUPS.put("cus_none", "");
    CARTS.put("cart_eur", europe);
    CARTS.put("cart_usd", america);
  }

  private static void serveShoppers(Vertx vertx) {
    await(
        new Operations()
            .on(
                CartOperation.FIND_PRICE_CONTEXT,
                request ->
                    Future.succeededFuture(
                        Reply.ok(
                            new JsonObject()
                                .put(
                                    "region_id", CARTS.get(request.input().getString("cart_id"))))))
            .serve(vertx, OperationClient.internalAddress(CartClient.ADDRESS), Clock.systemUTC()));
    await(
        new Operations()
            .on(
                CustomerOperation.FIND_CUSTOMERS,
                request ->
                    Future.succeededFuture(
                        Reply.ok(
                            new JsonObject()
                                .put(
                                    "customers",
                                    new JsonArray()
                                        .add(
                                            customer(
                                                request
                                                    .input()
                                                    .getJsonArray("ids")
                                                    .getString(0)))))))
            .serve(
                vertx, OperationClient.internalAddress(CustomerClient.ADDRESS), Clock.systemUTC()));
  }

  private static JsonObject customer(String id) {
    String group = GROUPS.get(id);
    return new JsonObject()
        .put("id", id)
        .put("group_ids", group.isEmpty() ? new JsonArray() : new JsonArray().add(group));
  }

  @AfterAll
  static void close() {
    await(OTHER.close());
    await(UNCACHED.close());
    catalog.close();
  }

  private static JsonObject inEurope() {
    return new JsonObject().put("region_id", europe);
  }

  private static String variantOf(String handle) {
    return catalog.id(
        "SELECT min(variant.id) FROM product_variant AS variant JOIN product"
            + " ON product.id = product_id WHERE handle = $1",
        handle);
  }

  private static double hits() {
    return meters
        .get("cache.gets")
        .tags("cache", "catalog-replies", "result", "hit")
        .counter()
        .count();
  }

  @Test
  void anUnchangedPageIsReadFromMemory() {
    Shopper shopper = Shopper.list(inEurope());
    String first = shopper.read(node);
    double before = hits();

    for (int i = 0; i < 10; i++) {
      assertThat(shopper.read(node)).isEqualTo(first);
    }
    assertThat(hits() - before).isEqualTo(10);
    assertThat(meters.get("cache.bytes").tag("cache", "catalog-replies").gauge().value())
        .isGreaterThan(first.length());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          UPDATE product SET title = title || '+'
          UPDATE product SET status = 'draft' WHERE handle = 'canvas-tote'
          UPDATE product SET status = 'published' WHERE handle = 'canvas-tote'
          UPDATE product_variant SET inventory_quantity = inventory_quantity - 1
          SELECT take_stock('order_shown', NULL, jsonb_agg(jsonb_build_object('variant_id', id, 'quantity', 1, 'may_exceed_stock', true)), now(), 'command', 'SYSTEM') FROM product_variant
          UPDATE product_variant SET title = title || '+'
          UPDATE product_option SET title = title || '+'
          UPDATE product_option_value SET value = value || '+'
          UPDATE money_amount SET amount = amount + 1 WHERE price_list_id IS NULL
          UPDATE price_list SET status = 'active' WHERE id = 'pl_all'
          INSERT INTO price_list_customer_group VALUES ('pl_all', 'club')
          UPDATE price_list SET status = 'draft' WHERE id = 'pl_club'
          UPDATE price_list SET status = 'active' WHERE id = 'pl_club'
          DELETE FROM price_list_customer_group WHERE price_list_id = 'pl_all'
          UPDATE price_list SET is_for_groups = false WHERE id = 'pl_all'
          UPDATE price_list SET status = 'draft' WHERE id = 'pl_all'
          UPDATE money_amount SET amount = amount + 1 WHERE price_list_id = 'pl_club'
          UPDATE image SET url = url || '+'
          DELETE FROM product_image WHERE rank = 0
          INSERT INTO product_tagging SELECT id, 'ptag_1' FROM product
          UPDATE product_tag SET value = value || '+'
          UPDATE product SET type_id = 'ptyp_1'
          UPDATE product_type SET value = value || '+'
          UPDATE product_collection SET title = title || '+'
          INSERT INTO product_category_product SELECT 'pcat_1', id FROM product
          UPDATE product_category SET name = name || '+'
          UPDATE product_category SET is_internal = true
          UPDATE shipping_profile SET name = name || '+'
          UPDATE sales_channel SET name = name || '+'
          UPDATE region SET tax_rate = tax_rate + 1
          INSERT INTO product_tax_rate SELECT id, 'txr_1' FROM product
          UPDATE tax_rate SET rate = rate + 1
          DELETE FROM product_tax_rate
          INSERT INTO product_type_tax_rate VALUES ('ptyp_1', 'txr_1')
          UPDATE region SET currency_code = 'usd' WHERE name = 'Europe'
          UPDATE region SET currency_code = 'eur' WHERE name = 'Europe'
          UPDATE product SET collection_id = 'pcol_new' WHERE handle = 'canvas-tote'
          UPDATE currency SET includes_tax = NOT includes_tax WHERE code = 'eur'
          UPDATE region SET automatic_taxes = NOT automatic_taxes
          INSERT INTO publishable_api_key_sales_channel VALUES ('pk_app', 'sc_fair')
          DELETE FROM publishable_api_key_sales_channel WHERE publishable_key_id = 'pk_app' AND sales_channel_id = 'sc_fair'
          DELETE FROM product_sales_channel WHERE sales_channel_id = 'sc_fair'
          INSERT INTO product_sales_channel SELECT id, 'sc_fair' FROM product WHERE handle = 'canvas-tote'
          UPDATE store SET default_sales_channel_id = 'sc_fair'
          UPDATE store SET default_sales_channel_id = (SELECT min(id) FROM sales_channel WHERE id NOT IN ('sc_app', 'sc_fair'))
          INSERT INTO product_variant_inventory_item (id, variant_id, inventory_item_id) SELECT 'pvitem_1', min(id), 'iitem_1' FROM product_variant
          INSERT INTO sales_channel_location (id, sales_channel_id, location_id) SELECT 'scloc_1', default_sales_channel_id, 'sloc_1' FROM store
          UPDATE inventory_level SET reserved_quantity = 2
          DELETE FROM inventory_level
          DELETE FROM product_variant_inventory_item
          DELETE FROM product_option_value WHERE variant_id = (SELECT max(variant.id) FROM product_variant AS variant JOIN product ON product.id = product_id WHERE handle = 'beeswax-candle')
          UPDATE product SET deleted_at = now() WHERE handle = 'canvas-tote'
          UPDATE product SET deleted_at = NULL
          """)
  void everyChangeIsShownAtOnce(String change) {
    List<Shopper> shoppers = new ArrayList<>();
    for (String operation : List.of(LIST, GET, VARIANTS, VARIANT)) {
      Shopper shopper = new Shopper(operation, inEurope(), null, null);
      Collections.addAll(shoppers, shopper, shopper.as("cus_club"), shopper.with("pk_app"));
    }
    JsonObject related =
        inEurope().put("expand", "variants,variants.prices,categories,sales_channels,type,tags");
    Collections.addAll(
        shoppers,
        Shopper.list(inEurope().put("q", "a")),
        Shopper.list(inEurope().put("order", "title")),
        Shopper.list(inEurope().put("category_id", new JsonArray().add("pcat_1"))),
        Shopper.list(inEurope().put("tags", new JsonArray().add("ptag_1"))),
        Shopper.list(inEurope().put("handle", "canvas-tote")),
        Shopper.list(inEurope().put("collection_id", new JsonArray().add("pcol_new"))),
        Shopper.list(related),
        new Shopper(GET, related, null, null),
        Shopper.variants(inEurope().put("ids", variant + "," + variantOf("canvas-tote"))),
        Shopper.variants(inEurope().put("id", new JsonArray().add(variant).add("variant_absent"))),
        Shopper.variants(inEurope().put("sales_channel_id", "sc_fair").put("order", "title")),
        Shopper.variants(inEurope().put("fields", "title,product.title,prices.amount")));
    List<String> before = shoppers.stream().map(shopper -> shopper.read(node)).toList();

    catalog.sql(change);
    List<String> after = new ArrayList<>();
    for (Shopper shopper : shoppers) {
      String shown = shopper.read(node);
      assertThat(shown).as(shopper.toString()).isEqualTo(shopper.read(uncached));
      after.add(shown);
    }
    assertThat(after.equals(before)).isFalse();
  }

  /** Takes a unit of the variant, as the placement of an order does. */
  private static void sell(String order) {
    catalog.sql(
        "SELECT take_stock($1, NULL, jsonb_build_array(jsonb_build_object("
            + "'variant_id', $2::text, 'quantity', 1, 'may_exceed_stock', true)),"
            + " now(), 'command', 'SYSTEM')",
        order,
        variant);
  }

  @Test
  void aSaleConcernsThePagesOfItsProductsOnly() {
    Shopper one = Shopper.list(inEurope().put("handle", "beeswax-candle"));
    Shopper another = Shopper.list(inEurope().put("handle", "canvas-tote"));
    // Changes of earlier tests may still make a page leave the memory.
    until(() -> {
      double hits = hits();
      one.read(node);
      another.read(node);
      return hits() == hits + 2;
    });
    double before = hits();

    sell("order_of_one");
    another.read(node);
    assertThat(hits()).isEqualTo(before + 1);
    one.read(node);
    assertThat(hits()).isEqualTo(before + 1);

    catalog.sql("UPDATE product SET title = title || '.' WHERE id = $1", candle);
    another.read(node);
    assertThat(hits()).isEqualTo(before + 2);
  }

  @Test
  void aRegionThatComesOrGoesIsSeenAtOnce() {
    JsonObject query = new JsonObject().put("region_id", "reg_new").put("limit", 1);
    for (String operation : List.of(LIST, GET, VARIANTS, VARIANT)) {
      Shopper shopper = new Shopper(operation, query, null, null);
      for (int round = 0; round < 3; round++) {
        assertThat(await(shopper.send(node)).status()).as(operation).isEqualTo(404);
        catalog.sql(
            "INSERT INTO region (id, name, currency_code, tax_rate)"
                + " VALUES ('reg_new', 'New', 'eur', 0)");
        String inEuro = shopper.read(node);
        assertThat(shopper.read(node)).isEqualTo(inEuro).isEqualTo(shopper.read(uncached));
        catalog.sql("UPDATE region SET currency_code = 'usd' WHERE id = 'reg_new'");
        assertThat(shopper.read(node)).isNotEqualTo(inEuro).isEqualTo(shopper.read(uncached));
        catalog.sql("UPDATE region SET deleted_at = now() WHERE id = 'reg_new'");
        assertThat(await(shopper.send(node)).body())
            .isEqualTo(await(shopper.send(uncached)).body());
        catalog.sql("UPDATE region SET deleted_at = NULL WHERE id = 'reg_new'");
        assertThat(shopper.read(node)).isEqualTo(shopper.read(uncached));
        catalog.sql("DELETE FROM region WHERE id = 'reg_new'");
      }
      assertThat(await(shopper.send(node)).status()).as(operation).isEqualTo(404);
    }
  }

  /** The count stays, unless a product comes, goes or is filtered otherwise. */
  @Test
  void thePagesOfAListAreCountedOnce() {
    Shopper first = Shopper.list(inCollection().put("limit", 1));
    Shopper second = Shopper.list(inCollection().put("limit", 1).put("offset", 1));
    first.read(node);
    double before = counted();
    second.read(node);
    second.with("pk_unknown").read(node);
    assertThat(counted()).isEqualTo(before);

    catalog.sql("UPDATE product SET title = title || '.'");
    catalog.sql("UPDATE product_variant SET inventory_quantity = inventory_quantity + 1");
    catalog.sql("UPDATE money_amount SET amount = amount + 1");
    first.read(node);
    assertThat(counted()).isEqualTo(before);

    catalog.sql("UPDATE product SET collection_id = NULL WHERE id = $1", candle);
    assertThat(first.read(node)).isEqualTo(first.read(uncached));
    assertThat(second.read(node)).isEqualTo(second.read(uncached));
    assertThat(counted()).isEqualTo(before + 1);
    catalog.sql("UPDATE product SET collection_id = 'pcol_new' WHERE id = $1", candle);
    assertThat(second.read(node)).isEqualTo(second.read(uncached));
  }

  @Test
  void listsWithValuesThatLookAlikeAreCountedApart() {
    for (String separator : List.of(",", ", ", "][", " ")) {
      for (JsonArray ids :
          List.of(
              new JsonArray().add(candle + separator + tote).add("none"),
              new JsonArray().add(candle).add(tote + separator + "none"),
              new JsonArray().add(candle).add(tote).add("none"))) {
        Shopper shopper = Shopper.list(inEurope().put("id", ids));
        assertThat(shopper.read(node)).as(ids.encode()).isEqualTo(shopper.read(uncached));
      }
    }
  }

  private static JsonObject inCollection() {
    return inEurope().put("collection_id", new JsonArray().add("pcol_new").add("pcol_none"));
  }

  /** Number of executed counts. */
  private static double counted() {
    return meters
        .get("cache.gets")
        .tags("cache", "catalog-counts", "result", "miss")
        .counter()
        .count();
  }

  @Test
  void variantsByTheirIdsConcernTheirProductsOnly() {
    String other = variantOf("canvas-tote");
    Shopper both = Shopper.variants(inEurope().put("ids", variant + "," + other));
    Shopper single = new Shopper(VARIANT, inEurope(), null, null);
    Shopper incomplete = Shopper.variants(inEurope().put("ids", variant + ",variant_late"));
    List<Shopper> shoppers = List.of(both, single, incomplete);
    shoppers.forEach(shopper -> shopper.read(node));
    double before = hits();

    catalog.sql("UPDATE product SET title = title || '*' WHERE id NOT IN ($1, $2)", candle, tote);
    both.read(node);
    single.read(node);
    assertThat(hits()).isEqualTo(before + 2);

    catalog.sql(
        "INSERT INTO product_variant (id, product_id, title, variant_rank)"
            + " VALUES ('variant_late', $1, 'Late arrival', 9)",
        tote);
    assertThat(incomplete.read(node)).contains("Late arrival").isEqualTo(incomplete.read(uncached));
    assertThat(single.read(node)).isEqualTo(single.read(uncached));
    assertThat(hits()).isEqualTo(before + 3);
    catalog.sql("DELETE FROM product_variant WHERE id = 'variant_late'");
    assertThat(incomplete.read(node)).doesNotContain("Late arrival");
  }

  @Test
  void variantsWithFieldsOfFurtherResourcesAreNotCached() {
    Shopper shopper = Shopper.variants(inEurope().put("fields", "title,product.collection.title"));
    String before = shopper.read(node);
    double hits = hits();
    assertThat(shopper.read(node)).isEqualTo(before);
    assertThat(hits()).isEqualTo(hits);
  }

  @Test
  void aPriceListBeginsAndEndsOnTime() {
    Shopper shopper = Shopper.list(inEurope().put("handle", "beeswax-candle"));
    catalog.sql(
        """
        UPDATE price_list
        SET status = 'active', starts_at = now() + interval '3 seconds', ends_at = NULL
        WHERE id = 'pl_all'
        """);
    String before = shopper.read(node);
    assertThat(calculated(before)).isNotEqualTo(5);

    until(() ->
        catalog
            .sql("SELECT starts_at <= statement_timestamp() FROM price_list WHERE id = 'pl_all'")
            .iterator()
            .next()
            .getBoolean(0));
    assertThat(calculated(shopper.read(node))).isEqualTo(5);
    catalog.sql("UPDATE price_list SET ends_at = now() + interval '3 seconds' WHERE id = 'pl_all'");
    assertThat(calculated(shopper.read(node))).isEqualTo(5);
    until(() ->
        catalog
            .sql("SELECT ends_at <= statement_timestamp() FROM price_list WHERE id = 'pl_all'")
            .iterator()
            .next()
            .getBoolean(0));
    assertThat(shopper.read(node)).isEqualTo(before);
    catalog.sql(
        "UPDATE price_list SET status = 'draft', starts_at = NULL, ends_at = NULL"
            + " WHERE id = 'pl_all'");
  }

  private static int calculated(String page) {
    return variantIn(candle(page)).getInteger("calculated_price");
  }

  private static @Nullable JsonObject product(String page, String id) {
    return new JsonObject(page)
        .getJsonArray("products").stream()
            .map(JsonObject.class::cast)
            .filter(product -> product.getString("id").equals(id))
            .findFirst()
            .orElse(null);
  }

  private static JsonObject candle(String page) {
    return Objects.requireNonNull(product(page, candle));
  }

  private static JsonObject variantIn(JsonObject holder) {
    return holder.getJsonArray("variants").stream()
        .map(JsonObject.class::cast)
        .filter(one -> one.getString("id").equals(variant))
        .findFirst()
        .orElseThrow();
  }

  /** All shoppers concurrently, again and again in another order, while other products change. */
  @Test
  void noShopperGetsThePageOfAnother() {
    List<JsonObject> places =
        List.of(
            NOTHING,
            inEurope(),
            new JsonObject().put("region_id", america),
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
    shoppers.forEach(shopper -> right.put(shopper, shopper.read(uncached)));
    assertThat(Map.copyOf(right).values().stream().distinct().count()).isGreaterThan(12);

    Random random = new Random(1);
    for (int round = 0; round < ORDERS; round++) {
      if (round % 2 == 0) {
        catalog.sql("INSERT INTO product_tag (id, value) VALUES ($1, $1)", "unused_" + round);
      }
      Collections.shuffle(shoppers, random);
      List<Future<Reply>> sent =
          shoppers.stream()
              .map(shopper -> shopper.send(random.nextBoolean() ? node : catalog.bus))
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
        catalog.id(
            "SELECT min(id) FROM product WHERE status = 'published' AND id NOT IN ($1, $2)",
            candle,
            tote);
    GROUPS.put("cus_moving", "");
    Map<String, IntConsumer> changes = changes(drawer);
    Map<String, Rounds> rounds = new HashMap<>();
    changes.forEach((what, change) -> {
      rounds.put(what, new Rounds());
      change.accept(0);
    });
    double before = hits();
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
      for (OperationClient client : List.of(catalog.bus, node)) {
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
    assertThat(hits()).isGreaterThan(before);
  }

  private static Map<String, IntConsumer> changes(String drawer) {
    return Map.of(
        "title",
        n -> catalog.sql("UPDATE product SET title = $1 WHERE id = $2", "T" + n, candle),
        "price",
        n ->
            catalog.sql(
                "UPDATE money_amount SET amount = $1 WHERE variant_id = $2"
                    + " AND currency_code = 'usd' AND price_list_id IS NULL",
                1_000L + n,
                variant),
        "stock",
        n -> {
          if (n == 0) {
            catalog.sql(
                "UPDATE product_variant SET inventory_quantity = $1 WHERE id = $2",
                ROUNDS,
                variant);
          } else {
            sell("order_" + n);
          }
        },
        "withdrawal",
        n ->
            catalog.sql(
                "UPDATE product SET status = $1 WHERE id = $2",
                n % 2 == 1 ? "draft" : "published",
                drawer),
        "price list",
        n ->
            catalog.sql(
                "UPDATE price_list SET status = $1 WHERE id = 'pl_all'",
                n % 2 == 1 ? "active" : "draft"),
        "customer group",
        n -> GROUPS.put("cus_moving", n % 2 == 1 ? "club" : ""),
        "sales channel",
        n ->
            catalog.sql(
                n % 2 == 1
                    ? "INSERT INTO product_sales_channel VALUES ($1, 'sc_app')"
                    : "DELETE FROM product_sales_channel"
                        + " WHERE product_id = $1 AND sales_channel_id = 'sc_app'",
                drawer));
  }

  private static void compare(OperationClient client, Map<String, Rounds> rounds, String drawer) {
    JsonObject inAmerica = new JsonObject().put("region_id", america);
    Page dollars = new Page(Shopper.list(inAmerica), client, rounds);
    showsCandle(dollars, candle(dollars.content));
    dollars.shows("withdrawal", product(dollars.content, drawer) == null);

    Page variants = new Page(Shopper.variants(inAmerica), client, rounds);
    showsVariant(variants, variantIn(new JsonObject(variants.content)));
    variants.shows("withdrawal", !variants.content.contains(drawer));

    Page single = new Page(new Shopper(VARIANT, inAmerica, null, null), client, rounds);
    showsVariant(single, new JsonObject(single.content).getJsonObject("variant"));

    Page one = new Page(new Shopper(GET, inAmerica, null, null), client, rounds);
    showsCandle(one, new JsonObject(one.content).getJsonObject("product"));

    Page euros = new Page(Shopper.list(inEurope()), client, rounds);
    euros.shows("price list", calculated(euros.content) == 5);

    Page member = new Page(Shopper.list(inEurope()).as("cus_moving"), client, rounds);
    int price = calculated(member.content);
    if (price != 5) {
      member.shows("customer group", price < 100);
    }

    Page app = new Page(Shopper.list(inEurope()).with("pk_app"), client, rounds);
    if (app.isCertainlyOff("withdrawal")) {
      app.shows("sales channel", product(app.content, drawer) != null);
    }
  }

  private static void showsCandle(Page page, JsonObject shown) {
    page.shows("title", Integer.parseInt(shown.getString("title").substring(1)));
    showsPriceAndStock(page, variantIn(shown));
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
