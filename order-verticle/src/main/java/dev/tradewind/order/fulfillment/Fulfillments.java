package dev.tradewind.order.fulfillment;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.OwnedGoods;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.store.LineProgressStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.StockStore;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Fulfillments of an order, a swap or a claim: creation, shipment and cancellation. Units are
 * checked and changed under the lock of the order; providers are called outside of it. Of several
 * fulfillments in one request, those that their provider accepts stay, and a refused one leaves
 * nothing: the refusal is the answer, and its units can be fulfilled again.
 */
public final class Fulfillments {

  private static final Ids FULFILLMENT_IDS = Ids.of("ful");
  private static final Ids LINK_IDS = Ids.of("tlink");

  /** Refusals that depend on the owner of the goods: the order, a swap or a claim. */
  public interface Rules {

    /** Owner within the order, if the order has it; fails otherwise. */
    PartOwner owner(Order order);

    /** Requires that the goods can be fulfilled, whatever their units. */
    void requireFulfillable(Order order);

    /** Requires that fulfillments of the goods can be shipped. */
    void requireShippable(Order order);

    /** Failure for a fulfillment of another owner. */
    RuntimeException foreign(String fulfillmentId);

    /** The same for a shipment. */
    default RuntimeException foreignToShip(String fulfillmentId) {
      return foreign(fulfillmentId);
    }
  }

  private final Pool pool;
  private final LockedOrders orders;
  private final FulfillmentStore fulfillments;
  private final FulfillmentOperationStore operationStore;
  private final FulfillmentOperationRunner runner;
  private final CatalogClient catalog;
  private final Clock clock;

  public Fulfillments(
      Pool pool,
      LockedOrders orders,
      FulfillmentStore fulfillments,
      FulfillmentOperationStore operationStore,
      FulfillmentOperationRunner runner,
      OperationClient bus,
      Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.fulfillments = fulfillments;
    this.operationStore = operationStore;
    this.runner = runner;
    this.catalog = new CatalogClient(bus);
    this.clock = clock;
  }

  /** Fulfills all open units of the line items of a swap or claim, with their metadata. */
  public Future<Void> createAll(CallContext context, String orderId, Rules rules, JsonObject body) {
    return orders
        .read(pool, orderId)
        .compose(order -> {
          rules.requireFulfillable(order);
          List<Fulfillment.Item> open =
              order.goodsOf(rules.owner(order)).lines().stream()
                  .filter(line -> line.unfulfilledUnits(0) > 0)
                  .map(line -> new Fulfillment.Item(line.id(), line.unfulfilledUnits(0)))
                  .toList();
          return create(context, order, rules, open, body);
        });
  }

  /** Fulfills these units. */
  Future<Void> create(
      CallContext context,
      String orderId,
      Rules rules,
      List<Fulfillment.Item> items,
      JsonObject body) {
    return orders.read(pool, orderId).compose(order -> create(context, order, rules, items, body));
  }

  private Future<Void> create(
      CallContext context,
      Order order,
      Rules rules,
      List<Fulfillment.Item> items,
      JsonObject body) {
    Fulfillment template = template(body, order.id(), rules.owner(order), items);
    return profiles(context, order.goodsOf(template.owner()))
        .compose(profiles -> begin(context, order, rules, template, profiles))
        .compose(operations -> runner.runAll(context, operations));
  }

