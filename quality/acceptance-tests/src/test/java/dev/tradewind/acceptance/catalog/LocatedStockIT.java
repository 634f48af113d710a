package dev.tradewind.acceptance.catalog;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Stock at locations over HTTP: items, levels, reservations, and the stock of an order. */
class LocatedStockIT {

  private static Shop shop;
  private static Storefront storefront;
  private static StaffClient staff;
  private static String channel;
  private static String north;
  private static String south;
  private static String west;
  private static String closed;

  private String variant = "";
  private String product = "";
  private String item = "";

  @BeforeAll
  static void open() {
    // Locations change what other shops answer, so that this one is its own.
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
    storefront = shop.storefront();
    staff = new StaffClient(shop);
    channel =
        staff.get("/admin/store").getJsonObject("store").getString("default_sales_channel_id");
    north =
        staff
            .post("/admin/tradewind/store/locate-stock", "{'location_name': 'North'}")
            .getJsonObject("stock_location")
            .getString("id");
    south = location("South", true);
    west = location("West", true);
    closed = location("Closed", false);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static String location(String name, boolean isLinked) {
    String id =
        staff
            .post("/admin/stock-locations", "{'name': '%s'}", name)
            .getJsonObject("stock_location")
            .getString("id");
    if (isLinked) {
      staff.post(
          "/admin/sales-channels/" + channel + "/stock-locations", "{'location_id': '%s'}", id);
    }
    return id;
  }

  /** Creates a product of one variant, with these units at the locations; North is the default. */
  private void stock(int inNorth, int inSouth, int inWest) {
    JsonObject created =
        staff
            .post(
                "/admin/products",
                """
                {'title': 'Kettle', 'handle': 'kettle-%1$s', 'status': 'published',
                 'options': [{'title': 'Size'}],
                 'variants': [{'title': 'One', 'sku': '%1$s', 'weight': 3, 'inventory_quantity': %2$d,
                   'options': [{'value': 'One'}],
                   'prices': [{'currency_code': 'eur', 'amount': 1000}]}]}
                """,
                Ids.ulid(),
                inNorth)
            .getJsonObject("product");
    product = created.getString("id");
    variant = created.getJsonArray("variants").getJsonObject(0).getString("id");
    JsonObject inventory =
        staff.get("/admin/variants/" + variant + "/inventory").getJsonObject("variant");
    item = inventory.getJsonArray("inventory").getJsonObject(0).getString("id");
    level(south, inSouth);
    level(west, inWest);
  }

  private void level(String location, int stocked) {
    if (stocked > 0) {
      staff.post(
          "/admin/inventory-items/" + item + "/location-levels",
          "{'location_id': '%s', 'stocked_quantity': %d}",
          location,
          stocked);
    }
  }

  private JsonObject inventory() {
    return staff.get("/admin/inventory-items/" + item).getJsonObject("inventory_item");
  }

  private List<Long> levels(String quantity) {
    List<Long> levels = new ArrayList<>();
    for (String location : List.of(north, south, west)) {
      inventory().getJsonArray("location_levels").stream()
          .map(JsonObject.class::cast)
          .filter(level -> level.getString("location_id").equals(location))
          .forEach(level -> levels.add(level.getLong(quantity)));
    }
    return levels;
  }

  private JsonObject order(int quantity) {
    return ok(storefront.post(
            "/store/carts/" + shop.readyCart(variant, quantity) + "/complete", null))
        .getJsonObject("data");
  }

  private static JsonArray reservations(JsonObject order) {
    return staff
        .get("/admin/orders/" + order.getString("id") + "/reservations")
        .getJsonArray("reservations");
  }

  private static String line(JsonObject order) {
    return order.getJsonArray("items").getJsonObject(0).getString("id");
  }

  private static String fulfillment(JsonObject order, int quantity, String further) {
    return "{'items': [{'item_id': '%s', 'quantity': %d}]%s}"
        .formatted(line(order), quantity, further);
  }

  @Test
  void aHundredBuyersOfTheLastUnitsOverThreeLocationsGetAsManyAsThereAre() {
    stock(5, 8, 4);
    List<String> carts =
        IntStream.range(0, 100).mapToObj(buyer -> shop.readyCart(variant, 1)).toList();

    List<CompletableFuture<Answer>> completions =
        carts.stream()
            .map(cart -> storefront.postLater("/store/carts/" + cart + "/complete", null))
            .toList();

    assertThat(completions).extracting(done -> done.join().status()).containsOnly(200, 409);
    assertThat(completions).filteredOn(done -> done.join().status() == 200).hasSize(17);
    assertThat(levels("reserved_quantity")).containsExactly(5L, 8L, 4L);
    assertThat(levels("stocked_quantity")).containsExactly(5L, 8L, 4L);
  }

  private static void assertShown(JsonObject cart, int units, boolean isPurchasable) {
    JsonObject shown = cart.getJsonArray("items").getJsonObject(0).getJsonObject("variant");
    assertThat(shown.getInteger("inventory_quantity")).isEqualTo(units);
    assertThat(shown.getBoolean("purchasable")).isEqualTo(isPurchasable);
  }

  @Test
  void aCartShowsTheStockOfItsChannel() {
    stock(8, 0, 0);
    level(closed, 100);
    JsonObject cart = storefront.createCart(storefront.region("eur").getString("id"), variant, 1);
    assertShown(cart, 8, true);
    String path = "/store/carts/" + cart.getString("id");
    assertShown(storefront.get(path).cart(), 8, true);

    order(3);
    assertShown(storefront.get(path).cart(), 5, true);
    assertShown(
        storefront.post(path, new JsonObject().put("email", "shopper@example.com")).cart(),
        5,
        true);

    order(5);
    assertShown(storefront.get(path).cart(), 0, false);
    staff.delete("/admin/inventory-items/" + item);
    assertThat(
            storefront
                .get(path)
                .cart()
                .getJsonArray("items")
                .getJsonObject(0)
                .getJsonObject("variant")
                .getInteger("inventory_quantity"))
        .isEqualTo(8);
  }

  @Test
  void anOrderIsReservedFulfilledReturnedAndReleased() {
    stock(2, 5, 0);
    JsonObject order = order(4);
    String path = "/admin/orders/" + order.getString("id");
    assertThat(reservations(order)).hasSize(1);
    assertThat(levels("reserved_quantity")).containsExactly(0L, 4L);
    assertThat(shop.stockOf(variant)).isEqualTo(2);

    assertRefused(
        staff.tryPost(
            path + "/fulfillment", fulfillment(order, 1, ", 'location_id': '" + west + "'")),
        400,
        "not_allowed",
        "Inventory item for Kettle not found at location");
    assertRefused(
        staff.tryPost(
            path + "/fulfillment", fulfillment(order, 3, ", 'location_id': '" + north + "'")),
        400,
        "not_allowed",
        "Insufficient stock for item: Kettle");
    JsonObject fulfilled =
        staff.post(path + "/fulfillment", fulfillment(order, 3, "")).getJsonObject("order");
    assertThat(levels("stocked_quantity")).containsExactly(2L, 2L);
    assertThat(levels("reserved_quantity")).containsExactly(0L, 1L);

    String fulfillment = fulfilled.getJsonArray("fulfillments").getJsonObject(0).getString("id");
    staff.post(path + "/fulfillments/" + fulfillment + "/cancel", "{}");
    assertThat(levels("stocked_quantity")).containsExactly(2L, 5L);
    assertThat(levels("reserved_quantity")).containsExactly(0L, 4L);

    staff.post(path + "/fulfillment", fulfillment(order, 2, ", 'location_id': '" + north + "'"));
    assertThat(levels("stocked_quantity")).containsExactly(0L, 5L);
    assertThat(levels("reserved_quantity")).containsExactly(0L, 2L);
    staff.post(path + "/capture", "{}");
    String returned = "{'items': [{'item_id': '%s', 'quantity': 1}], 'receive_now': true%s}";
    staff.post(path + "/return", returned, line(order), "");
    assertThat(levels("stocked_quantity")).containsExactly(1L, 5L);
    staff.post(path + "/return", returned, line(order), ", 'location_id': '" + south + "'");
    assertThat(levels("stocked_quantity")).containsExactly(1L, 6L);
  }

  @Test
  void aCanceledFulfillmentReservesItsUnitsAgain() {
    stock(4, 0, 0);
    JsonObject order = order(4);
    String fulfillment =
        last(act(order, "/fulfillment", fulfillment(order, 4, "")), "fulfillments").getString("id");
    assertThat(reservations(order)).isEmpty();

    act(order, "/fulfillments/" + fulfillment + "/cancel", "{}");

    String reservation = reservations(order).getJsonObject(0).getString("id");
    assertThat(types(reservation, 1)).containsExactly("reservation-item.created");
    assertThat(levels("reserved_quantity")).containsExactly(4L);
  }

  /** A captured and shipped order of one unit. */
  private JsonObject shipped() {
    JsonObject order = order(1);
    String path = "/admin/orders/" + order.getString("id");
    staff.post(path + "/capture", "{}");
    String fulfillment =
        last(act(order, "/fulfillment", fulfillment(order, 1, "")), "fulfillments").getString("id");
    staff.post(path + "/shipment", "{'fulfillment_id': '%s'}", fulfillment);
    return order;
  }

  private static JsonObject act(JsonObject order, String action, String body) {
    return staff
        .post("/admin/orders/" + order.getString("id") + action, body)
        .getJsonObject("order");
  }

  private static JsonObject last(JsonObject resource, String array) {
    JsonArray elements = resource.getJsonArray(array);
    return elements.getJsonObject(elements.size() - 1);
  }

  private static String returned(JsonObject order) {
    return "{'return_items': [{'item_id': '%s', 'quantity': 1}]".formatted(line(order));
  }

  private String additional() {
    return "'additional_items': [{'variant_id': '%s', 'quantity': 1}]}".formatted(variant);
  }

  /** Confirmed swap of the unit of the order for another one. */
  private String swapped(JsonObject order) {
    JsonObject swap = last(act(order, "/swaps", returned(order) + ", " + additional()), "swaps");
    String cart = swap.getString("cart_id");
    storefront.prepareForCompletion(cart, "shopper@example.com", "de");
    ok(storefront.post("/store/carts/" + cart + "/complete", null));
    return "/swaps/" + swap.getString("id");
  }

  /** Cancels the swap after its return. */
  private static void cancel(JsonObject order, String swap) {
    JsonObject shown = staff.get("/admin/orders/" + order.getString("id")).getJsonObject("order");
    String returned = last(shown, "swaps").getJsonObject("return_order").getString("id");
    staff.post("/admin/returns/" + returned + "/cancel", "");
    act(order, swap + "/cancel", "{}");
  }

  /** Claim that replaces the unit of the order. */
  private String claimed(JsonObject order) {
    String claim =
        "{'type': 'replace', 'claim_items': [{'item_id': '%s', 'quantity': 1, 'reason': 'other'}],"
            + " 'shipping_methods': [{'option_id': '%s', 'price': 0}], ";
    String option =
        order.getJsonArray("shipping_methods").getJsonObject(0).getString("shipping_option_id");
    return "/claims/"
        + last(act(order, "/claims", claim.formatted(line(order), option) + additional()), "claims")
            .getString("id");
  }

  @Test
  void swapsAndClaimsTakeTheirUnitsFromReservationsAndGiveThemBack() {
    stock(9, 0, 0);
    JsonObject exchanged = shipped();
    JsonObject replaced = shipped();
    String swap = swapped(exchanged);
    String claim = claimed(replaced);
    assertThat(levels("reserved_quantity")).containsExactly(2L);
    assertThat(levels("stocked_quantity")).containsExactly(7L);

    String ofSwap =
        last(last(act(exchanged, swap + "/fulfillments", "{}"), "swaps"), "fulfillments")
            .getString("id");
    String ofClaim =
        last(last(act(replaced, claim + "/fulfillments", "{}"), "claims"), "fulfillments")
            .getString("id");
    assertThat(levels("reserved_quantity")).containsExactly(0L);
    assertThat(levels("stocked_quantity")).containsExactly(5L);

    act(exchanged, swap + "/fulfillments/" + ofSwap + "/cancel", "{}");
    act(replaced, claim + "/fulfillments/" + ofClaim + "/cancel", "{}");
    assertThat(levels("reserved_quantity")).containsExactly(2L);
    assertThat(levels("stocked_quantity")).containsExactly(7L);

    cancel(exchanged, swap);
    act(replaced, claim + "/cancel", "{}");
    assertThat(levels("reserved_quantity")).containsExactly(0L);
  }

  @Test
  void editsOfStaffAndShoppersReserveTheAddedUnits() {
    stock(9, 0, 0);
    for (String confirm :
        List.of("/admin/order-edits/%s/confirm", "/store/order-edits/%s/complete")) {
      JsonObject order = order(1);
      String edit =
          staff
              .post("/admin/order-edits", "{'order_id': '%s'}", order.getString("id"))
              .getJsonObject("order_edit")
              .getString("id");
      String path = "/admin/order-edits/" + edit;
      staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 2}", variant);
      String collection =
          "/store/payment-collections/"
              + staff
                  .post(path + "/request", "")
                  .getJsonObject("order_edit")
                  .getString("payment_collection_id");
      JsonObject opened =
          ok(storefront.post(
                  collection + "/sessions", new JsonObject().put("provider_id", "manual")))
              .getJsonObject("payment_collection");
      ok(
          storefront.post(
              collection
                  + "/sessions/"
                  + last(opened, "payment_sessions").getString("id")
                  + "/authorize",
              null));

      ok(storefront.send("POST", confirm.formatted(edit), null, staff.credentials()));

      assertThat(reservations(order)).hasSize(2);
    }
    assertThat(levels("reserved_quantity")).containsExactly(6L);
  }

