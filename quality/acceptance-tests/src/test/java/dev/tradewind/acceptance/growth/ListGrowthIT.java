package dev.tradewind.acceptance.growth;

import static dev.tradewind.acceptance.AdminApi.ok;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.testing.Eventually;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.impl.tracing.QueryRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Rows that lists read in a shop of many rows: no statement of a default page, a filter, a search
 * or an order reads more than ten times what the response shows and counts. Rows are counted in
 * plans, because times say little of a small shop on a fast machine.
 */
@Tag("alone")
class ListGrowthIT {

  private static final int ROWS = 20_000;
  private static final int TIMES = 10;

  /** Small tables, such as those of currencies and settings, and rows of counters. */
  private static final long BASE = 1_000;

  private static final Set<String> NO_FILTERS =
      Set.of("limit", "offset", "expand", "fields", "include_descendants_tree");

  private static final List<String> ORDERS = List.of("created_at", "-created_at");

  private static final List<String> ORDERS_OF_PRODUCTS = List.of("title", "-title", "-updated_at");

  private static final Set<String> ORDERS_BY_TEXT =
      Set.of("adminListOrders", "adminListDraftOrders");

  /** Lists whose numbers are kept: of all rows, and of the products that are no gift cards. */
  private static final Set<String> COUNTED =
      Set.of(
          "storeListProducts",
          "storeListProducts is_giftcard=false",
          "adminListProducts",
          "adminListProducts is_giftcard=false",
          "adminListCustomers",
          "adminListOrders",
          "adminListDraftOrders");

  /** Parameters by which lists are filtered in their order, row by row: shops rarely ask them. */
  private static final Set<String> READ_IN_ORDER =
      Set.of(
          "updated_at",
          "deleted_at",
          "canceled_at",
          "weight",
          "length",
          "height",
          "width",
          "hs_code",
          "mid_code",
          "origin_country",
          "material");

  /** The same of single lists, with the reason. */
  private static final Map<String, String> READ_IN_ORDER_OF =
      Map.of(
          "adminListNotifications event_name=98765", "few kinds, of which each has many rows",
          "adminListNotifications resource_type=98765", "few kinds, of which each has many rows",
          "adminListNotifications to=98765", "an index of each sent mail, which no page asks for",
          "adminListOrders currency_code=98765", "an index in the statement that places orders",
          "adminListOrders tax_rate=98765", "an index in the statement that places orders",
          "adminListProducts sales_channel_id[]=98765", "a page of few products among all",
          "adminListVariants inventory_quantity=98765", "an index of what each sale changes",
          "storeListProducts sales_channel_id[]=98765", "a page of few products among all",
          "storeListVariants inventory_quantity=98765", "an index of what each sale changes",
          "storeListVariants sales_channel_id=98765", "channels have products, not variants");

  /** The log of staff's actions is filtered in its order, too. */
  private static final String AUDIT_LOG = "adminListAuditLog";

