package dev.tradewind.order.placement;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.api.discount.DiscountCacheInvalidation;
import dev.tradewind.api.discount.RedemptionRefusal;
import dev.tradewind.api.event.Topics;
import dev.tradewind.api.order.CheckoutFailpoint;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.PlaceOrderResult;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.idempotency.StoredResponse;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.order.draft.DraftOrderStore;
import dev.tradewind.order.draft.DraftOrders;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderStore;
import dev.tradewind.order.model.PaymentView;
import dev.tradewind.order.view.OrderView;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Turns a checked and paid cart into an order, in one transaction: the cart is closed, its payment
 * attempt used, stock taken, discounts redeemed, gift cards charged, the order written, its events
 * and the answer kept. Either all of it happens or nothing.
 */
public final class PlaceOrder {

  /** How often a draft is read again because it changed meanwhile. */
  private static final int MAX_RESTARTS = 3;

  private static final String DRAFT_CHANGED = "TW008";

  private static final Ids ORDER_IDS = Ids.of("order");

  private final EventBus eventBus;
  private final Pool pool;
  private final OrderStore store;
  private final DraftOrderStore drafts;
  private final Clock clock;

  public PlaceOrder(
      EventBus eventBus, Pool pool, OrderStore store, DraftOrderStore drafts, Clock clock) {
    this.eventBus = eventBus;
    this.pool = pool;
    this.store = store;
    this.drafts = drafts;
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal.on(OrderClient.PLACE_ORDER, this::place);
  }

  private Future<Reply> place(Request request) {
    PlaceOrderRequest placement = PlaceOrderRequest.parse(request.input());
    CheckoutFailpoint.PLACEMENT_ASKED.hit();
    return place(request.context(), placement, MAX_RESTARTS).map(OrderClient::answer);
  }

  /** A draft that changed since it was read is read again. */
  private Future<PlaceOrderResult> place(
      CallContext context, PlaceOrderRequest placement, int freshStarts) {
    return drafts
        .number(pool, placement.cartId())
        .onSuccess(numbered -> CheckoutFailpoint.NUMBER_DRAWN.hit())
        .compose(numbered -> place(context, placement, numbered))
        .recover(failure ->
            PgErrors.hasState(failure, DRAFT_CHANGED) && freshStarts > 0
                ? place(context, placement, freshStarts - 1)
                : Future.failedFuture(failure));
  }

  private Future<PlaceOrderResult> place(
      CallContext context, PlaceOrderRequest placement, DraftOrderStore.Numbered numbered) {
    if (context.isExpired(clock)) {
      return Future.failedFuture(tooLate().toException());
    }
    Order order = order(placement, numbered);
    Reply answer = Reply.ok(OrderView.completion(order));
    Tuple parameters = parameters(context, placement, numbered, order, answer);
    return Transactions.retrying(() -> store.place(pool, parameters))
        .onSuccess(placed -> CheckoutFailpoint.PLACED.hit())
        .onSuccess(placed -> announce(order))
        .<PlaceOrderResult>map(new PlaceOrderResult.Placed(answer))
        .recover(failure -> refusal(failure));
  }

  private void announce(Order order) {
    CatalogCacheInvalidation.publishVariants(eventBus, variantIds(order));
    List<String> cards = ids(order, "gift_cards");
    if (!cards.isEmpty()) {
      DiscountCacheInvalidation.publishGiftCards(eventBus, cards);
    }
    List<String> discounts = ids(order, "discounts");
    if (!discounts.isEmpty()) {
      DiscountCacheInvalidation.publishDiscounts(eventBus, discounts);
    }
  }

  private static List<String> ids(Order order, String relation) {
    return order.snapshot().getJsonArray(relation).stream()
        .map(each -> ((JsonObject) each).getString("id"))
        .toList();
  }

