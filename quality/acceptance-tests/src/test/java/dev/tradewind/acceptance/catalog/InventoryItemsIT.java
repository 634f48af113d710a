package dev.tradewind.acceptance.catalog;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.catalog.LocatedShop.last;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Items of variants and their levels, and what carts and products show of them. */
class InventoryItemsIT {

  @RegisterExtension static final LocatedShop located = new LocatedShop();

  private static void assertShown(JsonObject cart, int units, boolean isPurchasable) {
    JsonObject shown = cart.getJsonArray("items").getJsonObject(0).getJsonObject("variant");
    assertThat(shown.getInteger("inventory_quantity")).isEqualTo(units);
    assertThat(shown.getBoolean("purchasable")).isEqualTo(isPurchasable);
  }

  @Test
  void aCartShowsTheStockOfItsChannel() {
    located.stock(8, 0, 0);
    located.level(located.closed, 100);
    JsonObject cart =
        located.storefront.createCart(
            located.storefront.region("eur").getString("id"), located.variant, 1);
    assertShown(cart, 8, true);
    String path = "/store/carts/" + cart.getString("id");
    assertShown(located.storefront.get(path).cart(), 8, true);

    located.order(3);
    assertShown(located.storefront.get(path).cart(), 5, true);
    assertShown(
        located.storefront.post(path, new JsonObject().put("email", "shopper@example.com")).cart(),
        5,
        true);

    located.order(5);
    assertShown(located.storefront.get(path).cart(), 0, false);
    located.staff.delete("/admin/inventory-items/" + located.item);
    assertThat(
            located
                .storefront
                .get(path)
                .cart()
                .getJsonArray("items")
                .getJsonObject(0)
                .getJsonObject("variant")
                .getInteger("inventory_quantity"))
        .isEqualTo(8);
  }

  @Test
  void cartsSeeWhatTheLocationsOfTheirChannelHave() {
    located.stock(2, 1, 0);
    located.level(located.closed, 50);
    String region = located.storefront.region("eur").getString("id");
    String cart = located.storefront.createCart(region, located.variant, 3).getString("id");

    Answer refused =
        located.storefront.post(
            "/store/carts/" + cart + "/line-items",
            new JsonObject().put("variant_id", located.variant).put("quantity", 1));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().getString("code")).isEqualTo("insufficient_inventory");
  }

  @Test
  void productsShowWhatIsAvailable() {
    located.stock(2, 1, 0);
    located.order(2);
    JsonObject shown =
        located
            .storefront
            .get("/store/products/" + located.product)
            .body()
            .getJsonObject("product")
            .getJsonArray("variants")
            .getJsonObject(0);
    assertThat(shown.getLong("inventory_quantity")).isEqualTo(1);
    assertThat(shown.getBoolean("purchasable")).isTrue();

    located.order(1);
    JsonObject listed =
        located
            .staff
            .get("/admin/variants?id=" + located.variant)
            .getJsonArray("variants")
            .getJsonObject(0);
    assertThat(listed.getLong("inventory_quantity")).isZero();
    assertThat(listed.getBoolean("purchasable")).isFalse();
    JsonObject plain =
        located.staff.get("/admin/variants/" + located.variant).getJsonObject("variant");
    assertThat(plain.getLong("inventory_quantity")).isEqualTo(2);
    assertThat(plain.containsKey("purchasable")).isFalse();
    JsonArray channels =
        located
            .staff
            .get("/admin/variants/" + located.variant + "/inventory")
            .getJsonObject("variant")
            .getJsonArray("sales_channel_availability");
    assertThat(
            Storefront.find(channels, "channel_id", located.channel).getLong("available_quantity"))
        .isZero();
  }

  @Test
  void anItemIsDeletedWithItsVariantAndAVariantCanDoWithoutOne() {
    located.stock(3, 0, 0);
    located.staff.delete("/admin/products/" + located.product);
    assertThat(located.staff.tryGet("/admin/inventory-items/" + located.item).status())
        .isEqualTo(404);

    located.stock(3, 0, 0);
    located.staff.delete("/admin/inventory-items/" + located.item);
    located.order(2);
    assertThat(located.shop.stockOf(located.variant)).isEqualTo(1);
  }

  @Test
  void aVariantShowsItsItem() {
    located.stock(3, 0, 0);

    JsonArray links =
        located
            .staff
            .get("/admin/variants?id%5B0%5D=" + located.variant + "&expand=inventory_items")
            .getJsonArray("variants")
            .getJsonObject(0)
            .getJsonArray("inventory_items");

    assertThat(links).hasSize(1);
    JsonObject link = links.getJsonObject(0);
    assertThat(link.getString("inventory_item_id")).isEqualTo(located.item);
    assertThat(link.getString("variant_id")).isEqualTo(located.variant);
    assertThat(link.getLong("required_quantity")).isEqualTo(1);
    assertThat(
            located
                .storefront
                .get("/store/variants/" + located.variant + "?expand=inventory_items")
                .body()
                .getJsonObject("variant")
                .getJsonArray("inventory_items"))
        .isEqualTo(links);
    for (String surface : List.of("admin", "store")) {
      assertThat(
              located
                  .storefront
                  .send(
                      "GET",
                      "/"
                          + surface
                          + "/products/"
                          + located.product
                          + "?expand=variants.inventory_items",
                      null,
                      located.staff.credentials())
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
    located.stock(3, 0, 0);
    String path = "/admin/products/" + located.product + "/variants/" + located.variant;
    located.staff.post(path, "{'manage_inventory': false}");
    located.staff.delete("/admin/inventory-items/" + located.item);
    assertThat(levelsOfVariant()).isEmpty();

    located.staff.post(path, "{'manage_inventory': true, 'inventory_quantity': 7}");

    assertThat(levelsOfVariant())
        .singleElement()
        .satisfies(level -> {
          assertThat(level.getString("location_id")).isEqualTo(located.north);
          assertThat(level.getLong("stocked_quantity")).isEqualTo(7);
        });
  }

  @Test
  void aNewVariantIsStockedAtTheDefaultLocation() {
    located.stock(3, 0, 0);
    String path = "/admin/products/" + located.product;
    JsonObject shown = located.staff.get(path).getJsonObject("product");

    JsonObject changed =
        located
            .staff
            .post(
                path + "/variants",
                "{'title': 'Two', 'inventory_quantity': 7, 'prices': [],"
                    + " 'options': [{'option_id': '%s', 'value': 'Two'}]}",
                last(shown, "options").getString("id"))
            .getJsonObject("product");

    located.variant =
        Storefront.find(changed.getJsonArray("variants"), "title", "Two").getString("id");
    assertThat(levelsOfVariant())
        .singleElement()
        .satisfies(level -> assertThat(level.getLong("stocked_quantity")).isEqualTo(7));
  }

  private List<JsonObject> levelsOfVariant() {
    return located
        .staff
        .get("/admin/variants/" + located.variant + "/inventory")
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
        located.staff.tryDelete("/admin/stock-locations/" + located.north),
        400,
        "not_allowed",
        "Stock location " + located.north + " is the default location of the store");

    JsonObject again =
        located.staff.post("/admin/tradewind/store/locate-stock", "{'location_name': 'Elsewhere'}");

    assertThat(again.getJsonObject("stock_location").getString("id")).isEqualTo(located.north);
    assertThat(again.getBoolean("is_complete")).isTrue();
  }
}
