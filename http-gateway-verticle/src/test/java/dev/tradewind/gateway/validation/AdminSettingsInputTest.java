package dev.tradewind.gateway.validation;

import static dev.tradewind.gateway.validation.ContractInput.buffer;
import static dev.tradewind.gateway.validation.ContractInput.input;
import static dev.tradewind.gateway.validation.ContractInput.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Accepted and rejected input of the operations on regions, taxes, shipping, channels and the
 * store.
 */
class AdminSettingsInputTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "adminListRegions         | limit=x                 | limit must be a number conforming to the specified constraints",
        "adminListRegions         | name=North              | property name should not exist",
        "adminListRegions         | expand[]=countries      | expand must be a string",
        "adminListRegions         | deleted_at=2024         | nested property deleted_at must be either object or array",
        "storeListRegions         | q=a                     | property q should not exist",
        "adminListShippingOptions | is_return=yes           | is_return must be a boolean value",
        "adminListShippingOptions | admin_only=1            | admin_only must be a boolean value",
        "adminListShippingOptions | price_type=flat_rate    | property price_type should not exist",
        "adminListTaxRates        | expand=products         | expand must be an array",
        "adminListTaxRates        | fields=name             | fields must be an array",
        "adminListTaxRates        | offset=-1               | offset must not be less than 0",
        "adminListSalesChannels   | is_disabled=true        | property is_disabled should not exist",
        "adminListSalesChannels   | limit=1001              | limit must not be greater than 1000",
        "storeListShippingOptions | is_return=maybe         | is_return must be a boolean value",
        "storeListShippingOptions | admin_only=true         | property admin_only should not exist",
      })
  void aQueryIsRefused(String operationId, String query, String message) {
    assertThat(refusal(operationId, input -> input.query(query))).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "adminCreateRegion | {} | name must be a string, currency_code must be a string, tax_rate must be a number conforming to the specified constraints, each value in payment_providers must be a string, payment_providers must be an array, each value in fulfillment_providers must be a string, fulfillment_providers must be an array, each value in countries must be a string, countries must be an array",
        "adminUpdateRegion | {'automatic_taxes': 'true', 'gift_cards_taxable': 1} | gift_cards_taxable must be a boolean value, automatic_taxes must be a boolean value",
        "adminUpdateRegion | {'id': 'reg_1'}                         | property id should not exist",
        "adminUpdateRegion | {'countries': 'de'}                     | countries must be an array",
        "adminCreateRegionCountry | {}                               | country_code must be a string",
        "adminCreateRegionPaymentProvider | {}                       | provider_id must be a string",
        "adminCreateRegionFulfillmentProvider | {'provider_id': 1}   | provider_id must be a string",
        "adminCreateShippingOption | {} | name must be a string, region_id must be a string, provider_id must be a string, data must be an object, price_type must be one of the following values: flat_rate, calculated",
        "adminCreateShippingOption | {'name': 'a', 'region_id': 'r', 'provider_id': 'p', 'data': {}, 'price_type': 'free', 'admin_only': 'yes', 'is_return': 3} | price_type must be one of the following values: flat_rate, calculated, admin_only must be a boolean value, is_return must be a boolean value",
        "adminCreateShippingOption | {'name': 'a', 'region_id': 'r', 'provider_id': 'p', 'data': {}, 'price_type': 'calculated', 'requirements': [{'id': 'sor_1', 'type': 'weight', 'amount': 1.5}]} | property id should not exist, type must be one of the following values: min_subtotal, max_subtotal, amount must be a number conforming to the specified constraints",
        "adminUpdateShippingOption | {}                              | requirements must be an array",
        "adminUpdateShippingOption | {'requirements': [], 'region_id': 'a', 'provider_id': 'b', 'data': {}, 'is_return': true} | property region_id should not exist, property provider_id should not exist, property data should not exist, property is_return should not exist",
        "adminUpdateShippingOption | {'requirements': [{}]}          | type must be a string, amount must be a number conforming to the specified constraints",
        "adminCreateShippingProfile | {}                             | name must be a string, type must be one of the following values: default, gift_card, custom",
        "adminUpdateShippingProfile | {'products': [1]}              | each value in products must be a string",
        "adminCreateTaxRate | {}                                     | code must be a string, name must be a string, region_id must be a string",
        "adminCreateTaxRate | {'code': 'a', 'name': 'a', 'region_id': 'r', 'rate': 101} | rate must not be greater than 100",
        "adminUpdateTaxRate | {'rate': -1}                           | rate must not be less than 0",
        "adminAddProductsToTaxRate | {}                              | each value in products must be a string, products must be an array",
        "adminRemoveProductTypesFromTaxRate | {}                     | each value in product_types must be a string, product_types must be an array",
        "adminAddShippingOptionsToTaxRate | {'shipping_options': 'a'} | shipping_options must be an array",
        "adminCreateSalesChannel | {}                                | name must be a string",
        "adminUpdateSalesChannel | {'is_disabled': 'no'}             | is_disabled must be a boolean value",
        "adminAddProductsToSalesChannel | {}                         | product_ids must be an array",
        "adminAddProductsToSalesChannel | {'product_ids': ['prod_1']} | each value in nested property product_ids must be either object or array",
        "adminRemoveProductsFromSalesChannel | {'product_ids': [{}]} | id must be a string",
        "adminStore | {'default_sales_channel_id': 'sc_1', 'default_location_id': 'l'} | property default_sales_channel_id should not exist, property default_location_id should not exist",
        "adminStore | {'currencies': [{'code': 'eur'}]}              | each value in currencies must be a string",
      })
  void aBodyIsRefused(String operationId, String body, String message) {
    assertThat(refusal(operationId, input -> input.body(buffer(body)))).isEqualTo(message);
  }

  @Test
  void listsHaveTheirDefaults() {
    assertThat(input("adminListRegions").query("")).isEqualTo(page(50));
    assertThat(input("adminListShippingOptions").query("id=so_1"))
        .isEqualTo(page(50).put("id", "so_1"));
    assertThat(input("adminListSalesChannels").query("")).isEqualTo(page(20));
    assertThat(input("adminListTaxRates").query("rate[gt]=5&rate[lt]=7&expand[]=products"))
        .isEqualTo(
            new JsonObject(
                """
                {"limit": 50, "offset": 0, "rate": {"gt": 5, "lt": 7}, "expand": ["products"]}
                """));
    assertThat(input("adminListTaxRates").query("rate=7.5")).isEqualTo(page(50).put("rate", 7.5));
    assertThat(input("storeListShippingOptions").query("is_return=false"))
        .isEqualTo(new JsonObject().put("is_return", false));
  }

  @Test
  void flagsOfANewOptionMayBeTexts() {
    JsonObject body =
        new JsonObject(
            """
            {"name": "a", "region_id": "r", "provider_id": "p", "data": {},
             "price_type": "calculated", "admin_only": "true", "is_return": false}
            """);

    assertThat(input("adminCreateShippingOption").body(body.toBuffer())).isEqualTo(body);
  }

  private static JsonObject page(int limit) {
    return new JsonObject().put("limit", limit).put("offset", 0);
  }
}
