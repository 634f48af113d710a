package dev.tradewind.acceptance.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.test.TestFulfillmentProvider;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Setup of an empty store over HTTP alone, up to the first order. */
class StoreSetupIT {

  private static Shop shop;
  private static Storefront http;
  private static String[] staff;

  @BeforeAll
  static void open() {
    shop = Shop.empty();
    http = shop.storefront();
    staff = new TestIdentities(shop).asUser();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void aStoreIsSetUpAndSells() {
    JsonObject store =
        post(
                "/admin/store",
                "{'name': 'Harbour', 'currencies': ['SEK', 'usd'], 'default_currency_code': 'SEK'}")
            .getJsonObject("store");
    assertThat(store.getString("default_currency_code")).isEqualTo("sek");
    post("/admin/store/currencies/NOK", null);
    delete("/admin/store/currencies/usd");
    assertThat(get("/admin/store").getJsonObject("store").getJsonArray("currencies")).hasSize(2);
    assertThat(get("/admin/store/payment-providers").getJsonArray("payment_providers"))
        .isNotEmpty();
    assertThat(get("/admin/store/tax-providers").getJsonArray("tax_providers")).isNotEmpty();
    post("/admin/currencies/nok", "{'includes_tax': true}");

    String region = openRegion();
    String channel =
        post("/admin/sales-channels", "{'name': 'Web', 'description': 'Our own'}")
            .getJsonObject("sales_channel")
            .getString("id");
    String profile =
        post("/admin/shipping-profiles", "{'name': 'Fragile', 'type': 'custom'}")
            .getJsonObject("shipping_profile")
            .getString("id");
    JsonObject variant = newProduct().getJsonArray("variants").getJsonObject(0);
    String product = variant.getString("product_id");
    post("/admin/sales-channels/" + channel + "/products/batch", products(product));
    post("/admin/shipping-profiles/" + profile, "{'products': ['" + product + "']}");
    String parcel = openOptions(region, profile);
    createTaxRate(region, product, parcel);

    sell(region, channel, variant.getString("id"), parcel);
    close(region, channel, profile, parcel, product);
  }

  @Test
  void theStockIsSimpleUntilItIsConverted() {
    Shop simpleShop = Shop.empty();
    StaffClient owner = new StaffClient(simpleShop);
    owner.post("/admin/stock-locations", "{'name': 'Quay'}");
    String simple = newVariant(owner, 10);
    assertThat(modules(owner)).isEmpty();
    assertThat(inventory(owner, simple)).as("although there is a location").isEmpty();

    JsonObject conversion =
        owner.post("/admin/tradewind/store/locate-stock", "{'location_name': 'Warehouse'}");

    String warehouse = conversion.getJsonObject("stock_location").getString("id");
    assertThat(conversion.getBoolean("is_complete")).isTrue();
    assertThat(conversion.getLong("located_variants")).isEqualTo(1);
    assertThat(modules(owner)).hasSize(2);
    assertThat(owner.get("/admin/store").getJsonObject("store").getString("default_location_id"))
        .isEqualTo(warehouse);
    for (String variant : new String[] {simple, newVariant(owner, 10)}) {
      JsonArray levels = inventory(owner, variant).getJsonObject(0).getJsonArray("location_levels");
      assertThat(levels).hasSize(1);
      assertThat(levels.getJsonObject(0).getString("location_id")).isEqualTo(warehouse);
      assertThat(levels.getJsonObject(0).getLong("stocked_quantity")).isEqualTo(10);
    }
    simpleShop.close();
  }

  private static JsonArray modules(StaffClient owner) {
    return owner.get("/admin/store").getJsonObject("store").getJsonArray("modules");
  }

  private static JsonArray inventory(StaffClient owner, String variant) {
    return owner
        .get("/admin/variants/" + variant + "/inventory")
        .getJsonObject("variant")
        .getJsonArray("inventory");
  }

  private static String newVariant(StaffClient owner, int stock) {
    return owner
        .post(
            "/admin/products",
            """
            {'title': 'Chart', 'handle': 'chart-%s', 'options': [{'title': 'Size'}], 'variants': [
            {'title': 'One', 'inventory_quantity': %d, 'options': [{'value': 'One'}], 'prices': []}]}
            """,
            Ids.ulid(),
            stock)
        .getJsonObject("product")
        .getJsonArray("variants")
        .getJsonObject(0)
        .getString("id");
  }

  private static JsonObject newProduct() {
    return post(
            "/admin/products",
            """
            {'title': 'Atlas of harbours', 'status': 'published', 'options': [{'title': 'Cover'}],
            'variants': [{'title': 'Linen', 'inventory_quantity': 10,
            'options': [{'value': 'Linen'}], 'prices': [{'currency_code': 'sek', 'amount': 8000}]}]}
            """)
        .getJsonObject("product");
  }

  /** Creates a region of Sweden and Norway with automatic taxes. */
  private static String openRegion() {
    JsonObject region =
        post(
                "/admin/regions",
                """
                {'name': 'North', 'currency_code': 'sek', 'tax_rate': 25, 'countries': ['se'],
                'payment_providers': [], 'fulfillment_providers': ['manual']}
                """)
            .getJsonObject("region");
    String id = region.getString("id");
    post("/admin/regions/" + id, "{'name': 'Nordics', 'metadata': {'sea': 'Baltic'}}");
    post("/admin/regions/" + id + "/countries", "{'country_code': 'NO'}");
    post("/admin/regions/" + id + "/countries", "{'country_code': 'fi'}");
    delete("/admin/regions/" + id + "/countries/FI");
    post("/admin/regions/" + id + "/payment-providers", "{'provider_id': 'manual'}");
    post("/admin/regions/" + id + "/fulfillment-providers", "{'provider_id': 'trial'}");
    assertThat(
            get("/admin/regions/" + id + "/fulfillment-options")
                .getJsonArray("fulfillment_options"))
        .hasSize(2);
    assertThat(get("/admin/regions?q=nord&order=-name").getLong("count")).isEqualTo(1);
    assertThat(
            get("/admin/regions/" + id + "?fields=name&expand=countries")
                .getJsonObject("region")
                .fieldNames())
        .containsExactlyInAnyOrder("id", "name", "countries");
    return id;
  }

  private static String openOptions(String region, String profile) {
    String flat =
        post(
                "/admin/shipping-options",
                """
                {'name': 'Boat', 'region_id': '%s', 'provider_id': 'manual', 'amount': 4900,
                'price_type': 'flat_rate', 'data': {'id': 'manual-fulfillment'},
                'requirements': [{'type': 'min_subtotal', 'amount': 1000}]}
                """
                    .formatted(region))
            .getJsonObject("shipping_option")
            .getString("id");
    post(
        "/admin/shipping-options/" + flat,
        "{'requirements': [], 'amount': 3900, 'metadata': {'slow': true}}");
    post("/admin/shipping-profiles/" + profile, "{'shipping_options': ['" + flat + "']}");
    String parcel =
        post(
                "/admin/shipping-options",
                """
                {'name': 'Parcel', 'region_id': '%s', 'provider_id': '%s', 'profile_id': '%s',
                'price_type': 'calculated', 'data': {'id': 'trial-parcel', 'price': 1500}}
                """
                    .formatted(region, TestFulfillmentProvider.ID, profile))
            .getJsonObject("shipping_option")
            .getString("id");
    assertThat(get("/admin/shipping-options?region_id=" + region).getLong("count")).isEqualTo(2);
    assertThat(get("/admin/shipping-profiles").getJsonArray("shipping_profiles")).hasSize(3);
    assertThat(
            get("/admin/shipping-profiles/" + profile)
                .getJsonObject("shipping_profile")
                .getJsonArray("shipping_options"))
        .hasSize(2);
    assertThat(get("/store/shipping-options?region_id=" + region).getJsonArray("shipping_options"))
        .hasSize(2);
    return parcel;
  }

  /** Sets a tax rate of six percent for the product and the shipping option. */
  private static void createTaxRate(String region, String product, String option) {
    JsonObject rate =
        post(
                "/admin/tax-rates?expand[]=products",
                "{'code': 'BOOKS', 'name': 'Books', 'rate': 12, 'region_id': '%s', 'products': ['%s']}"
                    .formatted(region, product))
            .getJsonObject("tax_rate");
    String id = rate.getString("id");
    assertThat(rate.getJsonArray("products")).hasSize(1);
    post("/admin/tax-rates/" + id, "{'rate': 6}");
    String options = "{'shipping_options': ['" + option + "']}";
    post("/admin/tax-rates/" + id + "/shipping-options/batch", options);
    post("/admin/tax-rates/" + id + "/product-types/batch", "{'product_types': []}");
    assertThat(
            get("/admin/tax-rates?region_id=" + region + "&fields[]=shipping_option_count")
                .getJsonArray("tax_rates"))
        .containsExactly(new JsonObject().put("id", id).put("shipping_option_count", 1));
    assertThat(get("/admin/tax-rates/" + id).getJsonObject("tax_rate").getInteger("rate"))
        .isEqualTo(6);
  }

  private static void sell(String region, String channel, String variant, String option) {
    JsonObject cart =
        ok(http.post(
                "/store/carts",
                json(
                    """
                    {'region_id': '%s', 'sales_channel_id': '%s',
                    'items': [{'variant_id': '%s', 'quantity': 2}]}
                    """
                        .formatted(region, channel, variant))))
            .getJsonObject("cart");
    String id = cart.getString("id");
    ok(
        http.post(
            "/store/carts/" + id,
            json(
                """
                {'email': 'sailor@example.com', 'shipping_address': {'first_name': 'A',
                'last_name': 'B', 'address_1': 'Quay 1', 'city': 'X', 'postal_code': '1',
                'country_code': 'no'}}
                """)));
    JsonObject offered =
        Storefront.find(
            get("/store/shipping-options/" + id).getJsonArray("shipping_options"), "id", option);
    assertThat(offered.getLong("amount")).as("asked from its provider").isEqualTo(3_000);
    assertThat(offered.getLong("price_incl_tax")).isEqualTo(3_180);
    cart =
        ok(http.post(
                "/store/carts/" + id + "/shipping-methods",
                json("{'option_id': '" + option + "', 'data': {'point': 'pier'}}")))
            .getJsonObject("cart");
    assertThat(cart.getLong("total")).isEqualTo(16_000 + 960 + 3_000 + 180);
    ok(http.post("/store/carts/" + id + "/payment-sessions", null));
    JsonObject order =
        ok(http.post("/store/carts/" + id + "/complete", null)).getJsonObject("data");
    assertThat(order.getLong("total")).isEqualTo(20_140);
    assertThat(order.getString("currency_code")).isEqualTo("sek");
  }

  private static void close(
      String region, String channel, String profile, String option, String product) {
    String rate =
        get("/admin/tax-rates").getJsonArray("tax_rates").getJsonObject(0).getString("id");
    for (String list : new String[] {"products", "product-types", "shipping-options"}) {
      String member = list.replace('-', '_');
      remove("/admin/tax-rates/" + rate + "/" + list + "/batch", "{'" + member + "': ['nothing']}");
    }
    delete("/admin/tax-rates/" + rate);
    get("/admin/shipping-options/" + option);
    delete("/admin/shipping-options/" + option);
    delete("/admin/shipping-profiles/" + profile);
    remove("/admin/sales-channels/" + channel + "/products/batch", products(product));
    get("/admin/sales-channels?expand=locations&q=web");
    get("/admin/sales-channels/" + channel);
    post("/admin/sales-channels/" + channel, "{'is_disabled': true}");
    delete("/admin/sales-channels/" + channel);
    delete("/admin/regions/" + region + "/payment-providers/manual");
    delete("/admin/regions/" + region + "/fulfillment-providers/trial");
    delete("/admin/regions/" + region);
    Answer gone = http.get("/store/regions/" + region);
    assertThat(gone.status()).isEqualTo(404);
    Answer wrong =
        http.post(
            "/admin/sales-channels/" + channelOfStore() + "/products/batch",
            json(products("prod_none")),
            staff);
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.body().getJsonArray("errors"))
        .containsExactly("Products prod_none do not exist");
  }

  private static String channelOfStore() {
    return get("/admin/store").getJsonObject("store").getString("default_sales_channel_id");
  }

  private static String products(String id) {
    return "{'product_ids': [{'id': '" + id + "'}]}";
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  private static JsonObject get(String path) {
    return ok(http.send("GET", path, null, staff));
  }

  private static JsonObject post(String path, String body) {
    return ok(http.post(path, body == null ? null : json(body), staff));
  }

  private static JsonObject delete(String path) {
    return ok(http.send("DELETE", path, null, staff));
  }

  private static JsonObject remove(String path, String body) {
    return ok(http.send("DELETE", path, json(body).encode(), staff));
  }

  private static JsonObject ok(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body();
  }
}
