package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Browser;
import dev.tradewind.benchmarks.load.Step;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Request scripts of shoppers in one shop. Each connection has products and carts of its own: the
 * measurement is about the shop, not about lock contention.
 */
final class Scripts {

  private final Browser browser;
  private final int connections;
  private final JsonObject region;
  private final String shippingOption;

  private Scripts(Browser browser, int connections, JsonObject region, String shippingOption) {
    this.browser = browser;
    this.connections = connections;
    this.region = region;
    this.shippingOption = shippingOption;
  }

  static Scripts of(int port, int connections) {
    Browser browser = new Browser(port);
    JsonObject region = browser.region();
    String cart = created(browser, cart(region.getString("id"), 0));
    String option =
        new JsonObject(browser.get("/store/shipping-options/" + cart))
            .getJsonArray("shipping_options").stream()
                .map(JsonObject.class::cast)
                .filter(each -> each.getLong("amount") > 0)
                .map(each -> each.getString("id"))
                .findFirst()
                .orElseThrow();
    return new Scripts(browser, connections, region, option);
  }

  List<List<Step>> collections() {
    return List.of(List.of(Step.get("/store/collections?limit=12")));
  }

  /** A product page of a shop: twelve products with their prices. */
  List<List<Step>> products() {
    return List.of(
        List.of(Step.get("/store/products?limit=12&region_id=" + region.getString("id"))));
  }

  /** Complete carts before completion. */
  List<List<Step>> getCart() {
    return each(connection -> {
      String id = created(browser, cart(region.getString("id"), connection));
      prepare(id, "p" + connection);
      return List.of(Step.get("/store/carts/" + id));
    });
  }

  /** Creation of an empty cart, as on the first visit. */
  List<List<Step>> createCart() {
    return List.of(
        List.of(
            Step.post("/store/carts", new JsonObject().put("region_id", region.getString("id")))));
  }

  /** Another unit of a product in the cart. */
  List<List<Step>> addLine() {
    return each(connection -> {
      String id = created(browser, cart(region.getString("id"), connection));
      return List.of(Step.post("/store/carts/" + id + "/line-items", item(connection * 2 + 1)));
    });
  }

  /** Checkout of a new guest, from the creation of the cart to the order. */
  List<List<Step>> checkout() {
    return each(this::checkout);
  }

  private List<Step> checkout(int connection) {
    JsonObject address =
        new JsonObject()
            .put("first_name", "Ada")
            .put("last_name", "Lovelace")
            .put("address_1", "1 Harbour Street")
            .put("city", "Lisbon")
            .put("postal_code", "1000")
            .put("country_code", "pt");
    String cart = "/store/carts/" + Step.CART;
    return List.of(
        Step.post("/store/carts", cart(region.getString("id"), connection)).makingCart(),
        Step.post(
            cart,
            new JsonObject()
                .put("email", "guest." + Step.NUMBER + "@example.com")
                .put("shipping_address", address)),
        Step.post(cart + "/shipping-methods", new JsonObject().put("option_id", shippingOption)),
        Step.post(cart + "/payment-sessions", null),
        Step.post(cart + "/complete", null));
  }

  /** A new cart of that many different products, one of each. */
  JsonObject cartOfLines(int lines) {
    JsonArray items = new JsonArray();
    for (int line = 1; line <= lines; line++) {
      items.add(item(variant(line)));
    }
    return new JsonObject().put("region_id", region.getString("id")).put("items", items);
  }

  /** A product beyond those of a cart of that many lines. */
  static JsonObject itemBeyond(int lines) {
    return item(variant(lines + 1));
  }

  /** All requests between the creation of a cart and its completion. */
  void prepare(String cartId, String number) {
    for (Step step : checkout(0).subList(1, 4)) {
      browser.post(
          step.path().replace(Step.CART, cartId),
          step.body() == null ? null : new JsonObject(step.body().replace(Step.NUMBER, number)));
    }
  }

  /** The response that the ceiling serves: the same as the shop's. */
  String answerOf(List<List<Step>> scripts) {
    Step step = scripts.get(0).get(0);
    return step.method().equals("GET")
        ? browser.get(step.path())
        : browser.post(step.path(), step.body() == null ? null : new JsonObject(step.body()));
  }

  private interface OfConnection {
    List<Step> script(int connection);
  }

  private List<List<Step>> each(OfConnection maker) {
    List<List<Step>> scripts = new ArrayList<>(connections);
    for (int connection = 0; connection < connections; connection++) {
      scripts.add(maker.script(connection));
    }
    return scripts;
  }

  private static JsonObject cart(String regionId, int connection) {
    return new JsonObject()
        .put("region_id", regionId)
        .put("items", new JsonArray().add(item(connection * 2 + 1)).add(item(connection * 2 + 2)));
  }

  /** A variant of the sample product with that number; see SampleProducts. */
  private static JsonObject item(int number) {
    return item("variant_00SEED%020d".formatted(number * 3 + 1));
  }

  /** One of all variants of the sample products, which have three each. */
  private static String variant(int number) {
    return "variant_00SEED%020d".formatted(3 + number);
  }

  private static JsonObject item(String variantId) {
    return new JsonObject().put("variant_id", variantId).put("quantity", 1);
  }

  private static String created(Browser browser, JsonObject cart) {
    return new JsonObject(browser.post("/store/carts", cart)).getJsonObject("cart").getString("id");
  }
}