  /** The order as it will be stored, so that the answer can be kept with it. */
  private Order order(PlaceOrderRequest placement, DraftOrderStore.Numbered numbered) {
    String id = ORDER_IDS.next();
    String now = Timestamps.format(Timestamps.now(clock));
    JsonObject cart = placement.cart();
    JsonObject metadata = cart.getJsonObject("metadata");
    JsonObject columns =
        new JsonObject()
            .put("id", id)
            .put("created_at", now)
            .put("updated_at", now)
            .put("status", "pending")
            .put("fulfillment_status", "not_fulfilled")
            .put("payment_status", placement.paidWithKey() == null ? "awaiting" : "captured")
            .put("display_id", numbered.displayId())
            .put("cart_id", placement.cartId())
            .put("customer_id", placement.customer().getString("id"))
            .put("email", cart.getString("email"))
            .put("region_id", cart.getString("region_id"))
            .put("currency_code", cart.getJsonObject("region").getString("currency_code"))
            .put("tax_rate", null)
            .put("draft_order_id", numbered.draft().map(DraftOrderStore.Open::id).orElse(null))
            .put("canceled_at", null)
            .put("metadata", metadata == null ? new JsonObject() : metadata)
            .put(
                "no_notification",
                numbered.draft().map(DraftOrderStore.Open::noNotification).orElse(null))
            .put("idempotency_key", null)
            .put("external_id", null)
            .put("sales_channel_id", cart.getString("sales_channel_id"));
    return new Order(
        columns,
        OrderSnapshot.of(placement, id, now),
        payments(placement, id, now),
        new JsonArray());
  }

  private static JsonArray payments(PlaceOrderRequest placement, String orderId, String now) {
    JsonArray payments = new JsonArray();
    PlaceOrderRequest.AuthorizedPayment payment = placement.payment();
    if (payment != null) {
      payments.add(
          PaymentView.of(
              new JsonObject()
                  .put("id", payment.id())
                  .put("created_at", now)
                  .put("updated_at", now)
                  .put("cart_id", placement.cartId())
                  .put("order_id", orderId)
                  .put("amount", payment.amount())
                  .put("amount_refunded", 0)
                  .put("currency_code", payment.currencyCode())
                  .put("provider_id", payment.providerId())
                  .put("data", payment.data())
                  .put("captured_at", placement.paidWithKey() == null ? null : now)));
    }
    return payments;
  }

  private static Tuple parameters(
      CallContext context,
      PlaceOrderRequest placement,
      DraftOrderStore.Numbered numbered,
      Order order,
      Reply answer) {
    JsonObject row =
        order
            .columns()
            .copy()
            .put("total", placement.cart().getLong("total"))
            .put("placement_deadline", Timestamps.format(context.deadline()))
            .put("cart_basket", cartBasket(placement));
    var key = placement.key();
    numbered
        .draft()
        .ifPresent(draft ->
            row.put("draft_version", draft.version())
                .put("draft_key", key == null ? placement.paidWithKey() : key.key()));
    var keptUnder = key == null || key.isGenerated() ? null : key;
    return Tuple.tuple()
        .addJsonObject(row)
        .addString(order.snapshot().encode())
        .addJsonObject(
            order.payments().isEmpty() ? new JsonObject() : order.payments().getJsonObject(0))
        .addJsonArray(stockLines(order))
        .addJsonObject(RedemptionRequest.of(placement, order))
        .addJsonArray(Outbox.rows(orderEvents(context, placement, numbered, order)))
        .addLong(placement.cartVersion())
        .addJsonArray(Outbox.rows(List.of(cartCompleted(context, placement, order))))
        .addString(keptUnder == null ? null : keptUnder.scope())
        .addString(keptUnder == null ? null : keptUnder.key())
        .addString(keptUnder == null ? null : keptUnder.requestHash())
        .addString(answer.contentType())
        .addBuffer(keptUnder == null ? null : StoredResponse.stored(answer));
  }

