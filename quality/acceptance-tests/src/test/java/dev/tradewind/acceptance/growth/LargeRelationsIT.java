package dev.tradewind.acceptance.growth;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Resources with more related rows than an answer has room for: it shows the newest and their
 * count, and no page fails because of one of its rows.
 */
class LargeRelationsIT {

  private static Shop shop;
  private static AdminApi staff;

  @BeforeAll
  static void open() {
    shop = Shop.separate();
    staff = new AdminApi(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static void fill(Pool db, String sql) {
    await(db.query(sql).execute());
  }

  @Test
  void aCustomerWithManyOrdersIsShownWithTheNewest() {
    String order = shop.storefront().checkOut();
    String customer =
        staff.create(
            "/admin/customers",
            "customer",
            """
            {'email': 'counter@example.com', 'first_name': 'A', 'last_name': 'B',
             'password': 'open sesame'}
            """);
    shop.giveOrder(order, customer);
    fill(
        shop.orders(),
        """
        INSERT INTO "order"
        SELECT (jsonb_populate_record(
          placed,
          jsonb_build_object(
            'id', 'order_many_' || lpad(n::text, 5, '0'),
            'display_id', 100000 + n,
            'cart_id', 'cart_many_' || n,
            'created_at', placed.created_at + n * interval '1 second'
          )
        )).*
        FROM "order" AS placed
        CROSS JOIN generate_series(1, 5000) AS n
        WHERE placed.id = '%s'
        """
            .formatted(order));

    JsonObject shown = staff.get("/admin/customers/" + customer).getJsonObject("customer");
    JsonArray orders = shown.getJsonArray("orders");
    assertThat(orders.getJsonObject(0).getString("id")).isEqualTo("order_many_05000");
    if (orders.size() < 5_001) {
      assertThat(orders).hasSize(1_000);
      assertThat(shown.getInteger("orders_count")).isEqualTo(5_001);
    }
    JsonObject page = staff.get("/admin/customers?expand=orders&limit=15");
    assertThat(page.getJsonArray("customers")).isNotEmpty();
    assertThat(
            staff
                .post("/admin/customers/" + customer, "{'last_name': 'C'}")
                .getJsonObject("customer")
                .getString("last_name"))
        .isEqualTo("C");
  }

  @Test
  void aPriceListWithManyPricesCanBeReadAndChanged() {
    JsonObject variant = shop.newVariant(1_500, 10);
    shop.newVariants("many-prices-", 100);
    String list =
        staff.create(
            "/admin/price-lists",
            "price_list",
            "{'name': 'Many', 'description': 'x', 'type': 'sale', 'prices': [{'amount': 1,"
                + " 'currency_code': 'eur', 'variant_id': '%s'}]}"
                    .formatted(variant.getString("id")));
    fill(
        shop.catalog(),
        """
        INSERT INTO money_amount
          (id, currency_code, amount, min_quantity, max_quantity, price_list_id, variant_id)
        SELECT
          'ma_many_' || lpad(n::text, 6, '0'), 'eur', n, n, n, '%s',
          'variant_many-prices-' || (n %% 100 + 1)
        FROM generate_series(1, 50001) AS n
        """
            .formatted(list));

    JsonObject read = staff.get("/admin/price-lists/" + list).getJsonObject("price_list");
    assertThat(read.getJsonArray("prices")).hasSize(10_000);
    assertThat(read.getInteger("prices_count")).isEqualTo(50_002);
    JsonObject changed =
        staff.post("/admin/price-lists/" + list, "{'name': 'Renamed'}").getJsonObject("price_list");
    assertThat(changed.getString("name")).isEqualTo("Renamed");
    assertThat(changed.getJsonArray("prices")).hasSize(1_000);
    assertThat(changed.getInteger("prices_count")).isEqualTo(50_002);
    JsonObject page = staff.get("/admin/price-lists?limit=10&expand=prices");
    assertThat(page.getJsonArray("price_lists").stream().map(JsonObject.class::cast))
        .filteredOn(one -> one.getString("id").equals(list))
        .as("they fit without their variants")
        .allSatisfy(one -> assertThat(one.getJsonArray("prices")).hasSize(50_002));
  }

  @Test
  void aPageOfDiscountsWithManyProductsIsShown() {
    String product = shop.newVariant(1_500, 10).getString("product_id");
    fill(
        shop.catalog(),
        """
        INSERT INTO product
        SELECT (jsonb_populate_record(
          product,
          jsonb_build_object(
            'id', 'prod_many_' || n,
            'handle', 'many-' || n,
            'description', repeat('Long enough to be large. ', 40)
          )
        )).*
        FROM product
        CROSS JOIN generate_series(1, 5000) AS n
        WHERE product.id = '%s'
        """
            .formatted(product));
    List<String> discounts =
        IntStream.range(0, 15)
            .mapToObj(n ->
                staff.create(
                    "/admin/discounts?expand=rule",
                    "discount",
                    """
                    {'code': 'MANY%d', 'regions': ['%s'], 'is_dynamic': false,
                     'rule': {'type': 'percentage', 'value': 10, 'allocation': 'total',
                       'conditions': [{'operator': 'in', 'products': ['%s']}]}}
                    """
                        .formatted(n, shop.storefront().region("eur").getString("id"), product)))
            .toList();
    fill(
        shop.discounts(),
        """
        INSERT INTO discount_condition_resource (condition_id, resource_id, created_at)
        SELECT id, 'prod_many_' || n, now()
        FROM discount_condition
        CROSS JOIN generate_series(1, 5000) AS n
        """);

    String expand = "expand=rule,rule.conditions,rule.conditions.products,regions";
    JsonObject page = staff.get("/admin/discounts?is_dynamic=false&limit=15&offset=0&" + expand);
    assertThat(page.getJsonArray("discounts").stream().map(JsonObject.class::cast))
        .filteredOn(one -> discounts.contains(one.getString("id")))
        .hasSize(15)
        .allSatisfy(one -> {
          JsonObject condition =
              one.getJsonObject("rule").getJsonArray("conditions").getJsonObject(0);
          assertThat(condition.getJsonArray("products")).hasSize(100);
          assertThat(condition.getInteger("products_count")).isEqualTo(5_001);
        });
    String condition =
        staff
            .get("/admin/discounts/" + discounts.getFirst() + "?" + expand)
            .getJsonObject("discount")
            .getJsonObject("rule")
            .getJsonArray("conditions")
            .getJsonObject(0)
            .getString("id");
    Answer one =
        staff.send(
            "GET",
            "/admin/discounts/%s/conditions/%s?expand=products"
                .formatted(discounts.getFirst(), condition));
    assertThat(one.status()).as(one.text()).isEqualTo(200);
  }

  @Test
  void aCollectionWithManyProductsCanBeReadAndChanged() {
    String product = shop.newVariant(1_500, 10).getString("product_id");
    String collection =
        staff.create("/admin/collections", "collection", "{'title': 'Many of them'}");
    fill(
        shop.catalog(),
        """
        INSERT INTO product
        SELECT (jsonb_populate_record(
          product,
          jsonb_build_object(
            'id', 'prod_collected_' || n,
            'handle', 'collected-' || n,
            'collection_id', '%s',
            'created_at', product.created_at + n * interval '1 second'
          )
        )).*
        FROM product
        CROSS JOIN generate_series(1, 30000) AS n
        WHERE product.id = '%s'
        """
            .formatted(collection, product));

    String path = "/admin/collections/" + collection;
    for (JsonObject shown :
        List.of(staff.get(path), staff.post(path, "{'title': 'Renamed collection'}"))) {
      JsonObject many = shown.getJsonObject("collection");
      assertThat(many.getJsonArray("products")).hasSize(1_000);
      assertThat(many.getInteger("products_count")).isEqualTo(30_000);
    }
  }
}
