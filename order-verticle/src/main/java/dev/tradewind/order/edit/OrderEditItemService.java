package dev.tradewind.order.edit;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.collection.PaymentCollections;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.providers.hook.HookAudit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the line items of an edit. Each is made on the order as it is; the amounts of the edit
 * and the amount of its payment collection follow.
 */
final class OrderEditItemService {

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final OrderEdits edits;
  private final AddedLines addedLines;
  private final EditCollection collections;
  private final OrderEditViews views;

  OrderEditItemService(
      Pool pool,
      OrderUnitOfWork work,
      OrderEdits edits,
      AddedLines addedLines,
      EditCollection collections,
      OrderEditViews views) {
    this.pool = pool;
    this.work = work;
    this.edits = edits;
    this.addedLines = addedLines;
    this.collections = collections;
    this.views = views;
  }

  void bind(Operations operations) {
    operations
        .on("adminCreateOrderEditItem", this::add)
        .on("adminUpdateOrderEditItem", this::update)
        .on("adminDeleteOrderEditItem", this::delete)
        .on("adminDeleteOrderEditChange", this::deleteChange);
  }

  private Future<Reply> add(Request request) {
    OrderEditViews.ADMIN.select(request.query());
    String id = request.path("id");
    String variantId = Objects.requireNonNull(request.body().getString("variant_id"));
    int quantity = quantity(request.body());
    JsonObject metadata = request.body().getJsonObject("metadata", new JsonObject());
    String refusal = "Can not add an item to the edit with status %s";
    // The catalog is asked before the order is locked.
    return edits
        .require(id)
        .compose(edit -> {
          edit.requireActive(refusal);
          return work.read(edit.orderId());
        })
        .compose(
            order -> addedLines.quote(request.context(), order, id, variantId, quantity, metadata))
        .compose(added ->
            change(
                request,
                refusal,
                added.decisions(),
                (order, edit, now) ->
                    Optional.of(
                        edit.content()
                            .withAdded(
                                added.line(),
                                added.priced(),
                                ItemChange.added(added.line().id(), now),
                                now))))
        .compose(done -> views.showToStaff(request, id));
  }

  private Future<Reply> update(Request request) {
    OrderEditViews.ADMIN.select(request.query());
    String id = request.path("id");
    String lineId = request.path("item_id");
    int quantity = quantity(request.body());
    return change(
            request,
            "Can not update an item on the order edit " + id + " with the status %s",
            (order, edit, now) -> {
              OrderLine line = requireLine(order, edit, lineId);
              OrderLine original = original(order, line);
              long settled = original == null ? 0 : original.progress().fulfilledUnits();
              if (quantity < settled) {
                throw Problem.invalidData(
                    "quantity must not be less than the fulfilled quantity " + settled);
              }
              return Optional.of(edit.content().withQuantity(line, quantity, original, order, now));
            })
        .compose(done -> views.showToStaff(request, id));
  }

  private Future<Reply> delete(Request request) {
    OrderEditViews.ADMIN.select(request.query());
    String id = request.path("id");
    String lineId = request.path("item_id");
    return change(
            request,
            "Can not delete an item from the order edit " + id + " with the status %s",
            (order, edit, now) -> {
              Optional<OrderLine> found = edit.content().line(lineId);
              if (found.isEmpty()) {
                refuseLineOfOrder(order, edit, lineId);
                return Optional.empty();
              }
              OrderLine line = found.get();
              OrderLine original = original(order, line);
              if (original == null) {
                return Optional.of(edit.content().withoutAdded(line, now));
              }
              if (original.progress().fulfilledUnits() > 0) {
                throw Problem.notAllowed(
                    "Cannot remove line item " + lineId + " with fulfilled quantity");
              }
              return Optional.of(edit.content().withoutCopy(line, original, order, now));
            })
        .compose(done -> views.showToStaff(request, id));
  }

  private Future<Reply> deleteChange(Request request) {
    String id = request.path("id");
    String changeId = request.path("change_id");
    return OrderEditStore.findOfChange(pool, changeId)
        .compose(owner -> {
          if (owner.isEmpty()) {
            throw changeNotFound(changeId);
          }
          if (!owner.orElseThrow().equals(id)) {
            throw Problem.invalidData(
                "The item change you are trying to delete doesn't belong to the OrderEdit with"
                    + " id: %s.".formatted(id));
          }
          return change(
              request,
              "Cannot delete and item change from a %s order edit",
              (order, edit, now) ->
                  Optional.of(
                      edit.content()
                          .without(
                              edit.content()
                                  .change(changeId)
                                  .orElseThrow(() -> changeNotFound(changeId)),
                              now)));
        })
        .map(done ->
            Reply.ok(
                new JsonObject()
                    .put("id", changeId)
                    .put("object", "item_change")
                    .put("deleted", true)));
  }

