package dev.tradewind.order.edit;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.retry.Retry;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.OrderEditStatus;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.SettledUnits;
import dev.tradewind.order.store.LockedOrders;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Confirmation of an order edit, at most once. One transaction moves stock, replaces the lines of
 * the order by those of the edit, and moves fulfillments and returns to them. The order must be as
 * the amounts of the edit were computed from it: a changed one refuses the edit.
 */
final class OrderEditConfirmation {

  /** For edits that change between the read and the transaction. */
  private static final Retry RESTART = new Retry(6, Duration.ofMillis(5), Duration.ofMillis(50));

  private final Pool pool;
  private final EventBus eventBus;
  private final LockedOrders orders;
  private final OrderEdits edits;
  private final FulfillmentStore fulfillments;
  private final Clock clock;

  OrderEditConfirmation(
      Pool pool,
      EventBus eventBus,
      LockedOrders orders,
      OrderEdits edits,
      FulfillmentStore fulfillments,
      Clock clock) {
    this.pool = pool;
    this.eventBus = eventBus;
    this.orders = orders;
    this.edits = edits;
    this.fulfillments = fulfillments;
    this.clock = clock;
  }

  /** Further condition and effect of a confirmation, in its transaction. */
  @FunctionalInterface
  interface Step {
    /** Does it for an edit that is being confirmed, or was confirmed before. */
    Future<Void> on(SqlConnection db, Order order, StoredEdit edit, Instant now);
  }

  /**
   * Confirms the edit, or does only the further step if it is confirmed already.
   *
   * @param refusal for a status that cannot be confirmed
   * @param by user or customer
   */
  Future<Void> confirm(
      CallContext context, String id, String refusal, @Nullable String by, Step step) {
    return RESTART.run(
        context.remaining(clock),
        failure ->
            failure instanceof ProblemException expected
                && expected.problem() instanceof Problem.Conflict,
        () -> attempt(context, id, refusal, by, step));
  }

  private Future<Void> attempt(
      CallContext context, String id, String refusal, @Nullable String by, Step step) {
    return edits
        .require(id)
        .compose(edit -> {
          if (edit.own().status() == OrderEditStatus.CONFIRMED) {
            return edits.locked(id, step::on);
          }
          requireConfirmable(edit, refusal);
          return orders
              .read(pool, edit.orderId())
              .compose(order -> {
                EditStock stock = EditStock.of(order, edit.content());
                Instant now = Timestamps.now(clock);
                return Transactions.inTransaction(
                        pool,
                        db ->
                            stock
                                .move(db, context, order, now)
                                .onSuccess(moved -> OrderEditFailpoint.EDIT_STOCK_MOVED.hit())
                                .compose(moved -> orders.lock(db, edit.orderId()))
                                .compose(locked ->
                                    requireUnchanged(db, locked, edit, stock, refusal)
                                        .compose(same ->
                                            confirm(context, db, locked, edit, by, step, now))))
                    .onSuccess(confirmed -> OrderEditFailpoint.EDIT_CONFIRMED.hit())
                    .onSuccess(confirmed -> {
                      if (!stock.variantIds().isEmpty()) {
                        CatalogCacheInvalidation.publishVariants(eventBus, stock.variantIds());
                      }
                    });
              });
        });
  }

  private static void requireConfirmable(StoredEdit edit, String refusal) {
    edit.requireActive(refusal);
    if (edit.content().lines().isEmpty()) {
      throw new Problem.NotAllowed("Cannot confirm an order edit without line items").toException();
    }
  }

  /**
   * A concurrent change, confirmation or fulfillment begins again, with the stock of the edit as it
   * is then.
   */
  private static Future<Void> requireUnchanged(
      SqlConnection db, Order order, StoredEdit read, EditStock stock, String refusal) {
    return OrderEdits.require(db, read.id())
        .map(edit -> {
          if (edit.own().status() == OrderEditStatus.CONFIRMED
              || !EditStock.of(order, edit.content()).equals(stock)
              || !edit.content().equals(read.content())
              || !edit.basis().equals(read.basis())) {
            throw new Problem.Conflict().toException();
          }
          requireConfirmable(edit, refusal);
          return null;
        });
  }

