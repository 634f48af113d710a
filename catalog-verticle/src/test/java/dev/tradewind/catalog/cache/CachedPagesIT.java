package dev.tradewind.catalog.cache;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes of the shop, each with the cached pages that it concerns. */
class CachedPagesIT {

  @RegisterExtension static final CachedCatalog shop = new CachedCatalog();

  private static String variantOf(String handle) {
    return shop.catalog.id(
        "SELECT min(variant.id) FROM product_variant AS variant JOIN product"
            + " ON product.id = product_id WHERE handle = $1",
        handle);
  }

  @Test
  void anUnchangedPageIsReadFromMemory() {
    Shopper shopper = Shopper.list(shop.inEurope());
    String first = shopper.read(shop.node);
    double before = shop.hits();

    for (int i = 0; i < 10; i++) {
      assertThat(shopper.read(shop.node)).isEqualTo(first);
    }
    assertThat(shop.hits() - before).isEqualTo(10);
    assertThat(shop.meters.get("cache.bytes").tag("cache", "catalog-replies").gauge().value())
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
    for (String operation : List.of(Shopper.LIST, Shopper.GET, Shopper.VARIANTS, Shopper.VARIANT)) {
      Shopper shopper = shop.shopper(operation, shop.inEurope());
      Collections.addAll(shoppers, shopper, shopper.as("cus_club"), shopper.with("pk_app"));
    }
    JsonObject related =
        shop.inEurope()
            .put("expand", "variants,variants.prices,categories,sales_channels,type,tags");
    Collections.addAll(
        shoppers,
        Shopper.list(shop.inEurope().put("q", "a")),
        Shopper.list(shop.inEurope().put("order", "title")),
        Shopper.list(shop.inEurope().put("category_id", new JsonArray().add("pcat_1"))),
        Shopper.list(shop.inEurope().put("tags", new JsonArray().add("ptag_1"))),
        Shopper.list(shop.inEurope().put("handle", "canvas-tote")),
        Shopper.list(shop.inEurope().put("collection_id", new JsonArray().add("pcol_new"))),
        Shopper.list(related),
        shop.shopper(Shopper.GET, related),
        Shopper.variants(shop.inEurope().put("ids", shop.variant + "," + variantOf("canvas-tote"))),
        Shopper.variants(
            shop.inEurope().put("id", new JsonArray().add(shop.variant).add("variant_absent"))),
        Shopper.variants(shop.inEurope().put("sales_channel_id", "sc_fair").put("order", "title")),
        Shopper.variants(shop.inEurope().put("fields", "title,product.title,prices.amount")));
    List<String> before = shoppers.stream().map(shopper -> shopper.read(shop.node)).toList();

    shop.catalog.sql(change);
    List<String> after = new ArrayList<>();
    for (Shopper shopper : shoppers) {
      String shown = shopper.read(shop.node);
      assertThat(shown).as(shopper.toString()).isEqualTo(shopper.read(shop.uncached));
      after.add(shown);
    }
    assertThat(after.equals(before)).isFalse();
  }

  @Test
  void aSaleConcernsThePagesOfItsProductsOnly() {
    Shopper one = Shopper.list(shop.inEurope().put("handle", "beeswax-candle"));
    Shopper another = Shopper.list(shop.inEurope().put("handle", "canvas-tote"));
    // Changes of earlier tests may still make a page leave the memory.
    until(() -> {
      double hits = shop.hits();
      one.read(shop.node);
      another.read(shop.node);
      return shop.hits() == hits + 2;
    });
    double before = shop.hits();

    shop.sell("order_of_one");
    another.read(shop.node);
    assertThat(shop.hits()).isEqualTo(before + 1);
    one.read(shop.node);
    assertThat(shop.hits()).isEqualTo(before + 1);

    shop.catalog.sql("UPDATE product SET title = title || '.' WHERE id = $1", shop.candleId);
    another.read(shop.node);
    assertThat(shop.hits()).isEqualTo(before + 2);
  }

  @Test
  void aRegionThatComesOrGoesIsSeenAtOnce() {
    JsonObject query = new JsonObject().put("region_id", "reg_new").put("limit", 1);
    for (String operation : List.of(Shopper.LIST, Shopper.GET, Shopper.VARIANTS, Shopper.VARIANT)) {
      Shopper shopper = shop.shopper(operation, query);
      for (int round = 0; round < 3; round++) {
        assertThat(await(shopper.send(shop.node)).status()).as(operation).isEqualTo(404);
        shop.catalog.sql(
            "INSERT INTO region (id, name, currency_code, tax_rate)"
                + " VALUES ('reg_new', 'New', 'eur', 0)");
        String inEuro = shopper.read(shop.node);
        assertThat(shopper.read(shop.node))
            .isEqualTo(inEuro)
            .isEqualTo(shopper.read(shop.uncached));
        shop.catalog.sql("UPDATE region SET currency_code = 'usd' WHERE id = 'reg_new'");
        assertThat(shopper.read(shop.node))
            .isNotEqualTo(inEuro)
            .isEqualTo(shopper.read(shop.uncached));
        shop.catalog.sql("UPDATE region SET deleted_at = now() WHERE id = 'reg_new'");
        assertThat(await(shopper.send(shop.node)).body())
            .isEqualTo(await(shopper.send(shop.uncached)).body());
        shop.catalog.sql("UPDATE region SET deleted_at = NULL WHERE id = 'reg_new'");
        assertThat(shopper.read(shop.node)).isEqualTo(shopper.read(shop.uncached));
        shop.catalog.sql("DELETE FROM region WHERE id = 'reg_new'");
      }
      assertThat(await(shopper.send(shop.node)).status()).as(operation).isEqualTo(404);
    }
  }

