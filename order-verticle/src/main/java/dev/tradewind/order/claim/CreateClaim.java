package dev.tradewind.order.claim;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.api.catalog.CatalogClient;
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
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimItem;
import dev.tradewind.order.aftersale.ClaimPaymentStatus;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.fulfillment.FulfillmentOperation;
import dev.tradewind.order.fulfillment.FulfillmentOperationRunner;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.ClaimEvents;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.payment.ClaimRefunds;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.pricing.AdditionalLines;
import dev.tradewind.order.pricing.ShippingMethodQuotes;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.returns.ReturnRules;
import dev.tradewind.order.store.ClaimStore;
import dev.tradewind.order.store.LineProgressStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.OrderPartStore;
import dev.tradewind.order.store.StockStore;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import dev.tradewind.totals.MethodTotals;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creation of a claim, once per idempotency key. One transaction takes the stock of its additional
 * line items, checks the claimed units under the lock of the order, and records the claim with its
 * return and its refund; afterwards the providers are called. A refused refund leaves no claim.
 */
final class CreateClaim {

  private static final Ids IDS = Ids.of("claim");
  private static final Ids ITEM_IDS = Ids.of("citm");
  static final Ids IMAGE_IDS = Ids.of("cimg");
  static final Ids TAG_IDS = Ids.of("ctag");
  private static final Ids ADDRESS_IDS = Ids.of("addr");

  /** The key was used before, by a request that was faster. */
  private static final class AlreadyRequested extends RuntimeException {

    private static final long serialVersionUID = 1;

    AlreadyRequested() {
      super(null, null, false, false);
    }
  }

  /** Prices, taxes and checks of other verticles and providers, before the claim is recorded. */
  private record Quoted(
      List<OrderLine> lines,
      List<OrderShippingMethod> methods,
      PartReturns.@Nullable Prepared returned) {}

  /** Operations that are due at providers once the claim is recorded. */
  private record Recorded(
      List<PaymentOperation> refunds, List<FulfillmentOperation> arrangements) {}

  private final Pool pool;
  private final EventBus eventBus;
  private final LockedOrders orders;
  private final PaymentOperationStore paymentStore;
  private final PaymentOperationRunner payments;
  private final FulfillmentOperationRunner shipments;
  private final AdditionalLines lines;
  private final ShippingMethodQuotes methods;
  private final PartReturns returns;
  private final CatalogClient catalog;
  private final OrderQueries queries;
  private final Clock clock;

  CreateClaim(
      Pool pool,
      EventBus eventBus,
      OperationClient bus,
      LockedOrders orders,
      PaymentOperationStore paymentStore,
      PaymentOperationRunner payments,
      FulfillmentOperationRunner shipments,
      AdditionalLines lines,
      ShippingMethodQuotes methods,
      PartReturns returns,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.eventBus = eventBus;
    this.orders = orders;
    this.paymentStore = paymentStore;
    this.payments = payments;
    this.shipments = shipments;
    this.lines = lines;
    this.methods = methods;
    this.returns = returns;
    this.catalog = new CatalogClient(bus);
    this.queries = queries;
    this.clock = clock;
  }

  void bind(Operations operations) {
    operations.on("adminCreateOrderClaim", this::create);
  }

  private Future<Reply> create(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    IdempotencyKey key = IdempotencyKey.of(request, "adminCreateOrderClaim", orderId);
    CallContext context = request.context();
    if (request.body().getLong("refund_amount") != null) {
      request.requirePermitted(RefundPlan.PERMISSION);
    }
    return requestedBefore(context, orderId, key)
        .compose(before ->
            before
                ? Future.<Void>succeededFuture()
                : create(context, orderId, ClaimRequest.of(request.body()), key))
        .compose(done -> queries.showToStaff(request, orderId));
  }