  private static RuntimeException changeNotFound(String id) {
    return Problem.notFound("Order edit item change " + id + " was not found");
  }

  /** Change of the content of an active edit; empty if nothing changes. */
  @FunctionalInterface
  private interface ContentChange {
    Optional<OrderEditContent> of(Order order, StoredEdit edit, Instant now);
  }

  private Future<Void> change(Request request, String refusal, ContentChange change) {
    return change(request, refusal, List.of(), change);
  }

  private Future<Void> change(
      Request request, String refusal, List<JsonObject> decisions, ContentChange change) {
    return edits
        .change(
            request.context(),
            request.path("id"),
            (tx, edit) -> {
              edit.requireActive(refusal);
              OrderEditService.requireEditable(tx.order());
              return change
                  .of(tx.order(), edit, tx.now())
                  .map(content -> write(tx, edit, content, decisions))
                  .orElseGet(() ->
                      Future.succeededFuture(
                          Change.none().with(PaymentCollections.Unsettled.NOTHING)));
            })
        .compose(unsettled -> collections.settle(request.context(), unsettled));
  }

  private Future<Change<PaymentCollections.Unsettled>> write(
      OrderTransaction tx, StoredEdit edit, OrderEditContent content, List<JsonObject> decisions) {
    String orderId = tx.order().id();
    return OrderEditStore.setContent(
            tx.db(), edit.id(), content, OrderEditContent.basisOf(tx.order()), tx.now())
        .compose(
            done -> HookAudit.append(tx.db(), tx.request().context(), tx.now(), orderId, decisions))
        .compose(done -> {
          if (edit.own().paymentCollectionId() == null) {
            return Future.succeededFuture(PaymentCollections.Unsettled.NOTHING);
          }
          return collections.follow(tx, edit, content, null);
        })
        .map(unsettled ->
            Change.ofParts(List.of(), events(tx.request(), edit, content)).with(unsettled));
  }

  private static List<Event> events(
      OrderRequest request, StoredEdit edit, OrderEditContent content) {
    Set<String> before = ids(edit.content());
    Set<String> after = ids(content);
    List<Event> events = new ArrayList<>();
    after.stream()
        .filter(id -> !before.contains(id))
        .forEach(id -> events.add(OrderEditEvents.changeCreated(request, id)));
    List<String> deleted = before.stream().filter(id -> !after.contains(id)).toList();
    if (!deleted.isEmpty()) {
      events.add(OrderEditEvents.changesDeleted(request, deleted, edit.id()));
    }
    if (events.isEmpty()) {
      events.add(OrderEditEvents.of(request, OrderEditEvents.UPDATED, edit.id()));
    }
    return events;
  }

  private static Set<String> ids(OrderEditContent content) {
    return content.changes().stream().map(ItemChange::id).collect(Collectors.toSet());
  }

  private static OrderLine requireLine(Order order, StoredEdit edit, String lineId) {
    Optional<OrderLine> line = edit.content().line(lineId);
    if (line.isEmpty()) {
      refuseLineOfOrder(order, edit, lineId);
      throw Problem.notFound("Line item with " + lineId + " was not found");
    }
    return line.get();
  }

  private static void refuseLineOfOrder(Order order, StoredEdit edit, String lineId) {
    if (order.snapshot().lines().stream().anyMatch(line -> line.id().equals(lineId))) {
      throw Problem.invalidData(
          "Invalid line item id %s it does not belong to the same order edit %s."
              .formatted(lineId, edit.id()));
    }
  }

  /** Line of the order that a line was copied from; absent for an added one. */
  private static @Nullable OrderLine original(Order order, OrderLine line) {
    return order.snapshot().lines().stream()
        .filter(other -> other.id().equals(line.details().originalItemId()))
        .findFirst()
        .orElse(null);
  }

  /** A whole number of units, at least one. */
  private static int quantity(JsonObject body) {
    Number quantity = body.getNumber("quantity");
    if (quantity == null || quantity.doubleValue() != Math.rint(quantity.doubleValue())) {
      throw Problem.invalidData("quantity must be an integer number");
    }
    if (quantity.doubleValue() < 1) {
      throw Problem.invalidData("quantity must not be less than 1");
    }
    if (quantity.doubleValue() > Integer.MAX_VALUE) {
      throw Problem.invalidData("quantity is too large");
    }
    return quantity.intValue();
  }
}
