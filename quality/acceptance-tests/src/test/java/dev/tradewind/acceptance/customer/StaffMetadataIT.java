package dev.tradewind.acceptance.customer;

import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.config;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.execute;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.acceptance.movein.GeneratedMedusaShop;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.medusa.there.MoveIn;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Moved shop with a column of its own in each table that has metadata: staff see their values,
 * shoppers see none.
 */
class StaffMetadataIT {

  private static final String MARK = "of-staff-";

  private static final String MORE =
      """
      INSERT INTO product_collection (id, title, handle, created_at, updated_at)
      VALUES ('pcol_1', 'Hats', 'hats', now(), now());
      INSERT INTO product_type (id, value, created_at, updated_at) VALUES ('ptyp_1', 'Hat', now(), now());
      INSERT INTO product_tag (id, value, created_at, updated_at) VALUES ('ptag_1', 'red', now(), now());
      INSERT INTO product_tags VALUES ('prod_1', 'ptag_1');
      INSERT INTO image (id, url, created_at, updated_at)
      VALUES ('img_1', 'https://img.example/1.png', now(), now());
      INSERT INTO product_images VALUES ('prod_1', 'img_1');
      UPDATE product SET collection_id = 'pcol_1', type_id = 'ptyp_1' WHERE id = 'prod_1';
      INSERT INTO product_category (
        id, name, handle, mpath, is_active, is_internal, created_at, updated_at, rank, description
      )
      VALUES ('pcat_1', 'Hats', 'hats', 'pcat_1.', true, false, now(), now(), 0, '');
      INSERT INTO product_category_product VALUES ('pcat_1', 'prod_1');
      INSERT INTO return_reason (id, value, label, created_at, updated_at)
      VALUES ('rr_1', 'size', 'Size', now(), now());
      INSERT INTO gift_card (
        id, code, value, balance, region_id, is_disabled, created_at, updated_at
      )
      VALUES ('gift_1', 'AAAA-BBBB-CCCC-DDDD', 500, 500, 'reg_1', false, now(), now());
      INSERT INTO discount_rule (id, type, value, allocation, created_at, updated_at)
      VALUES ('dru_1', 'percentage', 10, 'total', now(), now());
      INSERT INTO discount (
        id, code, is_dynamic, rule_id, is_disabled, starts_at, created_at, updated_at, usage_count
      )
      VALUES ('disc_1', 'TEN', false, 'dru_1', false, '2020-01-01Z', now(), now(), 0);
      INSERT INTO order_discounts VALUES ('order_1', 'disc_1');
      INSERT INTO cart (
        id, email, shipping_address_id, region_id, customer_id, type, created_at, updated_at,
        sales_channel_id
      )
      SELECT id, 'customer1@example.com', 'addr_o1', 'reg_1', 'cus_1', 'default', now(), now(), 'sc_1'
      FROM unnest(ARRAY['cart_shown', 'cart_bought']) AS c (id);
      INSERT INTO cart_discounts VALUES ('cart_shown', 'disc_1');
      INSERT INTO cart_gift_cards VALUES ('cart_shown', 'gift_1');
      INSERT INTO line_item (
        id, cart_id, title, is_giftcard, should_merge, allow_discounts, has_shipping, unit_price,
        variant_id, quantity, created_at, updated_at, is_return, includes_tax
      )
      SELECT replace(id, 'cart', 'item'), id, 'Product', false, true, true, true, 1000, 'variant_1_1', 2,
        now(), now(), false, false
      FROM unnest(ARRAY['cart_shown', 'cart_bought']) AS c (id);
      """;

  /** Values of path parameters, by the part of the path before them. */
  private static final Map<String, String> IDS =
      Map.ofEntries(
          Map.entry("carts", "cart_shown"),
          Map.entry("collections", "pcol_1"),
          Map.entry("gift-cards", "AAAA-BBBB-CCCC-DDDD"),
          Map.entry("orders", "order_1"),
          Map.entry("cart", "cart_1"),
          Map.entry("product-categories", "pcat_1"),
          Map.entry("products", "prod_1"),
          Map.entry("regions", "reg_1"),
          Map.entry("return-reasons", "rr_1"),
          Map.entry("shipping-options", "cart_shown"),
          Map.entry("variants", "variant_1_1"));

  private static final Map<String, String> QUERY =
      Map.of(
          "q", "q=product",
          "cart_id", "cart_id=cart_shown",
          "display_id", "display_id=1",
          "email", "email=customer2@example.com",
          "shipping_address", "shipping_address[postal_code]=20095");

  /** Resources that the moved shop has none of. */
  private static final Set<String> WITHOUT_RESOURCE =
      Set.of("storeGetOrderEdit", "storeGetPaymentCollection", "storeGetSwap");

  private static final TestDatabase TARGET = Shop.migratedDatabase();

  private static Shop shop;
  private static Storefront http;
  private static TestIdentities identities;
  private static List<String> tables;