  private Future<Void> create(
      CallContext context, String orderId, ClaimRequest wanted, IdempotencyKey key) {
    Instant now = Timestamps.now(clock);
    return orders
        .read(pool, orderId)
        .compose(order ->
            requireOwnLines(order, wanted)
                .compose(own -> quote(context, order, wanted, now))
                .compose(quoted -> record(context, order, wanted, quoted, key, now)))
        .compose(recorded ->
            payments
                .runAll(context, recorded.refunds())
                .compose(refunded -> shipments.runAll(context, recorded.arrangements())))
        .recover(failure ->
            failure instanceof AlreadyRequested
                ? requestedBefore(context, orderId, key).mapEmpty()
                : Future.failedFuture(failure));
  }

  /**
   * Whether a claim was created with this key and the same body; its open operations are run then.
   */
  private Future<Boolean> requestedBefore(CallContext context, String orderId, IdempotencyKey key) {
    return ClaimStore.findByKey(pool, orderId, key.key())
        .compose(found -> {
          if (found.isEmpty()) {
            return Future.succeededFuture(false);
          }
          ClaimStore.Requested claim = found.orElseThrow();
          if (!key.requestHash().equals(claim.requestHash())) {
            throw new Problem.Refused(
                    409,
                    "duplicate_error",
                    null,
                    "The Idempotency-Key was used before for a request with another body.",
                    List.of())
                .toException();
          }
          return paymentStore
              .findOfOrder(pool, orderId)
              .compose(begun ->
                  payments.runAll(
                      context,
                      begun.stream()
                          .filter(PaymentOperation::isOpen)
                          .filter(operation -> ClaimRefunds.isOf(operation, claim.id()))
                          .toList()))
              .compose(refunded -> shipments.runOpen(context, orderId))
              .map(true);
        });
  }

  /** Refuses line items of other orders; whether unknown ones exist is not asked otherwise. */
  private Future<Void> requireOwnLines(Order order, ClaimRequest wanted) {
    List<String> others =
        wanted.items().stream()
            .map(ClaimRequest.Item::lineId)
            .filter(id -> order.findLine(id).isEmpty())
            .toList();
    Future<Void> own =
        others.isEmpty()
            ? Future.succeededFuture()
            : OrderPartStore.findOrdersOfLines(pool, others)
                .map(found -> {
                  for (String id : others) {
                    if (!found.containsKey(id)) {
                      throw ClaimRules.unknownLine(id);
                    }
                  }
                  throw found.containsValue(true)
                      ? ClaimRules.canceled()
                      : ClaimRules.foreignLine();
                });
    return own.map(checked -> {
      ClaimRules.requireNotCanceled(order, wanted.items());
      return null;
    });
  }

  private Future<Quoted> quote(CallContext context, Order order, ClaimRequest wanted, Instant now) {
    Future<List<OrderLine>> additional =
        wanted.additionalItems().isEmpty()
            ? Future.succeededFuture(List.of())
            : lines
                .groups(context, order)
                .compose(groups ->
                    lines.quote(
                        context,
                        order,
                        groups,
                        wanted.additionalItems(),
                        null,
                        new JsonObject(),
                        id ->
                            new Problem.InvalidData(
                                "Unable to generate the line items, some variant has not been"
                                    + " found: "
                                    + id)))
                .map(quoted -> quoted.stream().map(AdditionalLines.Quoted::line).toList());
    return additional.compose(added -> {
      ClaimRules.requireClaimable(order, wanted.items());
      Future<List<OrderShippingMethod>> chosen =
          methods
              .quote(context, order, wanted.shippingMethods())
              .map(priced -> priced.stream().map(method -> sold(method, now)).toList());
      Future<Optional<PartReturns.Prepared>> returned = prepareReturn(context, order, wanted, now);
      return Future.all(chosen, returned, requireCountry(context, order, wanted))
          .map(all -> new Quoted(added, chosen.result(), returned.result().orElse(null)));
    });
  }

