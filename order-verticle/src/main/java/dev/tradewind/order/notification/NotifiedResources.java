package dev.tradewind.order.notification;

import static java.util.Map.entry;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.operation.StaffMetadata;
import dev.tradewind.order.notification.NotificationStore.Work;
import dev.tradewind.spi.notification.Notification;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Resources that notifications are about, as the API shows them to staff at the time of the call,
 * with the recipient and the language that follow from them.
 */
final class NotifiedResources {

  /** Member of the event, or of {@code metadata} of an order or a customer. */
  private static final String LANGUAGE = "language";

  private static final JsonObject NOTHING = new JsonObject();

  /** Providers get a draft with the order that it became. */
  private static final JsonObject PERMITTED = Request.permitting("orders:read");

  /**
   * Operation that shows a resource.
   *
   * @param member of its response
   */
  private record ReadOperation(String address, String name, String member) {}

  private static final ReadOperation ORDER =
      new ReadOperation(OrderClient.ADDRESS, "adminGetOrder", "order");
  private static final ReadOperation CUSTOMER =
      new ReadOperation(CustomerClient.ADDRESS, "adminGetCustomer", "customer");

  /** By the type of the resource, the first part of the event's type. */
  private static final Map<String, ReadOperation> BY_TYPE =
      Map.ofEntries(
          entry("order", ORDER),
          order("swap", "adminGetSwap", "swap"),
          order("order-edit", "adminGetOrderEdit", "order_edit"),
          order("draft_order", "adminGetDraftOrder", "draft_order"),
          order("note", "adminGetNote", "note"),
          order("payment", "adminGetPayment", "payment"),
          order("payment-collection", "adminGetPaymentCollection", "payment_collection"),
          entry("customer", CUSTOMER),
          customer("customer_group", "adminGetCustomerGroup", "customer_group"),
          customer("user", "adminGetUser", "user"),
          catalog("product", "adminGetProduct", "product"),
          catalog("product-variant", "adminGetVariant", "variant"),
          catalog("inventory", "adminGetVariant", "variant"),
          catalog("restock-notification", "adminGetVariant", "variant"),
          catalog("product-category", "adminGetProductCategory", "product_category"),
          catalog("product-collection", "adminGetCollection", "collection"),
          catalog("price-list", "adminGetPriceList", "price_list"),
          catalog("region", "adminGetRegion", "region"),
          catalog("sales_channel", "adminGetSalesChannel", "sales_channel"),
          catalog("publishable_api_key", "adminGetPublishableApiKey", "publishable_api_key"),
          catalog("inventory-item", "adminGetInventoryItem", "inventory_item"),
          catalog("reservation-item", "adminGetReservation", "reservation"),
          catalog("stock-location", "adminGetStockLocation", "stock_location"),
          entry("cart", new ReadOperation(CartClient.ADDRESS, "storeGetCart", "cart")),
          entry("batch", new ReadOperation(FileClient.ADDRESS, "adminGetBatchJob", "batch_job")),
          discount("discount", "adminGetDiscount", "discount"),
          discount("gift_card", "adminGetGiftCard", "gift_card"));

  /**
   * Types of events without a resource that one operation shows: their {@code order_id} or {@code
   * customer_id} leads to one, or their data are all there is.
   */
  static final Set<String> WITHOUT_RESOURCE =
      Set.of(
          "claim",
          "claim_item",
          "order-edit-item-change",
          "order-update-token",
          "currency",
          "inventory-level",
          "reservation-items",
          "invite",
          "oauth",
          "audit",
          "notification");

  private final OperationClient bus;

  NotifiedResources(OperationClient bus) {
    this.bus = bus;
  }

  private static Map.Entry<String, ReadOperation> order(String type, String name, String member) {
    return entry(type, new ReadOperation(OrderClient.ADDRESS, name, member));
  }

  private static Map.Entry<String, ReadOperation> customer(
      String type, String name, String member) {
    return entry(type, new ReadOperation(CustomerClient.ADDRESS, name, member));
  }

  private static Map.Entry<String, ReadOperation> catalog(String type, String name, String member) {
    return entry(type, new ReadOperation(CatalogClient.ADDRESS, name, member));
  }

  private static Map.Entry<String, ReadOperation> discount(
      String type, String name, String member) {
    return entry(type, new ReadOperation(DiscountClient.ADDRESS, name, member));
  }

  static boolean isShown(String type) {
    return BY_TYPE.containsKey(type);
  }

  Future<Notification> notification(CallContext context, Work work) {
    return resource(context, work)
        .map(resource ->
            new Notification(
                work.eventName(),
                work.data(),
                recipient(work.data(), resource),
                language(work.data(), resource),
                resource));
  }

  private Future<JsonObject> resource(CallContext context, Work work) {
    ReadOperation own = BY_TYPE.get(work.resourceType());
    if (own != null) {
      return show(context, own, id(work)).compose(part -> withOrder(context, work, own, part));
    }
    if (work.data().getValue("order_id") instanceof String orderId) {
      return show(context, ORDER, orderId);
    }
    if (work.data().getValue("customer_id") instanceof String customerId) {
      return show(context, CUSTOMER, customerId);
    }
    return Future.succeededFuture(NOTHING);
  }

  /** Swaps and order edits come with all of their order, of which they show only its own fields. */
  private Future<JsonObject> withOrder(
      CallContext context, Work work, ReadOperation own, JsonObject part) {
    if (own.equals(ORDER) || !(work.data().getValue("order_id") instanceof String orderId)) {
      return Future.succeededFuture(part);
    }
    return show(context, ORDER, orderId)
        .map(order -> order.isEmpty() ? part : part.copy().put("order", order));
  }

  /** The subject of an event of a part, such as a variant, is its aggregate. */
  private static String id(Work work) {
    return Stream.concat(
            Stream.of(work.data().getValue("id", "")),
            work.data().getJsonArray("ids", new JsonArray()).stream())
        .map(String.class::cast)
        .filter(id -> !id.isEmpty())
        .findFirst()
        .orElse(work.resourceId());
  }

  private Future<JsonObject> show(CallContext context, ReadOperation operation, String id) {
    return bus.send(
            operation.address(),
            operation.name(),
            context,
            Request.input(new JsonObject().put("id", id), NOTHING, null, PERMITTED))
        .compose(reply ->
            switch (reply.status()) {
              case 200 ->
                  Future.succeededFuture(
                      new JsonObject(StaffMetadata.hide(reply.body()))
                          .getJsonObject(operation.member()));
              case 404 -> Future.succeededFuture(NOTHING);
              default ->
                  Future.failedFuture(
                      Problem.unavailable(operation.name() + " answered with " + reply.status()));
            });
  }

  private static @Nullable String recipient(JsonObject data, JsonObject resource) {
    return Stream.of(
            data.getValue("to"),
            data.getValue("email"),
            data.getValue("user_email"),
            resource.getValue("email"),
            member(resource, "order").getValue("email"),
            member(resource, "customer").getValue("email"),
            member(resource, "cart").getValue("email"))
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable String language(JsonObject data, JsonObject resource) {
    return Stream.concat(
            Stream.of(data),
            Stream.of(resource, member(resource, "order"), member(resource, "customer"))
                .map(each -> member(each, "metadata")))
        .map(each -> each.getValue(LANGUAGE))
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .findFirst()
        .orElse(null);
  }

  private static JsonObject member(JsonObject json, String name) {
    return json.getValue(name) instanceof JsonObject member ? member : NOTHING;
  }
}
