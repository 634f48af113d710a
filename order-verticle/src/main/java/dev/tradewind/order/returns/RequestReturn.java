package dev.tradewind.order.returns;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.fulfillment.FulfillmentOperation;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.fulfillment.FulfillmentOperationStore;
import dev.tradewind.order.fulfillment.ShippingMethodTaxes;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.returns.ReturnRules.Units;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderAccess;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import dev.tradewind.order.view.ReturnView;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Request of a return by staff or a shopper, once per idempotency key. One transaction under the
 * lock of the order checks the units and records the return; afterwards its shipment is arranged
 * with the fulfillment provider.
 */
public final class RequestReturn {

  private static final Ids IDS = Ids.of("ret");

  /**
   * Content of a request.
   *
   * @param price of the return shipping; absent: the option's
   * @param refund absent: computed
   * @param requirePermitted refuses callers that may not choose a refund above the computed one
   * @param isReceived whether the goods have come back already
   */
  private record Wanted(
      List<Units> units,
      @Nullable String optionId,
      @Nullable Long price,
      @Nullable Long refund,
      Runnable requirePermitted,
      @Nullable String locationId,
      boolean isReceived) {}

  /** The key was used before, by a request that was faster. */
  private static final class AlreadyRequested extends RuntimeException {

    private static final long serialVersionUID = 1;

    AlreadyRequested() {
      super(null, null, false, false);
    }
  }

  /** Recorded return, and the operations that are due at providers. */
  private record Recorded(
      String returnId, List<FulfillmentOperation> shipments, List<PaymentOperation> refunds) {}

  private final Pool pool;
  private final OrderStore store;
  private final LockedOrders orders;
  private final FulfillmentOperationStore shipmentStore;
  private final FulfillmentOperationRunner shipments;
  private final ReceiveReturn receipts;
  private final ReturnShipping shipping;
  private final ReturnChecks checks;
  private final OrderAccess access;
  private final OrderQueries queries;
  private final Clock clock;

  public RequestReturn(
      Pool pool,
      OperationClient bus,
      OrderStore store,
      LockedOrders orders,
      FulfillmentOperationStore shipmentStore,
      FulfillmentOperationRunner shipments,
      ReceiveReturn receipts,
      ShippingMethodTaxes taxes,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.orders = orders;
    this.shipmentStore = shipmentStore;
    this.shipments = shipments;
    this.receipts = receipts;
    this.shipping = new ReturnShipping(bus, taxes);
    this.checks = new ReturnChecks(pool);
    this.access = new OrderAccess(bus);
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminReturnOrder", this::requestByStaff)
        .on("storeCreateReturn", this::requestByShopper);
  }

  private Future<Reply> requestByStaff(Request request) {
    OrderViews.ADMIN.select(request.query());
    String orderId = request.path("id");
    JsonObject body = request.body();
    IdempotencyKey key = IdempotencyKey.of(request, "adminReturnOrder", orderId);
    JsonObject method = shipping(body);
    Boolean given = body.getBoolean("no_notification");
    Wanted wanted =
        new Wanted(
            units(body),
            method.getString("option_id"),
            method.getLong("price"),
            body.getLong("refund"),
            () -> request.requirePermitted(RefundPlan.PERMISSION),
            body.getString("location_id"),
            Boolean.TRUE.equals(body.getBoolean("receive_now")));
    return store
        .findById(pool, orderId)
        .map(found -> found.orElseThrow(() -> notFound(orderId)))
        .compose(order ->
            request(
                request.context(),
                order,
                wanted,
                key,
                given == null ? order.noNotification() : given))
        .compose(id -> queries.showToStaff(request, orderId));
  }

  private Future<Reply> requestByShopper(Request request) {
    JsonObject body = request.body();
    String orderId = body.getString("order_id");
    IdempotencyKey key = IdempotencyKey.of(request, "storeCreateReturn", orderId);
    JsonObject method = shipping(body);
    Wanted wanted =
        new Wanted(units(body), method.getString("option_id"), null, null, () -> {}, null, false);
    return store
        .findById(pool, orderId)
        .compose(found -> access.visible(request.context(), found))
        .map(found -> found.orElseThrow(() -> notFound(orderId)))
        .compose(order -> request(request.context(), order, wanted, key, null))
        .compose(id ->
            store
                .findById(pool, orderId)
                .map(order -> Reply.ok("return", ReturnView.ofShopper(find(order, id)))));
  }

