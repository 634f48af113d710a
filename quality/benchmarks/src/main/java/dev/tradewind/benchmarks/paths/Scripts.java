package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Browser;
import dev.tradewind.benchmarks.load.Step;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Request scripts of shoppers in one shop. Each connection has products and carts of its own: the
 * measurement is about the shop, not about lock contention.
 */
public final class Scripts {

  /** The first user of every shop. */
  private static final JsonObject STAFF =
      new JsonObject().put("email", "admin@tradewind.test").put("password", "supersecret");

  private static final Step CUSTOMERS = Step.get("/admin/customers?limit=50");

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

  /**
   * Scripts in the shop at a port.
   *
   * @param connections number of shoppers
   */
  public static Scripts of(int port, int connections) {
    return of(new Browser(port), connections);
  }

  public static Scripts of(Browser browser, int connections) {
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
  public List<List<Step>> products() {
    return List.of(
        List.of(Step.get("/store/products?limit=12&region_id=" + region.getString("id"))));
  }

  /** The same page for a browser that has it. */
  List<List<Step>> knownProducts() {
    Step page = products().getFirst().getFirst();
    return List.of(List.of(page.with("if-none-match", browser.entityTag(page.path()))));
  }

  /** Pages of the storefront as browsers ask for them, of another product for each connection. */
  List<List<Step>> productPages() {
    return productPages("");
  }

  /** The same with the parameter of a search, for which no rendered page is kept. */
  List<List<Step>> renderedProductPages() {
    return productPages("?q=none");
  }

  private List<List<Step>> productPages(String query) {
    return each(connection ->
        List.of(
            Step.get("/products/sample-" + (connection + 1) + query)
                .with("accept-encoding", "gzip")));
  }

  List<List<Step>> customersByToken() {
    return List.of(List.of(CUSTOMERS.with("authorization", bearer())));
  }

  List<List<Step>> customersBySession() {
    return List.of(List.of(CUSTOMERS.with("cookie", browser.session("/admin/auth", STAFF))));
  }

  /** Credential of staff, as a header. */
  public String bearer() {
    return "Bearer "
        + new JsonObject(browser.post("/admin/auth/token", STAFF)).getString("access_token");
  }

  /** Changes of the products on the page, of another one each time, by that many connections. */
  List<List<Step>> changesOfListed(int staff) {
    String bearer = bearer();
    List<JsonObject> listed = listed();
    List<List<Step>> scripts = new ArrayList<>();
    for (int connection = 0; connection < staff; connection++) {
      String id = listed.get(connection % listed.size()).getString("id");
      scripts.add(
          List.of(
              Step.post(
                      "/admin/products/" + id,
                      new JsonObject().put("subtitle", "No. " + Step.NUMBER))
                  .with("authorization", bearer)));
    }
    return scripts;
  }

  /** Checkouts of two of the products on the page, by that many connections. */
  List<List<Step>> checkoutsOfListed(int shoppers) {
    List<String> variants =
        listed().stream()
            .map(product -> product.getJsonArray("variants").getJsonObject(0).getString("id"))
            .toList();
    List<List<Step>> scripts = new ArrayList<>();
    for (int shopper = 0; shopper < shoppers; shopper++) {
      JsonArray items =
          new JsonArray()
              .add(item(variants.get(shopper % variants.size())))
              .add(item(variants.get((shopper + 1) % variants.size())));
      scripts.add(
          checkout(new JsonObject().put("region_id", region.getString("id")).put("items", items)));
    }
    return scripts;
  }

  private List<JsonObject> listed() {
    return new JsonObject(browser.get(products().getFirst().getFirst().path()))
        .getJsonArray("products").stream().map(JsonObject.class::cast).toList();
  }

  /** Complete carts before completion. */
  public List<List<Step>> getCart() {
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
  public List<List<Step>> addLine() {
    return each(connection -> {
      String id = created(browser, cart(region.getString("id"), connection));
      return List.of(Step.post("/store/carts/" + id + "/line-items", item(connection * 2 + 1)));
    });
  }

  /** Checkout of a new guest, from the creation of the cart to the order. */
  public List<List<Step>> checkout() {
    return each(connection -> checkout(cart(region.getString("id"), connection)));
  }

  /**
   * Checkouts of carts with one line.
   *
   * @param productOf number of the sample product of each connection
   */
  public List<List<Step>> checkoutOfOneLine(IntUnaryOperator productOf) {
    return each(connection ->
        checkout(
            new JsonObject()
                .put("region_id", region.getString("id"))
                .put("items", new JsonArray().add(item(productOf.applyAsInt(connection))))));
  }

  private List<Step> checkout(JsonObject newCart) {
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
        Step.post("/store/carts", newCart).makingCart(),
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

  /** A product beyond the products of a cart of that many lines. */
  static JsonObject itemBeyond(int lines) {
    return item(variant(lines + 1));
  }

  /** All requests between the creation of a cart and its completion. */
  void prepare(String cartId, String number) {
    for (Step step : checkout(new JsonObject()).subList(1, 4)) {
      browser.post(
          step.path().replace(Step.CART, cartId),
          step.body() == null ? null : new JsonObject(step.body().replace(Step.NUMBER, number)));
    }
  }

  /** The response that the ceiling serves: the same as the shop's. */
  String answerOf(List<List<Step>> scripts) {
    Step step = scripts.get(0).get(0);
    if (step.method().equals("GET")) {
      return browser.get(step.path());
    }
    return browser.post(step.path(), step.body() == null ? null : new JsonObject(step.body()));
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
