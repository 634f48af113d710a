package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.PayloadSchema.Kind;
import java.util.List;

/** Event types of stock at locations: inventory items, levels, reservations and locations. */
final class InventoryEventTypes {

  private static final PayloadSchema IDS =
      PayloadSchema.of("Ids", "Ids of the aggregates; their current state is available over HTTP.")
          .with("ids", Kind.TEXTS, "Ids of the aggregates.");

  static final List<EventType> ALL =
      List.of(
          EventType.of(
              Topics.INVENTORY, "inventory-item.created", "An inventory item was created.", IDS),
          EventType.of(
              Topics.INVENTORY,
              "inventory-item.updated",
              "An inventory item changed.",
              PayloadSchema.ID),
          EventType.of(
              Topics.INVENTORY, "inventory-item.deleted", "An inventory item was deleted.", IDS),
          EventType.of(
              Topics.INVENTORY,
              "inventory-level.created",
              "An item is stocked at a location.",
              IDS),
          EventType.of(
              Topics.INVENTORY,
              "inventory-level.updated",
              "The stocked or incoming units of an item at a location changed.",
              PayloadSchema.ID),
          EventType.of(
              Topics.INVENTORY,
              "inventory-level.deleted",
              "An item is no longer stocked at a location.",
              IDS),
          EventType.of(
              Topics.INVENTORY,
              "reservation-item.created",
              "Units of an item were reserved at a location.",
              IDS),
          EventType.of(
              Topics.INVENTORY,
              "reservation-item.updated",
              "A reservation changed.",
              PayloadSchema.ID),
          EventType.of(Topics.INVENTORY, "reservation-item.deleted", "A reservation ended.", IDS),
          EventType.of(
              Topics.INVENTORY,
              "reservation-items.bulk-created",
              "An order reserved all its units; keyed by the order id.",
              IDS),
          EventType.of(
              Topics.SETTINGS,
              "stock-location.created",
              "A stock location was created.",
              PayloadSchema.ID),
          EventType.of(
              Topics.SETTINGS,
              "stock-location.updated",
              "A stock location changed.",
              PayloadSchema.ID),
          EventType.of(
              Topics.SETTINGS,
              "stock-location.deleted",
              "A stock location was deleted.",
              PayloadSchema.ID));

  private InventoryEventTypes() {}
}