  private static Shop shop;
  private static Storefront http;
  private static AdminApi admin;
  private static final List<QueryRequest> STATEMENTS = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void fill() {
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
    http = shop.storefront();
    admin = new AdminApi(shop);
    fillCatalog();
    fillOthers();
    fillOrders();
    Stream.of(shop.catalog(), shop.customers(), shop.discounts(), shop.orders())
        .forEach(pool -> await(pool.query("VACUUM ANALYZE").execute()));
    // The statements that fill the search index are none of a list.
    Eventually.until(() -> http.get("/store/search/health").status() == 200);
    shop.onStatement(request -> {
      if (request instanceof QueryRequest query && !query.tuples().isEmpty()) {
        STATEMENTS.add(query);
      }
    });
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static void fillCatalog() {
    sql(
        shop.catalog(),
        """
        INSERT INTO product_tag (id, created_at, value)
        SELECT 'ptag_' || n, now() - n * interval '1 second', 'tag ' || n
        FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO product_type (id, created_at, value)
        SELECT 'ptyp_' || n, now() - n * interval '1 second', 'type ' || n
        FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO product_collection (id, created_at, title, handle)
        SELECT 'pcol_' || n, now() - n * interval '1 second', 'collection ' || n, 'collection-' || n
        FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO product (
          id, created_at, updated_at, title, description, handle, status, collection_id, type_id)
        SELECT 'prod_' || n, now() - n * interval '1 second', now() - n * 7 %% 1000 * interval '1 day',
          'product ' || md5(n::text), 'description ' || n, 'product-' || n,
          CASE WHEN n %% 100 = 0 THEN 'draft' ELSE 'published' END, 'pcol_' || n, 'ptyp_' || n
        FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO product_variant (id, created_at, title, product_id, sku)
        SELECT 'variant_' || n, now() - n * interval '1 second', 'variant ' || n, 'prod_' || n, 'sku-' || n
        FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO product_tagging (product_id, tag_id)
        SELECT 'prod_' || n, 'ptag_' || n FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO product_sales_channel (product_id, sales_channel_id)
        SELECT 'prod_' || n, (SELECT default_sales_channel_id FROM store)
        FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO inventory_item (id, created_at, sku, title)
        SELECT 'iitem_' || n, now() - n * interval '1 second', 'item-' || n, 'item ' || n
        FROM generate_series(1, %1$d) AS n
        """);
  }

  private static void fillOthers() {
    sql(
        shop.customers(),
        """
        INSERT INTO customer (id, email, first_name, last_name, created_at, updated_at)
        SELECT 'cus_' || n, 'buyer' || n || '@example.com', 'Ada ' || n, 'Byron ' || n,
          now() - n * interval '1 second', now()
        FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO customer_group (id, name, created_at, updated_at)
        SELECT 'cgrp_' || n, 'group ' || n, now() - n * interval '1 second', now()
        FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO customer_group_customers (customer_group_id, customer_id)
        SELECT 'cgrp_' || n, 'cus_' || n FROM generate_series(1, %1$d) AS n
        """);
    sql(
        shop.discounts(),
        """
        INSERT INTO discount_rule (id, created_at, updated_at, type, value)
        SELECT 'rule_' || n, now(), now(), 'percentage', 5 FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO discount (id, created_at, updated_at, code, rule_id, starts_at)
        SELECT 'disc_' || n, now() - n * interval '1 second', now(), 'CODE' || n, 'rule_' || n, now()
        FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO gift_card (id, created_at, updated_at, code, value, balance, region_id)
        SELECT 'gift_' || n, now() - n * interval '1 second', now(), 'GIFT' || n, 100, 100, 'reg_1'
        FROM generate_series(1, %1$d) AS n
        """);
  }

  /** Copies of one order, and what is listed beside orders. */
  private static void fillOrders() {
    String cart = shop.readyCart(shop.newVariant(500, 9).getString("id"), 1);
    ok(http.post("/store/carts/" + cart + "/complete", null));
    sql(
        shop.orders(),
        """
        INSERT INTO "order" (
          id, display_id, cart_id, customer_id, email, region_id, currency_code, sales_channel_id,
          total, created_at, updated_at, placement_deadline, snapshot, status, payment_status,
          fulfillment_status)
        SELECT 'order_' || n, 1000000 + n, 'cart_' || n, 'cus_' || n, 'buyer' || n || '@example.com',
          region_id || n %% 5, currency_code, sales_channel_id || n %% 5, total,
          now() - n * interval '1 second', now(), now(), snapshot,
          (ARRAY['pending', 'completed', 'archived'])[1 + n %% 3],
          (ARRAY['awaiting', 'captured', 'refunded'])[1 + n %% 3],
          (ARRAY['not_fulfilled', 'fulfilled', 'shipped'])[1 + n %% 3]
        FROM (SELECT * FROM "order" LIMIT 1) AS one
        CROSS JOIN generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO draft_order (id, cart_id, cart_email, created_at, updated_at)
        SELECT 'dorder_' || n, 'cart_d' || n, 'buyer' || n || '@example.com',
          now() - n * interval '1 second', now()
        FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO note (id, value, resource_type, resource_id, created_at, updated_at)
        SELECT 'note_' || n, 'note', 'order', 'order_' || n, now() - n * interval '1 second', now()
        FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO notification (
          id, event_name, resource_type, resource_id, "to", data, provider_id, created_at, updated_at)
        SELECT 'noti_' || n, 'order.placed', 'order', 'order_' || n, 'a@example.com', '{}',
          'test', now() - n * interval '1 second', now()
        FROM generate_series(1, %1$d) AS n
        """,
        """
        INSERT INTO "return" (id, order_id, refund_amount, created_at, updated_at)
        SELECT 'ret_' || n, 'order_' || n, 0, now() - n * interval '1 second', now()
        FROM generate_series(1, %1$d) AS n
        """);
  }

  private static void sql(Pool pool, String... statements) {
    for (String statement : statements) {
      await(pool.query(statement.formatted(ROWS)).execute());
    }
  }

  @Test
  void noListReadsMuchMoreThanItShows() {
    Map<String, String> found = new TreeMap<>();
    List<Operation> lists =
        Contract.load().operations().stream()
            .filter(operation -> operation.method().equals(HttpMethod.GET))
            .filter(operation -> !operation.path().contains("{"))
            .filter(operation -> parameters(operation).containsKey("limit"))
            .filter(operation -> !operation.id().equals(AUDIT_LOG))
            .toList();
    assertThat(lists).hasSizeGreaterThan(20);
    for (Operation list : lists) {
      for (String query : queries(list)) {
        judge(list, query).ifPresent(read -> found.put((list.id() + " " + query).strip(), read));
      }
    }

    assertThat(found.keySet()).as("%s", found).isEqualTo(READ_IN_ORDER_OF.keySet());
  }

  /** Each file of the storefront's sitemap reads what it shows, wherever it begins. */
  @Test
  void theLastFileOfTheSitemapReadsWhatTheFirstDoes() {
    Matcher names = Pattern.compile("/sitemaps/[^<]+").matcher(http.get("/sitemap.xml").text());
    List<String> files = names.results().map(MatchResult::group).toList();
    assertThat(files).hasSizeGreaterThan(ROWS / 1_000);

    long first = readBy("/sitemaps/1.xml");
    assertThat(first).as("products and their links").isLessThan(2 * 1_000 + BASE);
    assertThat(readBy(files.get(files.size() - 2))).isLessThan(first + BASE);
    assertThat(readBy(files.getLast())).isLessThan(first + BASE);
  }

  private static long readBy(String path) {
    STATEMENTS.clear();
    assertThat(http.get(path).text()).contains("/products/");
    // A statement that is read in portions is reported with each of them.
    return STATEMENTS.stream()
        .collect(Collectors.toMap(QueryRequest::sql, statement -> statement, (one, same) -> one))
        .values()
        .stream()
        .flatMap(statement -> ReadRows.of(shop.catalog(), statement).stream())
        .mapToLong(read -> read.shown() + read.counted())
        .sum();
  }

  private static JsonObject parameters(Operation operation) {
    JsonObject query = operation.query();
    return query == null ? new JsonObject() : query.getJsonObject("properties");
  }

  private static List<String> queries(Operation operation) {
    List<String> queries = new ArrayList<>();
    queries.add("");
    parameters(operation)
        .forEach(parameter -> {
          String name = parameter.getKey();
          JsonObject schema = (JsonObject) parameter.getValue();
          if (name.equals("q")) {
            Stream.of("nothing at all", "product 1234").forEach(text -> queries.add("q=" + text));
            if (ORDERS_BY_TEXT.contains(operation.id())) {
              queries.add("q=xq");
            }
          } else if (name.equals("order")) {
            ORDERS.forEach(order -> queries.add("order=" + order));
            if (operation.id().endsWith("ListProducts")) {
              ORDERS_OF_PRODUCTS.forEach(order -> queries.add("order=" + order));
            }
          } else if (!NO_FILTERS.contains(name) && !READ_IN_ORDER.contains(name)) {
            queries.addAll(values(name, schema));
          }
        });
    return queries;
  }

  /** Values that few rows have or none. */
  private static List<String> values(String name, JsonObject schema) {
    String text = schema.encode();
    JsonArray choices =
        schema
            .getJsonObject("items", new JsonObject())
            .getJsonArray("enum", schema.getJsonArray("enum"));
    String listName = schema.containsKey("items") ? name + "[]" : name;
    if (choices != null) {
      return choices.stream().map(value -> listName + "=" + value).toList();
    }
    if (text.contains("\"boolean\"")) {
      return List.of(name + "=true", name + "=false");
    }
    if (text.contains("date-time")) {
      return List.of(name + "[gt]=2099-01-01");
    }
    if (text.contains("\"number\"")) {
      return List.of(name + "=98765");
    }
    return List.of(listName + "=98765");
  }

  /** The first statement that reads too much, with what it reads. */
  private static Optional<String> judge(Operation operation, String query) {
    STATEMENTS.clear();
    Answer answer = http.send("GET", operation.path() + "?" + escaped(query), null, admin.staff());
    List<QueryRequest> statements = List.copyOf(STATEMENTS);
    // A value that the parameter does not admit, a cart without a row, and lists of a customer.
    if (Set.of(400, 401, 404).contains(answer.status())) {
      return Optional.empty();
    }
    JsonObject page = ok(answer);
    long most = BASE + TIMES * objects(page);
    boolean isKept = COUNTED.contains((operation.id() + " " + query).strip());
    long mostCounted = isKept ? most : most + 2 * page.getLong("count", 0L);
    return statements.stream()
        .flatMap(statement ->
            ReadRows.of(pool(operation), statement)
                .filter(read -> read.shown() > most || read.counted() > mostCounted)
                .map(read -> read + " by " + statement.sql())
                .stream())
        .findFirst();
  }

  private static String escaped(String query) {
    return query.replace(" ", "%20").replace("[", "%5B").replace("]", "%5D");
  }

  private static Pool pool(Operation operation) {
    return switch (operation.verticle()) {
      case "customer" -> shop.customers();
      case "discount" -> shop.discounts();
      case "order" -> shop.orders();
      default -> shop.catalog();
    };
  }

  private static long objects(Object value) {
    return switch (value) {
      case JsonObject object ->
          1
              + object.stream()
                  .map(Map.Entry::getValue)
                  .filter(part -> part instanceof JsonObject || part instanceof JsonArray)
                  .mapToLong(ListGrowthIT::objects)
                  .sum();
      case JsonArray array ->
          array.stream()
              .filter(part -> part instanceof JsonObject || part instanceof JsonArray)
              .mapToLong(ListGrowthIT::objects)
              .sum();
      default -> 0;
    };
  }
}