  private Future<Optional<PartReturns.Prepared>> prepareReturn(
      CallContext context, Order order, ClaimRequest wanted, Instant now) {
    JsonObject shipping = wanted.returnShipping();
    return shipping == null
        ? Future.succeededFuture(Optional.empty())
        : returns
            .prepare(
                context,
                order,
                wanted.items().stream()
                    .map(item -> new ReturnRules.Units(item.lineId(), item.quantity(), null, null))
                    .toList(),
                shipping.getString("option_id"),
                shipping.getLong("price"),
                ClaimRules.canceled(),
                now)
            .map(Optional::of);
  }

  static OrderShippingMethod sold(ShippingMethodQuotes.Priced method, Instant now) {
    return OrderShippingMethod.sold(
        method.details(), null, method.taxable(), MethodTotals.of(method.taxable()), now);
  }

  /** The country of an own address has to be one of the order's region. */
  private Future<Void> requireCountry(CallContext context, Order order, ClaimRequest wanted) {
    JsonObject address = wanted.shippingAddress();
    String country = address == null ? null : address.getString("country_code");
    if (country == null) {
      return Future.succeededFuture();
    }
    return catalog
        .findCountries(context, List.of(country.toLowerCase(Locale.ROOT)))
        .map(found -> {
          if (found.stream()
              .noneMatch(known -> order.regionId().equals(known.getString("region_id")))) {
            throw new Problem.InvalidData("Shipping country must be in the order region")
                .toException();
          }
          return null;
        });
  }

  /** Stock is locked before the order, as in placement. */
  private Future<Recorded> record(
      CallContext context,
      Order before,
      ClaimRequest wanted,
      Quoted quoted,
      IdempotencyKey key,
      Instant now) {
    String id = IDS.next();
    JsonArray stock = stock(quoted.lines());
    return Transactions.inTransaction(
            pool,
            db ->
                GiftCardStore.lock(db, before)
                    .compose(cards ->
                        (stock.isEmpty()
                                ? Future.<Void>succeededFuture()
                                : takeStock(db, context, id, before, stock, now))
                            .compose(taken -> orders.lock(db, before.id()))
                            .compose(order -> {
                              if (order.claims().stream()
                                  .anyMatch(claim -> key.key().equals(claim.idempotencyKey()))) {
                                throw new AlreadyRequested();
                              }
                              return paymentStore
                                  .findOfOrder(db, order.id())
                                  .compose(begun ->
                                      write(
                                          context,
                                          db,
                                          order,
                                          begun,
                                          cards.of(order),
                                          id,
                                          wanted,
                                          quoted,
                                          key,
                                          now));
                            })))
        .onSuccess(recorded -> {
          if (!stock.isEmpty()) {
            CatalogCacheInvalidation.publishVariants(
                eventBus,
                quoted.lines().stream()
                    .map(line -> Objects.requireNonNull(line.variantId()))
                    .collect(Collectors.toSet()));
          }
        });
  }

  private static Future<Void> takeStock(
      SqlConnection db, CallContext context, String id, Order order, JsonArray stock, Instant now) {
    return StockStore.take(db, context, id, order.salesChannelId(), stock, now)
        .recover(failure -> Future.failedFuture(StockStore.explained(failure)));
  }

  private static JsonArray stock(List<OrderLine> lines) {
    JsonArray stock = new JsonArray();
    lines.forEach(line ->
        stock.add(
            new JsonObject()
                .put("line_item_id", line.id())
                .put("variant_id", line.variantId())
                .put("quantity", line.quantity())));
    return stock;
  }