  /** The count stays, unless a product comes, goes or is filtered otherwise. */
  @Test
  void thePagesOfAListAreCountedOnce() {
    Shopper first = Shopper.list(inCollection().put("limit", 1));
    Shopper second = Shopper.list(inCollection().put("limit", 1).put("offset", 1));
    first.read(shop.node);
    double before = counted();
    second.read(shop.node);
    second.with("pk_unknown").read(shop.node);
    assertThat(counted()).isEqualTo(before);

    shop.catalog.sql("UPDATE product SET title = title || '.'");
    shop.catalog.sql("UPDATE product_variant SET inventory_quantity = inventory_quantity + 1");
    shop.catalog.sql("UPDATE money_amount SET amount = amount + 1");
    first.read(shop.node);
    assertThat(counted()).isEqualTo(before);

    shop.catalog.sql("UPDATE product SET collection_id = NULL WHERE id = $1", shop.candleId);
    assertThat(first.read(shop.node)).isEqualTo(first.read(shop.uncached));
    assertThat(second.read(shop.node)).isEqualTo(second.read(shop.uncached));
    assertThat(counted()).isEqualTo(before + 1);
    shop.catalog.sql("UPDATE product SET collection_id = 'pcol_new' WHERE id = $1", shop.candleId);
    assertThat(second.read(shop.node)).isEqualTo(second.read(shop.uncached));
  }

  @Test
  void listsWithValuesThatLookAlikeAreCountedApart() {
    for (String separator : List.of(",", ", ", "][", " ")) {
      for (JsonArray ids :
          List.of(
              new JsonArray().add(shop.candleId + separator + shop.tote).add("none"),
              new JsonArray().add(shop.candleId).add(shop.tote + separator + "none"),
              new JsonArray().add(shop.candleId).add(shop.tote).add("none"))) {
        Shopper shopper = Shopper.list(shop.inEurope().put("id", ids));
        assertThat(shopper.read(shop.node)).as(ids.encode()).isEqualTo(shopper.read(shop.uncached));
      }
    }
  }

  private static JsonObject inCollection() {
    return shop.inEurope().put("collection_id", new JsonArray().add("pcol_new").add("pcol_none"));
  }

  /** Number of executed counts. */
  private static double counted() {
    return shop.meters
        .get("cache.gets")
        .tags("cache", "catalog-counts", "result", "miss")
        .counter()
        .count();
  }

  @Test
  void variantsByTheirIdsConcernTheirProductsOnly() {
    String other = variantOf("canvas-tote");
    Shopper both = Shopper.variants(shop.inEurope().put("ids", shop.variant + "," + other));
    Shopper single = shop.shopper(Shopper.VARIANT, shop.inEurope());
    Shopper incomplete =
        Shopper.variants(shop.inEurope().put("ids", shop.variant + ",variant_late"));
    List<Shopper> shoppers = List.of(both, single, incomplete);
    shoppers.forEach(shopper -> shopper.read(shop.node));
    double before = shop.hits();

    shop.catalog.sql(
        "UPDATE product SET title = title || '*' WHERE id NOT IN ($1, $2)",
        shop.candleId,
        shop.tote);
    both.read(shop.node);
    single.read(shop.node);
    assertThat(shop.hits()).isEqualTo(before + 2);

    shop.catalog.sql(
        "INSERT INTO product_variant (id, product_id, title, variant_rank)"
            + " VALUES ('variant_late', $1, 'Late arrival', 9)",
        shop.tote);
    assertThat(incomplete.read(shop.node))
        .contains("Late arrival")
        .isEqualTo(incomplete.read(shop.uncached));
    assertThat(single.read(shop.node)).isEqualTo(single.read(shop.uncached));
    assertThat(shop.hits()).isEqualTo(before + 3);
    shop.catalog.sql("DELETE FROM product_variant WHERE id = 'variant_late'");
    assertThat(incomplete.read(shop.node)).doesNotContain("Late arrival");
  }

  @Test
  void variantsWithFieldsOfFurtherResourcesAreNotCached() {
    Shopper shopper =
        Shopper.variants(shop.inEurope().put("fields", "title,product.collection.title"));
    String before = shopper.read(shop.node);
    double hits = shop.hits();
    assertThat(shopper.read(shop.node)).isEqualTo(before);
    assertThat(shop.hits()).isEqualTo(hits);
  }

  @Test
  void aPriceListBeginsAndEndsOnTime() {
    Shopper shopper = Shopper.list(shop.inEurope().put("handle", "beeswax-candle"));
    shop.catalog.sql(
        """
        UPDATE price_list
        SET status = 'active', starts_at = now() + interval '3 seconds', ends_at = NULL
        WHERE id = 'pl_all'
        """);
    String before = shopper.read(shop.node);
    assertThat(shop.calculated(before)).isNotEqualTo(5);

    until(() ->
        shop.catalog
            .sql("SELECT starts_at <= statement_timestamp() FROM price_list WHERE id = 'pl_all'")
            .iterator()
            .next()
            .getBoolean(0));
    assertThat(shop.calculated(shopper.read(shop.node))).isEqualTo(5);
    shop.catalog.sql(
        "UPDATE price_list SET ends_at = now() + interval '3 seconds' WHERE id = 'pl_all'");
    assertThat(shop.calculated(shopper.read(shop.node))).isEqualTo(5);
    until(() ->
        shop.catalog
            .sql("SELECT ends_at <= statement_timestamp() FROM price_list WHERE id = 'pl_all'")
            .iterator()
            .next()
            .getBoolean(0));
    assertThat(shopper.read(shop.node)).isEqualTo(before);
    shop.catalog.sql(
        "UPDATE price_list SET status = 'draft', starts_at = NULL, ends_at = NULL"
            + " WHERE id = 'pl_all'");
  }
}
