package dev.tradewind.acceptance.catalog;

import static dev.tradewind.acceptance.AdminApi.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search text {@code q} beside every other filter of every list: all of them apply. */
class SearchBesideFiltersIT {

  private static final Set<String> NOT_A_FILTER =
      Set.of(
          "q",
          "limit",
          "offset",
          "after",
          "order",
          "expand",
          "fields",
          "include_category_children",
          "include_descendants_tree");

  /** Parameters that choose the prices shown. */
  private static final Set<String> PRICE_CONTEXT =
      Set.of("cart_id", "region_id", "currency_code", "customer_id");

  private static final Set<String> NUMERIC_TEXTS = Set.of("display_id", "tax_rate");

  /** Occurs in a searched text of one row of each list. */
  private static final String MARK = "mark" + Ids.ulid().toLowerCase(Locale.ROOT);

  private static Shop shop;
  private static Storefront http;
  private static AdminApi admin;
  private static String productId;
  private static String groupId;
  private static String priceListId;
  private static String keyId;
  private static String emptyChannelId;
  private static String giftCardCode;
  private static String[] customer;

  @BeforeAll
  static void fill() {
    // Its regions are in the way of tests that take the first one of a currency.
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
    http = shop.storefront();
    admin = new AdminApi(shop);
    shop.newUser(MARK + "@example.com", "open sesame", "token-" + Ids.ulid());
    String regionId = http.region("eur").getString("id");
    for (String resource :
        List.of("product", "variant", "collection", "region", "customer", "order")) {
      admin.post(
          "/admin/tradewind/fields",
          "{'resource': '%s', 'name': 'mark', 'type': 'text', 'searchable': true}"
              .formatted(resource));
    }
    admin.post("/admin/collections", "{'title': '" + MARK + "'}");
    admin.post("/admin/sales-channels", "{'name': '" + MARK + "'}");
    admin.post(
        "/admin/regions",
        """
        {'name': '%s', 'currency_code': 'eur', 'tax_rate': 0, 'countries': [],
        'payment_providers': [], 'fulfillment_providers': []}
        """
            .formatted(MARK));
    admin.post(
        "/admin/tax-rates",
        "{'code': 'M', 'name': '%s', 'rate': 5, 'region_id': '%s'}".formatted(MARK, regionId));
    admin.post(
        "/admin/shipping-options",
        """
        {'name': '%s', 'region_id': '%s', 'provider_id': 'manual', 'amount': 100,
        'price_type': 'flat_rate', 'data': {'id': 'manual-fulfillment'}, 'admin_only': true}
        """
            .formatted(MARK, regionId));
    admin.post(
        "/admin/discounts",
        "{'code': '%s', 'regions': ['%s'], 'rule': {'type': 'free_shipping', 'value': 0, 'allocation': 'item'}}"
            .formatted(MARK, regionId));
    giftCardCode =
        admin
            .post("/admin/gift-cards", "{'value': 100, 'region_id': '" + regionId + "'}")
            .getJsonObject("gift_card")
            .getString("code");
    String variantId = newVariant();
    sell(regionId, variantId);
    fillCatalog(variantId);
  }

