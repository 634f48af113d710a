package dev.tradewind.api.order;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.AnnouncingPublisher;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.EventPublisher;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Event-bus client of the order verticle. */
public final class OrderClient {

  public static final String ADDRESS = "order";
  private static final String OUTCOME = "outcome";

  private final OperationClient bus;

  public OrderClient(OperationClient bus) {
    this.bus = bus;
  }

  /** The customers among these that have an order. */
  public Future<Set<String>> findCustomersWithOrders(CallContext context, List<String> ids) {
    return bus.call(
            OrderOperation.FIND_CUSTOMERS_WITH_ORDERS,
            context,
            new JsonObject().put("ids", JsonArrays.of(ids)))
        .map(answer -> Set.copyOf(JsonArrays.strings(answer.getJsonArray("ids"))));
  }

  /**
   * Places an order, at most one for a cart. After a failure other than a problem, and after {@link
   * Problem.Kind#TIMED_OUT}, the outcome is unknown; repeating the request returns it.
   */
  public Future<PlaceOrderResult> place(CallContext context, PlaceOrderRequest request) {
    return place(context, OrderOperation.PLACE_ORDER, request);
  }

  /** Confirms the swap of the cart, at most once; otherwise like {@link #place}. */
  public Future<PlaceOrderResult> confirmSwap(CallContext context, PlaceOrderRequest request) {
    return place(context, OrderOperation.CONFIRM_SWAP, request);
  }

  /** Requires that the swap of the cart is not canceled. */
  public Future<Void> requireOpenSwap(CallContext context, String cartId) {
    return bus.call(
            OrderOperation.REQUIRE_OPEN_SWAP, context, new JsonObject().put("cart_id", cartId))
        .mapEmpty();
  }

  private Future<PlaceOrderResult> place(
      CallContext context, OrderOperation operation, PlaceOrderRequest request) {
    return ask(context, operation, JsonBytes.of(request.toJson()))
        .map(reply ->
            switch (reply.headers().getOrDefault(OUTCOME, "refused")) {
              case "placed" -> new PlaceOrderResult.Placed(reply.withHeaders(Map.of()));
              case "completed" -> new PlaceOrderResult.AlreadyCompleted();
              case "changed" -> new PlaceOrderResult.Changed();
              default -> refusal(reply);
            });
  }

  /**
   * The response of the cart's completion: its order, or its swap.
   *
   * @param query of the request: {@code expand} and {@code fields}
   */
  public Future<Reply> findCompletion(CallContext context, String cartId, JsonObject query) {
    return ask(
        context,
        OrderOperation.FIND_COMPLETION,
        new JsonObject().put("cart_id", cartId).put("query", query).toBuffer());
  }

  /**
   * Settles the payment of a cart or payment collection as its provider has it.
   *
   * @param reference of the payment at its provider
   */
  public Future<SettledPayment> settlePayment(
      CallContext context, String resourceId, String reference) {
    return bus.call(
            OrderOperation.SETTLE_PAYMENT,
            context,
            new JsonObject().put("resource_id", resourceId).put("reference", reference))
        .map(answer -> SettledPayment.of(answer.getString(OUTCOME)));
  }

  /** The order as staff see it; empty if there is none. */
  public Future<Optional<JsonObject>> findForStaff(CallContext context, String id) {
    JsonObject nothing = new JsonObject();
    return bus.send(
            ADDRESS,
            "adminGetOrder",
            context,
            Request.input(new JsonObject().put("id", id), nothing, null, nothing))
        .map(reply ->
            switch (reply.status()) {
              case 200 -> Optional.of(new JsonObject(reply.body()).getJsonObject("order"));
              case 404 -> Optional.empty();
              default -> throw Problem.parse(reply.status(), reply.body().toJsonObject());
            });
  }

  /**
   * Orders of customers.
   *
   * @param orders their own fields, and the fields of the requested relations that they embed
   * @param counts of the orders by customer, if not all are asked for; else empty
   */
  public record CustomersOrders(List<JsonObject> orders, JsonObject counts) {}

  /**
   * Orders of these customers, the latest first.
   *
   * @param most of one customer, the latest; null: all
   */
  public Future<CustomersOrders> findOrdersOfCustomers(
      CallContext context,
      Collection<String> customerIds,
      Collection<String> relations,
      @Nullable Integer most) {
    return bus.call(
            OrderOperation.FIND_ORDERS_OF_CUSTOMERS,
            context,
            new JsonObject()
                .put("customer_ids", JsonArrays.of(customerIds))
                .put("relations", JsonArrays.of(relations))
                .put("most", most))
        .map(answer ->
            new CustomersOrders(
                JsonArrays.objects(answer.getJsonArray("orders")),
                answer.getJsonObject("counts", new JsonObject())));
  }