  private Future<Recorded> write(
      CallContext context,
      SqlConnection db,
      Order order,
      List<PaymentOperation> begun,
      BoughtGiftCards cards,
      String id,
      ClaimRequest wanted,
      Quoted quoted,
      IdempotencyKey key,
      Instant now) {
    ClaimSettlement settlement = ClaimSettlement.of(order, begun, cards, id, wanted);
    Claim claim = claim(order, id, wanted, quoted, settlement.refund(), key, now);
    List<PaymentOperation> refunds = settlement.refunds();
    return ClaimStore.insert(db, claim, key.requestHash())
        .compose(inserted ->
            LineProgressStore.addClaimed(db, order.id(), ClaimRefunds.units(order, claim)))
        .compose(claimed -> insertReturn(db, order, claim, wanted, quoted.returned(), now))
        .compose(arrangements ->
            paymentStore
                .insert(db, context, "adminCreateOrderClaim", order, refunds, now)
                .compose(inserted ->
                    GiftCardStore.withdraw(
                        db,
                        context,
                        order.id(),
                        settlement.cause(),
                        refunds.isEmpty(),
                        settlement.taken(),
                        now))
                .compose(withdrawn ->
                    orders.write(
                        db,
                        order,
                        new OrderMutation.FulfillmentStatusChange(order.fulfillmentStatus()),
                        now,
                        events(context, claim, now)))
                .map(new Recorded(refunds, arrangements)));
  }

  private static Claim claim(
      Order order,
      String id,
      ClaimRequest wanted,
      Quoted quoted,
      @Nullable Long refund,
      IdempotencyKey key,
      Instant now) {
    JsonObject address = wanted.shippingAddress();
    return new Claim(
        id,
        now,
        now,
        order.id(),
        wanted.type(),
        paymentStatus(refund),
        FulfillmentStatus.NOT_FULFILLED,
        wanted.items().stream().map(item -> item(order, item, now)).toList(),
        quoted.lines(),
        quoted.methods(),
        address == null
            ? order.snapshot().shippingAddress()
            : Address.created(ADDRESS_IDS.next(), address, now),
        refund,
        null,
        wanted.noNotificationFor(order),
        wanted.metadata(),
        key.key());
  }

  private static ClaimPaymentStatus paymentStatus(@Nullable Long refund) {
    if (refund == null) {
      return ClaimPaymentStatus.NA;
    }
    return refund == 0 ? ClaimPaymentStatus.REFUNDED : ClaimPaymentStatus.NOT_REFUNDED;
  }

  private static ClaimItem item(Order order, ClaimRequest.Item item, Instant now) {
    OrderLine line = order.findLine(item.lineId()).orElseThrow();
    return new ClaimItem(
        ITEM_IDS.next(),
        now,
        now,
        line.id(),
        Objects.requireNonNull(line.variantId()),
        Objects.requireNonNull(item.reason()),
        item.note(),
        item.quantity(),
        null,
        item.images().stream()
            .map(url -> new ClaimItem.Image(IMAGE_IDS.next(), now, now, url))
            .toList(),
        item.tags().stream()
            .map(value -> new ClaimItem.Tag(TAG_IDS.next(), now, now, value))
            .toList());
  }

  /** The claim itself settles the money: its return refunds nothing unless its receipt says so. */
  private Future<List<FulfillmentOperation>> insertReturn(
      SqlConnection db,
      Order order,
      Claim claim,
      ClaimRequest wanted,
      PartReturns.@Nullable Prepared returned,
      Instant now) {
    return returned == null
        ? Future.succeededFuture(List.of())
        : returns.insert(
            db,
            order,
            claim.owner(),
            returned,
            0,
            wanted.returnLocationId(),
            claim.noNotification(),
            now);
  }

  private static List<Event> events(CallContext context, Claim claim, Instant now) {
    List<Event> events = new ArrayList<>();
    events.add(of(context, now, ClaimEvents.CREATED, claim));
    claim
        .items()
        .forEach(item ->
            events.add(
                OrderEvents.of(
                        context,
                        now,
                        ClaimEvents.ITEM_CREATED,
                        item.id(),
                        claim.noNotification(),
                        new JsonObject()
                            .put("claim_order_id", claim.id())
                            .put("order_id", claim.orderId()))
                    .keyedBy(claim.orderId())));
    if (claim.paymentStatus() == ClaimPaymentStatus.REFUNDED) {
      events.add(of(context, now, ClaimEvents.REFUND_PROCESSED, claim));
    }
    return events;
  }

  private static Event of(CallContext context, Instant now, String type, Claim claim) {
    return OrderEvents.ofPart(
        context, now, type, claim.owner(), claim.orderId(), claim.noNotification());
  }
}
