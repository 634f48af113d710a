package dev.tradewind.cart;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.RelatedQuery;
import dev.tradewind.testing.RecordedAnswers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Fake of the catalog verticle on the event bus: data of the recorded responses, with adjustable
 * prices and stock.
 */
final class FakeCatalog {

  static final String EU = "reg_eu";
  static final String US = "reg_us";
  static final String SHIRT = "variant_shirt";
  static final String MUG = "variant_mug";
  static final String CHANNEL = "sc_default";
  static final String SHIRTS_ONLY = "sc_shirts";
  static final String CLOSED = "sc_closed";
  static final String STANDARD = "so_standard";
  static final String EXPRESS = "so_express";
  static final String BIG_ORDERS = "so_big_orders";
  static final String SMALL_ORDERS = "so_small_orders";
  static final String GIFT_POST = "so_gift";
  static final String AMERICAN = "so_us";
  static final String CALCULATED = "so_calculated";

  final Map<String, JsonObject> regions = new LinkedHashMap<>();
  final Map<String, JsonObject> channels = new LinkedHashMap<>();
  final Map<String, JsonObject> variants = new ConcurrentHashMap<>();
  final Map<String, JsonObject> options = new LinkedHashMap<>();
  final Map<String, Long> prices = new ConcurrentHashMap<>();
  final Map<String, Integer> stock = new ConcurrentHashMap<>();
  final AtomicInteger calls = new AtomicInteger();
  volatile Runnable beforeQuote = () -> {};

  FakeCatalog() {
    JsonObject cart = RecordedAnswers.body("store-create-cart").getJsonObject("cart");
    JsonObject europe = cart.getJsonObject("region").copy().put("id", EU);
    regions.put(EU, europe);
    regions.put(
        US,
        europe
            .copy()
            .put("id", US)
            .put("currency_code", "usd")
            .put("tax_rate", 0)
            .put("countries", new JsonArray().add(new JsonObject().put("iso_2", "us")))
            .put(
                "payment_providers",
                new JsonArray().add(provider("manual")).add(provider("system"))));
    channel(cart, CHANNEL, false);
    channel(cart, SHIRTS_ONLY, false);
    channel(cart, CLOSED, true);
    variant(cart, 0, SHIRT, 1000);
    variant(cart, 1, MUG, 3333);
    prices.put(US + SHIRT, 1500L);
    options();
  }

  private static JsonObject provider(String id) {
    return new JsonObject().put("id", id).put("is_installed", true);
  }

  private void channel(JsonObject cart, String id, boolean disabled) {
    channels.put(
        id, cart.getJsonObject("sales_channel").copy().put("id", id).put("is_disabled", disabled));
  }

  private void variant(JsonObject cart, int index, String id, long price) {
    JsonObject variant =
        cart.getJsonArray("items").getJsonObject(index).getJsonObject("variant").copy();
    variants.put(id, variant.put("id", id));
    prices.put(EU + id, price);
    stock.put(id, 100);
  }

  String profile() {
    return variants.get(SHIRT).getJsonObject("product").getString("profile_id");
  }

  private void options() {
    JsonObject recorded =
        RecordedAnswers.body("store-add-shipping-method")
            .getJsonObject("cart")
            .getJsonArray("shipping_methods")
            .getJsonObject(0)
            .getJsonObject("shipping_option");
    option(recorded, STANDARD, 1000);
    option(recorded, EXPRESS, 1500);
    option(recorded, BIG_ORDERS, 0).put("requirements", requirement("min_subtotal", 5000));
    option(recorded, SMALL_ORDERS, 700).put("requirements", requirement("max_subtotal", 1000));
    option(recorded, GIFT_POST, 200).put("profile_id", "sp_gift");
    option(recorded, AMERICAN, 900).put("region_id", US);
    option(recorded, CALCULATED, 0).put("price_type", "calculated").putNull("amount");
  }

  /** Shipping option of the test provider, which behaves as the data says. */
  void trialOption(String id, String priceType, JsonObject data) {
    JsonObject option = options.get(STANDARD).copy().put("id", id).put("provider_id", "trial");
    options.put(
        id,
        option
            .put("price_type", priceType)
            .put("amount", priceType.equals("flat_rate") ? 500 : null)
            .put("data", data));
  }

  private JsonObject option(JsonObject recorded, String id, long amount) {
    JsonObject option =
        recorded
            .copy()
            .put("id", id)
            .put("region_id", EU)
            .put("profile_id", profile())
            .put("amount", amount)
            .put("requirements", new JsonArray())
            .put("profile", new JsonObject().put("id", profile()));
    options.put(id, option);
    return option;
  }

  private static JsonArray requirement(String type, long amount) {
    return new JsonArray()
        .add(
            new JsonObject()
                .put("id", "sor_1")
                .put("type", type)
                .put("amount", amount)
                .putNull("deleted_at"));
  }

