package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.view.OrderView;
import dev.tradewind.providers.test.TestPaymentProvider;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries of orders by staff and customers. Thirty orders of ten customers, latest first. */
class OrderQueriesIT {

  private static OrderShop shop;
  private static List<String> orders;

  @BeforeAll
  static void open() {
    shop = new OrderShop();
    orders = shop.newOrders(30, TestPaymentProvider.ID);
    shop.run(
        "UPDATE \"order\" SET status = 'canceled', canceled_at = '2024-03-01T00:00:00Z',"
            + " payment_status = 'canceled', fulfillment_status = 'canceled', tax_rate = 12.5,"
            + " metadata = '{\"a\": 1}', region_id = 'reg_2' WHERE id = $1",
        orders.get(3));
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                        | 30
          {"id": "order_00SEED00000000000000000040"}                | 1
          {"status": ["canceled"]}                                  | 1
          {"status": ["canceled", "pending"]}                       | 30
          {"status": []}                                            | 0
          {"fulfillment_status": ["not_fulfilled"]}                 | 29
          {"payment_status": ["awaiting"]}                          | 29
          {"display_id": "4"}                                       | 1
          {"display_id": "4.5"}                                     | 0
          {"cart_id": "cart_00SEED00000000000000000040"}            | 1
          {"customer_id": "cus_3"}                                  | 3
          {"email": "buyer3@example.com"}                           | 3
          {"region_id": "reg_2"}                                    | 1
          {"region_id": ["reg_1", "reg_2"]}                         | 30
          {"currency_code": "eur"}                                  | 30
          {"currency_code": "usd"}                                  | 0
          {"tax_rate": "12.5"}                                      | 1
          {"tax_rate": "null"}                                      | 29
          {"sales_channel_id": ["sc_1"]}                            | 30
          {"canceled_at": {"gte": "2024-01-01"}}                    | 1
          {"created_at": {"lt": "2023-01-01"}}                      | 0
          {"updated_at": {"gt": "2023-01-01"}}                      | 30
          {"q": "BUYER3@"}                                          | 3
          {"q": "hopper_100%"}                                      | 3
          {"q": "hopper%"}                                          | 0
          {"q": "170 003"}                                          | 3
          {"q": "grace"}                                            | 30
          {"q": "buyer3", "status": ["canceled"]}                   | 0
          {"q": "29"}                                               | 1
          {"q": "GR"}                                               | 30
          {"q": "ra"}                                               | 0
          {"q": "_"}                                                | 0
          """)
  void everyFilterCountsWhatItMatches(String query, long count) {
    JsonObject parameters = new JsonObject(query);

    JsonObject page = shop.list(parameters).body();

    assertThat(page.getLong("count")).as(query).isEqualTo(count);
    assertThat(page.getJsonArray("orders")).hasSize((int) count);
  }

  @Test
  void pagesAreInTheWantedOrder() {
    JsonObject second = new JsonObject().put("limit", 3).put("offset", 3);
    assertThat(shop.list(second).ids())
        .containsExactly(orders.get(26), orders.get(25), orders.get(24));
    assertThat(shop.list(second.copy().put("order", "display_id")).ids())
        .containsExactly(orders.get(3), orders.get(4), orders.get(5));
    shop.list(new JsonObject().put("order", "nonsense"))
        .refuses(400, "Order field nonsense is not valid");
    shop.list(new JsonObject().put("display_id", "x"))
        .refuses(400, "display_id must be a number conforming to the specified constraints");
  }

  /** The page, the parts of all its orders, and the question whether a region has changed. */
  @Test
  void aPageIsThreeStatements() {
    shop.counter.drain();
    shop.list(new JsonObject().put("limit", 20));
    assertThat(shop.counter.drain()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "order   | metadata | 12 | 1  | the rows of the page have more than 32 MiB",
        "payment | data     | 12 | 1  | the rows of the page have more than 32 MiB",
      })
  void aPageOfLargeOrdersIsRefusedAndASmallerOneIsNot(
      String table, String column, int megabytes, int limit, String refusal) {
    JsonObject query = new JsonObject().put("customer_id", "cus_3");
    String id = table.equals("order") ? "id" : "order_id";
    String large =
        "UPDATE \"%s\" SET %s = jsonb_build_object('a', repeat('x', $2)) WHERE %s = ANY ($1)"
            .formatted(table, column, id);
    List<String> ofCustomer = shop.list(query).ids();
    assertThat(ofCustomer).hasSize(3);
    shop.run(large, (Object) ofCustomer.toArray(String[]::new), megabytes << 20);

    try {
      shop.list(query).refuses(400, "limit is too large: " + refusal);
      assertThat(shop.list(query.copy().put("limit", limit)).ids()).hasSize(limit);
    } finally {
      shop.run(large, (Object) ofCustomer.toArray(String[]::new), 0);
    }
  }

  /** A few large orders do not keep the others from being listed. */
  @Test
  void aPageShowsLargeOrdersWithoutTheirLargestMembers() {
    JsonObject query = new JsonObject().put("customer_id", "cus_3");
    String large =
        "UPDATE \"order\" SET metadata = jsonb_build_object('a', repeat('x', $2)) WHERE id = ANY ($1)";
    List<String> ofCustomer = shop.list(query).ids();
    shop.run(large, (Object) ofCustomer.toArray(String[]::new), 6 << 20);

    try {
      assertThat(shop.list(query).ids()).isEqualTo(ofCustomer);
      assertThat(shop.admin("adminGetOrder", ofCustomer.getFirst()).order().encode().length())
          .isGreaterThan(6 << 20);
    } finally {
      shop.run(large, (Object) ofCustomer.toArray(String[]::new), 0);
    }
  }

  @Test
  void staffSeesEveryFieldOfTheSeedWithTheTotals() {
    JsonObject order = shop.admin("adminGetOrder", orders.get(7)).order();

    assertThat(order.fieldNames())
        .contains(
            "id",
            "status",
            "fulfillment_status",
            "payment_status",
            "display_id",
            "cart_id",
            "customer_id",
            "customer",
            "email",
            "billing_address_id",
            "billing_address",
            "shipping_address_id",
            "shipping_address",
            "region_id",
            "region",
            "currency_code",
            "currency",
            "tax_rate",
            "discounts",
            "gift_cards",
            "shipping_methods",
            "payments",
            "fulfillments",
            "returns",
            "claims",
            "refunds",
            "swaps",
            "draft_order_id",
            "draft_order",
            "items",
            "edits",
            "gift_card_transactions",
            "canceled_at",
            "no_notification",
            "idempotency_key",
            "external_id",
            "sales_channel_id",
            "sales_channel",
            "shipping_total",
            "raw_discount_total",
            "discount_total",
            "tax_total",
            "refunded_total",
            "total",
            "subtotal",
            "paid_total",
            "refundable_amount",
            "gift_card_total",
            "gift_card_tax_total",
            "created_at",
            "updated_at",
            "metadata",
            "returnable_items")
        .doesNotContain("cart");
    JsonObject item = order.getJsonArray("items").getJsonObject(0);
    assertThat(item.fieldNames()).contains("refundable", "subtotal", "tax_lines", "adjustments");
    assertThat(item.getJsonObject("variant").getJsonObject("product").getString("id"))
        .isEqualTo("prod_1");
    assertThat(order.getJsonArray("payments").getJsonObject(0).getLong("amount"))
        .isEqualTo(order.getLong("total"));
    shop.admin("adminGetOrder", "order_none")
        .refuses(404, "Order with id: order_none was not found");
  }

  @Test
  void staffChoosesFieldsAndRelations() {
    JsonObject query = new JsonObject().put("expand", "").put("fields", "email,total");
    assertThat(get(query).fieldNames()).containsExactlyInAnyOrder("id", "email", "total");
    assertThat(
            get(new JsonObject().put("fields", "email").put("expand", "items.variant"))
                .fieldNames())
        .containsExactlyInAnyOrder("id", "email", "items");
    assertThat(
            get(new JsonObject().put("expand", "returnable_items"))
                .getJsonArray("returnable_items"))
        .isEmpty();
    assertThat(get(new JsonObject().put("expand", "payments")).fieldNames())
        .contains("payments", "metadata")
        .doesNotContain("items", "region");
    shop.list(new JsonObject().put("expand", "nonsense"))
        .refuses(400, "Requested fields [nonsense] are not valid");
    JsonObject listed =
        shop.list(new JsonObject().put("fields", "id").put("expand", "items").put("limit", 1))
            .body()
            .getJsonArray("orders")
            .getJsonObject(0);
    assertThat(listed.fieldNames()).isEqualTo(Set.of("id", "items"));
    assertThat(listed.getJsonArray("items").getJsonObject(0).containsKey("variant")).isFalse();
  }

  private static JsonObject get(JsonObject query) {
    return shop.admin("adminGetOrder", orders.get(7), query, new JsonObject(), "key").order();
  }

  @Test
  void onlyShippedAndUnreturnedUnitsAreReturnable() {
    JsonObject line =
        new JsonObject().put("id", "item_1").put("shipped_quantity", 2).put("returned_quantity", 1);
    JsonObject back = line.copy().put("id", "item_2").put("returned_quantity", 2);
    JsonObject unsent = new JsonObject().put("id", "item_3").putNull("shipped_quantity");

    assertThat(
            OrderView.returnableItems(
                new JsonObject().put("items", new JsonArray().add(line).add(back).add(unsent))))
        .containsExactly(line);
  }

  /** Knowledge of an id, of the order or of its cart, is not enough. */
  @Test
  void theOrderOfAnAccountExistsForItsOwnerOnly() {
    JsonObject order = shop.admin("adminGetOrder", orders.get(6)).order();
    JsonObject byId = new JsonObject().put("id", orders.get(6));
    JsonObject byCart = new JsonObject().put("cart_id", order.getString("cart_id"));
    JsonObject nothing = new JsonObject();
    shop.accounts = true;
    try {
      assertThat(shop.store("storeGetOrder", byId, nothing).status()).isEqualTo(404);
      assertThat(shop.store("storeGetOrderCart", byCart, nothing).status()).isEqualTo(404);
      for (String customer : List.of("cus_stranger", order.getString("customer_id"))) {
        int status = customer.equals("cus_stranger") ? 404 : 200;
        assertThat(shop.customerPart(customer, "storeGetOrder", byId, nothing).status())
            .as(customer)
            .isEqualTo(status);
        assertThat(shop.customerPart(customer, "storeGetOrderCart", byCart, nothing).status())
            .as(customer)
            .isEqualTo(status);
      }
    } finally {
      shop.accounts = false;
    }
  }

  @Test
  void shoppersFindTheirOrderByIdCartOrNumber() {
    JsonObject order =
        shop.store("storeGetOrder", new JsonObject().put("id", orders.get(5)), new JsonObject())
            .order();
    String cartId = order.getString("cart_id");
    assertThat(order.fieldNames())
        .contains("items", "region", "payments", "total", "paid_total", "metadata", "refunds")
        .doesNotContain("cart");
    assertThat(
            shop.store(
                    "storeGetOrderCart",
                    new JsonObject().put("cart_id", cartId),
                    new JsonObject().put("fields", "total"))
                .order()
                .getString("id"))
        .isEqualTo(orders.get(5));
    JsonObject known =
        new JsonObject()
            .put("display_id", order.getLong("display_id"))
            .put("email", order.getString("email").toUpperCase())
            .put("shipping_address", new JsonObject().put("postal_code", "1"));
    assertThat(lookUp(known).order().getString("id")).isEqualTo(orders.get(5));
    lookUp(known.copy().put("email", "other@example.com")).refuses(404, "Not Found");
    lookUp(known.copy().put("display_id", 6.5)).refuses(404, "Not Found");
    lookUp(known.copy().put("fields", "snapshot"))
        .refuses(400, "Requested fields [snapshot] are not valid");
    lookUp(known.copy().put("expand", "customer.orders"))
        .refuses(400, "Requested fields [customer.orders] are not valid");
    shop.store("storeGetOrderCart", new JsonObject().put("cart_id", "cart_0"), new JsonObject())
        .refuses(404, "Order with cart_id: cart_0 was not found");
  }

  private static OrderShop.Answer lookUp(JsonObject query) {
    return shop.store("storeListOrders", new JsonObject(), query);
  }

  @Test
  void aCustomerSeesOnlyTheirOwnOrders() {
    JsonObject page =
        await(
                shop.client()
                    .listOrdersOfCustomer(
                        shop.context(),
                        "cus_3",
                        new JsonObject().put("limit", 2).put("q", "grace")))
            .body()
            .toJsonObject();

    assertThat(page.getLong("count")).isEqualTo(3);
    assertThat(page.getJsonArray("orders"))
        .hasSize(2)
        .allSatisfy(
            order -> assertThat(((JsonObject) order).getString("customer_id")).isEqualTo("cus_3"));
  }
}
