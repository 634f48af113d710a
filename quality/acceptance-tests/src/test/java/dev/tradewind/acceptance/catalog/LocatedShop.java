package dev.tradewind.acceptance.catalog;

import static dev.tradewind.acceptance.StaffClient.ok;

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
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Shop with four locations, and a kettle that is stocked at them. */
final class LocatedShop implements BeforeAllCallback, AfterAllCallback {

  Shop shop;
  Storefront storefront;
  StaffClient staff;
  String channel;
  String north;
  String south;
  String west;
  String closed;

  String variant = "";
  String product = "";
  String item = "";

  @Override
  public void beforeAll(ExtensionContext context) {
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

  @Override
  public void afterAll(ExtensionContext context) {
    shop.close();
  }

  String location(String name, boolean isLinked) {
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
  void stock(int inNorth, int inSouth, int inWest) {
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

  void level(String location, int stocked) {
    if (stocked > 0) {
      staff.post(
          "/admin/inventory-items/" + item + "/location-levels",
          "{'location_id': '%s', 'stocked_quantity': %d}",
          location,
          stocked);
    }
  }

  JsonObject inventory() {
    return staff.get("/admin/inventory-items/" + item).getJsonObject("inventory_item");
  }

  List<Long> levels(String quantity) {
    List<Long> levels = new ArrayList<>();
    for (String location : List.of(north, south, west)) {
      inventory().getJsonArray("location_levels").stream()
          .map(JsonObject.class::cast)
          .filter(level -> level.getString("location_id").equals(location))
          .forEach(level -> levels.add(level.getLong(quantity)));
    }
    return levels;
  }

  JsonObject order(int quantity) {
    return ok(storefront.post(
            "/store/carts/" + shop.readyCart(variant, quantity) + "/complete", null))
        .getJsonObject("data");
  }

  JsonArray reservations(JsonObject order) {
    return staff
        .get("/admin/orders/" + order.getString("id") + "/reservations")
        .getJsonArray("reservations");
  }

  String line(JsonObject order) {
    return order.getJsonArray("items").getJsonObject(0).getString("id");
  }

  static JsonObject last(JsonObject resource, String array) {
    JsonArray elements = resource.getJsonArray(array);
    return elements.getJsonObject(elements.size() - 1);
  }

  List<String> types(String subject, int count) {
    return shop.events(Topics.INVENTORY, subject, count).stream().map(LocatedShop::type).toList();
  }

  static String type(KafkaEvents.Event event) {
    return EventTypes.find(event.message().topic(), event.header("ce_type")).orElseThrow().key();
  }
}
