package dev.tradewind.gateway.validation;

import static dev.tradewind.gateway.validation.ContractInput.CONTRACT;
import static dev.tradewind.gateway.validation.ContractInput.buffer;
import static dev.tradewind.gateway.validation.ContractInput.input;
import static dev.tradewind.gateway.validation.ContractInput.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.contract.ResponseValidator;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Accepted and rejected input of the operations on collections and currencies. */
class AdminCatalogInputTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "adminListCollections | limit=abc             | limit must be a number conforming to the specified constraints",
        "adminListCollections | limit=-1              | limit must not be less than 0",
        "adminListCollections | limit=1001            | limit must not be greater than 1000",
        "adminListCollections | offset=-1             | offset must not be less than 0",
        "adminListCollections | expand=products       | property expand should not exist",
        "adminListCollections | fields=title          | property fields should not exist",
        "adminListCollections | title[]=a             | title must be a string",
        "adminListCollections | handle=a&handle=b     | handle must be a string",
        "adminListCollections | q[a]=b                | q must be a string",
        "adminListCollections | order[]=title         | order must be a string",
        "adminListCollections | created_at=2024-01-01 | nested property created_at must be either object or array",
        "adminListCollections | updated_at[lt]=never  | lt must be a Date instance",
        "adminListCollections | deleted_at[ne]=2024   | property ne should not exist",
        "adminListCurrencies  | limit=x               | limit must be a number conforming to the specified constraints",
        "adminListCurrencies  | includes_tax=yes      | includes_tax must be a boolean value",
        "adminListCurrencies  | code[]=usd            | code must be a string",
        "adminListCurrencies  | expand=x&fields=y     | property expand should not exist, property fields should not exist",
        "adminListCurrencies  | name=Euro             | property name should not exist",
      })
  void aQueryIsRefused(String operationId, String query, String message) {
    assertThat(refusal(operationId, input -> input.query(query))).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "storeSearchProduct                | {'limit': 'x'}                    | limit must be a number conforming to the specified constraints",
        "adminCreateCollection             | {}                                | title should not be empty, title must be a string",
        "adminCreateCollection             | {'title': ''}                     | title should not be empty",
        "adminCreateCollection             | {'title': null}                   | title should not be empty, title must be a string",
        "adminCreateCollection             | {'title': 5}                      | title must be a string",
        "adminCreateCollection             | {'title': 'a', 'handle': 5}       | handle must be a string",
        "adminCreateCollection             | {'title': 'a', 'metadata': 'b'}   | metadata must be an object",
        "adminCreateCollection             | {'title': 'a', 'metadata': []}    | metadata must be an object",
        "adminCreateCollection             | {'id': 'pcol_1', 'products': []}  | property id should not exist, property products should not exist, title should not be empty, title must be a string",
        "adminUpdateCollection             | {'title': 5}                      | title must be a string",
        "adminUpdateCollection             | {'handle': []}                    | handle must be a string",
        "adminUpdateCollection             | {'metadata': 1}                   | metadata must be an object",
        "adminUpdateCollection             | {'deleted_at': null}              | property deleted_at should not exist",
        "adminAddProductsToCollection      | {}                                | product_ids should not be empty, each value in product_ids must be a string, product_ids must be an array",
        "adminAddProductsToCollection      | {'product_ids': []}               | product_ids should not be empty",
        "adminAddProductsToCollection      | {'product_ids': [1]}              | each value in product_ids must be a string",
        "adminAddProductsToCollection      | {'product_ids': ['a'], 'x': 1}    | property x should not exist",
        "adminRemoveProductsFromCollection | {}                                | product_ids should not be empty, each value in product_ids must be a string, product_ids must be an array",
        "adminRemoveProductsFromCollection | {'product_ids': []}               | product_ids should not be empty",
        "adminRemoveProductsFromCollection | {'product_ids': 'prod_1'}         | product_ids must be an array",
        "adminUpdateCurrency               | {'includes_tax': 'true'}          | includes_tax must be a boolean value",
        "adminUpdateCurrency               | {'includes_tax': 1}               | includes_tax must be a boolean value",
        "adminUpdateCurrency               | {'name': 'Euro'}                  | property name should not exist",
      })
  void aBodyIsRefused(String operationId, String body, String message) {
    assertThat(refusal(operationId, input -> input.body(buffer(body)))).isEqualTo(message);
  }

  @Test
  void aListHasItsDefaults() {
    JsonObject query = input("adminListCollections").query("deleted_at[gt]=2024-01-01&q=a%20b");

    assertThat(query)
        .isEqualTo(
            new JsonObject()
                .put("limit", 10)
                .put("offset", 0)
                .put("deleted_at", new JsonObject().put("gt", "2024-01-01T00:00:00.000Z"))
                .put("q", "a b"));
    assertThat(input("adminListCurrencies").query("includes_tax=true"))
        .isEqualTo(new JsonObject().put("limit", 20).put("offset", 0).put("includes_tax", true));
  }

  @Test
  void unusedQueriesAreIgnored() {
    for (String operationId :
        new String[] {
          "adminCreateCollection",
          "adminGetCollection",
          "adminUpdateCollection",
          "adminDeleteCollection",
          "adminAddProductsToCollection",
          "adminRemoveProductsFromCollection",
          "adminUpdateCurrency"
        }) {
      assertThat(input(operationId).query("expand=x&limit=many")).isEmpty();
    }
  }

  @Test
  void productsAreRemovedByTheBodyOfADelete() {
    assertThat(
            input("adminRemoveProductsFromCollection").body(buffer("{'product_ids': ['prod_1']}")))
        .isEqualTo(new JsonObject("{\"product_ids\": [\"prod_1\"]}"));
    assertThat(input("adminDeleteCollection").takesBody()).isFalse();
  }

  @Test
  void nullEqualsAnAbsentField() {
    JsonObject body = new JsonObject().put("title", "a").putNull("handle").putNull("metadata");

    assertThat(input("adminCreateCollection").body(body.toBuffer())).isEqualTo(body);
  }

  @Test
  void theResponseOfADeletionNamesTheType() {
    ResponseValidator answers = new ResponseValidator(CONTRACT);
    JsonObject deleted =
        new JsonObject()
            .put("id", "pcol_1")
            .put("object", "product-collection")
            .put("deleted", true);

    assertThat(answers.validate("adminDeleteCollection", 200, deleted)).isEmpty();
    assertThat(answers.validate("adminDeleteCollection", 200, deleted.copy().put("object", "x")))
        .isNotEmpty();
    assertThat(answers.validate("adminRemoveProductsFromCollection", 200, deleted)).isNotEmpty();
  }
}
