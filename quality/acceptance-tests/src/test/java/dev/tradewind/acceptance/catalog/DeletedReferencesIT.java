package dev.tradewind.acceptance.catalog;

import static dev.tradewind.acceptance.AdminApi.json;
import static dev.tradewind.acceptance.AdminApi.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Deletion of what carts, draft orders and orders name: each of them can still be read, alone and
 * in a list.
 */
class DeletedReferencesIT {

  /** Longer than reference data of a cart is cached. */
  private static final long CACHED_SECONDS = 6;

  private static final String EVERYTHING_OF_A_CART =
      "billing_address,customer,discounts.rule,gift_cards,items.adjustments,items.tax_lines,"
          + "items.variant.product.profiles,payment,payment_sessions,region.countries,"
          + "region.payment_providers,region.tax_rates,sales_channel,shipping_address,"
          + "shipping_methods.shipping_option,shipping_methods.tax_lines";

  /** Kind of resource that is deleted. */
  enum Kind {
    REGION("is"),
    SALES_CHANNEL("ie"),
    SHIPPING_OPTION("pt"),
    PAYMENT_PROVIDER("gr"),
    CUSTOMER("pl"),
    CUSTOMER_GROUP("cz"),
    VARIANT("hu"),
    PRODUCT("ro"),
    TAX_RATE("bg"),
    DISCOUNT("hr"),
    GIFT_CARD("ee");

    final String country;

    Kind(String country) {
      this.country = country;
    }
  }

  /** Sale that names a resource of each kind: open cart, open draft order, paid draft, order. */
  private static final class Sale {
    final Map<Kind, String> paths = new EnumMap<>(Kind.class);
    String customerId;
    String email;
    String[] customer;
    String regionId;
    String variantId;
    String optionId;
    String channelId;
    String code;
    String giftCard;
    String cartId;
    String draftId;
    String draftCartId;
    String paidDraftId;
    String completedCartId;
    JsonObject order;
  }

  private static Shop shop;
  private static Storefront http;
  private static AdminApi admin;
  private static final Map<Kind, Sale> SALES = new EnumMap<>(Kind.class);

  @BeforeAll
  static void sellAndDelete() {
    shop = Shop.empty();
    http = shop.storefront();
    admin = new AdminApi(shop);
    admin.post("/admin/store", "{'currencies': ['eur', 'usd']}");
    for (Kind kind : Kind.values()) {
      SALES.put(kind, sell(kind));
    }
    SALES.forEach((kind, sale) -> {
      if (kind == Kind.CUSTOMER) {
        shop.deleteCustomer(sale.customerId);
      } else {
        admin.delete(sale.paths.get(kind));
      }
    });
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(CACHED_SECONDS));
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @ParameterizedTest
  @EnumSource
  void whatNamesSomethingDeletedIsStillRead(Kind kind) {
    Sale sale = SALES.get(kind);
    List<String> failures = new ArrayList<>();
    Stream.of(
            "/admin/draft-orders/" + sale.draftId,
            "/admin/draft-orders/" + sale.draftId + "/totals-explanation",
            "/admin/draft-orders/" + sale.paidDraftId,
            "/admin/orders/" + sale.order.getString("id"),
            "/admin/orders/" + sale.order.getString("id") + "/totals-explanation")
        .forEach(path -> read(path, admin.staff(), failures));
    // Only their customer sees orders of an account.
    if (kind != Kind.CUSTOMER) {
      read("/store/orders/" + sale.order.getString("id"), sale.customer, failures);
      read("/store/orders/cart/" + sale.completedCartId, sale.customer, failures);
    }
    for (String cartId : List.of(sale.cartId, sale.completedCartId)) {
      String path = "/store/carts/" + cartId;
      read(path, sale.customer, failures);
      read(path + "?expand=" + EVERYTHING_OF_A_CART, sale.customer, failures);
      read(path + "/totals-explanation", sale.customer, failures);
    }
    read("/store/carts/" + sale.draftCartId, new String[0], failures);
    read("/store/shipping-options/" + sale.cartId, sale.customer, failures);
    Answer taxed = http.post("/store/carts/" + sale.cartId + "/taxes", null, sale.customer);
    if (taxed.status() != 200) {
      failures.add("taxes: " + taxed.text());
    }
    if (kind != Kind.CUSTOMER) {
      read("/store/customers/me/orders", sale.customer, failures);
      read("/admin/customers/" + sale.customerId + "?expand=orders", admin.staff(), failures);
    }

    assertThat(failures).isEmpty();
  }

