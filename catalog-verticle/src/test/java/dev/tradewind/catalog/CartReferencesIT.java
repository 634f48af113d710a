package dev.tradewind.catalog;

import static dev.tradewind.catalog.TestCatalog.context;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tradewind.api.catalog.ApplicableTaxRates;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.ShippingOptionQuery;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.catalog.cache.CatalogReplies;
import dev.tradewind.catalog.shipping.ShippingOptionService;
import dev.tradewind.catalog.shipping.ShippingOptionStore;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.totals.TaxRate;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CartReferencesIT {

  private static TestCatalog catalog;
  private static String europe;
  private static String channel;
  private static String mug;
  private static String kettle;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    europe = catalog.id("SELECT id FROM region WHERE currency_code = 'eur'");
    channel = catalog.id("SELECT default_sales_channel_id FROM store");
    mug = catalog.id("SELECT id FROM product_variant WHERE sku = 'MUG-SND'");
    kettle = catalog.id("SELECT id FROM product_variant WHERE sku = 'KETTLE-CRM'");
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void aRegionHasAllReferencesOfACart() {
    List<JsonObject> regions = await(catalog.client.findRegions(context(), List.of(europe)));

    assertThat(regions).hasSize(1);
    JsonObject region = regions.get(0);
    assertThat(region.getInteger("tax_rate")).isEqualTo(20);
    assertThat(region.getJsonArray("countries")).hasSize(12);
    assertThat(region.getJsonArray("countries").getJsonObject(0).fieldNames())
        .containsExactly("id", "iso_2", "iso_3", "num_code", "name", "display_name", "region_id");
    assertThat(region.getJsonArray("payment_providers").getJsonObject(0))
        .isEqualTo(new JsonObject().put("id", "manual").put("is_installed", true));
    assertThat(region.getJsonArray("tax_rates")).isEmpty();
    assertThat(region.getJsonObject("currency").getString("symbol")).isEqualTo("€");
    assertThat(await(catalog.client.findDefaultRegion(context()))).isEqualTo(region);
  }

  @Test
  void theDefaultChannelIsThatOfTheStore() {
    assertThat(await(catalog.client.findSalesChannel(context(), null)).getString("id"))
        .isEqualTo(channel);
    assertThat(failure(catalog.client.findSalesChannel(context(), "sc_none")))
        .hasMessage("Sales channel with id: sc_none was not found");
  }

  @Test
  void variantsHaveTheirProductAndTheRequestedOrder() {
    List<JsonObject> variants =
        await(catalog.client.findVariants(context(), List.of(mug, "variant_none", kettle)));

    assertThat(variants)
        .extracting(variant -> variant.getString("id"))
        .containsExactly(mug, kettle);
    JsonObject product = variants.get(0).getJsonObject("product");
    assertThat(product.getString("title")).isEqualTo("Stoneware Mug");
    assertThat(product.getString("profile_id"))
        .isEqualTo(product.getJsonObject("profile").getString("id"));
    assertThat(product.getJsonArray("profiles")).hasSize(1);
    JsonObject listed =
        catalog
            .product("stoneware-mug", new JsonObject().put("expand", "variants"))
            .getJsonArray("variants")
            .getJsonObject(0);
    JsonObject own = variants.get(0).copy();
    own.remove("product");
    assertThat(own).isEqualTo(listed);
  }

  @Test
  void aQuoteAddsUpTheItemsOfAVariantForItsStock() {
    catalog.sql("UPDATE product_variant SET inventory_quantity = 5 WHERE id = $1", kettle);

    List<VariantQuote> quotes =
        await(
            catalog.client.quoteVariants(
                context(),
                QuoteRequest.of(
                    europe,
                    channel,
                    List.of(
                        new QuoteRequest.Item(kettle, 3),
                        new QuoteRequest.Item(mug, 2),
                        new QuoteRequest.Item("variant_none", 1),
                        new QuoteRequest.Item(kettle, 3)))));

    assertThat(quotes)
        .extracting(VariantQuote::variantId, VariantQuote::unitPrice, VariantQuote::inStock)
        .containsExactly(
            tuple(kettle, 6400L, false), tuple(mug, 1800L, true), tuple(kettle, 6400L, false));
    assertThat(quotes).allMatch(VariantQuote::inSalesChannel).noneMatch(VariantQuote::includesTax);
  }

  @Test
  void aQuoteSaysWhenTheChannelOrThePriceIsMissing() {
    catalog.sql(
        "INSERT INTO region (id, name, currency_code, tax_rate)"
            + " VALUES ('reg_jp', 'Japan', 'jpy', 10)");

    VariantQuote quote =
        await(
                catalog.client.quoteVariants(
                    context(),
                    QuoteRequest.of("reg_jp", "sc_other", List.of(new QuoteRequest.Item(mug, 1)))))
            .get(0);

    assertThat(quote.unitPrice()).isNull();
    assertThat(quote.inSalesChannel()).isFalse();
  }

  @Test
  void aPriceOfAnotherRegionIsNeverSelected() {
    catalog.sql(
        "INSERT INTO region (id, name, currency_code, tax_rate, created_at)"
            + " VALUES ('reg_no', 'Islands', 'eur', 0, now() + interval '1 hour')");
    String candle = catalog.id("SELECT id FROM product_variant WHERE sku = 'CANDLE-S'");
    catalog.sql(
        "INSERT INTO money_amount (id, currency_code, amount, region_id, variant_id)"
            + " VALUES ('ma_islands', 'eur', 900, 'reg_no', $1)",
        candle);

    assertThat(priceIn(europe, candle)).isEqualTo(1400);
    assertThat(priceIn("reg_no", candle)).isEqualTo(900);
  }

  private static long priceIn(String region, String variant) {
    return await(
            catalog.client.quoteVariants(
                context(),
                QuoteRequest.of(region, null, List.of(new QuoteRequest.Item(variant, 1)))))
        .get(0)
        .unitPrice();
  }

  @Test
  void aDeletedRegionHasVariantsButNoPrices() {
    catalog.sql(
        "INSERT INTO region (id, name, currency_code, tax_rate, deleted_at)"
            + " VALUES ('reg_gone', 'Atlantis', 'eur', 0, now())");
    catalog.sql(
        "INSERT INTO money_amount (id, currency_code, amount, region_id, variant_id)"
            + " VALUES ('ma_gone', 'eur', 700, 'reg_gone', $1)",
        mug);

    VariantQuote quote = quotes("reg_gone", List.of(), new QuoteRequest.Item(mug, 1)).get(0);

    assertThat(quote.unitPrice()).isNull();
    assertThat(quote.includesTax()).isFalse();
    assertThat(quote.inSalesChannel()).isTrue();
    assertThat(quote.inStock()).isTrue();
    assertThat(quotes("reg_none", List.of(), new QuoteRequest.Item(mug, 1))).isEmpty();
  }

  @Test
  void aQuoteUsesThePriceListsOfTheCustomer() {
    String candle = catalog.id("SELECT id FROM product_variant WHERE sku = 'CANDLE-L'");
    long full = quotes(europe, List.of(), new QuoteRequest.Item(candle, 1)).get(0).unitPrice();
    catalog.sql(
        """
        INSERT INTO price_list (id, name, description, status, ends_at, includes_tax) VALUES
          ('pl_all', 'All', 'a', 'active', now() + interval '1 hour', true),
          ('pl_over', 'Over', 'o', 'active', now() - interval '1 hour', false),
          ('pl_friends', 'Friends', 'f', 'active', NULL, false)
        """);
    catalog.sql("INSERT INTO price_list_customer_group VALUES ('pl_friends', 'cgrp_friends')");
    catalog.sql(
        """
        INSERT INTO money_amount (id, currency_code, amount, min_quantity, price_list_id, variant_id)
        VALUES
          ('ma_all', 'eur', 600, 3, 'pl_all', $1),
          ('ma_over', 'eur', 100, NULL, 'pl_over', $1),
          ('ma_friends', 'eur', 300, NULL, 'pl_friends', $1)
        """,
        candle);
    QuoteRequest.Item[] items = {
      new QuoteRequest.Item(candle, 1), new QuoteRequest.Item(candle, 3)
    };

    assertThat(quotes(europe, List.of(), items))
        .extracting(VariantQuote::quantity, VariantQuote::unitPrice, VariantQuote::includesTax)
        .containsExactly(tuple(1, full, false), tuple(3, 600L, true));
    assertThat(quotes(europe, List.of("cgrp_friends"), items))
        .extracting(VariantQuote::quantity, VariantQuote::unitPrice, VariantQuote::includesTax)
        .containsExactly(tuple(1, 300L, false), tuple(3, 300L, false));
  }

  @Test
  void onlyManagedStockWithoutBackordersLimitsTheQuantity() {
    catalog.sql(
        """
        INSERT INTO product_variant (id, title, product_id, inventory_quantity,
          manage_inventory, allow_backorder, deleted_at)
        SELECT further.id, 'Board', board.product_id, 2, managed, backorder, further.deleted_at
        FROM product_variant AS board,
          (VALUES
            ('board_kept', true, false, NULL),
            ('board_uncounted', false, false, NULL),
            ('board_ordered', true, true, NULL),
            ('board_gone', true, false, now())
          ) AS further (id, managed, backorder, deleted_at)
        WHERE board.sku = 'BOARD-S'
        """);

    assertThat(
            quotes(
                europe,
                List.of(),
                new QuoteRequest.Item("board_ordered", 3),
                new QuoteRequest.Item("board_kept", 3),
                new QuoteRequest.Item("board_gone", 1),
                new QuoteRequest.Item("board_uncounted", 3)))
        .extracting(VariantQuote::variantId, VariantQuote::inStock)
        .containsExactly(
            tuple("board_ordered", true),
            tuple("board_kept", false),
            tuple("board_uncounted", true));
    assertThat(quotes(europe, List.of(), new QuoteRequest.Item("board_kept", 2)))
        .extracting(VariantQuote::inStock)
        .containsExactly(true);
  }

  @Test
  void aQuoteForCachedVariantsIsTheSame() {
    List<QuoteRequest.Item> items =
        List.of(
            new QuoteRequest.Item(mug, 2),
            new QuoteRequest.Item(kettle, 4_000),
            new QuoteRequest.Item(mug, 1));
    List<VariantQuote> told =
        await(catalog.client.quoteVariants(context(), QuoteRequest.of(europe, channel, items)));
    Map<String, JsonObject> known =
        Map.of(mug, told.get(0).variant(), kettle, told.get(1).variant());

    List<VariantQuote> quotes =
        await(
            catalog.client.quoteVariants(
                context(), new QuoteRequest(europe, channel, List.of(), items, false), known));

    assertThat(quotes).hasSize(3).isEqualTo(told);
    assertThat(await(catalog.client.findVariants(context(), List.of(mug, kettle))))
        .containsExactly(told.get(0).variant(), told.get(1).variant());
  }

  private static List<VariantQuote> quotes(
      String region, List<String> groups, QuoteRequest.Item... items) {
    return await(
        catalog.client.quoteVariants(
            context(), new QuoteRequest(region, channel, groups, List.of(items), true)));
  }

  @Test
  void shippingOptionsHaveRequirementsAndProfile() {
    List<JsonObject> all =
        await(
            catalog.client.findShippingOptions(
                context(), new ShippingOptionQuery(null, europe, null, false, false)));

    assertThat(all)
        .extracting(option -> option.getString("name"))
        .containsExactly("Standard Shipping", "Free Shipping", "Express Shipping");
    assertThat(all.get(1).getJsonArray("requirements").getJsonObject(0).getString("type"))
        .isEqualTo("min_subtotal");
    assertThat(all.get(0).getJsonObject("profile").getString("type")).isEqualTo("default");
    assertThat(all.get(0).getJsonObject("data"))
        .isEqualTo(new JsonObject().put("id", "manual-fulfillment"));
    String id = all.get(0).getString("id");
    assertThat(
            await(
                catalog.client.findShippingOptions(
                    context(), ShippingOptionQuery.byIds(List.of(id)))))
        .hasSize(1);
    assertThat(
            await(
                catalog.client.findShippingOptions(
                    context(), ShippingOptionQuery.byIds(List.of()))))
        .isEmpty();
  }

  @Test
  void shippingOptionsAreReadInOneStatementAndEqualThoseOfTheAdminApi() {
    CountingClient counted = new CountingClient(catalog.pool);
    Operations internal = new Operations();
    new ShippingOptionService(
            counted.client(),
            new ShippingOptionStore(),
            CatalogReplies.cache(catalog.vertx, counted.client(), new CompositeMeterRegistry(), 0)
                .responses())
        .bind(new Operations(), internal);
    await(internal.serve(catalog.vertx, "counted", Clock.systemUTC()));
    String option = catalog.id("SELECT id FROM shipping_option WHERE name = 'Ground Shipping'");
    catalog.sql(
        """
        INSERT INTO shipping_option_requirement (id, shipping_option_id, type, amount, deleted_at)
        VALUES
          ('sor_2', $1, 'max_subtotal', 90000, NULL),
          ('sor_1', $1, 'min_subtotal', 100, NULL),
          ('sor_0', $1, 'min_subtotal', 50, now())
        """,
        option);
    catalog.sql(
        "UPDATE shipping_option SET metadata = '{\"a\": [1, 2.50, null]}' WHERE id = $1", option);
    catalog.sql("UPDATE shipping_profile SET metadata = '{\"b\": {\"c\": 1e3}}'");
    JsonObject asStaffSeeIt =
        catalog
            .ask("adminGetShippingOption", new JsonObject().put("id", option), new JsonObject())
            .body()
            .toJsonObject()
            .getJsonObject("shipping_option");
    asStaffSeeIt.remove("region");

    JsonObject answer =
        await(
            catalog
                .bus
                .send(
                    "counted",
                    CatalogOperation.FIND_SHIPPING_OPTIONS.id(),
                    context(),
                    new JsonObject().put("ids", new JsonArray().add(option)).toBuffer())
                .map(reply -> reply.body().toJsonObject()));

    assertThat(counted.statements()).isEqualTo(1);
    assertThat(answer.getJsonArray("shipping_options")).containsExactly(asStaffSeeIt);
    assertThat(asStaffSeeIt.getJsonArray("requirements"))
        .extracting(requirement -> ((JsonObject) requirement).getString("id"))
        .containsExactly("sor_1", "sor_2");
    assertThat(asStaffSeeIt.getJsonObject("profile").getString("type")).isEqualTo("default");
  }

  @Test
  void aShippingOptionOfADeletedProfileHasNone() {
    catalog.sql(
        "INSERT INTO shipping_profile (id, name, type, deleted_at)"
            + " VALUES ('sp_gone', 'Gone', 'custom', now())");
    catalog.sql(
        """
        INSERT INTO shipping_option
          (id, name, region_id, profile_id, provider_id, price_type, amount, admin_only, data)
        VALUES ('so_gone', 'Gone', $1, 'sp_gone', 'manual', 'flat_rate', 1, true, '{}')
        """,
        europe);

    JsonObject option =
        await(
                catalog.client.findShippingOptions(
                    context(), ShippingOptionQuery.byIds(List.of("so_gone"))))
            .get(0);

    assertThat(option.containsKey("profile")).isTrue();
    assertThat(option.getValue("profile")).isNull();
    assertThat(option.getJsonArray("requirements")).isEmpty();
  }

  @Test
  void linkedRatesReplaceTheRegionsDefault() {
    String product = catalog.id("SELECT product_id FROM product_variant WHERE id = $1", mug);
    String other = catalog.id("SELECT product_id FROM product_variant WHERE id = $1", kettle);
    String option = catalog.id("SELECT id FROM shipping_option WHERE name = 'Express Shipping'");
    catalog.sql(
        "INSERT INTO region (id, name, currency_code, tax_rate)"
            + " VALUES ('reg_tax', 'Taxed', 'eur', 20)");
    catalog.sql(
        "INSERT INTO tax_rate (id, rate, code, name, region_id) VALUES"
            + " ('txr_1', 8.25, 'low', 'Reduced', 'reg_tax'),"
            + " ('txr_2', 3, 'extra', 'Extra', 'reg_tax')");
    catalog.sql("INSERT INTO product_tax_rate VALUES ($1, 'txr_1')", product);
    catalog.sql(
        "INSERT INTO product_type_tax_rate SELECT type_id, r FROM product,"
            + " unnest(ARRAY['txr_1', 'txr_2']) AS r WHERE id = $1",
        product);
    catalog.sql("INSERT INTO shipping_tax_rate VALUES ($1, 'txr_2')", option);

    ApplicableTaxRates rates =
        await(
            catalog.client.findTaxRates(
                context(), "reg_tax", List.of(product, other), List.of(option, "so_none")));

    assertThat(rates.region().getInteger("tax_rate")).isEqualTo(20);
    assertThat(rates.products())
        .containsOnlyKeys(product)
        .containsEntry(
            product,
            List.of(
                new TaxRate(new BigDecimal("8.25"), "Reduced", "low"),
                new TaxRate(new BigDecimal("3"), "Extra", "extra")));
    assertThat(rates.shippingOptions().keySet()).containsExactly(option);
    assertThat(rates.shippingOptions().get(option))
        .extracting(TaxRate::code)
        .containsExactly("extra");
    assertThat(failure(catalog.client.findTaxRates(context(), "reg_none", List.of(), List.of())))
        .hasMessage("Region with reg_none was not found");
  }
}