  @BeforeAll
  static void move() {
    TestDatabase source = GeneratedMedusaShop.small();
    execute(source, MORE);
    tables =
        List.of(
            value(
                    source,
                    "SELECT string_agg(table_name, ' ' ORDER BY table_name)"
                        + " FROM information_schema.columns"
                        + " WHERE table_schema = 'public' AND column_name = 'metadata'")
                .split(" "));
    for (String table : tables) {
      execute(
          source,
          "ALTER TABLE \"%1$s\" ADD COLUMN cost_price text NOT NULL DEFAULT '%2$s%1$s'"
              .formatted(table, MARK));
    }
    assertThat(
            MoveIn.run(config(source), config(TARGET), (copy, rows, expected) -> {}).isVerified())
        .isTrue();
    shop = Shop.on(TARGET.url());
    http = shop.storefront();
    identities = new TestIdentities(shop);
    // The customer who logs in is the buyer of the moved order.
    execute(
        TARGET,
        "UPDATE customer.customer SET password_hash = (SELECT password_hash FROM customer.customer"
            + " WHERE password_hash IS NOT NULL LIMIT 1), has_account = true WHERE id = 'cus_2'");
  }

  private static List<Operation> operations(boolean isWrite) {
    return Contract.load().operations().stream()
        .filter(operation -> operation.id().startsWith("store"))
        .filter(operation -> operation.isWrite() == isWrite)
        .toList();
  }

  private static String path(Operation operation) {
    List<String> parts = new ArrayList<>();
    for (String part : operation.path().split("/")) {
      parts.add(part.startsWith("{") ? IDS.getOrDefault(parts.getLast(), "unknown") : part);
    }
    return String.join("/", parts);
  }

  private static String query(Operation operation) {
    return operation.query() == null
        ? ""
        : operation.query().getJsonObject("properties").fieldNames().stream()
            .filter(QUERY::containsKey)
            .map(QUERY::get)
            .collect(Collectors.joining("&", "?", ""));
  }

  private static String[] asBuyer() {
    JsonObject credentials =
        new JsonObject().put("email", "customer2@example.com").put("password", "open sesame");
    return new String[] {"authorization", http.bearer("/store/auth/token", credentials)};
  }

  @Test
  void noStoreOperationShowsAColumnOfTheShopsOwn() {
    String[] buyer = asBuyer();
    Set<String> unanswered = new TreeSet<>();
    for (Operation operation : operations(false)) {
      List<Answer> read =
          Stream.of(path(operation), path(operation) + query(operation))
              .flatMap(path -> Stream.of(http.get(path), http.send("GET", path, null, buyer)))
              .toList();
      assertThat(read).as(operation.id()).noneMatch(answer -> answer.text().contains(MARK));
      if (read.stream().noneMatch(answer -> answer.status() == 200)) {
        unanswered.add(operation.id());
      }
    }
    assertThat(unanswered).isSubsetOf(WITHOUT_RESOURCE);
  }

  @Test
  void aCheckoutOfAMovedCartShowsNone() {
    String cart = "/store/carts/cart_bought";
    List<Answer> answers =
        List.of(
            http.get(cart),
            http.post(
                cart + "/line-items/item_bought",
                new JsonObject()
                    .put("quantity", 3)
                    .put("metadata", new JsonObject().put("gift", true))),
            http.post(cart + "/shipping-methods", new JsonObject().put("option_id", "so_1")),
            http.post(cart + "/payment-sessions", null),
            http.post(cart + "/complete", null));

    assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    assertThat(answers).noneMatch(answer -> answer.text().contains(MARK));
    JsonObject order = answers.getLast().body().getJsonObject("data");
    assertThat(order.getJsonArray("items").getJsonObject(0).getJsonObject("metadata"))
        .isEqualTo(new JsonObject().put("gift", true));
    assertThat(staff("/admin/orders/" + order.getString("id")))
        .contains(MARK + "cart", MARK + "line_item");
  }

  @Test
  void staffSeeTheColumnsWhereTheirRowsAre() {
    assertThat(staff("/admin/products/prod_1"))
        .contains(
            Stream.of("product", "product_variant", "product_collection", "product_tag")
                .map(table -> "\"_staff\":{\"cost_price\":\"%s%s\"}".formatted(MARK, table))
                .toList());
    assertThat(staff("/admin/orders/order_1").replace(" ", ""))
        .contains(
            Stream.of("order", "line_item", "address", "discount")
                .map(table -> "\"_staff\":{\"cost_price\":\"%s%s\"}".formatted(MARK, table))
                .toList());
    assertThat(staff("/admin/orders/order_1")).doesNotContain("},\"cost_price\"");
  }

  private static String staff(String path) {
    Answer answer = http.send("GET", path, null, identities.asUser());
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.text();
  }

  @Test
  void noShopperWritesThem() {
    JsonObject body =
        new JsonObject().put("metadata", new JsonObject().put("_staff", new JsonArray()));
    String[] buyer = asBuyer();
    List<String> accepting =
        operations(true).stream()
            .filter(operation -> operation.body() != null)
            .filter(operation -> operation.method().equals(HttpMethod.POST))
            .filter(operation -> {
              Answer answer = http.send("POST", path(operation), body.encode(), buyer);
              return answer.status() != 400
                  || !answer.text().contains("metadata._staff is written by staff alone");
            })
            .map(Operation::id)
            .collect(Collectors.toList());

    assertThat(accepting).isEmpty();
  }
}
