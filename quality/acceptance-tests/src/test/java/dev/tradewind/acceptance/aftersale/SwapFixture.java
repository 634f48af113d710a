package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.ok;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.AfterSaleCases;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Region, products and a shipped order of a case of swap-edit-cases.json, and its swap. */
public final class SwapFixture {

  static final Map<String, JsonObject> CASES = AfterSaleCases.of(AfterSaleCases.SWAP);

  private final Shop shop;
  private final StaffClient staff;
  private final Storefront storefront;
  private final JsonObject input;
  public final String region;
  private final Map<String, String> variants = new HashMap<>();
  private final Map<String, String> lines = new HashMap<>();
  public final String order;

  /** Fixture of the case of that name, in a region of the manual payment provider. */
  public static SwapFixture of(String name, Shop shop, StaffClient staff) {
    return new SwapFixture(shop, staff, CASES.get(name).getJsonObject("input"), "manual");
  }

  /**
   * @param paymentProvider of the region
   */
  SwapFixture(Shop shop, StaffClient staff, JsonObject input, String paymentProvider) {
    this.shop = shop;
    this.staff = staff;
    this.storefront = shop.storefront();
    this.input = input;
    boolean includesTax = isInclusive(orderInput().getJsonArray("items").getJsonObject(0));
    this.region =
        staff
            .post(
                "/admin/regions",
                "{'name': 'R %s', 'currency_code': 'eur', 'tax_rate': %s, 'countries': [],"
                    + " 'payment_providers': ['%s'], 'fulfillment_providers': ['manual'],"
                    + " 'includes_tax': %s}",
                Ids.ulid(),
                input.getJsonObject("region").getNumber("tax_rate"),
                paymentProvider,
                includesTax)
            .getJsonObject("region")
            .getString("id");
    this.order = placed();
  }

  private JsonObject orderInput() {
    return input.getJsonObject("order");
  }

  private JsonObject swapInput() {
    return input.getJsonObject("swap");
  }

  private static boolean isInclusive(JsonObject priced) {
    return priced.getBoolean("includes_tax", false);
  }

  public String variant(String key) {
    return variants.get(key);
  }

  public String line(String key) {
    return lines.get(key);
  }

  /** Key, in the case, of a line item of the swap's cart. */
  public String key(JsonObject cartLine) {
    String variant = cartLine.getString("variant_id");
    if (variant == null) {
      return "return_shipping";
    }
    String key =
        variants.entrySet().stream()
            .filter(entry -> entry.getValue().equals(variant))
            .findFirst()
            .orElseThrow()
            .getKey();
    return cartLine.getBoolean("is_return") ? "return:" + key : key;
  }

  private String newVariant(JsonObject item) {
    JsonObject made = shop.newVariant(item.getLong("unit_price"), 100);
    String id = made.getString("id");
    if (isInclusive(item)) {
      staff.post(
          "/admin/products/%s/variants/%s".formatted(made.getString("product_id"), id),
          "{'prices': [{'region_id': '%s', 'amount': %d}]}",
          region,
          item.getLong("unit_price"));
    }
    variants.put(item.getString("key"), id);
    return id;
  }

  private String option(JsonObject shipping, boolean isReturn) {
    return staff
        .post(
            "/admin/shipping-options",
            "{'name': 'S %s', 'region_id': '%s', 'provider_id': 'manual',"
                + " 'data': {'id': 'manual-fulfillment'}, 'price_type': 'flat_rate', 'amount': %d,"
                + " 'is_return': %s, 'includes_tax': %s}",
            Ids.ulid(),
            region,
            shipping.getLong("price"),
            isReturn,
            isInclusive(shipping))
        .getJsonObject("shipping_option")
        .getString("id");
  }