  Future<Operations.OperationServer> serve(Vertx vertx) {
    return new Operations()
        .on(CatalogOperation.FIND_REGIONS, request -> found("regions", request, regions))
        .on(
            CatalogOperation.FIND_DEFAULT_REGION,
            request -> answered(Reply.ok("region", regions.get(EU))))
        .on(CatalogOperation.FIND_SALES_CHANNEL, this::findSalesChannel)
        .on(CatalogOperation.FIND_VARIANTS, this::findVariants)
        .on(CatalogOperation.QUOTE_VARIANTS, this::quoteVariants)
        .on(CatalogOperation.FIND_SHIPPING_OPTIONS, this::findShippingOptions)
        .on(CatalogOperation.FIND_TAX_RATES, this::findTaxRates)
        .on(
            CatalogOperation.FIND_COUNTRIES,
            request -> answered(Reply.ok(new JsonObject().put("countries", new JsonArray()))))
        .on(
            CatalogOperation.FIND_RELATED,
            request -> answered(Reply.ok(RelatedQuery.answer(List.of()))))
        .serve(vertx, OperationClient.internalAddress(CatalogClient.ADDRESS), Clock.systemUTC());
  }

  private Future<Reply> answered(Reply reply) {
    calls.incrementAndGet();
    return Future.succeededFuture(reply);
  }

  private Future<Reply> found(String name, Request request, Map<String, JsonObject> all) {
    List<JsonObject> wanted =
        texts(request.input(), "ids").filter(all::containsKey).map(all::get).toList();
    return answered(Reply.ok(new JsonObject().put(name, new JsonArray(wanted))));
  }

  private Future<Reply> findVariants(Request request) {
    JsonArray found = new JsonArray();
    texts(request.input(), "ids")
        .filter(variants::containsKey)
        .map(id -> variants.get(id).copy())
        .forEach(variant -> {
          JsonObject product = variant.getJsonObject("product");
          found.add(
              variant.put(
                  "product",
                  new JsonObject()
                      .put("tag_ids", new JsonArray())
                      .put("in_sales_channel", true)
                      .mergeIn(product)));
        });
    return answered(Reply.ok(new JsonObject().put("variants", found)));
  }

  private Future<Reply> findSalesChannel(Request request) {
    JsonObject channel = channels.get(request.input().getString("id", CHANNEL));
    if (request.input().getString("id") == null) {
      channel = channels.get(CHANNEL);
    }
    if (channel == null) {
      return Future.failedFuture(Problem.notFound("Sales channel was not found"));
    }
    return answered(Reply.ok("sales_channel", channel));
  }

  private Future<Reply> quoteVariants(Request request) {
    beforeQuote.run();
    JsonObject input = request.input();
    JsonArray items = input.getJsonArray("items");
    JsonArray quotes = new JsonArray();
    items.forEach(element -> {
      JsonObject item = (JsonObject) element;
      String id = item.getString("variant_id");
      if (variants.containsKey(id)) {
        int wanted =
            items.stream()
                .map(JsonObject.class::cast)
                .filter(other -> id.equals(other.getString("variant_id")))
                .mapToInt(other -> other.getInteger("quantity"))
                .sum();
        quotes.add(
            new JsonObject()
                .put("variant_id", id)
                .put("quantity", item.getInteger("quantity"))
                .put("variant", input.getBoolean("with_variants") ? variants.get(id) : null)
                .put("unit_price", prices.get(input.getString("region_id") + id))
                .put("includes_tax", false)
                .put(
                    "in_sales_channel",
                    !SHIRTS_ONLY.equals(input.getString("sales_channel_id")) || id.equals(SHIRT))
                .put("covered", stock.get(id) >= wanted)
                .put("available", stock.get(id).longValue())
                .put("from_quantity", item.getInteger("quantity"))
                .put("to_quantity", item.getInteger("quantity")));
      }
    });
    return answered(Reply.ok(new JsonObject().put("quotes", quotes)));
  }

  private Future<Reply> findShippingOptions(Request request) {
    JsonObject input = request.input();
    List<JsonObject> wanted =
        options.values().stream()
            .filter(option -> matches(input, "ids", option.getString("id")))
            .filter(option -> matches(input, "profile_ids", option.getString("profile_id")))
            .filter(option ->
                input.getString("region_id") == null
                    || input.getString("region_id").equals(option.getString("region_id")))
            .toList();
    return answered(Reply.ok(new JsonObject().put("shipping_options", new JsonArray(wanted))));
  }

  private static boolean matches(JsonObject input, String name, String value) {
    return input.getJsonArray(name) == null || input.getJsonArray(name).contains(value);
  }

  private Future<Reply> findTaxRates(Request request) {
    return answered(
        Reply.ok(
            new JsonObject()
                .put("region", regions.get(request.input().getString("region_id")))
                .put("products", new JsonObject())
                .put("shipping_options", new JsonObject())));
  }

  private static Stream<String> texts(JsonObject input, String name) {
    return input.getJsonArray(name).stream().map(String::valueOf);
  }
}
