package dev.tradewind.catalog;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.catalog.cache.CatalogReplies;
import dev.tradewind.catalog.channel.PublishableKeys;
import dev.tradewind.catalog.channel.SalesChannelStore;
import dev.tradewind.catalog.inventory.InventoryStore;
import dev.tradewind.catalog.inventory.VariantAvailability;
import dev.tradewind.catalog.price.PriceStore;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.price.VariantPricing;
import dev.tradewind.catalog.product.read.ProductService;
import dev.tradewind.catalog.product.read.ProductViews;
import dev.tradewind.catalog.region.TaxRateStore;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ProductsIT {

  private static TestCatalog catalog;
  private static String europe;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    europe = catalog.id("SELECT id FROM region WHERE currency_code = 'eur'");
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void aListedProductHasTheFieldsOfTheContractAndNoOthers() {
    JsonObject page = catalog.list("storeListProducts", new JsonObject());

    assertThat(page.fieldNames()).containsExactly("products", "count", "offset", "limit");
    assertThat(page.getLong("count")).isEqualTo(24);
    JsonObject shirt = catalog.product("linen-shirt", new JsonObject());
    assertThat(shirt.fieldNames())
        .containsExactlyInAnyOrder(
            ("id created_at updated_at deleted_at title subtitle description handle is_giftcard"
                    + " status thumbnail weight length height width hs_code origin_country"
                    + " mid_code material type_id discountable external_id metadata collection"
                    + " collection_id images options profiles profile_id tags type variants")
                .split(" "));
    JsonObject variant = shirt.getJsonArray("variants").getJsonObject(0);
    assertThat(variant.fieldNames())
        .containsExactlyInAnyOrder(
            ("id created_at updated_at deleted_at title product_id sku barcode ean upc"
                    + " variant_rank inventory_quantity allow_backorder manage_inventory hs_code"
                    + " origin_country mid_code material weight length height width metadata"
                    + " options prices original_price calculated_price"
                    + " original_price_includes_tax calculated_price_includes_tax"
                    + " original_price_incl_tax calculated_price_incl_tax original_tax"
                    + " calculated_tax tax_rates")
                .split(" "));
    assertThat(variant.getJsonArray("prices").getJsonObject(0).fieldNames())
        .containsExactly(
            ("id created_at updated_at deleted_at currency_code amount min_quantity max_quantity"
                    + " price_list_id region_id variant_id price_list")
                .split(" "));
    assertThat(variant.getValue("calculated_price")).isNull();
    assertThat(shirt.getString("profile_id"))
        .isEqualTo(shirt.getJsonArray("profiles").getJsonObject(0).getString("id"));
    assertThat(titles(shirt.getJsonArray("variants"), "title"))
        .startsWith("S / White", "S / Navy", "M / White");
    assertThat(titles(shirt.getJsonArray("options"), "title")).containsExactly("Size", "Colour");
    assertThat(shirt.getString("created_at")).matches("\\d{4}-\\d\\d-\\d\\dT.*\\.\\d{3}Z");
  }

  @Test
  void aRegionGivesPricesWithItsTaxes() {
    JsonObject variant =
        catalog
            .product("stoneware-mug", new JsonObject().put("region_id", europe))
            .getJsonArray("variants")
            .getJsonObject(0);

    assertThat(variant.getLong("original_price")).isEqualTo(1800);
    assertThat(variant.getLong("calculated_price")).isEqualTo(1800);
    assertThat(variant.getString("calculated_price_type")).isEqualTo("default");
    assertThat(variant.getLong("calculated_tax")).isEqualTo(360);
    assertThat(variant.getLong("calculated_price_incl_tax")).isEqualTo(2160);
    assertThat(variant.getJsonArray("tax_rates"))
        .isEqualTo(
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("rate", 20)
                        .put("name", "default")
                        .put("code", "default")));
    assertThat(titles(variant.getJsonArray("prices"), "currency_code")).containsExactly("eur");
  }

  @Test
  void aCurrencyGivesPricesWithoutTaxes() {
    JsonObject variant =
        catalog
            .product("stoneware-mug", new JsonObject().put("currency_code", "USD"))
            .getJsonArray("variants")
            .getJsonObject(0);

    assertThat(variant.getLong("calculated_price")).isEqualTo(1950);
    assertThat(variant.getValue("tax_rates")).isNull();
  }

  @Test
  void aPriceListForAGroupIsForItsCustomersOnly() {
    try (TestCatalog shop = TestCatalog.withDemoShop()) {
      String region = shop.id("SELECT id FROM region WHERE currency_code = 'eur'");
      String variant = shop.id("SELECT id FROM product_variant WHERE sku = 'MUG-SND'");
      shop.sql(
          "INSERT INTO price_list (id, name, description, status)"
              + " VALUES ('pl_1', 'Friends', 'For friends', 'active')");
      shop.sql("INSERT INTO price_list_customer_group VALUES ('pl_1', 'cgrp_1')");
      shop.sql(
          "INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id)"
              + " VALUES ('ma_1', 'eur', 1500, 'pl_1', $1)",
          variant);
      shop.withRemote("cart_1", new JsonObject().put("region_id", region), "cus_1", "cgrp_1");
      JsonObject query = new JsonObject().put("cart_id", "cart_1").put("handle", "stoneware-mug");
      Principal friend = new Principal(Principal.Kind.CUSTOMER, "cus_1", Principal.Credential.JWT);

      JsonObject forGuest = firstVariant(shop, query, Principal.ANONYMOUS);
      JsonObject forFriend = firstVariant(shop, query, friend);

      assertThat(forGuest.getLong("calculated_price")).isEqualTo(1800);
      assertThat(forFriend.getLong("calculated_price")).isEqualTo(1500);
      assertThat(forFriend.getLong("original_price")).isEqualTo(1800);
      assertThat(forFriend.getString("calculated_price_type")).isEqualTo("sale");
      assertThat(forFriend.getJsonArray("prices")).hasSize(2);
    }
  }

  @Test
  void aPriceListWithoutItsLastGroupAppliesToNoCustomer() {
    try (TestCatalog shop = TestCatalog.withDemoShop()) {
      shop.sql(
          "INSERT INTO price_list (id, name, description, status)"
              + " VALUES ('pl_1', 'Friends', 'For friends', 'active')");
      shop.sql("INSERT INTO price_list_customer_group VALUES ('pl_1', 'cgrp_1')");
      shop.sql(
          "INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id)"
              + " SELECT 'ma_1', 'usd', 1500, 'pl_1', id FROM product_variant WHERE sku = $1",
          "MUG-SND");
      JsonObject query =
          new JsonObject().put("currency_code", "usd").put("handle", "stoneware-mug");

      DeletedReferences.CUSTOMER_GROUP.publish(shop.vertx.eventBus(), List.of("cgrp_1"));
      until(() -> shop.sql("SELECT FROM price_list_customer_group").size() == 0);

      JsonObject variant = firstVariant(shop, query, Principal.ANONYMOUS);
      assertThat(variant.getLong("calculated_price")).isEqualTo(1950);
      assertThat(variant.getJsonArray("prices")).hasSize(1);
    }
  }

  private static JsonObject firstVariant(TestCatalog shop, JsonObject query, Principal principal) {
    return shop.ask("storeListProducts", new JsonObject(), query, principal)
        .body()
        .toJsonObject()
        .getJsonArray("products")
        .getJsonObject(0)
        .getJsonArray("variants")
        .getJsonObject(0);
  }

  @Test
  void anUnknownRegionIsNotFound() {
    Reply reply =
        catalog.ask(
            "storeListProducts",
            new JsonObject(),
            new JsonObject().put("region_id", "reg_none"),
            Principal.ANONYMOUS);

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.body().toJsonObject().getString("message"))
        .isEqualTo("Region with reg_none was not found");
  }

  @Test
  void everyFilterNarrowsTheList() {
    String collection = catalog.id("SELECT id FROM product_collection WHERE handle = 'wardrobe'");
    String type = catalog.id("SELECT id FROM product_type WHERE value = 'Tableware'");
    String gift = catalog.id("SELECT id FROM product_tag WHERE value = 'gift'");
    String channel = catalog.id("SELECT id FROM sales_channel");

    assertThat(count(query -> query.put("q", "merino"))).isEqualTo(1);
    assertThat(count(query -> query.put("q", "KETTLE-crm"))).isEqualTo(1);
    assertThat(count(query -> query.put("q", "wardrobe"))).isEqualTo(11);
    assertThat(count(query -> query.put("q", "%"))).isZero();
    assertThat(count(query -> query.put("q", "mug").put("title", "Nothing"))).isZero();
    assertThat(count(query -> query.put("collection_id", array(collection)))).isEqualTo(11);
    assertThat(count(query -> query.put("collection_id", array("null")))).isZero();
    assertThat(count(query -> query.put("type_id", array(type)))).isEqualTo(3);
    assertThat(count(query -> query.put("tags", array(gift)))).isEqualTo(8);
    assertThat(count(query -> query.put("sales_channel_id", array(channel)))).isEqualTo(24);
    assertThat(count(query -> query.put("sales_channel_id", array("sc_none")))).isZero();
    assertThat(count(query -> query.put("title", "Canvas Tote"))).isEqualTo(1);
    assertThat(count(query -> query.put("handle", "canvas-tote"))).isEqualTo(1);
    assertThat(count(query -> query.put("is_giftcard", true))).isZero();
    assertThat(count(query -> query.put("category_id", array("pcat_1")))).isZero();
    assertThat(count(query -> query.put("id", new JsonArray()))).isZero();
    assertThat(count(query -> query.put("created_at", new JsonObject().put("gt", "2999-01-01"))))
        .isZero();
    assertThat(count(query -> query.put("created_at", new JsonObject().put("gte", "1000000"))))
        .isEqualTo(24);
  }

  @Test
  void unpublishedProductsAndThoseOfOtherChannelsAreNotListed() {
    catalog.sql(
        "INSERT INTO product (id, title, handle, status)"
            + " VALUES ('prod_draft', 'Draft', 'draft', 'draft'),"
            + " ('prod_nowhere', 'Nowhere', 'nowhere', 'published')");
    catalog.sql("INSERT INTO product_sales_channel SELECT 'prod_draft', id FROM sales_channel");

    assertThat(count(query -> query)).isEqualTo(24);
    assertThat(catalog.get("storeGetProduct", "prod_draft", new JsonObject()).status())
        .isEqualTo(404);
    assertThat(catalog.get("storeGetProduct", "prod_nowhere", new JsonObject()).status())
        .isEqualTo(200);
  }

  @Test
  void expandReplacesTheDefaultsAndEmptyMeansNone() {
    JsonObject bare = catalog.product("canvas-tote", new JsonObject().put("expand", ""));
    JsonObject nested =
        catalog.product("canvas-tote", new JsonObject().put("expand", "options.values,tags"));

    assertThat(bare.fieldNames()).doesNotContain("variants", "profiles", "profile_id", "tags");
    assertThat(nested.fieldNames()).contains("options", "tags").doesNotContain("variants");
    assertThat(nested.getJsonArray("options").getJsonObject(0).getJsonArray("values")).hasSize(2);
  }

  @Test
  void fieldsAreTheGivenOnesAndTheId() {
    JsonObject named =
        catalog.product("canvas-tote", new JsonObject().put("fields", "title").put("expand", ""));
    JsonObject none =
        catalog.product("canvas-tote", new JsonObject().put("fields", "").put("expand", "type"));
    JsonObject without =
        catalog.product("canvas-tote", new JsonObject().put("fields", "-title").put("expand", ""));

    assertThat(named.fieldNames()).containsExactlyInAnyOrder("id", "title");
    assertThat(none.fieldNames()).containsExactlyInAnyOrder("id", "type");
    assertThat(none.getJsonObject("type").getString("value")).isEqualTo("Bags");
    assertThat(without.fieldNames()).contains("handle", "id").doesNotContain("title");
  }

  @Test
  void aDottedFieldNarrowsTheRelation() {
    JsonObject product =
        catalog.product(
            "canvas-tote",
            new JsonObject()
                .put("fields", "title,variants.prices.amount")
                .put("expand", "variants.prices"));

    JsonObject price =
        product.getJsonArray("variants").getJsonObject(0).getJsonArray("prices").getJsonObject(0);
    assertThat(price.fieldNames()).containsExactlyInAnyOrder("id", "amount");
  }

  @Test
  void unknownNamesAreRefusedByName() {
    assertThat(refusal(new JsonObject().put("expand", "secrets,tags")))
        .isEqualTo("Requested fields [secrets] are not valid");
    assertThat(refusal(new JsonObject().put("fields", "secrets,version")))
        .isEqualTo("Requested fields [secrets, version] are not valid");
    assertThat(refusal(new JsonObject().put("order", "secrets")))
        .isEqualTo("Order field secrets is not valid");
    assertThat(refusal(new JsonObject().put("created_at", new JsonObject().put("lt", "tomorrow"))))
        .isEqualTo("lt must be a Date instance");
    assertThat(refusal(new JsonObject().put("q", "a\0b"))).contains("null characters");
  }

  @Test
  void pagesFollowEachOtherInTheRequestedOrder() {
    JsonObject query = new JsonObject().put("order", "title").put("limit", 3);

    JsonObject first = catalog.list("storeListProducts", query);
    JsonObject last = catalog.list("storeListProducts", query.copy().put("offset", 22));

    assertThat(titles(first.getJsonArray("products"), "title"))
        .containsExactly("Beeswax Candle", "Canvas Tote", "Cast-Iron Pan");
    assertThat(last.getJsonArray("products")).hasSize(2);
    assertThat(last.getLong("count")).isEqualTo(24);
    assertThat(last.getInteger("offset")).isEqualTo(22);
    assertThat(last.getInteger("limit")).isEqualTo(3);
    assertThat(
            titles(
                catalog
                    .list("storeListProducts", new JsonObject().put("order", "-collection.title"))
                    .getJsonArray("products"),
                "handle"))
        .doesNotHaveDuplicates()
        .endsWith(
            titles(
                    catalog
                        .list(
                            "storeListProducts",
                            new JsonObject().put("order", "-collection.title").put("offset", 23))
                        .getJsonArray("products"),
                    "handle")
                .get(0));
  }

  @Test
  void aPageIsReadInAsManyStatementsWhateverItsSize() {
    CountingClient counted = new CountingClient(catalog.pool);
    Operations operations = new Operations();
    ResourceReader reader = new ResourceReader(counted.client());
    VariantPricing pricing =
        new VariantPricing(
            new PriceStore(counted.client()), new TaxRateStore(counted.client()), reader);
    new ProductService(
            new ProductViews(
                reader, pricing, new VariantAvailability(counted.client(), new InventoryStore())),
            new PricingContexts(catalog.bus),
            new PublishableKeys(counted.client(), new SalesChannelStore()),
            CatalogReplies.cache(catalog.vertx, counted.client(), new CompositeMeterRegistry(), 0))
        .bind(operations);
    await(operations.serve(catalog.vertx, "counted", Clock.systemUTC()));

    List<Integer> counts =
        IntStream.of(1, 4, 8)
            .map(limit -> {
              int before = counted.statements();
              JsonObject query = new JsonObject().put("limit", limit).put("region_id", europe);
              await(
                  catalog.bus.send(
                      "counted",
                      "storeListProducts",
                      TestCatalog.context(),
                      Request.input(new JsonObject(), query, null, new JsonObject())));
              return counted.statements() - before;
            })
            .boxed()
            .toList();

    // Page with count, nine relations, stock at locations, prices, and the region with its taxes.
    assertThat(counts).containsExactly(13, 13, 13);
  }

  @Test
  void anUnknownProductIsNotFound() {
    Reply reply = catalog.get("storeGetProduct", "prod_none", new JsonObject());

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.body().toJsonObject().getString("message"))
        .isEqualTo("Product with id: prod_none was not found");
  }

  private static String refusal(JsonObject query) {
    Reply reply = catalog.ask("storeListProducts", new JsonObject(), query, Principal.ANONYMOUS);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body().toJsonObject().getString("type")).isEqualTo("invalid_data");
    return reply.body().toJsonObject().getString("message");
  }

  /** Their count is that of all products without the gift cards. */
  @Test
  void staffCountTheGoodsAsTheyAre() {
    JsonObject goods = new JsonObject().put("is_giftcard", false).put("limit", 100);
    long before = goods(goods);
    catalog.sql(
        """
        INSERT INTO product (id, title, is_giftcard, deleted_at)
        VALUES ('prod_good', 'Good', false, NULL), ('prod_card', 'Card', true, NULL),
          ('prod_gone', 'Gone', false, now()), ('prod_lost', 'Lost', true, now())
        """);

    assertThat(goods(goods)).isEqualTo(before + 1);
    assertThat(goods(goods.copy().put("q", "Good"))).isEqualTo(1);
    JsonObject gone = goods.copy().put("deleted_at", new JsonObject().put("gt", "2000-01-01"));
    assertThat(goods(gone)).isEqualTo(1);
    assertThat(goods(goods.copy().put("is_giftcard", true))).isEqualTo(1);
    catalog.sql("DELETE FROM product WHERE title IN ('Good', 'Card', 'Gone', 'Lost')");
    assertThat(goods(goods)).isEqualTo(before);
  }

  private static long goods(JsonObject query) {
    JsonObject page = catalog.list("adminListProducts", query);
    assertThat(page.getJsonArray("products")).hasSize(page.getInteger("count"));
    return page.getLong("count");
  }

  private static long count(UnaryOperator<JsonObject> query) {
    return catalog.list("storeListProducts", query.apply(new JsonObject())).getLong("count");
  }

  private static JsonArray array(String value) {
    return new JsonArray().add(value);
  }

  private static List<String> titles(JsonArray objects, String name) {
    return objects.stream().map(object -> ((JsonObject) object).getString(name)).toList();
  }
}
