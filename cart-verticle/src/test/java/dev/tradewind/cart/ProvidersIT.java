package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.assertRefused;
import static dev.tradewind.cart.CartShop.id;
import static dev.tradewind.cart.CartShop.objects;
import static dev.tradewind.cart.FakeCatalog.EU;
import static dev.tradewind.cart.FakeCatalog.SHIRT;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.providers.test.TestFulfillmentProvider;
import dev.tradewind.providers.test.TestTaxProvider;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests of a cart to fulfillment and tax providers, and the effects of a missing answer. */
class ProvidersIT {

  private static CartShop shop;

  @BeforeAll
  static void open() {
    shop = new CartShop();
    shop.catalog.trialOption("so_by_piece", "calculated", data("by_piece").put("price", 300));
    shop.catalog.trialOption("so_checked", "flat_rate", data("checked"));
  }

  @AfterEach
  void removeBrokenOptions() {
    shop.catalog.options.keySet().removeIf(id -> id.startsWith("so_bad"));
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void aCalculatedPriceIsRequestedUnderItsOwnIdempotencyKey() {
    String cartId = shop.cartWithShirts(3);

    JsonObject offered = option(cartId, "so_by_piece");
    JsonObject cart = shop.ship(cartId, "so_by_piece");

    assertThat(offered.getLong("amount")).isEqualTo(900);
    assertThat(offered.getLong("price_incl_tax")).isEqualTo(1080);
    JsonObject method = cart.getJsonArray("shipping_methods").getJsonObject(0);
    assertThat(method.getLong("price")).isEqualTo(900);
    assertThat(cart.getLong("shipping_total")).isEqualTo(900);
    assertThat(TestFulfillmentProvider.priceKeys("by_piece"))
        .hasSizeGreaterThanOrEqualTo(2)
        .doesNotHaveDuplicates()
        .anyMatch(key -> key.startsWith(method.getString("id")));
  }

  @Test
  void theProviderValidatesDataOfTheShopper() {
    String cartId = shop.cartWithShirts(1);

    JsonObject cart = shop.cart(choose(cartId, "so_checked", new JsonObject().put("point", "A 7")));

    assertThat(cart.getJsonArray("shipping_methods").getJsonObject(0).getJsonObject("data"))
        .isEqualTo(new JsonObject().put("point", "A 7").put("checked", true));
    assertRefused(
        choose(cartId, "so_checked", new JsonObject().put("point", "closed")),
        400,
        "invalid_data",
        "The pick-up point is closed");
    assertThat(shop.get(cartId).getLong("shipping_total")).isEqualTo(500);
  }

  @Test
  void anOptionOfAnUnavailableProviderIsNotOfferedAndCannotBeChosen() {
    String cartId = shop.cartWithShirts(1);
    shop.catalog.trialOption(
        "so_bad", "calculated", data("b").put("price", 1).put("mode", "breaks"));
    shop.catalog.trialOption(
        "so_bad_2", "calculated", data("g").put("price", 1).put("mode", "greedy"));
    shop.catalog.trialOption("so_bad_3", "flat_rate", data("n"));
    shop.catalog.options.get("so_bad_3").put("provider_id", "pigeon");

    assertThat(options(cartId, 15))
        .extracting(option -> option.getString("id"))
        .contains("so_by_piece")
        .doesNotContain("so_bad", "so_bad_2");
    for (String option : List.of("so_bad", "so_bad_2")) {
      assertRefused(
          choose(cartId, option, new JsonObject()),
          503,
          "unavailable",
          "The fulfillment provider trial is not available. Please retry.");
    }
    assertRefused(
        choose(cartId, "so_bad_3", new JsonObject()),
        404,
        "not_found",
        "Could not find a fulfillment provider with id: pigeon");
    assertThat(shop.get(cartId).getJsonArray("shipping_methods")).isEmpty();
  }

  @Test
  void aProviderTimeoutIsAtMostHalfOfTheTimeLeft() {
    String cartId = shop.cartWithShirts(1);
    shop.catalog.trialOption(
        "so_bad", "calculated", data("s").put("price", 1).put("mode", "silent"));

    assertThat(options(cartId, 6))
        .extracting(option -> option.getString("id"))
        .contains("so_by_piece")
        .doesNotContain("so_bad");
  }

  @Test
  void taxesAreThoseOfTheRegionsTaxProvider() {
    openRegion("reg_trial", TestTaxProvider.ID, 10, true);
    String cartId = shop.create(in("reg_trial")).getString("id");
    shop.add(cartId, SHIRT, 2);

    JsonObject cart = shop.ship(cartId, "so_of_reg_trial");

    assertThat(cart.getLong("item_tax_total")).isEqualTo(200);
    assertThat(cart.getLong("shipping_tax_total")).as("it leaves shipping alone").isZero();
    assertThat(
            cart.getJsonArray("items")
                .getJsonObject(0)
                .getJsonArray("tax_lines")
                .getJsonObject(0)
                .getString("code"))
        .isEqualTo("TRIAL");
    assertThat(cart.getJsonArray("shipping_methods").getJsonObject(0).getJsonArray("tax_lines"))
        .isEmpty();
    int asked = TestTaxProvider.keys(cartId).size();
    assertThat(shop.get(cartId).getLong("tax_total")).isEqualTo(200);
    assertThat(TestTaxProvider.keys(cartId)).as("cached for seconds").hasSize(asked);
  }

  @Test
  void withoutItsTaxProviderNothingThatShowsTaxesIsAnswered() {
    openRegion("reg_pigeon", "pigeon", null, true);
    openRegion("reg_closed", TestTaxProvider.ID, null, true);
    String pigeon = shop.create(in("reg_pigeon")).getString("id");
    String closed = shop.create(in("reg_closed")).getString("id");

    assertRefused(
        shop.send("storeAddLineItem", id(pigeon), CartShop.line(SHIRT, 1)),
        404,
        "not_found",
        "Could not find a tax provider with id: pigeon");
    assertRefused(
        shop.send("storeAddLineItem", id(closed), CartShop.line(SHIRT, 1)),
        503,
        "unavailable",
        "The tax provider trial is not available. Please retry.");
    assertThat(shop.get(pigeon).getJsonArray("items")).isEmpty();
  }

  @Test
  void aCartThatShowsNoTaxesIsReadWithoutItsTaxProvider() {
    openRegion("reg_quiet", "pigeon", null, false);
    String cartId = shop.create(in("reg_quiet")).getString("id");

    assertThat(shop.add(cartId, SHIRT, 1).getLong("tax_total")).isZero();
    assertRefused(
        shop.send("storeCreatePaymentSessions", id(cartId), null),
        404,
        "not_found",
        "Could not find a tax provider with id: pigeon");
  }

  /** Region like Europe, with a shipping option. */
  private static void openRegion(String id, String provider, Integer rate, boolean automatic) {
    JsonObject region =
        shop.catalog
            .regions
            .get(EU)
            .copy()
            .put("id", id)
            .put("automatic_taxes", automatic)
            .put("tax_provider_id", provider)
            .put("metadata", rate == null ? null : new JsonObject().put("trial_rate", rate));
    shop.catalog.regions.put(id, region);
    shop.catalog.prices.put(id + SHIRT, 1_000L);
    JsonObject option =
        shop.catalog
            .options
            .get(FakeCatalog.STANDARD)
            .copy()
            .put("id", "so_of_" + id)
            .put("region_id", id);
    shop.catalog.options.put("so_of_" + id, option);
  }

  private static JsonObject in(String regionId) {
    return new JsonObject().put("region_id", regionId);
  }

  private static JsonObject data(String name) {
    return new JsonObject().put("name", name);
  }

  private static Reply choose(String cartId, String option, JsonObject data) {
    return shop.send(
        "storeAddShippingMethod",
        id(cartId),
        new JsonObject().put("option_id", option).put("data", data));
  }

  private static JsonObject option(String cartId, String optionId) {
    return options(cartId, 15).stream()
        .filter(option -> option.getString("id").equals(optionId))
        .findFirst()
        .orElseThrow();
  }

  private static List<JsonObject> options(String cartId, int seconds) {
    CallContext context = shop.context().withDeadline(Instant.now().plusSeconds(seconds));
    JsonObject path = new JsonObject().put("cart_id", cartId);
    Reply reply =
        await(
            shop.bus.send(
                "cart",
                "storeGetShippingOption",
                context,
                Request.input(path, new JsonObject(), null, new JsonObject())));
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return objects(reply.body().toJsonObject().getJsonArray("shipping_options"));
  }
}
