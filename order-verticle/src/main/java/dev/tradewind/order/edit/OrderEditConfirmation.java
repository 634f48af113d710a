package dev.tradewind.order.edit;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.retry.Retry;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.OrderEditStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.SettledUnits;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Confirmation of an order edit, at most once. One transaction moves stock, replaces the lines of
 * the order by the line items of the edit, and moves fulfillments and returns to them. The order
 * must be as the amounts of the edit were computed from it: a changed one refuses the edit.
 */
final class OrderEditConfirmation {

  /** For edits that change between the read and the transaction. */
  private static final Retry RESTART = new Retry(6, Duration.ofMillis(5), Duration.ofMillis(50));

  private final OrderUnitOfWork work;
  private final OrderEdits edits;
  private final FulfillmentStore fulfillments;
  private final Clock clock;

  OrderEditConfirmation(
      OrderUnitOfWork work, OrderEdits edits, FulfillmentStore fulfillments, Clock clock) {
    this.work = work;
    this.edits = edits;
    this.fulfillments = fulfillments;
    this.clock = clock;
  }

  /**
   * Confirms the edit, or does only the further step if it is confirmed already.
   *
   * @param refusal for a status that cannot be confirmed
   * @param by user or customer
   * @param further condition and effect in the same transaction
   */
  Future<Void> confirm(
      CallContext context,
      String id,
      String refusal,
      @Nullable String by,
      OrderEdits.Decision<Void> further) {
    return RESTART.run(
        context.remaining(clock),
        failure -> Problem.is(failure, Problem.Kind.CONFLICT),
        () -> attempt(context, id, refusal, by, further));
  }

  private Future<Void> attempt(
      CallContext context,
      String id,
      String refusal,
      @Nullable String by,
      OrderEdits.Decision<Void> further) {
    return edits
        .require(id)
        .compose(edit -> {
          if (edit.own().status() == OrderEditStatus.CONFIRMED) {
            return edits.change(context, id, further);
          }
          requireConfirmable(edit, refusal);
          return work.read(edit.orderId())
              .compose(order -> {
                EditStock stock = EditStock.of(order, edit.content());
                return work.change(
                        OrderRequest.of(context, edit.orderId(), clock),
                        tx ->
                            stock
                                .move(tx, order)
                                .onSuccess(moved -> OrderEditFailpoint.EDIT_STOCK_MOVED.hit()),
                        (tx, moved) ->
                            requireUnchanged(tx, edit, stock, refusal)
                                .compose(same -> confirm(tx, edit, by))
                                .compose(done -> further.on(tx, edit))
                                .onSuccess(done -> OrderEditFailpoint.EDIT_LINES_REPLACED.hit()))
                    .onSuccess(confirmed -> OrderEditFailpoint.EDIT_CONFIRMED.hit());
              });
        });
  }

  private static void requireConfirmable(StoredEdit edit, String refusal) {
    edit.requireActive(refusal);
    if (edit.content().lines().isEmpty()) {
      throw Problem.notAllowed("Cannot confirm an order edit without line items");
    }
  }

  /**
   * A concurrent change, confirmation or fulfillment begins again, with the stock of the edit as it
   * is then.
   */
  private static Future<Void> requireUnchanged(
      OrderTransaction tx, StoredEdit read, EditStock stock, String refusal) {
    return OrderEdits.require(tx.db(), read.id())
        .map(edit -> {
          if (edit.own().status() == OrderEditStatus.CONFIRMED
              || !EditStock.of(tx.order(), edit.content()).equals(stock)
              || !edit.content().equals(read.content())
              || !edit.basis().equals(read.basis())) {
            throw Problem.conflict();
          }
          requireConfirmable(edit, refusal);
          return null;
        });
  }

  private Future<Void> confirm(OrderTransaction tx, StoredEdit edit, @Nullable String by) {
    Order order = tx.order();
    OrderEditService.requireEditable(order);
    if (!edit.basis().equals(OrderEditContent.basisOf(order))) {
      throw Problem.refused(
          409,
          "conflict",
          "invalid_state_error",
          "The order has changed since the edit was changed or requested. Request it again.",
          List.of());
    }
    Map<String, OrderLine> copies = new HashMap<>();
    edit.content()
        .lines()
        .forEach(line -> copies.put(String.valueOf(line.details().originalItemId()), line));
    for (OrderLine line : order.snapshot().lines()) {
      requireSettledUnits(order, line, Optional.ofNullable(copies.get(line.id())));
    }
    return fulfillments
        .findPendingUnits(tx.db(), order.id())
        .compose(pending -> {
          if (!pending.isEmpty()) {
            // A fulfillment provider has not answered yet; its units belong to the present lines.
            throw Problem.conflict();
          }
          return OrderEditStore.confirm(tx.db(), edit.id(), by, tx.now());
        })
        .compose(done -> moveParts(tx.db(), order, edit, copies))
        .compose(done -> work.write(tx, linesReplaced(tx.request(), order, edit)));
  }

  /** Units that were fulfilled or settled stay in the order. */
  private static void requireSettledUnits(Order order, OrderLine line, Optional<OrderLine> copy) {
    long settled =
        Math.max(line.progress().fulfilledUnits(), new SettledUnits(order).of(line.id()));
    if (settled > copy.map(OrderLine::quantity).orElse(0L)) {
      throw Problem.notAllowed(
          "Line item %s has %s units that are fulfilled or returned".formatted(line.id(), settled));
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

  private static Change<Void> linesReplaced(OrderRequest request, Order order, StoredEdit edit) {
    OrderSnapshot changed = edit.content().appliedTo(order.snapshot());
    FulfillmentStatus status =
        order.fulfillmentStatus().afterEdit(withProgress(order, changed.lines()));
    return Change.of(
        new OrderMutation.LineChange(changed, status),
        List.of(
            OrderEditEvents.of(request, OrderEditEvents.CONFIRMED, edit.id()),
            OrderEvents.of(request.context(), request.now(), OrderEvents.UPDATED, order)));
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