  private Future<Void> confirm(
      CallContext context,
      SqlConnection db,
      Order order,
      StoredEdit edit,
      @Nullable String by,
      Step step,
      Instant now) {
    OrderEditService.requireEditable(order);
    if (!edit.basis().equals(OrderEditContent.basisOf(order))) {
      throw new Problem.Refused(
              409,
              "conflict",
              "invalid_state_error",
              "The order has changed since the edit was changed or requested. Request it again.",
              List.of())
          .toException();
    }
    Map<String, OrderLine> copies = new HashMap<>();
    edit.content()
        .lines()
        .forEach(line -> copies.put(String.valueOf(line.details().originalItemId()), line));
    for (OrderLine line : order.snapshot().lines()) {
      requireSettledUnits(order, line, Optional.ofNullable(copies.get(line.id())));
    }
    return fulfillments
        .findPendingUnits(db, order.id())
        .compose(pending -> {
          if (!pending.isEmpty()) {
            // A fulfillment provider has not answered yet; its units belong to the present lines.
            throw new Problem.Conflict().toException();
          }
          return OrderEditStore.confirm(db, edit.id(), by, now);
        })
        .compose(done -> moveParts(db, order, edit, copies))
        .compose(done -> write(context, db, order, edit, now))
        .compose(done -> orders.read(db, order.id()))
        .compose(changed -> step.on(db, changed, edit, now))
        .onSuccess(done -> OrderEditFailpoint.EDIT_LINES_REPLACED.hit());
  }

  /** Units that were fulfilled or settled stay in the order. */
  private static void requireSettledUnits(Order order, OrderLine line, Optional<OrderLine> copy) {
    long settled =
        Math.max(line.progress().fulfilledUnits(), new SettledUnits(order).of(line.id()));
    if (settled > copy.map(OrderLine::quantity).orElse(0L)) {
      throw new Problem.NotAllowed(
              "Line item %s has %d units that are fulfilled or returned"
                  .formatted(line.id(), settled))
          .toException();
    }
  }

  private static Future<Void> moveParts(
      SqlConnection db, Order order, StoredEdit edit, Map<String, OrderLine> copies) {
    JsonArray rows = new JsonArray();
    for (OrderLine line : order.snapshot().lines()) {
      OrderLine copy = copies.get(line.id());
      if (copy != null) {
        rows.add(
            new JsonObject()
                .put("old_id", line.id())
                .put("new_id", copy.id())
                .put("quantity", copy.quantity()));
      }
    }
    return OrderEditStore.moveParts(
        db,
        order.id(),
        rows,
        edit.content().lines().stream().map(OrderLine::id).toList(),
        order.snapshot().lines().stream().map(OrderLine::id).toList());
  }

  private Future<Void> write(
      CallContext context, SqlConnection db, Order order, StoredEdit edit, Instant now) {
    OrderSnapshot changed = edit.content().appliedTo(order.snapshot());
    FulfillmentStatus status =
        order.fulfillmentStatus().afterEdit(withProgress(order, changed.lines()));
    return orders.write(
        db,
        order,
        new OrderMutation.LineChange(changed, status),
        now,
        List.of(
            OrderEditEvents.of(context, now, OrderEditEvents.CONFIRMED, edit.id(), order.id()),
            OrderEvents.of(context, now, OrderEvents.UPDATED, order)));
  }

  private static List<OrderLine> withProgress(Order order, List<OrderLine> lines) {
    return lines.stream()
        .map(line ->
            order.snapshot().lines().stream()
                .filter(original -> original.id().equals(line.details().originalItemId()))
                .findFirst()
                .map(original -> line.withProgress(original.progress()))
                .orElse(line))
        .toList();
  }
}
