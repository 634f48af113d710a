package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Selected fields and expanded relations, within a verticle and across them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class ExpandIT {

  private final Shop shop = Shop.shared();
  private final Storefront storefront = shop.storefront();
  private final TestIdentities identities = new TestIdentities(shop);
  private final String[] staff = identities.asUser();
  private final String[] ada = identities.asCustomer();

  private String cartId;
  private String regionId;
  private String variantId;
  private String productId;

  /** A cart of a customer with an account, with an order, a discount, a gift card and a line. */
  @BeforeAll
  void fillCart() {
    regionId = storefront.region("eur").getString("id");
    JsonObject variant = shop.newVariant(2_000, 50);
    variantId = variant.getString("id");
    productId = variant.getString("product_id");
    String earlier = shop.readyCart(variantId, 1);
    String me =
        storefront
            .send("GET", "/store/customers/me", null, ada)
            .body()
            .getJsonObject("customer")
            .getString("id");
    shop.giveOrder(completed(earlier).getString("id"), me);
    cartId = shop.readyCart(variantId, 2);
    String code = newDiscount();
    String card = "CARD" + Ids.ulid();
    shop.discountFixtures().newGiftCard(card, 100, null, regionId);
    storefront.send("GET", "/store/carts/" + cartId, null, ada);
    Answer updated =
        storefront.send(
            "POST",
            "/store/carts/" + cartId,
            new JsonObject()
                .put("discounts", codes(code))
                .put("gift_cards", codes(card))
                .put("billing_address", new JsonObject().put("country_code", "jp"))
                .encode(),
            ada);
    assertThat(updated.status()).as(updated.text()).isEqualTo(200);
  }

  /** Each level of the path is a subquery of its own. */
  @Test
  void anOrderByAPathInCirclesIsRefused() {
    String circle = "billing_address.customer.";
    Answer refused =
        storefront.send(
            "GET", "/admin/customers?order=" + circle.repeat(200) + "email", null, staff);

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
  }

  /** Each level would multiply the rows by the number of addresses. */
  @Test
  void anExpansionInCirclesIsRefused() {
    for (int circles = 2; circles <= 6; circles++) {
      String path = "shipping_addresses.customer.".repeat(circles).replaceAll("\\.$", "");
      Answer refused =
          storefront.send("GET", "/admin/customers?limit=1&expand=" + path, null, staff);

      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    }
  }

  private String newDiscount() {
    String code = "EXPAND" + Ids.ulid();
    JsonObject rule =
        new JsonObject()
            .put("type", "percentage")
            .put("value", 10)
            .put("allocation", "total")
            .put(
                "conditions",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("operator", "in")
                            .put("products", new JsonArray().add(productId))));
    Answer created =
        storefront.send(
            "POST",
            "/admin/discounts",
            new JsonObject()
                .put("code", code)
                .put("rule", rule)
                .put("regions", new JsonArray().add(regionId))
                .encode(),
            staff);
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    return code;
  }

  private static JsonArray codes(String code) {
    return new JsonArray().add(new JsonObject().put("code", code));
  }

  private JsonObject completed(String id) {
    Answer completion = storefront.post("/store/carts/" + id + "/complete", null);
    assertThat(completion.status()).as(completion.text()).isEqualTo(200);
    return completion.body().getJsonObject("data");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "items.variant.options",
        "items.variant.product.collection",
        "items.variant.product.tags",
        "items.variant.product.type",
        "items.adjustments.discount",
        "items.cart",
        "items.order",
        "customer.groups",
        "customer.orders",
        "customer.orders.region.countries",
        "region.currency",
        "region.fulfillment_providers",
        "region.tax_provider",
        "shipping_methods.shipping_option.requirements",
        "shipping_methods.shipping_option.profile",
        "discounts.regions",
        "discounts.rule.conditions",
        "discounts.parent_discount",
        "gift_cards.region",
        "gift_cards.order",
        "billing_address.country",
        "shipping_address.country",
        "shipping_address.customer",
        "sales_channel.locations"
      })
  void aCartExpandsAnyOfItsRelations(String path) {
    Answer answer = storefront.send("GET", "/store/carts/" + cartId + "?expand=" + path, null, ada);

    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(has(answer.cart(), path)).as(answer.text()).isTrue();
    assertThat(answer.cart().containsKey("payment_sessions")).isFalse();
  }

  /** Whether each object along the path has the next member, null included at its end. */
  public static boolean has(@Nullable Object value, String path) {
    if (value instanceof JsonArray elements) {
      return !elements.isEmpty() && elements.stream().allMatch(element -> has(element, path));
    }
    int dot = path.indexOf('.');
    String name = dot < 0 ? path : path.substring(0, dot);
    if (!(value instanceof JsonObject object) || !object.containsKey(name)) {
      return false;
    }
    return dot < 0 || has(object.getValue(name), path.substring(dot + 1));
  }

  @Test
  void expandedRelationsOfOtherVerticlesHaveTheirRows() {
    JsonObject cart =
        storefront
            .send(
                "GET",
                "/store/carts/"
                    + cartId
                    + "?expand=customer.orders.region,discounts.rule.conditions,items.cart,"
                    + "items.adjustments.discount,billing_address.country",
                null,
                ada)
            .cart();

    JsonObject order = cart.getJsonObject("customer").getJsonArray("orders").getJsonObject(0);
    assertThat(order.getJsonObject("region").getString("id")).isEqualTo(regionId);
    assertThat(
            cart.getJsonArray("discounts")
                .getJsonObject(0)
                .getJsonObject("rule")
                .getJsonArray("conditions")
                .getJsonObject(0)
                .getString("type"))
        .isEqualTo("products");
    JsonObject item = cart.getJsonArray("items").getJsonObject(0);
    assertThat(item.getJsonObject("cart").getLong("total")).isEqualTo(cart.getLong("total"));
    assertThat(item.getJsonObject("cart").containsKey("items")).isFalse();
    assertThat(
            item.getJsonArray("adjustments")
                .getJsonObject(0)
                .getJsonObject("discount")
                .getString("id"))
        .isEqualTo(cart.getJsonArray("discounts").getJsonObject(0).getString("id"));
    assertThat(cart.getJsonObject("billing_address").getJsonObject("country").getString("iso_2"))
        .isEqualTo("jp");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nope",
        "items.nope",
        "items.variant.prices",
        "discounts.rule.conditions.customer_groups",
        "sales_channel.products",
        "gift_cards.order.customer",
        "payment_sessions.cart.items",
        "customer.groups.customers",
        "items.order.customer",
        "region.countries.region.countries",
        "items.cart.items",
        "customer.orders.items.variant.product.options.values"
      })
  void aCartFollowsNoUnknownForbiddenOrUnboundedPath(String path) {
    Answer answer = storefront.send("GET", "/store/carts/" + cartId + "?expand=" + path, null, ada);

    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.body().getString("type")).isEqualTo("invalid_data");
  }

  @Test
  void cartCommandsHonourFieldsAndExpand() {
    String id = shop.readyCart(variantId, 1);
    String cart = "/store/carts/" + id;
    String query = "?fields=email&expand=items";
    JsonObject line = new JsonObject().put("variant_id", variantId).put("quantity", 1);

    for (Answer answer :
        List.of(
            storefront.post(cart + query, new JsonObject()),
            storefront.post(cart + "/taxes" + query, null),
            storefront.post(cart + "/line-items" + query, line),
            storefront.post(cart + "/payment-sessions" + query, null),
            storefront.post(
                cart + "/payment-session" + query, new JsonObject().put("provider_id", "manual")),
            storefront.post(cart + "/payment-sessions/manual/refresh" + query, null),
            storefront.send("DELETE", cart + "/discounts/none" + query, null))) {
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      assertThat(answer.cart().fieldNames()).containsExactlyInAnyOrder("id", "email", "items");
    }
    assertThat(storefront.post(cart + "?expand=&fields=", new JsonObject()).cart())
        .isEqualTo(new JsonObject().put("id", id));
  }

  @Test
  void unknownNamesAreRefusedBeforeTheCommandHasAnEffect() {
    String id = shop.readyCart(variantId, 1);
    String cart = "/store/carts/" + id;

    for (Answer answer :
        List.of(
            storefront.post(
                cart + "?expand=nope", new JsonObject().put("email", "new@example.com")),
            storefront.post(cart + "/complete?fields=nope", null),
            storefront.post(cart + "/complete?expand=customer.orders", null))) {
      assertThat(answer.status()).as(answer.text()).isEqualTo(400);
      assertThat(answer.body().getString("message")).endsWith("are not valid");
    }
    assertThat(storefront.get(cart).cart().getString("email")).isEqualTo("shopper@example.com");
    assertThat(shop.orderCount(id)).isZero();
  }

  @Test
  void aCompletionHonoursFieldsAndExpand() {
    String id = shop.readyCart(variantId, 1);

    Answer completion =
        storefront.post(
            "/store/carts/" + id + "/complete?fields=email,total&expand=items.variant.product",
            null);

    assertThat(completion.status()).as(completion.text()).isEqualTo(200);
    JsonObject order = completion.body().getJsonObject("data");
    assertThat(order.fieldNames()).containsExactlyInAnyOrder("id", "email", "total", "items");
    assertThat(has(order, "items.variant.product.title")).isTrue();
  }

  @Test
  void aGuestOfACartIsShownAsIdentityAndOpensNoOrders() {
    String id = shop.readyCart(variantId, 1);
    completed(shop.readyCart(variantId, 1));

    JsonObject shown = storefront.get("/store/carts/" + id).cart().getJsonObject("customer");
    JsonObject expanded =
        storefront
            .get("/store/carts/" + id + "?expand=customer.orders,shipping_address.customer.orders")
            .body()
            .getJsonObject("cart", new JsonObject());

    assertThat(shown.fieldNames()).containsExactlyInAnyOrder("id", "email", "has_account");
    assertThat(expanded).isEqualTo(new JsonObject());
    JsonObject orders =
        storefront
            .get("/store/carts/" + id + "?expand=customer.orders")
            .cart()
            .getJsonObject("customer");
    assertThat(orders.getJsonArray("orders")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/discounts?expand=rule.conditions.products.variants",
        "/admin/discounts?expand=regions.tax_provider",
        "/admin/discounts?expand=rule.conditions.products.images,regions.countries",
        "/admin/products?expand=variants.prices.variants,categories.products",
        "/admin/customers?expand=orders.region,orders.payments,orders.discounts",
        "/admin/customers?expand=orders.items.variant.product.tags",
        "/admin/customer-groups?expand=price_lists.prices,customers",
        "/admin/draft-orders?expand=order.items,order.payments,order.customer",
        "/admin/draft-orders?expand=cart.items.variant.product.collection,cart.payment",
        "/admin/orders?expand=claims.additional_items.variant.product.profiles,"
            + "swaps.additional_items.variant.product.profiles",
        "/admin/orders?expand=cart.items,customer.groups,region.countries"
      })
  void staffExpandsAnyRelation(String path) {
    Answer answer = storefront.send("GET", path + "&limit=5", null, staff);

    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "products.variants",
        "products.images",
        "product_collections.products",
        "customer_groups.customers"
      })
  void staffExpandsTheResourcesOfACondition(String path) {
    JsonObject discount =
        storefront
            .send("GET", "/admin/discounts?expand=rule.conditions&q=EXPAND", null, staff)
            .body()
            .getJsonArray("discounts")
            .getJsonObject(0);
    String condition =
        discount.getJsonObject("rule").getJsonArray("conditions").getJsonObject(0).getString("id");

    Answer answer =
        storefront.send(
            "GET",
            "/admin/discounts/%s/conditions/%s?expand=%s"
                .formatted(discount.getString("id"), condition, path),
            null,
            staff);

    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    if (path.equals("products.variants")) {
      assertThat(has(answer.body().getJsonObject("discount_condition"), path)).isTrue();
    }
  }

  @Test
  void theStatementsOfAnExpansionDoNotDependOnTheNumberOfRows() {
    String path = "/admin/customers?expand=orders.region.countries,groups,orders.payments&limit=";
    storefront.send("GET", path + 1, null, staff);
    int one = shop.fewestStatements(() -> storefront.send("GET", path + 1, null, staff)).size();

    assertThat(shop.fewestStatements(() -> storefront.send("GET", path + 20, null, staff)))
        .hasSizeLessThanOrEqualTo(one + 2);
  }

  @Test
  void ordersShowStockAndUsageAsTheyAre() {
    JsonObject variant = shop.newVariant(500, 2);
    String id = shop.readyCart(variant.getString("id"), 2);
    String code = ("live" + Ids.ulid()).toUpperCase(Locale.ROOT);
    shop.discountFixtures().newDiscount(code, "percentage", 10, 5, regionId);
    storefront.post("/store/carts/" + id, new JsonObject().put("discounts", codes(code)));
    storefront.post("/store/carts/" + id + "/payment-sessions", null);

    JsonObject placed = completed(id);
    JsonObject order =
        storefront.get("/store/orders/" + placed.getString("id")).body().getJsonObject("order");

    assertThat(variantOf(placed).containsKey("inventory_quantity")).isFalse();
    assertThat(placed.getJsonArray("discounts").getJsonObject(0).containsKey("usage_count"))
        .isFalse();
    assertThat(variantOf(order).getInteger("inventory_quantity")).isZero();
    assertThat(order.getJsonArray("discounts").getJsonObject(0).getInteger("usage_count"))
        .isEqualTo(1);
    shop.restock(variant.getString("id"), 9);
    assertThat(
            variantOf(
                    storefront
                        .send("GET", "/admin/orders/" + placed.getString("id"), null, staff)
                        .body()
                        .getJsonObject("order"))
                .getInteger("inventory_quantity"))
        .isEqualTo(9);
  }

  @Test
  void aPriceNamesItsVariantAsAList() {
    JsonObject product =
        storefront
            .send(
                "GET",
                "/admin/products/" + productId + "?expand=variants.prices.variants",
                null,
                staff)
            .body()
            .getJsonObject("product");

    JsonObject variant = product.getJsonArray("variants").getJsonObject(0);
    JsonObject price = variant.getJsonArray("prices").getJsonObject(0);
    assertThat(price.getJsonArray("variants")).hasSize(1);
    assertThat(price.getJsonArray("variants").getJsonObject(0).getString("id"))
        .isEqualTo(variant.getString("id"));
    assertThat(storefront.get("/store/products?expand=categories.products").status())
        .isEqualTo(400);
  }

  private static JsonObject variantOf(JsonObject order) {
    return order.getJsonArray("items").getJsonObject(0).getJsonObject("variant");
  }

  @Test
  void aPaidDraftOrderShowsThePaymentOfItsCart() {
    DraftOrderApi drafts = new DraftOrderApi(shop);
    JsonObject draft = drafts.created(drafts.body(DraftOrderApi.item(variantId, 1)));
    DraftOrderApi.order(drafts.pay(draft.getString("id")));

    JsonObject paid =
        DraftOrderApi.draft(
            drafts.admin("GET", "/admin/draft-orders/" + draft.getString("id"), null));
    JsonObject cart = paid.getJsonObject("cart");

    assertThat(cart.getJsonObject("payment").getString("id"))
        .isEqualTo(cart.getString("payment_id"))
        .isNotNull();
    assertThat(paid.getJsonObject("order").getString("id")).isEqualTo(paid.getString("order_id"));
  }
}
