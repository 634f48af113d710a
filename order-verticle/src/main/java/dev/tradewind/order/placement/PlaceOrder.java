package dev.tradewind.order.placement;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.order.AuthorizedPayment;
import dev.tradewind.api.order.CheckoutFailpoint;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.PlaceOrderResult;
import dev.tradewind.api.order.PlacementSqlState;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.field.CheckedMetadataStore;
import dev.tradewind.kernel.field.FieldSet;
import dev.tradewind.kernel.field.KnownFields;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.retry.Retry;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.draft.DraftOrders;
import dev.tradewind.order.model.DraftOrder;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderBuilder;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentBuilder;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.order.store.DraftOrderStore;
import dev.tradewind.order.store.PlacementStore;
import dev.tradewind.order.view.OrderRelationLoader;
import dev.tradewind.order.view.OrderView;
import dev.tradewind.providers.hook.HookAudit;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Placement of an order from a checked and paid cart, in one transaction: the cart is closed, its
 * payment attempt used, stock taken, discounts redeemed, gift cards charged, and the order, its
 * events and the response written.
 */
public final class PlaceOrder {

  /** Restarts after a concurrent change of the draft order. */
  private static final Retry RESTART = new Retry(4, Duration.ofMillis(5), Duration.ofMillis(50));

  private static final Ids ORDER_IDS = Ids.of("order");

  private final Pool pool;
  private final PlacementStore placements = new PlacementStore();
  private final KnownFields fields;
  private final DraftOrderStore drafts;
  private final OrderRelationLoader relations;
  private final OrderMeters meters;
  private final Clock clock;

  public PlaceOrder(
      Pool pool,
      DraftOrderStore drafts,
      OrderRelationLoader relations,
      MeterRegistry meters,
      Clock clock) {
    this.meters = new OrderMeters(meters);
    this.relations = relations;
    this.pool = pool;
    this.fields = new KnownFields(pool);
    this.drafts = drafts;
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal.on(OrderOperation.PLACE_ORDER, this::place);
  }

  private Future<Reply> place(Request request) {
    PlaceOrderRequest placement = PlaceOrderRequest.parse(request.input());
    CheckoutFailpoint.PLACEMENT_ASKED.hit();
    return RESTART
        .run(
            request.context().remaining(clock),
            PlaceOrder::isDraftChanged,
            () -> place(request.context(), placement))
        .recover(
            failure -> Future.failedFuture(isDraftChanged(failure) ? Problem.conflict() : failure))
        .map(OrderClient::answer);
  }

  private static boolean isDraftChanged(Throwable failure) {
    return PgErrors.hasState(failure, PlacementSqlState.DRAFT_CHANGED.code());
  }

  private Future<PlaceOrderResult> place(CallContext context, PlaceOrderRequest request) {
    // A stored response and bought gift cards have the number, so it is drawn before them. Nearly
    // always the placement draws it.
    if (request.storesResponse() || request.ofDraft() || request.buysGiftCards()) {
      return drafts
          .number(pool, request.cartId())
          .onSuccess(numbered -> CheckoutFailpoint.NUMBER_DRAWN.hit())
          .compose(numbered -> place(context, request, numbered));
    }
    return place(context, request, DraftOrderStore.Numbered.LATER);
  }

  private Future<PlaceOrderResult> place(
      CallContext context, PlaceOrderRequest request, DraftOrderStore.Numbered numbered) {
    if (request.isPaid() && numbered.draft().isEmpty()) {
      // Staff paid a draft order that was deleted or completed meanwhile: without it there is
      // nothing
      // to place, and a completed one shows when the cart is read again.
      return Future.succeededFuture(new PlaceOrderResult.Changed());
    }
    FieldSet known = fields.now();
    JsonObject metadata = known.complete("order", null, request.metadata());
    return place(context, request, numbered, order(request, numbered, metadata), known.version())
        .recover(failure ->
            KnownFields.areOutdated(failure)
                ? fields.refresh().compose(read -> place(context, request, numbered))
                : Future.failedFuture(failure));
  }

  /**
   * @param declared version of the fields by which the metadata was completed, if any
   */
  private Future<PlaceOrderResult> place(
      CallContext context,
      PlaceOrderRequest request,
      DraftOrderStore.Numbered numbered,
      Order order,
      @Nullable String declared) {
    if (context.isExpired(clock)) {
      return Future.failedFuture(PlacementRefusal.tooLate());
    }
    return relations
        .placed(context, order, completed(request, numbered, order))
        .compose(document -> place(context, request, numbered, order, declared, document))
        .recover(failure ->
            CheckedMetadataStore.completedBy(failure)
                .map(metadata ->
                    fields
                        .refresh()
                        // They are for the orders to come: this one is complete.
                        .otherwiseEmpty()
                        .compose(known ->
                            place(
                                context,
                                request,
                                numbered,
                                OrderBuilder.builder(order).metadata(metadata).build(),
                                null)))
                .orElseGet(() -> Future.failedFuture(failure)));
  }

