package dev.tradewind.order.notification;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.notification.NotificationStore.Work;
import dev.tradewind.spi.notification.Notification;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Map;
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
      Map.of(
          "order", ORDER,
          "swap", new ReadOperation(OrderClient.ADDRESS, "adminGetSwap", "swap"),
          "order-edit", new ReadOperation(OrderClient.ADDRESS, "adminGetOrderEdit", "order_edit"),
          "draft_order",
              new ReadOperation(OrderClient.ADDRESS, "adminGetDraftOrder", "draft_order"),
          "note", new ReadOperation(OrderClient.ADDRESS, "adminGetNote", "note"),
          "customer", CUSTOMER,
          "user", new ReadOperation(CustomerClient.ADDRESS, "adminGetUser", "user"),
          "restock-notification",
              new ReadOperation(CatalogClient.ADDRESS, "adminGetVariant", "variant"),
          "gift_card", new ReadOperation(DiscountClient.ADDRESS, "adminGetGiftCard", "gift_card"));

  private final OperationClient bus;

  NotifiedResources(OperationClient bus) {
    this.bus = bus;
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
      return show(context, own, work.resourceId());
    }
    if (work.data().getValue("order_id") instanceof String orderId) {
      return show(context, ORDER, orderId);
    }
    return work.data().getValue("customer_id") instanceof String customerId
        ? show(context, CUSTOMER, customerId)
        : Future.succeededFuture(NOTHING);
  }

  private Future<JsonObject> show(CallContext context, ReadOperation operation, String id) {
    return bus.send(
            operation.address(),
            operation.name(),
            context,
            Request.input(new JsonObject().put("id", id), NOTHING, null, NOTHING))
        .compose(reply ->
            switch (reply.status()) {
              case 200 ->
                  Future.succeededFuture(
                      new JsonObject(reply.body()).getJsonObject(operation.member()));
              case 404 -> Future.succeededFuture(NOTHING);
              default ->
                  Future.failedFuture(
                      new Problem.Unavailable(operation.name() + " answered with " + reply.status())
                          .toException());
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