  @Test
  void editsChangeTheReservationsOfTheirLines() {
    stock(9, 0, 0);
    for (String confirm :
        List.of("/admin/order-edits/%s/confirm", "/store/order-edits/%s/complete")) {
      JsonObject order = order(3);
      edit(order, 2, confirm);
      assertThat(levels("reserved_quantity")).containsExactly(2L);
      edit(order, 0, confirm);
      assertThat(levels("reserved_quantity")).containsExactly(0L);
    }
  }

  /**
   * Sets the quantity of the line of the order; another line takes the place of one without units.
   */
  private void edit(JsonObject order, int quantity, String confirm) {
    String edit =
        staff
            .post("/admin/order-edits", "{'order_id': '%s'}", order.getString("id"))
            .getJsonObject("order_edit")
            .getString("id");
    String path = "/admin/order-edits/" + edit;
    String line = last(staff.get(path).getJsonObject("order_edit"), "items").getString("id");
    if (quantity == 0) {
      String other = shop.newVariant(100, 1).getString("id");
      staff.post(path + "/items", "{'variant_id': '%s', 'quantity': 1}", other);
      staff.delete(path + "/items/" + line);
    } else {
      staff.post(path + "/items/" + line, "{'quantity': %d}", quantity);
    }
    staff.post(path + "/request", "");
    ok(storefront.send("POST", confirm.formatted(edit), null, staff.credentials()));
  }

