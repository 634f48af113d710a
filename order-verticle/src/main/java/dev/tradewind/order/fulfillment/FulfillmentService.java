package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Fulfillments of the line items of an order by staff: creation, shipment and cancellation. */
public final class FulfillmentService {

  private final CreateFulfillments creation;
  private final Fulfillments fulfillments;
  private final OrderQueries queries;

  FulfillmentService(CreateFulfillments creation, Fulfillments fulfillments, OrderQueries queries) {
    this.creation = creation;
    this.fulfillments = fulfillments;
    this.queries = queries;
  }

  public void bind(Operations operations) {
    operations
        .on("adminFulfillmentOrder", this::create)
        .on("adminShipmentOrder", this::ship)
        .on("adminCancelOrderFulfillment", this::cancel);
  }

  private Future<Reply> create(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    JsonObject body = request.body();
    List<Fulfillment.Item> items =
        body.getJsonArray("items").stream()
            .map(JsonObject.class::cast)
            .map(item -> new Fulfillment.Item(item.getString("item_id"), item.getLong("quantity")))
            .toList();
    FulfillmentPlan.requireValid(items, orderId);
    return creation
        .create(request.context(), orderId, new OfOrder(orderId), items, body)
        .compose(done -> queries.showToStaff(request, orderId));
  }

  private Future<Reply> ship(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    return fulfillments
        .ship(request.context(), orderId, new OfOrder(orderId), request.body())
        .compose(done -> queries.showToStaff(request, orderId));
  }

  private Future<Reply> cancel(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    return fulfillments
        .cancel(request.context(), orderId, new OfOrder(orderId), request.path("fulfillment_id"))
        .compose(done -> queries.showToStaff(request, orderId));
  }

  /** Refusals of fulfillments of an order's own line items. */
  private record OfOrder(String orderId) implements Fulfillments.Rules {

    @Override
    public PartOwner owner(Order order) {
      return PartOwner.ORDER;
    }

    @Override
    public void requireFulfillable(Order order) {
      if (order.isCanceled()) {
        throw Problem.notAllowed("A canceled order cannot be fulfilled");
      }
      if (order.snapshot().shippingMethods().isEmpty()) {
        throw Problem.notAllowed("Cannot fulfill an order that lacks shipping methods");
      }
    }

    @Override
    public void requireShippable(Order order) {
      if (order.isCanceled()) {
        throw Problem.notAllowed("A canceled order cannot be fulfilled as shipped");
      }
    }

    @Override
    public RuntimeException foreign(String fulfillmentId) {
      return Problem.notFound(
          "no fulfillment was found with the id: %s related to order: %s"
              .formatted(fulfillmentId, orderId));
    }

    @Override
    public RuntimeException foreignToShip(String fulfillmentId) {
      return Problem.notFound("Could not find fulfillment");
    }
  }
}