  /**
   * A page of one customer's orders, for the storefront.
   *
   * @param query of the request: filters, paging, {@code expand} and {@code fields}
   */
  public Future<Reply> listOrdersOfCustomer(
      CallContext context, String customerId, JsonObject query) {
    return ask(
        context,
        OrderOperation.LIST_ORDERS_OF_CUSTOMER,
        new JsonObject().put("customer_id", customerId).put("query", query).toBuffer());
  }

  /**
   * A page of orders in the order of an export: {@code orders}, and {@code after}, the key of the
   * next page; absent on the last page. With a limit of 0 their {@code count} and the declared
   * {@code fields} of orders. 400 for unknown filters.
   *
   * @param page {@code filters} of the admin list, {@code order} (field to {@code ASC} or {@code
   *     DESC}), {@code relations}, {@code limit}, either {@code skip} or {@code after}, and {@code
   *     has_fields} for values of declared fields in {@code fields} of each order
   */
  public Future<Buffer> exportOrders(CallContext context, JsonObject page) {
    return bus.fetch(OrderOperation.EXPORT_ORDERS, context, page.toBuffer());
  }

  /** Updates the e-mail of a draft order to the e-mail of its cart. */
  public Future<Void> recordDraftCart(CallContext context, String cartId, @Nullable String email) {
    return bus.call(
            OrderOperation.NOTE_DRAFT_CART,
            context,
            new JsonObject().put("cart_id", cartId).put("email", email))
        .mapEmpty();
  }

  /**
   * Reserves units of stock for a line item of an order.
   *
   * @param reservation with its new {@code id}, {@code line_item_id}, {@code location_id}, {@code
   *     quantity}, and {@code inventory_item_id}; {@code description}, {@code metadata} and {@code
   *     created_by} may be absent
   */
  public Future<Void> createReservation(
      CallContext context, String orderId, JsonObject reservation) {
    return bus.call(
            OrderOperation.CREATE_RESERVATION,
            context,
            new JsonObject().put("order_id", orderId).put("reservation", reservation))
        .mapEmpty();
  }

  /**
   * Changes a reservation for a line item of an order.
   *
   * @param fields changed fields
   */
  public Future<Void> changeReservation(
      CallContext context, String orderId, String lineItemId, String id, JsonObject fields) {
    return bus.call(
            OrderOperation.CHANGE_RESERVATION,
            context,
            new JsonObject()
                .put("order_id", orderId)
                .put("line_item_id", lineItemId)
                .put("id", id)
                .put("given", fields))
        .mapEmpty();
  }

  /**
   * A publisher that announces events to the notification providers.
   *
   * @param eventTypes types that a provider sends notifications about
   * @return the same publisher if there are none
   */
  public EventPublisher announcing(Set<String> eventTypes, Clock clock, EventPublisher publisher) {
    if (eventTypes.isEmpty()) {
      return publisher;
    }
    return new AnnouncingPublisher(
        new NotifiedEvents(eventTypes)::includes, this::announceEvents, clock, publisher);
  }

  private Future<Void> announceEvents(CallContext context, List<Event> events) {
    JsonObject input =
        new JsonObject()
            .put(
                "events",
                new JsonArray(events.stream().map(NotifiedEvents::announcement).toList()));
    return ask(context, OrderOperation.ANNOUNCE_EVENTS, input.toBuffer())
        .map(reply -> {
          if (reply.isProblem()) {
            throw Problem.parse(reply.status(), reply.body().toJsonObject());
          }
          return null;
        });
  }

  /** Encodes the result of {@link #place}. */
  public static Reply answer(PlaceOrderResult outcome) {
    return switch (outcome) {
      case PlaceOrderResult.Placed placed -> placed.answer().withHeaders(Map.of(OUTCOME, "placed"));
      case PlaceOrderResult.AlreadyCompleted completed -> bare("completed");
      case PlaceOrderResult.Changed changed -> bare("changed");
      case PlaceOrderResult.Refused refused -> Reply.problem(refused.problem());
    };
  }

  private static Reply bare(String outcome) {
    return Reply.ok(new JsonObject()).withHeaders(Map.of(OUTCOME, outcome));
  }

  /** A refusal is a result; an unavailable or defective part of the service is a failure. */
  private static PlaceOrderResult refusal(Reply reply) {
    Problem problem = Problem.parse(reply.status(), reply.body().toJsonObject());
    if (reply.status() >= 500 || problem.is(Problem.Kind.CONFLICT)) {
      throw problem;
    }
    return new PlaceOrderResult.Refused(problem);
  }

  private Future<Reply> ask(CallContext context, OrderOperation operation, Buffer input) {
    return bus.send(operation, context, input);
  }
}