  /** Orders of a variant that was stocked at no location yet. */
  @Test
  void unitsOfOrdersBeforeTheVariantHadAnItemComeToALevel() {
    JsonObject made = shop.newVariant(1_000, 20);
    variant = made.getString("id");
    JsonObject canceled = order(1);
    JsonObject exchanged = shipped();
    JsonObject replaced = shipped();
    JsonObject sentBack = shipped();
    JsonObject received = shipped();
    String swap = swapped(exchanged);
    String claim = claimed(replaced);
    String items = "{'items': [{'item_id': '%s', 'quantity': 1}]%s}";
    String toReceive =
        last(act(received, "/return", items.formatted(line(received), "")), "returns")
            .getString("id");
    item =
        staff
            .post("/admin/inventory-items", "{'variant_id': '%s'}", variant)
            .getJsonObject("inventory_item")
            .getString("id");
    level(north, 1);
    long before = levels("stocked_quantity").getFirst();

    act(canceled, "/cancel", "{}");
    act(replaced, claim + "/cancel", "{}");
    cancel(exchanged, swap);
    act(sentBack, "/return", items.formatted(line(sentBack), ", 'receive_now': true"));
    staff.post("/admin/returns/" + toReceive + "/receive", items.formatted(line(received), ""));

    assertThat(levels("stocked_quantity")).containsExactly(before + 5);
  }

