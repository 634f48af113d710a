package dev.tradewind.acceptance.fuzz;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Initial data: the demo shop, a discount, some carts, and paid orders. */
final class FuzzShop {

  private static final int CARTS = 7;
  private static final int ORDERS = 2;

  private static final List<String> FREE_COUNTRIES =
      List.of("ar", "br", "ch", "cl", "eg", "gh", "in", "jp", "ke", "kr", "ma", "mx", "my", "nz");

  private FuzzShop() {}

  static void fill(
      Shop shop, Contract contract, KnownValues known, Map<String, String> userHeaders) {
    String[] headers = array(userHeaders);
    Storefront storefront = shop.storefront();
    known.learnForGood(
        new JsonObject()
            .put("password", TestCallers.PASSWORD)
            // Reason of a refund, which the contract declares as a text.
            .put("reason", "other")
            // The one index of the search.
            .put("uid", "products")
            .put(KnownValues.FREE_COUNTRIES, new JsonArray(FREE_COUNTRIES)));
    for (Operation operation : contract.operations()) {
      if (operation.method().equals(HttpMethod.GET) && operation.path().indexOf('{') < 0) {
        learn(storefront.send("GET", operation.path(), null, headers), known);
      }
    }
    String region = storefront.region("eur").getString("id");
    JsonObject sold = bestStocked(storefront.get("/store/products?limit=100").body());
    String variant = sold.getString("id");
    JsonObject condition =
        new JsonObject()
            .put("operator", "in")
            .put("products", new JsonArray().add(sold.getString("product_id")));
    JsonObject discount =
        new JsonObject()
            .put("code", "FUZZ")
            .put("is_dynamic", true)
            .put("regions", new JsonArray().add(region))
            .put(
                "rule",
                new JsonObject()
                    .put("type", "percentage")
                    .put("value", 10)
                    .put("allocation", "total")
                    .put("conditions", new JsonArray().add(condition)));
    learn(storefront.send("POST", "/admin/discounts", discount.encode(), headers), known);
    for (int i = 0; i < CARTS; i++) {
      // Units for several fulfillments and returns.
      int quantity = i < ORDERS ? 5 : 1;
      String cart = storefront.createCart(region, variant, quantity).getString("id");
      storefront.prepareForCompletion(cart, "shopper" + i + "@example.com", "de");
      learn(storefront.get("/store/carts/" + cart), known);
      if (i < ORDERS) {
        Answer placed = storefront.post("/store/carts/" + cart + "/complete", null);
        learn(placed, known);
        String order = placed.body().getJsonObject("data").getString("id");
        learn(storefront.send("POST", "/admin/orders/" + order + "/capture", null, headers), known);
      }
    }
  }

  /** Names and values of the headers, alternating. */
  static String[] array(Map<String, String> headers) {
    return headers.entrySet().stream()
        .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
        .toArray(String[]::new);
  }

  /** Variant with the most units: the requests buy many. */
  private static JsonObject bestStocked(JsonObject page) {
    return page.getJsonArray("products").stream()
        .flatMap(product -> ((JsonObject) product).getJsonArray("variants").stream())
        .map(JsonObject.class::cast)
        .max(Comparator.comparing(variant -> variant.getInteger("inventory_quantity")))
        .orElseThrow();
  }

  private static void learn(Answer answer, KnownValues known) {
    if (answer.status() == 200 && answer.text().startsWith("{")) {
      known.learnForGood(answer.body());
    }
  }
}
