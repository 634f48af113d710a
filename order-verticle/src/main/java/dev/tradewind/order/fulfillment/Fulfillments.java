package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.store.LineProgressStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Shipment and cancellation of the fulfillments of an order, a swap or a claim, under the lock of
 * the order; providers are called outside of it.
 */
public final class Fulfillments {

  private static final Ids LINK_IDS = Ids.of("tlink");

  /** Refusals that depend on the owner of the goods: the order, a swap or a claim. */
  public interface Rules {

    /** Owner within the order, if the order has it; fails otherwise. */
    PartOwner owner(Order order);

    /** Requires that the goods can be fulfilled, regardless of their units. */
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
  private final OrderUnitOfWork work;
  private final FulfillmentStore fulfillments;
  private final FulfillmentOperationRunner runner;
  private final Clock clock;

  Fulfillments(
      Pool pool,
      OrderUnitOfWork work,
      FulfillmentStore fulfillments,
      FulfillmentOperationRunner runner,
      Clock clock) {
    this.pool = pool;
    this.work = work;
    this.fulfillments = fulfillments;
    this.runner = runner;
    this.clock = clock;
  }

  /** Ships a fulfillment: {@code fulfillment_id}, {@code tracking_numbers}. */
  Future<Void> ship(CallContext context, String orderId, Rules rules, JsonObject body) {
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
            work.change(
                OrderRequest.of(context, orderId, clock),
                tx ->
                    fulfillments
                        .find(tx.db(), id)
                        .compose(found -> {
                          Fulfillment fulfillment =
                              requireShippable(
                                  tx.order(), rules, found.orElseThrow(() -> notFound(id)));
                          return requireSettled(tx, fulfillment)
                              .compose(settled -> ship(tx, fulfillment, links, noNotification));
                        })));
  }

  /** A concurrent request may have asked its provider to create or cancel it meanwhile. */
  private Future<Void> requireSettled(OrderTransaction tx, Fulfillment fulfillment) {
    return runner
        .findOpen(tx.db(), fulfillment.orderId())
        .compose(open -> {
          if (open.stream().anyMatch(each -> each.subjectId().equals(fulfillment.id()))) {
            return Future.failedFuture(Problem.conflict());
          }
          return Future.succeededFuture();
        });
  }

  private static Fulfillment requireShippable(Order order, Rules rules, Fulfillment fulfillment) {
    rules.requireShippable(order);
    if (!isOf(rules.owner(order), order, fulfillment)) {
      throw rules.foreignToShip(fulfillment.id());
    }
    if (fulfillment.isCanceled()) {
      throw Problem.notAllowed("Fulfillment has been canceled");
    }
    if (fulfillment.isShipped()) {
      throw Problem.notAllowed("Fulfillment has already been shipped");
    }
    return fulfillment;
  }

  private Future<Change<Void>> ship(
      OrderTransaction tx,
      Fulfillment fulfillment,
      List<Fulfillment.TrackingLink> links,
      @Nullable Boolean requested) {
    Order order = tx.order();
    Boolean noNotification =
        Stream.of(
                Optional.ofNullable(requested),
                Optional.ofNullable(fulfillment.noNotification()),
                Optional.ofNullable(order.goodsOf(fulfillment.owner()).noNotification()))
            .flatMap(Optional::stream)
            .findFirst()
            .orElse(null);
    return fulfillments
        .ship(tx.db(), fulfillment.id(), links, noNotification, tx.now())
        .compose(shipped ->
            LineProgressStore.addShipped(
                tx.db(), order.id(), FulfillmentCreation.units(order, fulfillment)))
        .compose(added -> work.read(tx))
        .map(current ->
            Change.of(
                new OrderMutation.FulfillmentStatusChange(
                    fulfillment.owner(), current.goodsOf(fulfillment.owner()).afterShipment()),
                List.of(OrderEvents.shipped(tx.context(), tx.now(), fulfillment, noNotification))));
  }

  /** Cancels a fulfillment at its provider. */
  Future<Void> cancel(CallContext context, String orderId, Rules rules, String id) {
    return fulfillments
        .find(pool, id)
        .compose(found -> {
          if (!found.orElseThrow(() -> notFound(id)).orderId().equals(orderId)) {
            throw rules.foreign(id);
          }
          return runner.runOpen(context, orderId);
        })
        .compose(finished ->
            work.decide(
                OrderRequest.of(context, orderId, clock), order -> cancel(order, rules, id)))
        .compose(operations -> runner.runEach(context, operations));
  }

  /** A canceled fulfillment stays as it is. */
  private Change<List<FulfillmentOperation>> cancel(Order order, Rules rules, String id) {
    PartOwner owner = rules.owner(order);
    Fulfillment fulfillment = order.findFulfillment(id).orElseThrow(() -> notFound(id));
    if (!isOf(owner, order, fulfillment)) {
      throw rules.foreign(id);
    }
    if (fulfillment.isCanceled()) {
      return Change.none().with(List.of());
    }
    if (fulfillment.isShipped()) {
      throw Problem.notAllowed(
          "The fulfillment has already been shipped. Shipped fulfillments cannot be canceled");
    }
    List<FulfillmentOperation> operations = List.of(FulfillmentOperation.cancel(fulfillment));
    return Change.ofOperations(List.of(runner.record(operations))).with(operations);
  }

  private static boolean isOf(PartOwner owner, Order order, Fulfillment fulfillment) {
    return fulfillment.orderId().equals(order.id()) && fulfillment.owner().equals(owner);
  }

  private static RuntimeException notFound(String id) {
    return Problem.notFound("Fulfillment with id: %s was not found".formatted(id));
  }
}