  @Test
  void aReservationEndsWithItsItemItsVariantAndItsLocation() {
    String hold = "{'location_id': '%s', 'inventory_item_id': '%s', 'quantity': 1}";
    stock(3, 0, 0);
    String ofItem = reserved(north, hold);
    staff.delete("/admin/inventory-items/" + item);
    stock(3, 0, 0);
    String ofVariant = reserved(north, hold);
    staff.delete("/admin/products/" + product + "/variants/" + variant);
    stock(3, 0, 0);
    String ofProduct = reserved(north, hold);
    staff.delete("/admin/products/" + product);
    stock(3, 0, 0);
    String location = location("Rented", false);
    level(location, 2);
    String ofLocation = reserved(location, hold);
    staff.delete("/admin/stock-locations/" + location);

    for (String reservation : List.of(ofItem, ofVariant, ofProduct, ofLocation)) {
      assertThat(types(reservation, 2))
          .containsExactly("reservation-item.created", "reservation-item.deleted");
    }
  }

  private String reserved(String location, String hold) {
    return staff
        .post("/admin/reservations", hold, location, item)
        .getJsonObject("reservation")
        .getString("id");
  }

  @Test
  void aCanceledOrderReleasesWhatItReserved() {
    stock(1, 1, 1);
    JsonObject order = order(3);
    assertThat(reservations(order)).hasSize(3);
    assertThat(levels("reserved_quantity")).containsExactly(1L, 1L, 1L);

    staff.post("/admin/orders/" + order.getString("id") + "/cancel", "{}");

    assertThat(reservations(order)).isEmpty();
    assertThat(levels("reserved_quantity")).containsExactly(0L, 0L, 0L);
    assertThat(levels("stocked_quantity")).containsExactly(1L, 1L, 1L);
  }

