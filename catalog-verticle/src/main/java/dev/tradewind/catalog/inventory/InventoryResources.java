package dev.tradewind.catalog.inventory;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.remote;
import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.catalog.schema.SalesChannelResources;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Resource;
import io.vertx.core.json.JsonObject;

/** Resource descriptors of inventory items, their levels, reservations and stock locations. */
final class InventoryResources {

  static final Resource ADDRESS =
      Resource.table("stock_location_address")
          .columns(CatalogColumns.STOCK_LOCATION_ADDRESS)
          .build();

  static final Resource LOCATION =
      Resource.table("stock_location")
          .columns(CatalogColumns.STOCK_LOCATION)
          .relation(toOne("address", () -> ADDRESS, "address_id"))
          .relation(
              linked(
                  "sales_channels",
                  () -> SalesChannelResources.CHANNEL,
                  "sales_channel_location",
                  "location_id",
                  "sales_channel_id",
                  "t.created_at, t.id"))
          .build();

  static final Resource LEVEL =
      Resource.table("inventory_level").columns(CatalogColumns.INVENTORY_LEVEL).build();

  static final Resource ITEM =
      Resource.table("inventory_item")
          .columns(CatalogColumns.INVENTORY_ITEM)
          .relation(
              linked(
                  "variants",
                  () -> ProductResources.VARIANT,
                  "product_variant_inventory_item",
                  "inventory_item_id",
                  "variant_id",
                  "t.id"))
          .relation(
              toMany("location_levels", () -> LEVEL, "inventory_item_id", "t.created_at, t.id"))
          .computed("reserved_quantity", "location_levels", item -> sum(item, "reserved_quantity"))
          .computed("stocked_quantity", "location_levels", item -> sum(item, "stocked_quantity"))
          .build();

  static final Resource RESERVATION =
      Resource.table("reservation_item")
          .columns(CatalogColumns.RESERVATION)
          .relation(toOne("inventory_item", () -> ITEM, "inventory_item_id"))
          .relation(
              remote("line_item", () -> OrderGraph.LINE_ITEM, "id", false, new ReservedLineItems()))
          .build();

  private InventoryResources() {}

  /** Sum over the levels that the item shows. */
  static long sum(JsonObject item, String quantity) {
    return item.getJsonArray("location_levels").stream()
        .mapToLong(level -> ((JsonObject) level).getLong(quantity, 0L))
        .sum();
  }

  static Problem itemNotFound(String id) {
    return Problem.notFound("InventoryItem with id " + id + " was not found");
  }

  static Problem locationNotFound(String id) {
    return Problem.notFound("StockLocation with id " + id + " was not found");
  }
}