  /** What the cart keeps: with the taxes that it shows by itself. */
  private static JsonObject cartBasket(PlaceOrderRequest placement) {
    JsonObject region = placement.cart().getJsonObject("region");
    return placement.input().taxed(region.getBoolean("automatic_taxes", true)).toJson();
  }

  private static JsonArray stockLines(Order order) {
    JsonArray lines = new JsonArray();
    for (Object each : order.snapshot().getJsonArray("items")) {
      JsonObject item = (JsonObject) each;
      if (item.getString("variant_id") != null) {
        lines.add(
            new JsonObject()
                .put("variant_id", item.getString("variant_id"))
                .put("quantity", item.getInteger("quantity")));
      }
    }
    return lines;
  }

  private static Set<String> variantIds(Order order) {
    return stockLines(order).stream()
        .map(line -> ((JsonObject) line).getString("variant_id"))
        .collect(Collectors.toSet());
  }

  /** All of the first version: they became true in the same moment. */
  private static List<Event> orderEvents(
      CallContext context,
      PlaceOrderRequest placement,
      DraftOrderStore.Numbered numbered,
      Order order) {
    Instant at = placedAt(order);
    Boolean noNotification = order.columns().getBoolean("no_notification");
    JsonObject data = new JsonObject().put("id", order.id());
    JsonObject placed =
        data.copy()
            .put("cart_id", order.columns().getString("cart_id"))
            .put("no_notification", noNotification);
    List<Event> events = new ArrayList<>();
    events.add(
        Event.of(context, at, Topics.ORDER, "order.placed", order.id(), 1, placed)
            .withNoNotification(noNotification));
    if (placement.paidWithKey() != null) {
      JsonObject captured = data.copy().put("no_notification", noNotification);
      events.add(
          Event.of(context, at, Topics.ORDER, OrderEvents.PAYMENT_CAPTURED, order.id(), 1, captured)
              .withNoNotification(noNotification));
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

  private static Event cartCompleted(
      CallContext context, PlaceOrderRequest placement, Order order) {
    return Event.of(
        context,
        placedAt(order),
        Topics.CART,
        "cart.completed",
        placement.cartId(),
        placement.cartVersion() + 1,
        new JsonObject().put("id", placement.cartId()).put("order_id", order.id()));
  }

  private static Instant placedAt(Order order) {
    return Timestamps.parse(order.columns().getString("created_at"));
  }

  /** What the database refused, as an outcome; everything else stays a failure. */
  private static Future<PlaceOrderResult> refusal(Throwable failure) {
    if (failure instanceof PgException database) {
      switch (database.getSqlState()) {
        case "TW001":
          return Future.succeededFuture(
              new PlaceOrderResult.Refused(outOfStock(new JsonArray(database.getDetail()))));
        case "TW002":
          return Future.succeededFuture(new PlaceOrderResult.AlreadyCompleted());
        case "TW003", "TW004":
          return Future.succeededFuture(new PlaceOrderResult.Changed());
        case RedemptionRefusal.DISCOUNT_REFUSED, RedemptionRefusal.GIFT_CARD_REFUSED:
          return Future.succeededFuture(
              new PlaceOrderResult.Refused(
                  RedemptionRefusal.problem(database.getSqlState(), database.getDetail())));
        case "TW005", "25P04":
          return Future.failedFuture(tooLate().toException());
        default:
          return Future.failedFuture(failure);
      }
    }
    return Future.failedFuture(failure);
  }

  private static Problem outOfStock(JsonArray shortVariants) {
    List<String> details =
        shortVariants.stream()
            .map(each ->
                "Variant with id: %s does not have the required inventory"
                    .formatted(((JsonObject) each).getString("variant_id")))
            .toList();
    return new Problem.OutOfStock(details.stream().collect(Collectors.joining(", ")), details);
  }

  private static Problem tooLate() {
    return new Problem.TimedOut("The order could not be placed in time.");
  }
}