  /** Fulfillment as requested, without a provider. */
  private Fulfillment template(
      JsonObject body, String orderId, PartOwner owner, List<Fulfillment.Item> items) {
    Instant now = Timestamps.now(clock);
    JsonObject metadata = body.getJsonObject("metadata");
    return new Fulfillment(
        FULFILLMENT_IDS.next(),
        now,
        now,
        orderId,
        owner,
        "",
        body.getString("location_id"),
        items,
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
  private Future<Map<String, String>> profiles(CallContext context, OwnedGoods owned) {
    List<OrderLine> goods =
        owned.lines().stream().filter(line -> line.variantId() != null).toList();
    if (owned.shippingMethods().size() < 2 || goods.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return catalog
        .findVariants(
            context,
            goods.stream()
                .map(line -> Objects.requireNonNull(line.variantId()))
                .collect(Collectors.toSet()))
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
      CallContext context,
      Order before,
      Rules rules,
      Fulfillment template,
      Map<String, String> profiles) {
    return fulfillments
        .findPendingUnits(pool, before.id())
        .compose(pending ->
            FulfillmentPlan.isWaiting(
                    template.items(), before.goodsOf(template.owner()).lines(), pending)
                ? runner
                    .tryOpen(context, before.id())
                    .compose(finished -> orders.read(pool, before.id()))
                : Future.succeededFuture(before))
        .compose(order -> record(context, order, rules, template, profiles));
  }

  /** Takes the stock and records the operations. Stock is locked before the order. */
  private Future<List<FulfillmentOperation>> record(
      CallContext context,
      Order before,
      Rules rules,
      Fulfillment template,
      Map<String, String> profiles) {
    List<FulfillmentPlan.Part> parts = plan(before, rules, template, profiles, Map.of());
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
    JsonArray units = stockOf(before.goodsOf(template.owner()), created);
    return Transactions.inTransaction(
            pool,
            db ->
                (units.isEmpty()
                        ? Future.<Void>succeededFuture()
                        : StockStore.fulfill(
                            db,
                            context,
                            template.owner().idWithin(before.id()),
                            template.locationId(),
                            units,
                            template.createdAt()))
                    .compose(taken -> orders.lock(db, before.id()))
                    .compose(order ->
                        fulfillments
                            .findPendingUnits(db, order.id())
                            .compose(pending -> {
                              if (!plan(order, rules, template, profiles, pending).equals(parts)) {
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
  private static JsonArray stockOf(OwnedGoods goods, List<Fulfillment> fulfillments) {
    JsonArray units = new JsonArray();
    for (Fulfillment fulfillment : fulfillments) {
      for (Fulfillment.Item item : fulfillment.items()) {
        OrderLine line = goods.requireLine(item.lineId());
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
      Order order,
      Rules rules,
      Fulfillment template,
      Map<String, String> profiles,
      Map<String, Long> pending) {
    rules.requireFulfillable(order);
    OwnedGoods goods = order.goodsOf(template.owner());
    FulfillmentPlan.requireUnfulfilled(template.items(), goods.lines(), pending);
    return FulfillmentPlan.assign(template.items(), goods.shippingMethods(), profiles);
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

  /** Ships a fulfillment: {@code fulfillment_id}, {@code tracking_numbers}. */
  public Future<Void> ship(CallContext context, String orderId, Rules rules, JsonObject body) {
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
        .runOpen(context, orderId)
        .compose(finished ->
            orders.locked(
                orderId,
                (db, order) ->
                    fulfillments
                        .find(db, id)
                        .compose(found -> {
                          Fulfillment fulfillment =
                              requireShippable(order, rules, found.orElseThrow(() -> notFound(id)));
                          return requireSettled(db, fulfillment)
                              .compose(settled ->
                                  ship(
                                      context, db, order, fulfillment, links, noNotification, now));
                        })));
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

  private static Fulfillment requireShippable(Order order, Rules rules, Fulfillment fulfillment) {
    rules.requireShippable(order);
    if (!isOf(rules.owner(order), order, fulfillment)) {
      throw rules.foreignToShip(fulfillment.id());
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
      @Nullable Boolean requested,
      Instant now) {
    Boolean noNotification =
        Stream.of(
                Optional.ofNullable(requested),
                Optional.ofNullable(fulfillment.noNotification()),
                Optional.ofNullable(order.goodsOf(fulfillment.owner()).noNotification()))
            .flatMap(Optional::stream)
            .findFirst()
            .orElse(null);
    return fulfillments
        .ship(db, fulfillment.id(), links, noNotification, now)
        .compose(shipped ->
            LineProgressStore.addShipped(
                db, order.id(), FulfillmentCreation.units(order, fulfillment)))
        .compose(added -> orders.read(db, order.id()))
        .compose(current ->
            orders.write(
                db,
                current,
                new OrderMutation.FulfillmentStatusChange(
                    fulfillment.owner(), current.goodsOf(fulfillment.owner()).afterShipment()),
                now,
                List.of(OrderEvents.shipped(context, now, fulfillment, noNotification))));
  }

  /** Cancels a fulfillment at its provider. */
  public Future<Void> cancel(CallContext context, String orderId, Rules rules, String id) {
    return fulfillments
        .find(pool, id)
        .compose(found -> {
          if (!found.orElseThrow(() -> notFound(id)).orderId().equals(orderId)) {
            throw rules.foreign(id);
          }
          return runner.runOpen(context, orderId);
        })
        .compose(
            finished -> orders.locked(orderId, (db, order) -> beginCancel(db, order, rules, id)))
        .compose(operations -> runner.runAll(context, operations));
  }

  /** A canceled fulfillment stays as it is. */
  private Future<List<FulfillmentOperation>> beginCancel(
      SqlClient db, Order order, Rules rules, String id) {
    PartOwner owner = rules.owner(order);
    Fulfillment fulfillment = order.findFulfillment(id).orElseThrow(() -> notFound(id));
    if (!isOf(owner, order, fulfillment)) {
      throw rules.foreign(id);
    }
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

  private static boolean isOf(PartOwner owner, Order order, Fulfillment fulfillment) {
    return fulfillment.orderId().equals(order.id()) && fulfillment.owner().equals(owner);
  }

  private static RuntimeException notFound(String id) {
    return new Problem.NotFound("Fulfillment with id: %s was not found".formatted(id))
        .toException();
  }
}