  private static Return find(Optional<Order> order, String id) {
    return order.orElseThrow().returns().stream()
        .filter(returned -> returned.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** Choice of the return shipping; empty without one. */
  private static JsonObject shipping(JsonObject body) {
    JsonObject given = body.getJsonObject("return_shipping");
    return given == null ? new JsonObject() : given;
  }

  private static RuntimeException notFound(String orderId) {
    return new Problem.NotFound("Order with id: " + orderId + " was not found").toException();
  }

  static List<Units> units(JsonObject body) {
    return units(body.getJsonArray("items"));
  }

  static List<Units> units(JsonArray given) {
    List<Units> units = new ArrayList<>();
    for (Object each : given) {
      JsonObject item = (JsonObject) each;
      units.add(
          new Units(
              item.getString("item_id"),
              quantity(item.getValue("quantity")),
              item.getString("reason_id"),
              item.getString("note")));
    }
    return units;
  }

  /** A number, or its text. */
  private static long quantity(Object given) {
    return given instanceof Number number ? number.longValue() : Long.parseLong(given.toString());
  }

  /** Returns the id of the return that has this key. */
  private Future<String> request(
      CallContext context,
      Order order,
      Wanted wanted,
      IdempotencyKey key,
      @Nullable Boolean noNotification) {
    return requestedBefore(context, order.id(), key)
        .compose(before ->
            before.isPresent()
                ? Future.succeededFuture(before.orElseThrow())
                : record(context, order, wanted, key, noNotification)
                    .compose(recorded -> arrange(context, recorded))
                    .recover(failure ->
                        failure instanceof AlreadyRequested
                            ? requestedBefore(context, order.id(), key).map(Optional::orElseThrow)
                            : Future.failedFuture(failure)));
  }

  /**
   * The return that was requested with this key, and the same body; its open operations are run.
   */
  private Future<Optional<String>> requestedBefore(
      CallContext context, String orderId, IdempotencyKey key) {
    return ReturnStore.findByKey(pool, orderId, key.key())
        .compose(found -> {
          if (found.isEmpty()) {
            return Future.succeededFuture(Optional.<String>empty());
          }
          if (!key.requestHash().equals(found.orElseThrow().requestHash())) {
            throw new Problem.Refused(
                    409,
                    "duplicate_error",
                    null,
                    "The Idempotency-Key was used before for a request with another body.",
                    List.of())
                .toException();
          }
          return shipments
              .runOpen(context, orderId)
              .map(done -> Optional.of(found.orElseThrow().id()));
        });
  }

  private Future<String> arrange(CallContext context, Recorded recorded) {
    return shipments
        .runAll(context, recorded.shipments())
        .compose(done -> receipts.refund(context, recorded.returnId(), recorded.refunds()))
        .map(recorded.returnId());
  }

  private Future<Recorded> record(
      CallContext context,
      Order before,
      Wanted wanted,
      IdempotencyKey key,
      @Nullable Boolean noNotification) {
    String id = IDS.next();
    Instant now = Timestamps.now(clock);
    return checks
        .requireOwnLines(before, wanted.units(), ReturnRules.canceled())
        .compose(own -> {
          new ReturnRules(before).requireReturnable(wanted.units(), wanted.refund());
          return checks.requireReasons(wanted.units());
        })
        .compose(checked -> {
          ReturnRules.requireDistinct(id, wanted.units());
          return method(context, before, wanted, now);
        })
        .compose(method ->
            Transactions.inTransaction(
                    pool,
                    db ->
                        GiftCardStore.lock(db, before)
                            .compose(cards ->
                                receiveStock(db, context, id, before, wanted, now)
                                    .compose(received -> orders.lock(db, before.id()))
                                    .compose(order -> {
                                      if (order.returns().stream()
                                          .anyMatch(
                                              each -> key.key().equals(each.idempotencyKey()))) {
                                        throw new AlreadyRequested();
                                      }
                                      BoughtGiftCards bought = cards.of(order);
                                      Return requested =
                                          create(
                                              id,
                                              new ReturnRules(order, bought),
                                              order,
                                              wanted,
                                              method.orElse(null),
                                              key,
                                              noNotification,
                                              now);
                                      return write(
                                          context, db, order, bought, requested, wanted, key, now);
                                    })))
                .onSuccess(recorded -> {
                  if (wanted.isReceived()) {
                    receipts.publishStock(before);
                  }
                }));
  }

  private Future<Void> receiveStock(
      SqlConnection db, CallContext context, String id, Order order, Wanted wanted, Instant now) {
    return wanted.isReceived()
        ? receipts.receiveStock(db, context, id, order, wanted.units(), wanted.locationId(), now)
        : Future.succeededFuture();
  }

  private Future<Optional<OrderShippingMethod>> method(
      CallContext context, Order order, Wanted wanted, Instant now) {
    return wanted.optionId() == null
        ? Future.succeededFuture(Optional.empty())
        : shipping.of(context, order, wanted.optionId(), wanted.price(), now).map(Optional::of);
  }

  private static Return create(
      String id,
      ReturnRules rules,
      Order order,
      Wanted wanted,
      @Nullable OrderShippingMethod method,
      IdempotencyKey key,
      @Nullable Boolean noNotification,
      Instant now) {
    rules.requireReturnable(wanted.units(), wanted.refund());
    Long refund = wanted.refund();
    long computed = rules.refund(wanted.units(), method, null);
    if (refund != null && refund > computed) {
      wanted.requirePermitted().run();
    }
    return new Return(
        id,
        now,
        now,
        order.id(),
        PartOwner.ORDER,
        ReturnStatus.REQUESTED,
        wanted.units().stream().map(rules::requested).toList(),
        refund == null ? computed : Math.max(0, refund),
        method,
        null,
        wanted.locationId(),
        null,
        noNotification,
        null,
        key.key());
  }

  private Future<Recorded> write(
      CallContext context,
      SqlConnection db,
      Order order,
      BoughtGiftCards cards,
      Return requested,
      Wanted wanted,
      IdempotencyKey key,
      Instant now) {
    List<FulfillmentOperation> arrangements = FulfillmentOperation.arrangementsOf(requested);
    Event event =
        OrderEvents.of(
            context,
            now,
            OrderEvents.RETURN_REQUESTED,
            order.id(),
            requested.noNotification(),
            new JsonObject().put("return_id", requested.id()));
    return ReturnStore.insert(db, requested, key.requestHash())
        .compose(inserted -> shipmentStore.insert(db, arrangements, now))
        .compose(inserted ->
            orders.write(
                db,
                order,
                new OrderMutation.FulfillmentStatusChange(order.fulfillmentStatus()),
                now,
                List.of(event)))
        .compose(written ->
            wanted.isReceived()
                ? receipts.receive(
                    context,
                    db,
                    "adminReturnOrder",
                    order,
                    cards,
                    requested,
                    wanted.units(),
                    wanted.refund(),
                    null,
                    now)
                : Future.succeededFuture(List.<PaymentOperation>of()))
        .map(refunds -> new Recorded(requested.id(), arrangements, refunds));
  }
}