  private static void fillCatalog(String variantId) {
    admin.post(
        "/admin/product-categories",
        "{'name': '%s', 'is_active': true, 'is_internal': false}".formatted(MARK));
    admin.post("/admin/stock-locations", "{'name': '%s'}".formatted(MARK));
    admin.post(
        "/admin/inventory-items",
        "{'variant_id': '%s', 'sku': '%s', 'title': '%s'}".formatted(variantId, MARK, MARK));
    priceListId =
        admin.create(
            "/admin/price-lists",
            "price_list",
            """
            {'name': '%s', 'description': 'D', 'type': 'sale', 'status': 'active',
            'prices': [{'variant_id': '%s', 'currency_code': 'eur', 'amount': 1}]}
            """
                .formatted(MARK, variantId));
    keyId =
        admin.create(
            "/admin/publishable-api-keys", "publishable_api_key", "{'title': '" + MARK + "'}");
    emptyChannelId =
        admin.create("/admin/sales-channels", "sales_channel", "{'name': '" + MARK + " key'}");
    admin.post(
        "/admin/publishable-api-keys/" + keyId + "/sales-channels/batch",
        "{'sales_channel_ids': [{'id': '" + emptyChannelId + "'}]}");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static String newVariant() {
    JsonObject product =
        admin
            .post(
                "/admin/products",
                """
                {'title': '%1$s', 'status': 'published', 'options': [{'title': 'Size'}],
                'type': {'value': '%1$s'}, 'tags': [{'value': '%1$s'}],
                'variants': [{'title': '%1$s', 'inventory_quantity': 9, 'options': [{'value': 'S'}],
                'prices': [{'currency_code': 'eur', 'amount': 1000}]}]}
                """
                    .formatted(MARK))
            .getJsonObject("product");
    productId = product.getString("id");
    return product.getJsonArray("variants").getJsonObject(0).getString("id");
  }

  private static void sell(String regionId, String variantId) {
    JsonObject account =
        new JsonObject().put("email", MARK + "@example.com").put("password", "open sesame");
    String customerId =
        ok(http.post("/store/customers", account.copy().put("first_name", "Ada")))
            .getJsonObject("customer")
            .getString("id");
    customer = new String[] {"authorization", http.bearer("/store/auth/token", account)};
    groupId = admin.create("/admin/customer-groups", "customer_group", "{'name': '" + MARK + "'}");
    admin.post(
        "/admin/customer-groups/" + groupId + "/customers/batch",
        "{'customer_ids': [{'id': '" + customerId + "'}]}");
    String draft =
        """
        {'email': '%s@example.com', 'region_id': '%s', 'shipping_methods': [],
        'customer_id': '%s', 'items': [{'variant_id': '%s', 'quantity': 1}]}
        """
            .formatted(MARK, regionId, customerId, variantId);
    admin.post("/admin/draft-orders", draft);
    String paid = admin.create("/admin/draft-orders", "draft_order", draft);
    String orderId =
        admin
            .post("/admin/draft-orders/" + paid + "/pay", null)
            .getJsonObject("order")
            .getString("id");
    admin.post(
        "/admin/order-edits", "{'order_id': '%s', 'internal_note': '%s'}".formatted(orderId, MARK));
  }

  static Stream<Operation> searchedLists() {
    return Contract.load().operations().stream()
        .filter(operation -> operation.method().equals(HttpMethod.GET))
        .filter(operation -> filters(operation).containsKey("q"));
  }

  private static JsonObject filters(Operation operation) {
    JsonObject query = operation.query();
    return query == null ? new JsonObject() : query.getJsonObject("properties");
  }

  @ParameterizedTest
  @MethodSource("searchedLists")
  void allFiltersApply(Operation operation) {
    int found = count(operation, "");
    assertThat(found).as("rows found by q alone").isPositive();
    List<String> ignored = new ArrayList<>();
    filters(operation)
        .forEach(filter -> {
          String name = filter.getKey();
          JsonObject schema = (JsonObject) filter.getValue();
          if (NOT_A_FILTER.contains(name)
              || choosesPrices(operation, name)
              || isGivenByThePath(operation, name)) {
            return;
          }
          List<String> parts = parts(name, schema);
          int sum = parts.stream().mapToInt(part -> count(operation, "&" + part)).sum();
          if (sum != (parts.size() == 1 ? 0 : found)) {
            ignored.add(name + ": " + sum + " of " + found);
          }
        });

    assertThat(ignored).as("filters without effect beside q").isEmpty();
  }

  /** The members of a group are listed whatever other groups they are in. */
  private static boolean isGivenByThePath(Operation operation, String name) {
    return operation.id().equals("adminListCustomerGroupCustomers") && name.equals("groups");
  }

  private static boolean choosesPrices(Operation operation, String name) {
    return PRICE_CONTEXT.contains(name)
        && Set.of("storeListProducts", "adminListVariants").contains(operation.id());
  }

  /** One condition that no row meets, or conditions of which every row meets exactly one. */
  private static List<String> parts(String name, JsonObject schema) {
    JsonArray values = choices(schema);
    String text = schema.encode();
    String listName = schema.containsKey("items") ? name + "[]" : name;
    if (name.equals("rule")) {
      return Stream.of("fixed", "percentage", "free_shipping").map("rule[type]="::concat).toList();
    }
    if (name.equals("role")) {
      return Stream.of("admin", "member", "developer").map("role="::concat).toList();
    }
    if (values != null) {
      return values.stream().map(value -> name + "[]=" + value).toList();
    }
    if (text.contains("\"boolean\"")) {
      return List.of(name + "=true", name + "=false");
    }
    if (text.contains("date-time")) {
      return List.of(name + "[gt]=2099-01-01");
    }
    if (text.contains("\"number\"")) {
      return List.of(name + "=-7");
    }
    if (name.equals("sales_channel_id")) {
      return List.of(listName + "=" + emptyChannelId);
    }
    if (name.equals("metadata")) {
      return List.of("metadata.mark=nothing");
    }
    if (NUMERIC_TEXTS.contains(name)) {
      return List.of(name + "=98765");
    }
    return List.of(listName + "=nothing");
  }

  /** The values of a filter with a closed set of them, given as a list or as alternatives. */
  private static @Nullable JsonArray choices(JsonObject schema) {
    if (schema.containsKey("items")) {
      return schema.getJsonObject("items").getJsonArray("enum");
    }
    return schema.getJsonArray("anyOf", new JsonArray()).stream()
        .map(JsonObject.class::cast)
        .map(SearchBesideFiltersIT::choices)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static int count(Operation operation, String filter) {
    String text =
        switch (operation.id()) {
          case "adminListCurrencies" -> "dollar";
          case "adminListGiftCards" -> giftCardCode;
          default -> MARK;
        };
    String id =
        switch (operation.id()) {
          case "adminListProductVariants" -> productId;
          case "adminListPriceListProducts" -> priceListId;
          case "adminListPublishableApiKeySalesChannels" -> keyId;
          default -> groupId;
        };
    String path = operation.path().replace("{id}", id) + "?q=" + text + filter;
    String[] headers = path.startsWith("/store") ? customer : admin.staff();
    JsonObject page = ok(http.send("GET", path, null, headers));
    return page.containsKey("count")
        ? page.getInteger("count")
        : page.stream()
            .map(Map.Entry::getValue)
            .filter(JsonArray.class::isInstance)
            .mapToInt(rows -> ((JsonArray) rows).size())
            .sum();
  }
}