  private Future<PlaceOrderResult> place(
      CallContext context,
      PlaceOrderRequest request,
      DraftOrderStore.Numbered numbered,
      Order order,
      @Nullable String declared,
      JsonObject document) {
    PlacementStore.NewOrder placed =
        new PlacementStore.NewOrder(
            request,
            order,
            declared,
            numbered.draft(),
            orderEvents(context, request, numbered, order),
            cartCompleted(context, request, order),
            context.deadline(),
            request.storesResponse() ? OrderView.completion(document) : null);
    return placements
        .place(pool, placed)
        .onSuccess(done -> {
          CheckoutFailpoint.PLACED.hit();
          meters.placed(order);
        })
        .<PlaceOrderResult>map(displayId ->
            new PlaceOrderResult.Placed(
                Reply.ok(OrderView.completion(document.put("display_id", displayId)))))
        .recover(PlacementRefusal::of);
  }

  /** The draft order that the placement completes, as it will be stored. */
  private static @Nullable DraftOrder completed(
      PlaceOrderRequest request, DraftOrderStore.Numbered numbered, Order order) {
    return numbered
        .draft()
        .map(open ->
            open.draft().completed(order.id(), order.createdAt(), PlacementStore.draftKey(request)))
        .orElse(null);
  }

  /** The order as it will be stored, for the response that is stored with it. */
  private Order order(
      PlaceOrderRequest request, DraftOrderStore.Numbered numbered, JsonObject metadata) {
    String id = ORDER_IDS.next();
    Instant now = Timestamps.now(clock);
    return OrderBuilder.builder()
        .id(id)
        .createdAt(now)
        .updatedAt(now)
        .status(OrderStatus.PENDING)
        .fulfillmentStatus(FulfillmentStatus.NOT_FULFILLED)
        .paymentStatus(request.isPaid() ? PaymentStatus.CAPTURED : PaymentStatus.AWAITING)
        .displayId(numbered.displayId())
        .cartId(request.cartId())
        .customerId(request.buyer().customer().id())
        .email(request.buyer().email())
        .regionId(request.region().id())
        .currencyCode(request.region().currencyCode())
        .draftOrderId(numbered.draft().map(DraftOrderStore.Open::id).orElse(null))
        .metadata(metadata)
        .noNotification(
            numbered.draft().map(open -> open.draft().noNotificationOrder()).orElse(null))
        .salesChannelId(request.salesChannelId())
        .snapshot(OrderSnapshot.of(request, now))
        .payments(payments(request, id, now))
        .refunds(List.of())
        .fulfillments(List.of())
        .returns(List.of())
        .edits(List.of())
        .swaps(List.of())
        .claims(List.of())
        .build();
  }

  private static List<Payment> payments(PlaceOrderRequest request, String orderId, Instant now) {
    AuthorizedPayment authorized = request.payment();
    if (authorized == null) {
      return List.of();
    }
    return List.of(
        PaymentBuilder.builder()
            .id(authorized.id())
            .createdAt(now)
            .updatedAt(now)
            .cartId(request.cartId())
            .orderId(orderId)
            .amount(authorized.amount())
            .amountRefunded(0)
            .currencyCode(authorized.currencyCode())
            .providerId(authorized.providerId())
            .data(authorized.data())
            .capturedAt(request.isPaid() ? now : null)
            .build());
  }

  /** All at the first version, as they occur together. */
  private static List<Event> orderEvents(
      CallContext context,
      PlaceOrderRequest request,
      DraftOrderStore.Numbered numbered,
      Order order) {
    Instant at = order.createdAt();
    Boolean noNotification = order.noNotification();
    JsonObject data = new JsonObject().put("id", order.id());
    JsonObject placed =
        data.copy().put("cart_id", order.cartId()).put("no_notification", noNotification);
    List<Event> events = new ArrayList<>();
    events.add(
        Event.of(context, at, Topics.ORDER, "order.placed", order.id(), 1, placed)
            .withNoNotification(noNotification));
    if (request.isPaid()) {
      JsonObject captured = data.copy().put("no_notification", noNotification);
      events.add(
          Event.of(context, at, Topics.ORDER, OrderEvents.PAYMENT_CAPTURED, order.id(), 1, captured)
              .withNoNotification(noNotification));
    }
    List<JsonObject> decisions = request.decisions();
    if (decisions != null && !decisions.isEmpty()) {
      events.add(HookAudit.event(context, at, order.id(), decisions));
    }
    numbered
        .draft()
        .ifPresent(draft ->
            events.add(
                Event.of(
                    context,
                    at,
                    Topics.DRAFT_ORDER,
                    DraftOrders.COMPLETED,
                    draft.id(),
                    draft.version() + 1,
                    new JsonObject().put("id", draft.id()).put("order_id", order.id()))));
    return events;
  }

  private static Event cartCompleted(CallContext context, PlaceOrderRequest request, Order order) {
    return Event.of(
        context,
        order.createdAt(),
        Topics.CART,
        "cart.completed",
        request.cartId(),
        request.cartVersion() + 1,
        new JsonObject().put("id", request.cartId()).put("order_id", order.id()));
  }
}
