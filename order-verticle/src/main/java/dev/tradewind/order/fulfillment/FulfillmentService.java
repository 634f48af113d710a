package dev.tradewind.order.fulfillment;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.FulfillmentStatus;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.store.LineProgressStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.StockStore;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Fulfillments of an order by staff: creation, shipment and cancellation. Units are checked and
 * changed under the lock of the order; providers are called outside of it. Of several fulfillments
 * in one request, those that their provider accepts stay, and a refused one leaves nothing: the
 * refusal is the answer, and its units can be fulfilled again.
 */
public final class FulfillmentService {

  private static final Ids FULFILLMENT_IDS = Ids.of("ful");
  private static final Ids LINK_IDS = Ids.of("tlink");

  private final Pool pool;
  private final LockedOrders orders;
  private final FulfillmentStore fulfillments;
  private final FulfillmentOperationStore operationStore;
  private final FulfillmentOperationRunner runner;
  private final CatalogClient catalog;
  private final OrderQueries queries;
  private final Clock clock;

  public FulfillmentService(
      Pool pool,
      LockedOrders orders,
      FulfillmentStore fulfillments,
      FulfillmentOperationStore operationStore,
      FulfillmentOperationRunner runner,
      OperationClient bus,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.fulfillments = fulfillments;
    this.operationStore = operationStore;
    this.runner = runner;
    this.catalog = new CatalogClient(bus);
    this.queries = queries;
    this.clock = clock;
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
    Fulfillment template = template(request.body(), orderId);
    FulfillmentPlan.requireValid(template.items(), template.id());
    CallContext context = request.context();
    return orders
        .read(pool, orderId)
        .compose(order ->
            profiles(context, order).compose(profiles -> begin(context, order, template, profiles)))
        .compose(operations -> runner.runAll(context, operations))
        .compose(done -> queries.showToStaff(request, orderId));
  }

  /** Fulfillment as requested, without a provider. */
  private Fulfillment template(JsonObject body, String orderId) {
    Instant now = Timestamps.now(clock);
    JsonObject metadata = body.getJsonObject("metadata");
    return new Fulfillment(
        FULFILLMENT_IDS.next(),
        now,
        now,
        orderId,
        PartOwner.ORDER,
        "",
        body.getString("location_id"),
        body.getJsonArray("items").stream()
            .map(JsonObject.class::cast)
            .map(item -> new Fulfillment.Item(item.getString("item_id"), item.getLong("quantity")))
            .toList(),
        List.of(),
        new JsonObject(),
        null,
        null,
        noNotification(body.getValue("no_notification")),
        metadata == null ? new JsonObject() : metadata);
  }

  /** A boolean or its text. */
  private static @Nullable Boolean noNotification(@Nullable Object given) {
    return given == null ? null : Boolean.valueOf(given.toString());
  }