  @Test
  void listsShowEveryCartDraftAndOrder() {
    int kinds = Kind.values().length;

    assertThat(draftsOf("/admin/draft-orders?limit=100")).isEqualTo(2 * kinds);
    assertThat(
            draftsOf(
                "/admin/draft-orders?limit=100&expand=order,"
                    + Stream.of(EVERYTHING_OF_A_CART.split(","))
                        .filter(relation -> !relation.contains("address"))
                        .filter(relation -> !relation.endsWith("countries"))
                        .map("cart."::concat)
                        .reduce((a, b) -> a + "," + b)
                        .orElseThrow()))
        .isEqualTo(2 * kinds);
    assertThat(admin.get("/admin/orders?limit=100").getJsonArray("orders")).hasSize(2 * kinds);
    assertThat(
            admin
                .get("/admin/orders?limit=100&expand=cart,items,region,customer,sales_channel")
                .getJsonArray("orders"))
        .hasSize(2 * kinds);
    admin.get("/admin/customers?expand=orders,groups");
    admin.get("/admin/customer-groups?expand=customers");
    admin.get("/admin/gift-cards");
    admin.get("/admin/discounts?expand=regions,rule.conditions");
    admin.get("/admin/products");
    admin.get("/admin/tax-rates");
    admin.get("/admin/shipping-options");
  }

  @Test
  void aCartKeepsTheCurrencyAndTaxesOfItsDeletedRegion() {
    Sale sale = SALES.get(Kind.REGION);
    JsonObject cart = cart(sale, sale.cartId);

    assertThat(cart.getJsonObject("region").getString("currency_code")).isEqualTo("eur");
    assertThat(cart.getJsonObject("region").getString("deleted_at")).isNotNull();
    assertThat(cart.getLong("tax_total")).isPositive();
  }

  @Test
  void aDraftOrderOfADeletedRegionCanBeChangedMovedAndDeletedButNotPaid() {
    Sale sale = SALES.get(Kind.REGION);
    Sale other = SALES.get(Kind.SALES_CHANNEL);
    String draft = admin.create("/admin/draft-orders", "draft_order", draftBody(other));
    Answer refused = admin.tryPost("/admin/draft-orders", draftBody(sale));
    assertThat(refused.status()).as(refused.text()).isEqualTo(404);

    admin.post("/admin/draft-orders/" + sale.draftId, "{'email': 'new@example.com'}");
    Answer unpaid = admin.tryPost("/admin/draft-orders/" + sale.draftId + "/pay", null);
    assertThat(unpaid.status()).as(unpaid.text()).isEqualTo(404);
    assertThat(unpaid.body().getString("message"))
        .isEqualTo("Region with " + sale.regionId + " was not found");
    JsonObject moved =
        admin
            .post("/admin/draft-orders/" + sale.draftId, "{'region_id': '" + other.regionId + "'}")
            .getJsonObject("draft_order");
    assertThat(moved.getJsonObject("cart").getString("region_id")).isEqualTo(other.regionId);
    admin.delete("/admin/draft-orders/" + draft);
  }

  private static JsonObject cart(Sale sale, String id) {
    return http.send("GET", "/store/carts/" + id, null, sale.customer).cart();
  }

  private static int draftsOf(String path) {
    return (int)
        admin.get(path).getJsonArray("draft_orders").stream()
            .map(JsonObject.class::cast)
            .filter(draft -> draft.getJsonObject("cart") != null)
            .count();
  }

  private static void read(String path, String[] headers, List<String> failures) {
    Answer answer = http.send("GET", path, null, headers);
    if (answer.status() != 200) {
      failures.add(path + ": " + answer.text());
    }
  }

  private static Sale sell(Kind kind) {
    Sale sale = new Sale();
    sale.channelId = created(sale, Kind.SALES_CHANNEL, "sales-channels", "{'name': 'Web'}");
    sale.regionId =
        created(
            sale,
            Kind.REGION,
            "regions",
            """
            {'name': 'Region', 'currency_code': 'eur', 'tax_rate': 20, 'countries': ['%s'],
            'payment_providers': ['manual'], 'fulfillment_providers': ['manual']}
            """
                .formatted(kind.country));
    sale.paths.put(
        Kind.PAYMENT_PROVIDER, sale.paths.get(Kind.REGION) + "/payment-providers/manual");
    JsonObject product =
        admin
            .post(
                "/admin/products",
                """
                {'title': 'Mug %1$s', 'status': 'published', 'options': [{'title': 'Size'}],
                'sales_channels': [{'id': '%2$s'}],
                'variants': [{'title': 'Small', 'inventory_quantity': 100,
                'options': [{'value': 'S'}], 'prices': [{'currency_code': 'eur', 'amount': 1000}]}]}
                """
                    .formatted(Ids.ulid(), sale.channelId))
            .getJsonObject("product");
    String productPath = "/admin/products/" + product.getString("id");
    sale.paths.put(Kind.PRODUCT, productPath);
    sale.variantId = product.getJsonArray("variants").getJsonObject(0).getString("id");
    sale.paths.put(Kind.VARIANT, productPath + "/variants/" + sale.variantId);
    sale.optionId =
        created(
            sale,
            Kind.SHIPPING_OPTION,
            "shipping-options",
            """
            {'name': 'Post', 'region_id': '%s', 'provider_id': 'manual', 'amount': 500,
            'price_type': 'flat_rate', 'data': {'id': 'manual-fulfillment'}}
            """
                .formatted(sale.regionId));
    created(
        sale,
        Kind.TAX_RATE,
        "tax-rates",
        """
        {'code': 'R', 'name': 'Reduced', 'rate': 10, 'region_id': '%s', 'products': ['%s'],
        'shipping_options': ['%s']}
        """
            .formatted(sale.regionId, product.getString("id"), sale.optionId));
    giveDiscounts(sale);
    if (kind == Kind.CUSTOMER) {
      identifyGuest(sale);
    } else {
      openAccount(sale);
    }
    sale.cartId = filledCart(sale);
    sale.completedCartId = filledCart(sale);
    sale.customerId = cart(sale, sale.cartId).getString("customer_id");
    sale.order =
        ok(http.post("/store/carts/" + sale.completedCartId + "/complete", null, sale.customer))
            .getJsonObject("data");
    JsonObject draft =
        admin.post("/admin/draft-orders", draftBody(sale)).getJsonObject("draft_order");
    sale.draftId = draft.getString("id");
    sale.draftCartId = draft.getString("cart_id");
    sale.paidDraftId = admin.create("/admin/draft-orders", "draft_order", draftBody(sale));
    admin.post("/admin/draft-orders/" + sale.paidDraftId + "/pay", null);
    return sale;
  }

