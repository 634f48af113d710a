package dev.tradewind.acceptance.catalog;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Storefront;
import dev.tradewind.api.event.Topics;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Reservations of staff, and their end. */
class ReservationsIT {

  @RegisterExtension static final LocatedShop located = new LocatedShop();

  @Test
  void aReservationEndsWithItsItemItsVariantAndItsLocation() {
    String hold = "{'location_id': '%s', 'inventory_item_id': '%s', 'quantity': 1}";
    located.stock(3, 0, 0);
    String ofItem = reserved(located.north, hold);
    located.staff.delete("/admin/inventory-items/" + located.item);
    located.stock(3, 0, 0);
    String ofVariant = reserved(located.north, hold);
    located.staff.delete("/admin/products/" + located.product + "/variants/" + located.variant);
    located.stock(3, 0, 0);
    String ofProduct = reserved(located.north, hold);
    located.staff.delete("/admin/products/" + located.product);
    located.stock(3, 0, 0);
    String location = located.location("Rented", false);
    located.level(location, 2);
    String ofLocation = reserved(location, hold);
    located.staff.delete("/admin/stock-locations/" + location);

    for (String reservation : List.of(ofItem, ofVariant, ofProduct, ofLocation)) {
      assertThat(located.types(reservation, 2))
          .containsExactly("reservation-item.created", "reservation-item.deleted");
    }
  }

  private String reserved(String location, String hold) {
    return located
        .staff
        .post("/admin/reservations", hold, location, located.item)
        .getJsonObject("reservation")
        .getString("id");
  }

  @Test
  void staffReservesForALineItemAsMuchAsItHasLeft() {
    located.stock(9, 0, 0);
    JsonObject order = located.order(2);
    String reserved = located.reservations(order).getJsonObject(0).getString("id");
    String body =
        "{'location_id': '%s', 'inventory_item_id': '%s', 'line_item_id': '%s', 'quantity': %d}";

    assertRefused(
        located.staff.tryPost(
            "/admin/reservations", body, located.north, located.item, located.line(order), 1),
        400,
        "invalid_data",
        "The reservation quantity cannot be greater than the unfulfilled line item quantity");
    located.staff.post("/admin/reservations/" + reserved, "{'quantity': 1}");
    assertThat(located.levels("reserved_quantity")).containsExactly(1L);
    located.staff.delete("/admin/reservations/" + reserved);
    located.staff.delete("/admin/reservations/" + reserved);
    assertThat(located.levels("reserved_quantity")).containsExactly(0L);

    JsonObject again =
        located
            .staff
            .post(
                "/admin/orders/"
                    + order.getString("id")
                    + "/line-items/"
                    + located.line(order)
                    + "/reserve",
                "{'location_id': '%s'}",
                located.north)
            .getJsonObject("reservation");
    assertThat(again.getLong("quantity")).isEqualTo(2);
    assertThat(again.getString("line_item_id")).isEqualTo(located.line(order));
    JsonObject listed =
        located
            .staff
            .get(
                "/admin/reservations?line_item_id[]="
                    + located.line(order)
                    + "&expand=line_item,line_item.order,inventory_item")
            .getJsonArray("reservations")
            .getJsonObject(0);
    assertThat(listed.getJsonObject("line_item").getString("id")).isEqualTo(located.line(order));
    assertThat(listed.getJsonObject("line_item").getJsonObject("order").getString("id"))
        .isEqualTo(order.getString("id"));
    assertThat(listed.getJsonObject("inventory_item").getString("id")).isEqualTo(located.item);
  }

  @Test
  void reservationsKeepUnitsFromBuyers() {
    located.stock(3, 2, 0);
    String hold = "{'location_id': '%s', 'inventory_item_id': '%s', 'quantity': %d}";
    String id =
        located
            .staff
            .post("/admin/reservations", hold, located.north, located.item, 2)
            .getJsonObject("reservation")
            .getString("id");
    assertThat(
            located
                .staff
                .tryPost("/admin/reservations", hold, located.north, located.item, 2)
                .status())
        .isEqualTo(400);
    assertThat(
            located
                .staff
                .tryPost("/admin/reservations", hold, located.west, located.item, 1)
                .status())
        .isEqualTo(404);

    located.staff.post("/admin/reservations/" + id, "{'location_id': '%s'}", located.south);
    assertThat(located.levels("reserved_quantity")).containsExactly(0L, 2L);
    located.order(3);
    assertThat(located.levels("reserved_quantity")).containsExactly(3L, 2L);
    assertRefused(
        located.staff.tryDelete(
            "/admin/inventory-items/" + located.item + "/location-levels/" + located.south),
        400,
        "not_allowed",
        "Cannot remove Inventory Level %s at Location %s because there are reserved items."
            .formatted(located.item, located.south));
  }

  @Test
  void changesArePublished() {
    located.stock(3, 0, 0);
    located.staff.post("/admin/inventory-items/" + located.item, "{'title': 'Kettle'}");
    located.staff.post(
        "/admin/inventory-items/" + located.item + "/location-levels/" + located.north,
        "{'stocked_quantity': 4}");
    String level =
        located.inventory().getJsonArray("location_levels").getJsonObject(0).getString("id");
    JsonObject order = located.order(2);
    String reservation = located.reservations(order).getJsonObject(0).getString("id");
    located.staff.post("/admin/reservations/" + reservation, "{'quantity': 1}");
    located.staff.delete("/admin/reservations/" + reservation);
    String location = located.location("Moved", false);
    located.level(location, 2);
    String removed =
        Storefront.find(
                located.inventory().getJsonArray("location_levels"), "location_id", location)
            .getString("id");
    located.staff.post("/admin/stock-locations/" + location, "{'name': 'Removed'}");
    located.staff.delete("/admin/stock-locations/" + location);
    located.staff.delete("/admin/inventory-items/" + located.item);

    assertThat(located.types(located.item, 3))
        .containsExactly(
            "inventory-item.created", "inventory-item.updated", "inventory-item.deleted");
    assertThat(located.types(level, 3))
        .containsExactly(
            "inventory-level.created", "inventory-level.updated", "inventory-level.deleted");
    assertThat(located.types(removed, 2))
        .containsExactly("inventory-level.created", "inventory-level.deleted");
    assertThat(located.types(reservation, 3))
        .containsExactly(
            "reservation-item.created", "reservation-item.updated", "reservation-item.deleted");
    assertThat(located.types(order.getString("id"), 1))
        .containsExactly("reservation-items.bulk-created");
    assertThat(located.shop.events(Topics.SETTINGS, location, 3))
        .extracting(LocatedShop::type)
        .containsExactly(
            "stock-location.created", "stock-location.updated", "stock-location.deleted");
  }
}
