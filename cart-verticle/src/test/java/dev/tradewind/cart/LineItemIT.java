package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.assertRefused;
import static dev.tradewind.cart.CartShop.id;
import static dev.tradewind.cart.CartShop.line;
import static dev.tradewind.cart.CartShop.objects;
import static dev.tradewind.cart.FakeCatalog.MUG;
import static dev.tradewind.cart.FakeCatalog.SHIRT;
import static dev.tradewind.cart.FakeCatalog.STANDARD;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LineItemIT {

  private final CartShop shop = new CartShop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void theSameVariantWithEqualMetadataGrowsItsLine() {
    String cartId = shop.cartWithShirts(2);

    JsonObject cart = shop.add(cartId, SHIRT, 3);

    assertThat(objects(cart.getJsonArray("items")))
        .singleElement()
        .satisfies(item -> assertThat(item.getInteger("quantity")).isEqualTo(5));
    assertThat(cart.getLong("total")).isEqualTo(6000);
  }

  @Test
  void otherMetadataMakesAnotherLineAndBothCountAgainstTheStock() {
    String cartId = shop.cartWithShirts(60);
    JsonObject engraved = line(SHIRT, 41).put("metadata", new JsonObject().put("text", "Ada"));

    assertRefused(
        shop.send("storeAddLineItem", id(cartId), engraved),
        400,
        "not_allowed",
        "Variant with id: variant_shirt does not have the required inventory");
    assertThat(
            shop.call("storeAddLineItem", id(cartId), engraved.put("quantity", 40))
                .getJsonArray("items"))
        .hasSize(2);
  }

  @Test
  void aLineItemIsRepricedForItsNewQuantity() {
    String cartId = shop.cartWithShirts(1);
    shop.catalog.prices.put(FakeCatalog.EU + SHIRT, 800L);

    JsonObject cart = shop.add(cartId, SHIRT, 9);

    assertThat(cart.getLong("subtotal")).isEqualTo(8000);
  }

  @Test
  void amountsThatNoNumberHoldsAreRefused() {
    shop.catalog.prices.put(FakeCatalog.EU + SHIRT, (1L << 53) - 1);
    shop.catalog.stock.put(SHIRT, 10_000);
    String cartId = shop.create().getString("id");

    Reply refused = shop.send("storeAddLineItem", id(cartId), line(SHIRT, 1_025));

    assertThat(refused.status()).as(refused.body().toString()).isEqualTo(400);
    assertThat(refused.body().toJsonObject().getString("message"))
        .isEqualTo("The amounts are too large");
    assertThat(shop.get(cartId).getJsonArray("items")).isEmpty();
  }

  @Test
  void totalsThatClientsWouldRoundAreRefusedAtTheChangeThatCausesThem() {
    // With 25 percent of tax the second one is beyond 2^53 - 1.
    shop.catalog.prices.put(FakeCatalog.EU + SHIRT, (1L << 53) / 5 * 3);
    String cartId = shop.cartWithShirts(1);

    Reply refused = shop.send("storeAddLineItem", id(cartId), line(SHIRT, 1));

    CartShop.assertRefused(refused, 400, "invalid_data", "The amounts are too large");
    assertThat(shop.get(cartId).getLong("total")).isLessThan(1L << 53);
    CartShop.assertRefused(
        shop.send(
            "storeCreateCart",
            new JsonObject(),
            new JsonObject()
                .put("region_id", FakeCatalog.EU)
                .put("items", new JsonArray().add(line(SHIRT, 2)))),
        400,
        "invalid_data",
        "The amounts are too large");
  }

  @Test
  void aCartHasTwoHundredLineItemsAtMost() {
    shop.catalog.stock.put(SHIRT, 10_000);
    String cartId = shop.create().getString("id");
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < 201; i++) {
      JsonObject engraved = line(SHIRT, 1).put("metadata", new JsonObject().put("text", "x" + i));
      statuses.add(shop.send("storeAddLineItem", id(cartId), engraved).status());
    }

    assertThat(statuses.subList(0, 200)).containsOnly(200);
    assertThat(statuses.getLast()).isEqualTo(400);
    assertThat(shop.get(cartId).getJsonArray("items")).hasSize(200);
  }

  @Test
  void invalidAdditionsAreRefused() {
    String cartId = shop.create().getString("id");

    assertRefused(
        shop.send("storeAddLineItem", id(cartId), line("variant_x", 1)),
        400,
        "invalid_data",
        "Unable to generate the line items, some variant has not been found: variant_x");
    assertRefused(
        shop.send("storeAddLineItem", id(cartId), line(SHIRT, 0)),
        400,
        "invalid_data",
        "Unable to generate the line item because one or more required argument(s) are missing."
            + " Ensure quantity, regionId, and variantId are passed");
    assertRefused(
        shop.send("storeAddLineItem", id(cartId), line(SHIRT, -1)),
        400,
        "invalid_data",
        "quantity must not be less than 0");
    shop.catalog.prices.remove(FakeCatalog.EU + MUG);
    assertRefused(
        shop.send("storeAddLineItem", id(cartId), line(MUG, 1)),
        400,
        "invalid_data",
        "Cannot generate line item for variant \"V1\" without a price");
    Reply short_ = shop.send("storeAddLineItem", id(cartId), line(SHIRT, 101));
    assertThat(short_.body().toJsonObject().getString("code")).isEqualTo("insufficient_inventory");
    assertRefused(
        shop.send("storeAddLineItem", id("cart_x"), line(SHIRT, 1)),
        404,
        "not_found",
        "Cart with cart_x was not found");
    assertThat(shop.get(cartId).getJsonArray("items")).isEmpty();
  }

  @Test
  void aProductOutsideTheChannelDoesNotExistForShoppers() {
    String cartId =
        shop.create(new JsonObject().put("sales_channel_id", FakeCatalog.SHIRTS_ONLY))
            .getString("id");

    assertThat(shop.send("storeAddLineItem", id(cartId), line(MUG, 1)).body().toString())
        .contains("some variant has not been found: variant_mug");
    assertThat(shop.add(cartId, SHIRT, 1).getJsonArray("items")).hasSize(1);
  }

  @Test
  void aLineIsChangedAndRemoved() {
    String cartId = shop.cartWithShirts(1);
    JsonObject path = path(cartId, 0);
    JsonObject change =
        new JsonObject().put("quantity", 4).put("metadata", new JsonObject().put("text", "Ada"));
    assertThat(item(shop.call("storeUpdateLineItem", path, change)).getJsonObject("metadata"))
        .isEqualTo(new JsonObject().put("text", "Ada"));

    JsonObject cleared =
        shop.call(
            "storeUpdateLineItem",
            path,
            new JsonObject().put("quantity", 4).put("metadata", new JsonObject().put("text", "")));
    assertThat(item(cleared).getJsonObject("metadata")).isEmpty();

    assertThat(
            shop.call("storeUpdateLineItem", path, new JsonObject().put("quantity", 0))
                .getJsonArray("items"))
        .isEmpty();
  }

  @Test
  void invalidChangesAreRefused() {
    String cartId = shop.cartWithShirts(1);

    assertRefused(
        shop.send(
            "storeUpdateLineItem",
            id(cartId).put("line_id", "item_x"),
            new JsonObject().put("quantity", 1)),
        400,
        "invalid_data",
        "Could not find the line item");
    assertRefused(
        shop.send("storeUpdateLineItem", path(cartId, 0), new JsonObject().put("quantity", 101)),
        400,
        "not_allowed",
        "Inventory doesn't cover the desired quantity");
    assertThat(item(shop.get(cartId)).getInteger("quantity")).isEqualTo(1);
  }

  @Test
  void deletingAnUnknownLineChangesNothing() {
    String cartId = shop.cartWithShirts(1);
    JsonObject before = shop.get(cartId);

    JsonObject after = shop.call("storeDeleteLineItem", id(cartId).put("line_id", "item_x"), null);

    assertThat(after).isEqualTo(before);
    assertThat(shop.events(cartId)).containsExactly("cart.created", "cart.updated");
  }

  @Test
  void everyChangeOfTheLinesDropsTheShippingMethods() {
    String cartId = shop.cartWithShirts(1);
    shop.ship(cartId, STANDARD);

    JsonObject cart = shop.add(cartId, MUG, 1);

    assertThat(cart.getJsonArray("shipping_methods")).isEmpty();
    assertThat(objects(cart.getJsonArray("items")))
        .allSatisfy(item -> assertThat(item.getBoolean("has_shipping")).isFalse());
  }

  @Test
  void aDeletedVariantIsShownAsNull() {
    String cartId = shop.cartWithShirts(1);
    shop.catalog.variants.remove(SHIRT);
    assertThat(item(shop.get(cartId)).getValue("variant")).as("cached").isNotNull();

    shop.changed("catalog", "product", null);

    JsonObject item = item(shop.get(cartId));
    assertThat(item.getValue("variant")).isNull();
    assertThat(item.getString("title")).startsWith("Shirt");
    assertThat(item.getLong("total")).isEqualTo(1200);
  }

  @Test
  void theSameKeyAddsOnceAndAnswersTheSameBytes() {
    String cartId = shop.create().getString("id");

    Reply first = keyed(cartId, line(SHIRT, 2), "key-1");
    Reply second = keyed(cartId, line(SHIRT, 2), "key-1");
    Reply other = keyed(cartId, line(SHIRT, 3), "key-1");

    assertThat(second.body()).isEqualTo(first.body());
    assertThat(other.status()).isEqualTo(422);
    assertThat(item(shop.get(cartId)).getInteger("quantity")).isEqualTo(2);
    assertThat(shop.events(cartId)).containsExactly("cart.created", "cart.updated");
  }

  @Test
  void aGeneratedKeyAddsOnceAndIsAnsweredFromTheCart() {
    String cartId = shop.create().getString("id");

    Reply first = underGeneratedKey("made-1", cartId, line(SHIRT, 2));
    Reply repeated = underGeneratedKey("made-1", cartId, line(SHIRT, 2));
    shop.add(cartId, SHIRT, 1);
    Reply byTheClient = keyed(cartId, line(SHIRT, 2), "made-1");
    Reply other = keyed(cartId, line(SHIRT, 3), "made-1");

    assertThat(repeated.status()).isEqualTo(200);
    assertThat(repeated.body()).isEqualTo(first.body());
    assertThat(item(shop.cart(byTheClient)).getInteger("quantity")).isEqualTo(3);
    assertThat(other.status()).isEqualTo(422);
    Row stored =
        await(
                shop.pool
                    .preparedQuery("SELECT * FROM idempotency_record WHERE key = $1")
                    .execute(Tuple.of("made-1")))
            .iterator()
            .next();
    assertThat(stored.getInteger("status")).isEqualTo(204);
    assertThat(stored.getBuffer("body").length()).isZero();
  }

  @Test
  void theSameKeyAtOnceAddsOnce() {
    String cartId = shop.create().getString("id");

    List<Future<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      replies.add(
          shop.sending(
              Principal.ANONYMOUS,
              "storeAddLineItem",
              id(cartId),
              new JsonObject(),
              line(SHIRT, 1),
              "key-2"));
    }
    Set<String> bodies =
        Set.copyOf(replies.stream().map(reply -> await(reply).body().toString()).toList());

    assertThat(bodies).hasSize(1);
    assertThat(item(shop.get(cartId)).getInteger("quantity")).isEqualTo(1);
  }

  @Test
  void parallelAddsOfOneVariantAddUp() {
    String cartId = shop.cartWithShirts(1);

    List<Future<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      replies.add(shop.sending("storeAddLineItem", id(cartId), line(SHIRT, 1)));
    }
    replies.forEach(reply -> assertThat(await(reply).status()).isEqualTo(200));

    assertThat(objects(shop.get(cartId).getJsonArray("items")))
        .singleElement()
        .satisfies(item -> assertThat(item.getInteger("quantity")).isEqualTo(9));
  }

  private Reply underGeneratedKey(String key, String cartId, JsonObject body) {
    return await(
        shop.sendingWithGeneratedKey(
            key, Principal.ANONYMOUS, "storeAddLineItem", id(cartId), body));
  }

  private Reply keyed(String cartId, JsonObject body, String key) {
    return await(
        shop.sending(
            Principal.ANONYMOUS, "storeAddLineItem", id(cartId), new JsonObject(), body, key));
  }

  private JsonObject path(String cartId, int index) {
    return id(cartId)
        .put(
            "line_id", shop.get(cartId).getJsonArray("items").getJsonObject(index).getString("id"));
  }

  private static JsonObject item(JsonObject cart) {
    return cart.getJsonArray("items").getJsonObject(0);
  }
}
