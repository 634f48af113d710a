package dev.tradewind.api.catalog;

import dev.tradewind.api.RecordedMessage;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CatalogMessagesTest {

  @Test
  void aQuoteRequestHasTheFormOfEveryVersion() {
    QuoteRequest request =
        new QuoteRequest(
            "reg_1",
            null,
            List.of("cgrp_1"),
            List.of(new QuoteRequest.Item("variant_1", 2), new QuoteRequest.Item("variant_2", 1)),
            false);

    RecordedMessage.of("quote-request")
        .isWrittenFrom(request, QuoteRequest::toJson)
        .isReadAs(request, QuoteRequest::parse, "sales_channel_id");
  }

  @Test
  void aQuoteIsReadInTheFormOfEveryVersion() {
    VariantQuote quote =
        VariantQuoteBuilder.builder()
            .variantId("variant_1")
            .quantity(2)
            .variant(new JsonObject().put("id", "variant_1").put("weight", 0.5))
            .unitPrice(1_250L)
            .includesTax(true)
            .inSalesChannel(true)
            .fromQuantity(1)
            .toQuantity(9)
            .build();

    RecordedMessage.of("variant-quote").isReadAs(quote, VariantQuote::parse, "unit_price");
  }

  @Test
  void aQueryOfShippingOptionsHasTheFormOfEveryVersion() {
    ShippingOptionQuery byIds = ShippingOptionQuery.byIds(List.of("so_1"));
    ShippingOptionQuery forShoppers = ShippingOptionQuery.forShoppers("reg_1", List.of("sp_1"));
    String[] filters = {"ids", "region_id", "profile_ids", "is_return", "admin_only"};

    RecordedMessage.of("shipping-options-by-ids")
        .isWrittenFrom(byIds, ShippingOptionQuery::toJson)
        .isReadAs(byIds, ShippingOptionQuery::parse, filters);
    RecordedMessage.of("shipping-options-for-shoppers")
        .isWrittenFrom(forShoppers, ShippingOptionQuery::toJson)
        .isReadAs(forShoppers, ShippingOptionQuery::parse, filters);
  }

  @Test
  void taxRatesAreReadInTheFormOfEveryVersion() {
    ApplicableTaxRates rates =
        new ApplicableTaxRates(
            new JsonObject().put("id", "reg_1").put("tax_rate", 20),
            Map.of("prod_1", List.of(new TaxRate(new BigDecimal("8.875"), "State", "state"))),
            Map.of("so_1", List.of(new TaxRate(BigDecimal.ZERO, "None", null))));

    RecordedMessage.of("applicable-tax-rates").isReadAs(rates, ApplicableTaxRates::parse);
  }

  @Test
  void queriesHaveTheFormOfEveryVersion() {
    TaxRateQuery taxRates = new TaxRateQuery("reg_1", List.of("prod_1"), List.of("so_1", "so_2"));
    SalesChannelQuery channel = new SalesChannelQuery(null, "pk_1");

    RecordedMessage.of("tax-rate-query")
        .isWrittenFrom(taxRates, TaxRateQuery::toJson)
        .isReadAs(taxRates, TaxRateQuery::parse);
    RecordedMessage.of("sales-channel-query")
        .isWrittenFrom(channel, SalesChannelQuery::toJson)
        .isReadAs(channel, SalesChannelQuery::parse, "id", "publishable_key");
  }
}