  private String placed() {
    JsonArray items = new JsonArray();
    Map<String, String> keys = new HashMap<>();
    for (Object each : orderInput().getJsonArray("items")) {
      JsonObject item = (JsonObject) each;
      String variant = newVariant(item);
      keys.put(variant, item.getString("key"));
      items.add(
          new JsonObject().put("variant_id", variant).put("quantity", item.getInteger("quantity")));
    }
    String cart =
        "/store/carts/"
            + ok(storefront.post(
                    "/store/carts", new JsonObject().put("region_id", region).put("items", items)))
                .getJsonObject("cart")
                .getString("id");
    JsonObject change = new JsonObject().put("email", Ids.ulid().toLowerCase() + "@example.com");
    JsonObject discount = orderInput().getJsonObject("discount");
    if (discount != null) {
      String code = Ids.ulid();
      staff.post(
          "/admin/discounts",
          "{'code': '%s', 'regions': ['%s'], 'rule': {'type': '%s', 'value': %d,"
              + " 'allocation': '%s'}}",
          code,
          region,
          discount.getString("type"),
          discount.getLong("value"),
          discount.getString("allocation"));
      change.put("discounts", new JsonArray().add(new JsonObject().put("code", code)));
    }
    JsonArray cards = orderInput().getJsonArray("gift_cards", new JsonArray());
    if (!cards.isEmpty()) {
      String code = Ids.ulid();
      shop.discountFixtures()
          .newGiftCard(
              code,
              cards.getJsonObject(0).getLong("balance"),
              input.getJsonObject("region").getNumber("tax_rate"),
              region);
      change.put("gift_cards", new JsonArray().add(new JsonObject().put("code", code)));
    }
    ok(storefront.post(cart, change));
    choose(cart, option(orderInput().getJsonObject("shipping"), false));
    ok(storefront.post(cart + "/payment-sessions", null));
    JsonObject placed = ok(storefront.post(cart + "/complete", null)).getJsonObject("data");
    String path = "/admin/orders/" + placed.getString("id");
    JsonArray units = new JsonArray();
    for (Object each : placed.getJsonArray("items")) {
      JsonObject line = (JsonObject) each;
      lines.put(keys.get(line.getString("variant_id")), line.getString("id"));
      units.add(
          new JsonObject()
              .put("item_id", line.getString("id"))
              .put("quantity", line.getInteger("quantity")));
    }
    staff.post(path + "/capture", "");
    JsonObject fulfilled =
        ok(send(path + "/fulfillment", new JsonObject().put("items", units)))
            .getJsonObject("order");
    staff.post(
        path + "/shipment",
        "{'fulfillment_id': '%s'}",
        fulfilled.getJsonArray("fulfillments").getJsonObject(0).getString("id"));
    return placed.getString("id");
  }

  public Answer send(String path, JsonObject body) {
    return storefront.post(path, body, staff.credentials());
  }

  public CompletableFuture<Answer> sendLater(String path, JsonObject body) {
    return storefront.postLater(path, body, staff.credentials());
  }

  private void choose(String cart, String option) {
    ok(storefront.post(cart + "/shipping-methods", new JsonObject().put("option_id", option)));
  }

  public String path() {
    return "/admin/orders/" + order;
  }

  /** Body of the swap of the case. */
  public JsonObject swapBody() {
    JsonObject wanted = swapInput();
    JsonArray returned = new JsonArray();
    for (Object each : wanted.getJsonArray("return_items")) {
      JsonObject item = (JsonObject) each;
      returned.add(
          new JsonObject()
              .put("item_id", lines.get(item.getString("key")))
              .put("quantity", item.getInteger("quantity")));
    }
    JsonArray additional = new JsonArray();
    for (Object each : wanted.getJsonArray("additional_items", new JsonArray())) {
      JsonObject item = (JsonObject) each;
      String variant =
          variants.containsKey(item.getString("key"))
              ? variants.get(item.getString("key"))
              : newVariant(item);
      additional.add(
          new JsonObject().put("variant_id", variant).put("quantity", item.getInteger("quantity")));
    }
    JsonObject body =
        new JsonObject().put("return_items", returned).put("additional_items", additional);
    JsonObject shipping = wanted.getJsonObject("return_shipping");
    if (shipping != null) {
      body.put("return_shipping", new JsonObject().put("option_id", option(shipping, true)));
    }
    return body;
  }

  /** The swap that was created last, as the order shows it. */
  public JsonObject swap() {
    JsonArray swaps = shown().getJsonArray("swaps");
    return swaps.getJsonObject(swaps.size() - 1);
  }

  public JsonObject shown() {
    return staff.get(path()).getJsonObject("order");
  }

  /** Creates the swap of the case; returns the option that its shopper chooses, if any. */
  public String create() {
    return create(new JsonObject());
  }

  /** The same with further members of the request. */
  public String create(JsonObject further) {
    JsonObject body = swapBody().mergeIn(further);
    JsonObject chosen = swapInput().getJsonObject("cart_shipping");
    String option = chosen == null ? null : option(chosen, false);
    if (chosen != null && chosen.getLong("custom_price") != null) {
      body.put(
          "custom_shipping_options",
          new JsonArray()
              .add(
                  new JsonObject()
                      .put("option_id", option)
                      .put("price", chosen.getLong("custom_price"))));
    }
    ok(send(path() + "/swaps", body));
    return option;
  }

  public String cartPath() {
    return "/store/carts/" + swap().getString("cart_id");
  }

  public JsonObject cart() {
    return ok(storefront.get(cartPath())).getJsonObject("cart");
  }

  /** Chooses the option and opens payment sessions, as a shopper does before the completion. */
  public JsonObject prepare(String option) {
    String cart = cartPath();
    if (option != null) {
      choose(cart, option);
    }
    return ok(storefront.post(cart + "/payment-sessions", null)).getJsonObject("cart");
  }

  public Answer complete() {
    return storefront.post(cartPath() + "/complete", null);
  }

  public Answer onSwap(String action, JsonObject body) {
    return send(path() + "/swaps/" + swap().getString("id") + action, body);
  }
}
