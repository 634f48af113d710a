package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All types of published events with their topics. The event document, the pages and the schema of
 * each event are generated from them.
 */
public final class EventTypes {

  public static final List<EventChannel> CHANNELS =
      List.of(
          EventChannel.of(Topics.ORDER, "Orders and their payments", "order id"),
          EventChannel.of(Topics.CART, "Carts", "cart id"),
          EventChannel.of(Topics.BATCH_JOB, "Batch jobs", "batch job id"),
          EventChannel.of(Topics.DRAFT_ORDER, "Draft orders", "draft order id"),
          EventChannel.of(Topics.CUSTOMER, "Customers", "customer id"),
          EventChannel.of(Topics.CUSTOMER_GROUP, "Customer groups", "customer group id"),
          EventChannel.of(
              Topics.ACCESS,
              "Users, invites and OAuth applications",
              "id of the user, invite or application"),
          EventChannel.of(
              Topics.DISCOUNT,
              "Discounts",
              "id of the dynamic discount for its codes, else discount id"),
          EventChannel.of(Topics.GIFT_CARD, "Gift cards", "gift card id"),
          EventChannel.of(Topics.CATALOG, "Products and variants", "product id, for variants too"),
          EventChannel.of(
              Topics.COLLECTION,
              "Collections, categories and price lists",
              "id of the collection, category or price list"),
          EventChannel.of(
              Topics.INVENTORY,
              "Stock",
              "inventory item id, else variant id; order id where an order reserved all its units"),
          EventChannel.of(
              Topics.SETTINGS,
              "Regions, currencies, sales channels, stock locations and publishable API keys",
              "region id, currency code, or id of the sales channel, stock location or key"),
          EventChannel.of(Topics.NOTE, "Notes of staff", "note id"),
          EventChannel.of(
              Topics.NOTIFICATION,
              "Notifications, with one-time tokens; grant read access separately",
              "customer id, else a hash of the e-mail"),
          EventChannel.of(
              Topics.AUDIT,
              "Audit log, with network addresses; grant read access separately",
              "id of the subject"),
          EventChannel.of(Topics.PRODUCT_STATE, "Whole products, if configured", "product id"),
          EventChannel.of(Topics.CUSTOMER_STATE, "Whole customers, if configured", "customer id"),
          EventChannel.of(Topics.ORDER_STATE, "Whole orders, if configured", "order id"));

  public static final List<EventType> ALL =
      Stream.of(
              OrderEventTypes.ALL,
              CartEventTypes.ALL,
              BatchJobEventTypes.ALL,
              CustomerEventTypes.ALL,
              AccessEventTypes.ALL,
              DiscountEventTypes.ALL,
              ProductEventTypes.ALL,
              InventoryEventTypes.ALL,
              SettingsEventTypes.ALL,
              NoteEventTypes.ALL,
              AuditEventTypes.ALL,
              StateTypes.ALL)
          .flatMap(List::stream)
          .toList();

  private EventTypes() {}

  static List<EventType> of(EventChannel channel) {
    return ALL.stream().filter(type -> type.topic().equals(channel.topic().name())).toList();
  }

  /** The type of a published event; empty for one of a newer node. */
  public static Optional<EventType> find(String topic, String published) {
    return ALL.stream()
        .filter(type -> type.topic().equals(topic) && type.isTypeOf(published))
        .findFirst();
  }
}
