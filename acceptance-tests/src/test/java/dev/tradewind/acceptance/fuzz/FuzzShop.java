package dev.tradewind.acceptance.fuzz;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.stream.Stream;

/** Something to speak of: the demo shop, a few carts, and an order. */
final class FuzzShop {

  private static final int CARTS = 5;

  private FuzzShop() {}

  static void fill(
      Shop shop, Contract contract, KnownValues known, Map<String, String> userHeaders) {
    String[] headers =
        userHeaders.entrySet().stream()
            .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
            .toArray(String[]::new);
    Storefront storefront = shop.storefront();
    known.learnForGood(new JsonObject().put("password", "open sesame"));
    for (Operation operation : contract.operations()) {
      if (operation.method().equals(HttpMethod.GET) && operation.path().indexOf('{') < 0) {
        learn(storefront.send("GET", operation.path(), null, headers), known);
      }
    }
    String region = storefront.region("eur").getString("id");
    JsonObject product =
        storefront
            .get("/store/products?limit=1")
            .body()
            .getJsonArray("products")
            .getJsonObject(0);
    String variant = product.getJsonArray("variants").getJsonObject(0).getString("id");
    for (int i = 0; i < CARTS; i++) {
      String cart = storefront.createCart(region, variant, 1).getString("id");
      storefront.prepareForCompletion(cart, "shopper" + i + "@example.com", "de");
      learn(storefront.get("/store/carts/" + cart), known);
      if (i == 0) {
        learn(storefront.post("/store/carts/" + cart + "/complete", null), known);
      }
    }
  }

  private static void learn(Answer answer, KnownValues known) {
    if (answer.status() == 200 && answer.text().startsWith("{")) {
      known.learnForGood(answer.body());
    }
  }
}