  @Test
  void cartsSeeWhatTheLocationsOfTheirChannelHave() {
    stock(2, 1, 0);
    level(closed, 50);
    String region = storefront.region("eur").getString("id");
    String cart = storefront.createCart(region, variant, 3).getString("id");

    Answer refused =
        storefront.post(
            "/store/carts/" + cart + "/line-items",
            new JsonObject().put("variant_id", variant).put("quantity", 1));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().getString("code")).isEqualTo("insufficient_inventory");
  }

  @Test
  void productsShowWhatIsAvailable() {
    stock(2, 1, 0);
    order(2);
    JsonObject shown =
        storefront
            .get("/store/products/" + product)
            .body()
            .getJsonObject("product")
            .getJsonArray("variants")
            .getJsonObject(0);
    assertThat(shown.getLong("inventory_quantity")).isEqualTo(1);
    assertThat(shown.getBoolean("purchasable")).isTrue();

    order(1);
    JsonObject listed =
        staff.get("/admin/variants?id=" + variant).getJsonArray("variants").getJsonObject(0);
    assertThat(listed.getLong("inventory_quantity")).isZero();
    assertThat(listed.getBoolean("purchasable")).isFalse();
    JsonObject plain = staff.get("/admin/variants/" + variant).getJsonObject("variant");
    assertThat(plain.getLong("inventory_quantity")).isEqualTo(2);
    assertThat(plain.containsKey("purchasable")).isFalse();
    JsonArray channels =
        staff
            .get("/admin/variants/" + variant + "/inventory")
            .getJsonObject("variant")
            .getJsonArray("sales_channel_availability");
    assertThat(Storefront.find(channels, "channel_id", channel).getLong("available_quantity"))
        .isZero();
  }

  @Test
  void staffReservesForALineItemAsMuchAsItHasLeft() {
    stock(9, 0, 0);
    JsonObject order = order(2);
    String reserved = reservations(order).getJsonObject(0).getString("id");
    String body =
        "{'location_id': '%s', 'inventory_item_id': '%s', 'line_item_id': '%s', 'quantity': %d}";

    assertRefused(
        staff.tryPost("/admin/reservations", body, north, item, line(order), 1),
        400,
        "invalid_data",
        "The reservation quantity cannot be greater than the unfulfilled line item quantity");
    staff.post("/admin/reservations/" + reserved, "{'quantity': 1}");
    assertThat(levels("reserved_quantity")).containsExactly(1L);
    staff.delete("/admin/reservations/" + reserved);
    staff.delete("/admin/reservations/" + reserved);
    assertThat(levels("reserved_quantity")).containsExactly(0L);

    JsonObject again =
        staff
            .post(
                "/admin/orders/"
                    + order.getString("id")
                    + "/line-items/"
                    + line(order)
                    + "/reserve",
                "{'location_id': '%s'}",
                north)
            .getJsonObject("reservation");
    assertThat(again.getLong("quantity")).isEqualTo(2);
    assertThat(again.getString("line_item_id")).isEqualTo(line(order));
    JsonObject listed =
        staff
            .get(
                "/admin/reservations?line_item_id[]="
                    + line(order)
                    + "&expand=line_item,line_item.order,inventory_item")
            .getJsonArray("reservations")
            .getJsonObject(0);
    assertThat(listed.getJsonObject("line_item").getString("id")).isEqualTo(line(order));
    assertThat(listed.getJsonObject("line_item").getJsonObject("order").getString("id"))
        .isEqualTo(order.getString("id"));
    assertThat(listed.getJsonObject("inventory_item").getString("id")).isEqualTo(item);
  }

  @Test
  void reservationsKeepUnitsFromBuyers() {
    stock(3, 2, 0);
    String hold = "{'location_id': '%s', 'inventory_item_id': '%s', 'quantity': %d}";
    String id =
        staff
            .post("/admin/reservations", hold, north, item, 2)
            .getJsonObject("reservation")
            .getString("id");
    assertThat(staff.tryPost("/admin/reservations", hold, north, item, 2).status()).isEqualTo(400);
    assertThat(staff.tryPost("/admin/reservations", hold, west, item, 1).status()).isEqualTo(404);

    staff.post("/admin/reservations/" + id, "{'location_id': '%s'}", south);
    assertThat(levels("reserved_quantity")).containsExactly(0L, 2L);
    order(3);
    assertThat(levels("reserved_quantity")).containsExactly(3L, 2L);
    assertRefused(
        staff.tryDelete("/admin/inventory-items/" + item + "/location-levels/" + south),
        400,
        "not_allowed",
        "Cannot remove Inventory Level %s at Location %s because there are reserved items."
            .formatted(item, south));
  }

  @Test
  void anItemIsDeletedWithItsVariantAndAVariantCanDoWithoutOne() {
    stock(3, 0, 0);
    staff.delete("/admin/products/" + product);
    assertThat(staff.tryGet("/admin/inventory-items/" + item).status()).isEqualTo(404);

    stock(3, 0, 0);
    staff.delete("/admin/inventory-items/" + item);
    order(2);
    assertThat(shop.stockOf(variant)).isEqualTo(1);
  }

  @Test
  void aVariantShowsItsItem() {
    stock(3, 0, 0);

    JsonArray links =
        staff
            .get("/admin/variants?id%5B0%5D=" + variant + "&expand=inventory_items")
            .getJsonArray("variants")
            .getJsonObject(0)
            .getJsonArray("inventory_items");

    assertThat(links).hasSize(1);
    JsonObject link = links.getJsonObject(0);
    assertThat(link.getString("inventory_item_id")).isEqualTo(item);
    assertThat(link.getString("variant_id")).isEqualTo(variant);
    assertThat(link.getLong("required_quantity")).isEqualTo(1);
    assertThat(
            storefront
                .get("/store/variants/" + variant + "?expand=inventory_items")
                .body()
                .getJsonObject("variant")
                .getJsonArray("inventory_items"))
        .isEqualTo(links);
    for (String surface : List.of("admin", "store")) {
      assertThat(
              storefront
                  .send(
                      "GET",
                      "/" + surface + "/products/" + product + "?expand=variants.inventory_items",
                      null,
                      staff.credentials())
                  .body()
                  .getJsonObject("product")
                  .getJsonArray("variants")
                  .getJsonObject(0)
                  .getJsonArray("inventory_items"))
          .isEqualTo(links);
    }
  }

  @Test
  void aVariantThatBecomesManagedIsStockedAtTheDefaultLocation() {
    stock(3, 0, 0);
    String path = "/admin/products/" + product + "/variants/" + variant;
    staff.post(path, "{'manage_inventory': false}");
    staff.delete("/admin/inventory-items/" + item);
    assertThat(levelsOfVariant()).isEmpty();

    staff.post(path, "{'manage_inventory': true, 'inventory_quantity': 7}");

    assertThat(levelsOfVariant())
        .singleElement()
        .satisfies(level -> {
          assertThat(level.getString("location_id")).isEqualTo(north);
          assertThat(level.getLong("stocked_quantity")).isEqualTo(7);
        });
  }

  @Test
  void aNewVariantIsStockedAtTheDefaultLocation() {
    stock(3, 0, 0);
    String path = "/admin/products/" + product;
    JsonObject shown = staff.get(path).getJsonObject("product");

    JsonObject changed =
        staff
            .post(
                path + "/variants",
                "{'title': 'Two', 'inventory_quantity': 7, 'prices': [],"
                    + " 'options': [{'option_id': '%s', 'value': 'Two'}]}",
                last(shown, "options").getString("id"))
            .getJsonObject("product");

    variant = Storefront.find(changed.getJsonArray("variants"), "title", "Two").getString("id");
    assertThat(levelsOfVariant())
        .singleElement()
        .satisfies(level -> assertThat(level.getLong("stocked_quantity")).isEqualTo(7));
  }

  @Test
  void aPaidDraftOrderIsReserved() {
    stock(3, 0, 0);
    JsonObject method = order(1).getJsonArray("shipping_methods").getJsonObject(0);
    String draft =
        staff
            .post(
                "/admin/draft-orders",
                "{'email': 'buyer@example.com', 'region_id': '%s',"
                    + " 'items': [{'variant_id': '%s', 'quantity': 2}],"
                    + " 'shipping_methods': [{'option_id': '%s'}]}",
                storefront.euros(),
                variant,
                method.getString("shipping_option_id"))
            .getJsonObject("draft_order")
            .getString("id");

    JsonObject order =
        staff.post("/admin/draft-orders/" + draft + "/pay", "").getJsonObject("order");

    assertThat(reservations(order)).hasSize(1);
    assertThat(levels("reserved_quantity")).containsExactly(3L);
  }

  private List<JsonObject> levelsOfVariant() {
    return staff
        .get("/admin/variants/" + variant + "/inventory")
        .getJsonObject("variant")
        .getJsonArray("inventory")
        .stream()
        .flatMap(one -> ((JsonObject) one).getJsonArray("location_levels").stream())
        .map(JsonObject.class::cast)
        .toList();
  }

  @Test
  void theDefaultLocationOfAConvertedShopStays() {
    assertRefused(
        staff.tryDelete("/admin/stock-locations/" + north),
        400,
        "not_allowed",
        "Stock location " + north + " is the default location of the store");

    JsonObject again =
        staff.post("/admin/tradewind/store/locate-stock", "{'location_name': 'Elsewhere'}");

    assertThat(again.getJsonObject("stock_location").getString("id")).isEqualTo(north);
    assertThat(again.getBoolean("is_complete")).isTrue();
  }

  @Test
  void changesArePublished() {
    stock(3, 0, 0);
    staff.post("/admin/inventory-items/" + item, "{'title': 'Kettle'}");
    staff.post(
        "/admin/inventory-items/" + item + "/location-levels/" + north, "{'stocked_quantity': 4}");
    String level = inventory().getJsonArray("location_levels").getJsonObject(0).getString("id");
    JsonObject order = order(2);
    String reservation = reservations(order).getJsonObject(0).getString("id");
    staff.post("/admin/reservations/" + reservation, "{'quantity': 1}");
    staff.delete("/admin/reservations/" + reservation);
    String location = location("Moved", false);
    level(location, 2);
    String removed =
        Storefront.find(inventory().getJsonArray("location_levels"), "location_id", location)
            .getString("id");
    staff.post("/admin/stock-locations/" + location, "{'name': 'Removed'}");
    staff.delete("/admin/stock-locations/" + location);
    staff.delete("/admin/inventory-items/" + item);

    assertThat(types(item, 3))
        .containsExactly(
            "inventory-item.created", "inventory-item.updated", "inventory-item.deleted");
    assertThat(types(level, 3))
        .containsExactly(
            "inventory-level.created", "inventory-level.updated", "inventory-level.deleted");
    assertThat(types(removed, 2))
        .containsExactly("inventory-level.created", "inventory-level.deleted");
    assertThat(types(reservation, 3))
        .containsExactly(
            "reservation-item.created", "reservation-item.updated", "reservation-item.deleted");
    assertThat(types(order.getString("id"), 1)).containsExactly("reservation-items.bulk-created");
    assertThat(shop.events(Topics.SETTINGS, location, 3))
        .extracting(LocatedStockIT::type)
        .containsExactly(
            "stock-location.created", "stock-location.updated", "stock-location.deleted");
  }

  private static List<String> types(String subject, int count) {
    return shop.events(Topics.INVENTORY, subject, count).stream()
        .map(LocatedStockIT::type)
        .toList();
  }

  private static String type(KafkaEvents.Event event) {
    return EventTypes.find(event.message().topic(), event.header("ce_type")).orElseThrow().key();
  }
}