  private static void giveDiscounts(Sale sale) {
    sale.code = Ids.ulid();
    created(
        sale,
        Kind.DISCOUNT,
        "discounts",
        """
        {'code': '%s', 'regions': ['%s'],
        'rule': {'type': 'percentage', 'value': 10, 'allocation': 'total'}}
        """
            .formatted(sale.code, sale.regionId));
    JsonObject card =
        admin
            .post("/admin/gift-cards", "{'value': 200, 'region_id': '%s'}".formatted(sale.regionId))
            .getJsonObject("gift_card");
    sale.giftCard = card.getString("code");
    sale.paths.put(Kind.GIFT_CARD, "/admin/gift-cards/" + card.getString("id"));
  }

  /**
   * A deleted account cannot log in, so its carts are hidden; the id of a guest's cart suffices.
   */
  private static void identifyGuest(Sale sale) {
    sale.customer = new String[0];
    sale.email = "guest@example.com";
  }

  private static void openAccount(Sale sale) {
    sale.email = "buyer-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    JsonObject account = new JsonObject().put("email", sale.email).put("password", "open sesame");
    String customerId =
        ok(http.post("/store/customers", account.copy().put("first_name", "Ada")))
            .getJsonObject("customer")
            .getString("id");
    sale.customer = new String[] {"authorization", http.bearer("/store/auth/token", account)};
    String group =
        created(sale, Kind.CUSTOMER_GROUP, "customer-groups", "{'name': '" + sale.email + "'}");
    admin.post(
        "/admin/customer-groups/" + group + "/customers/batch",
        "{'customer_ids': [{'id': '" + customerId + "'}]}");
  }

  private static String created(Sale sale, Kind kind, String path, String body) {
    String member =
        switch (kind) {
          case REGION -> "region";
          case SALES_CHANNEL -> "sales_channel";
          case SHIPPING_OPTION -> "shipping_option";
          case CUSTOMER_GROUP -> "customer_group";
          case TAX_RATE -> "tax_rate";
          case DISCOUNT -> "discount";
          case PAYMENT_PROVIDER, CUSTOMER, VARIANT, PRODUCT, GIFT_CARD ->
              throw new IllegalArgumentException(kind.name());
        };
    String id = admin.create("/admin/" + path, member, body);
    sale.paths.put(kind, "/admin/" + path + "/" + id);
    return id;
  }

  private static String filledCart(Sale sale) {
    JsonObject cart =
        post(
            sale,
            "/store/carts",
            "{'region_id': '%s', 'sales_channel_id': '%s', 'items': [{'variant_id': '%s', 'quantity': 2}]}"
                .formatted(sale.regionId, sale.channelId, sale.variantId));
    String path = "/store/carts/" + cart.getString("id");
    post(
        sale,
        path,
        """
        {'email': '%s', 'discounts': [{'code': '%s'}], 'gift_cards': [{'code': '%s'}],
        'shipping_address': {'first_name': 'A', 'last_name': 'B', 'address_1': 'C', 'city': 'D',
        'postal_code': '1', 'country_code': '%s'}}
        """
            .formatted(
                sale.email,
                sale.code,
                sale.giftCard,
                cart.getJsonObject("shipping_address").getString("country_code")));
    post(sale, path + "/shipping-methods", "{'option_id': '" + sale.optionId + "'}");
    post(sale, path + "/payment-sessions", null);
    return cart.getString("id");
  }

  private static JsonObject post(Sale sale, String path, String body) {
    return ok(http.post(path, body == null ? null : json(body), sale.customer))
        .getJsonObject("cart");
  }

  private static String draftBody(Sale sale) {
    return """
    {'email': '%s', 'region_id': '%s', 'customer_id': '%s',
    'items': [{'variant_id': '%s', 'quantity': 1}], 'discounts': [{'code': '%s'}],
    'shipping_methods': [{'option_id': '%s'}]}
    """
        .formatted(
            sale.email, sale.regionId, sale.customerId, sale.variantId, sale.code, sale.optionId);
  }
}