  /** Shipping profiles of the line items' products, which decide between several methods. */
  private Future<Map<String, String>> profiles(CallContext context, Order order) {
    List<OrderLine> goods =
        order.snapshot().lines().stream().filter(line -> line.variantId() != null).toList();
    if (order.snapshot().shippingMethods().size() < 2 || goods.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return catalog
        .findVariants(context, order.snapshot().variantIds())
        .map(variants -> {
          Map<String, String> byVariant = new HashMap<>();
          for (JsonObject variant : variants) {
            JsonObject product = variant.getJsonObject("product");
            if (product != null && product.getString("profile_id") != null) {
              byVariant.put(variant.getString("id"), product.getString("profile_id"));
            }
          }
          Map<String, String> byLine = new HashMap<>();
          for (OrderLine line : goods) {
            Optional.ofNullable(byVariant.get(Objects.requireNonNull(line.variantId())))
                .ifPresent(profile -> byLine.put(line.id(), profile));
          }
          return byLine;
        });
  }

  /**
   * Records the fulfillments. Units that an operation without an outcome reserves may become free,
   * or visible as fulfilled, once its provider is asked again.
   */
  private Future<List<FulfillmentOperation>> begin(
      CallContext context, Order before, Fulfillment template, Map<String, String> profiles) {
    return fulfillments
        .findPendingUnits(pool, before.id())
        .compose(pending ->
            FulfillmentPlan.isWaiting(template.items(), before.snapshot().lines(), pending)
                ? runner
                    .tryOpen(context, before.id())
                    .compose(finished -> orders.read(pool, before.id()))
                : Future.succeededFuture(before))
        .compose(order -> record(context, order, template, profiles));
  }

  /** Takes the stock and records the operations. Stock is locked before the order. */
  private Future<List<FulfillmentOperation>> record(
      CallContext context, Order before, Fulfillment template, Map<String, String> profiles) {
    List<FulfillmentPlan.Part> parts = plan(before, template, profiles, Map.of());
    List<Fulfillment> created =
        parts.stream()
            .map(part -> template.of(FULFILLMENT_IDS.next(), provider(part.method()), part.items()))
            .toList();
    List<FulfillmentOperation> operations =
        IntStream.range(0, parts.size())
            .mapToObj(index ->
                FulfillmentOperation.create(
                    created.get(index), parts.get(index).method().details().data()))
            .toList();
    JsonArray units = stockOf(before, created);
    return Transactions.inTransaction(
            pool,
            db ->
                (units.isEmpty()
                        ? Future.<Void>succeededFuture()
                        : StockStore.fulfill(
                            db,
                            context,
                            before.id(),
                            template.locationId(),
                            units,
                            template.createdAt()))
                    .compose(taken -> orders.lock(db, before.id()))
                    .compose(order ->
                        fulfillments
                            .findPendingUnits(db, order.id())
                            .compose(pending -> {
                              if (!plan(order, template, profiles, pending).equals(parts)) {
                                // A shipping method was added meanwhile.
                                throw new Problem.Conflict().toException();
                              }
                              return fulfillments.insert(db, created);
                            }))
                    .compose(
                        inserted -> operationStore.insert(db, operations, template.createdAt())))
        .map(operations);
  }

  /** Units of the fulfillments, for the stock; custom line items have none. */
  private static JsonArray stockOf(Order order, List<Fulfillment> fulfillments) {
    JsonArray units = new JsonArray();
    for (Fulfillment fulfillment : fulfillments) {
      for (Fulfillment.Item item : fulfillment.items()) {
        OrderLine line = order.snapshot().requireLine(item.lineId());
        if (line.variantId() != null) {
          units.add(
              new JsonObject()
                  .put("fulfillment_id", fulfillment.id())
                  .put("line_item_id", line.id())
                  .put("variant_id", line.variantId())
                  .put("title", line.details().title())
                  .put("quantity", item.quantity()));
        }
      }
    }
    return units;
  }

  private static List<FulfillmentPlan.Part> plan(
      Order order, Fulfillment template, Map<String, String> profiles, Map<String, Long> pending) {
    if (order.isCanceled()) {
      throw new Problem.NotAllowed("A canceled order cannot be fulfilled").toException();
    }
    List<OrderShippingMethod> methods = order.snapshot().shippingMethods();
    if (methods.isEmpty()) {
      throw new Problem.NotAllowed("Cannot fulfill an order that lacks shipping methods")
          .toException();
    }
    FulfillmentPlan.requireUnfulfilled(template.items(), order.snapshot().lines(), pending);
    return FulfillmentPlan.assign(template.items(), methods, profiles);
  }

  private static String provider(OrderShippingMethod method) {
    String provider = method.providerId();
    if (provider == null) {
      throw new Problem.NotFound(
              "Shipping Option with %s was not found"
                  .formatted(method.details().shippingOptionId()))
          .toException();
    }
    return provider;
  }

  private Future<Reply> ship(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    JsonObject body = request.body();
    String id = body.getString("fulfillment_id");
    Instant now = Timestamps.now(clock);
    JsonArray numbers = body.getJsonArray("tracking_numbers");
    List<Fulfillment.TrackingLink> links =
        numbers == null
            ? List.of()
            : numbers.stream()
                .map(number ->
                    new Fulfillment.TrackingLink(
                        LINK_IDS.next(), now, now, number.toString(), null, null))
                .toList();
    Boolean noNotification = body.getBoolean("no_notification");
    // A cancellation without an outcome decides whether it can be shipped.
    return runner
        .runOpen(request.context(), orderId)
        .compose(finished ->
            orders.locked(
                orderId,
                (db, order) ->
                    fulfillments
                        .find(db, id)
                        .compose(found -> {
                          Fulfillment fulfillment =
                              requireShippable(order, found.orElseThrow(() -> notFound(id)));
                          return requireSettled(db, fulfillment)
                              .compose(settled ->
                                  ship(
                                      request.context(),
                                      db,
                                      order,
                                      fulfillment,
                                      links,
                                      noNotification,
                                      now));
                        })))
        .compose(done -> queries.showToStaff(request, orderId));
  }

  /** A concurrent request may have asked its provider to create or cancel it meanwhile. */
  private Future<Void> requireSettled(SqlClient db, Fulfillment fulfillment) {
    return operationStore
        .findOpen(db, fulfillment.orderId())
        .compose(open ->
            open.stream().anyMatch(each -> each.subjectId().equals(fulfillment.id()))
                ? Future.failedFuture(new Problem.Conflict().toException())
                : Future.succeededFuture());
  }

  private static Fulfillment requireShippable(Order order, Fulfillment fulfillment) {
    if (order.isCanceled()) {
      throw new Problem.NotAllowed("A canceled order cannot be fulfilled as shipped").toException();
    }
    if (!isOwn(order, fulfillment)) {
      throw new Problem.NotFound("Could not find fulfillment").toException();
    }
    if (fulfillment.isCanceled()) {
      throw new Problem.NotAllowed("Fulfillment has been canceled").toException();
    }
    if (fulfillment.isShipped()) {
      throw new Problem.NotAllowed("Fulfillment has already been shipped").toException();
    }
    return fulfillment;
  }

  private Future<Void> ship(
      CallContext context,
      SqlClient db,
      Order order,
      Fulfillment fulfillment,
      List<Fulfillment.TrackingLink> links,
      @Nullable Boolean given,
      Instant now) {
    return fulfillments
        .ship(db, fulfillment.id(), links, given, now)
        .compose(shipped ->
            LineProgressStore.addShipped(
                db, order.id(), FulfillmentCreation.units(order, fulfillment)))
        .compose(added -> orders.read(db, order.id()))
        .compose(current ->
            orders.write(
                db,
                current,
                new OrderMutation.FulfillmentStatusChange(
                    FulfillmentStatus.afterShipment(current.snapshot().lines())),
                now,
                List.of(
                    OrderEvents.of(
                        context,
                        now,
                        OrderEvents.SHIPMENT_CREATED,
                        order.id(),
                        given == null ? fulfillment.noNotification() : given,
                        new JsonObject().put("fulfillment_id", fulfillment.id())))));
  }

  private Future<Reply> cancel(Request request) {
    OrderViews.ofAction(request.query());
    String orderId = request.path("id");
    String id = request.path("fulfillment_id");
    return fulfillments
        .find(pool, id)
        .compose(found -> {
          Fulfillment fulfillment = found.orElseThrow(() -> notFound(id));
          if (!fulfillment.orderId().equals(orderId)
              || !fulfillment.owner().equals(PartOwner.ORDER)) {
            throw new Problem.NotFound(
                    "no fulfillment was found with the id: %s related to order: %s"
                        .formatted(id, orderId))
                .toException();
          }
          return runner.runOpen(request.context(), orderId);
        })
        .compose(finished -> orders.locked(orderId, (db, order) -> beginCancel(db, order, id)))
        .compose(operations -> runner.runAll(request.context(), operations))
        .compose(done -> queries.showToStaff(request, orderId));
  }

  /** A canceled fulfillment stays as it is. */
  private Future<List<FulfillmentOperation>> beginCancel(SqlClient db, Order order, String id) {
    Fulfillment fulfillment = order.findFulfillment(id).orElseThrow(() -> notFound(id));
    if (fulfillment.isCanceled()) {
      return Future.succeededFuture(List.of());
    }
    if (fulfillment.isShipped()) {
      throw new Problem.NotAllowed(
              "The fulfillment has already been shipped. Shipped fulfillments cannot be canceled")
          .toException();
    }
    List<FulfillmentOperation> operations = List.of(FulfillmentOperation.cancel(fulfillment));
    return operationStore.insert(db, operations, Timestamps.now(clock)).map(operations);
  }

  private static boolean isOwn(Order order, Fulfillment fulfillment) {
    return fulfillment.orderId().equals(order.id()) && fulfillment.owner().equals(PartOwner.ORDER);
  }

  private static RuntimeException notFound(String id) {
    return new Problem.NotFound("Fulfillment with id: %s was not found".formatted(id))
        .toException();
  }
}
