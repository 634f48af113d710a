package dev.tradewind.order.payment;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.store.LockedOrders;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads of payment collections, and their administration by staff. */
public final class PaymentCollectionService {

  private static final String OBJECT = "payment_collection";

  private final Pool pool;
  private final LockedOrders orders;
  private final PaymentCollectionAccess access;
  private final PaymentCollectionView view;
  private final Clock clock;

  public PaymentCollectionService(
      Pool pool,
      LockedOrders orders,
      PaymentCollectionAccess access,
      PaymentCollectionView view,
      Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.access = access;
    this.view = view;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminGetPaymentCollection", this::getForStaff)
        .on("storeGetPaymentCollection", this::getForShopper)
        .on("adminUpdatePaymentCollection", this::update)
        .on("adminAuthorizePaymentCollection", this::markAuthorized)
        .on("adminDeletePaymentCollection", this::delete);
  }

  private Future<Reply> getForStaff(Request request) {
    Selection selected = PaymentCollectionView.ADMIN.select(request.query());
    return require(pool, request.path("id"))
        .compose(collection -> view.show(request.context(), collection, selected));
  }

  private Future<Reply> getForShopper(Request request) {
    Selection selected = PaymentCollectionView.STOREFRONT.select(request.query());
    return access
        .require(request.context(), request.path("id"))
        .compose(collection -> view.show(request.context(), collection, selected));
  }

  private Future<Reply> update(Request request) {
    JsonObject given = new JsonObject();
    if (request.body().containsKey("description")) {
      given.put("description", request.body().getString("description"));
    }
    return change(
            request,
            PaymentEvents.COLLECTION_UPDATED,
            (db, order, collection, now) -> {
              if (request.body().getJsonObject("metadata") != null) {
                given.put("metadata", merged(collection, request.body().getJsonObject("metadata")));
              }
              return PaymentCollectionStore.update(db, collection.id(), given, now).map(true);
            })
        .map(collection -> Reply.ok(OBJECT, collection.own()));
  }

  /** An empty string deletes its key. */
  private static JsonObject merged(PaymentCollection collection, JsonObject given) {
    JsonObject metadata =
        collection.metadata() == null ? new JsonObject() : collection.metadata().copy();
    given.forEach(member -> {
      if ("".equals(member.getValue())) {
        metadata.remove(member.getKey());
      } else {
        metadata.put(member.getKey(), member.getValue());
      }
    });
    return metadata;
  }

  /** Staff got the money elsewhere: the amount counts as authorized, without a payment. */
  private Future<Reply> markAuthorized(Request request) {
    return change(
            request,
            PaymentEvents.COLLECTION_AUTHORIZED,
            (db, order, collection, now) -> {
              if (collection.isAuthorized()) {
                return Future.succeededFuture(false);
              }
              if (!collection.status().canBecome(PaymentCollectionStatus.AUTHORIZED)) {
                throw new Problem.NotAllowed(
                        "Cannot authorize payment collection with status "
                            + collection.status().wireName())
                    .toException();
              }
              requireNoneRunning(collection);
              return PaymentCollectionStore.markAuthorized(db, collection.id(), now);
            })
        .map(collection -> Reply.ok(OBJECT, collection.own()));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    Reply deleted =
        Reply.ok(new JsonObject().put("id", id).put("deleted", true).put("object", OBJECT));
    return PaymentCollectionStore.find(pool, id)
        .compose(found ->
            found.isEmpty()
                ? Future.succeededFuture(deleted)
                : orders
                    .locked(
                        found.orElseThrow().orderId(),
                        (db, order) -> delete(request.context(), db, order, id))
                    .map(deleted));
  }

  private Future<Void> delete(CallContext context, SqlClient db, Order order, String id) {
    Instant now = Timestamps.now(clock);
    return PaymentCollectionStore.find(db, id)
        .compose(found -> {
          if (found.isEmpty()) {
            return Future.succeededFuture();
          }
          PaymentCollectionStatus status = found.orElseThrow().status();
          if (status != PaymentCollectionStatus.NOT_PAID
              && status != PaymentCollectionStatus.CANCELED) {
            throw new Problem.NotAllowed(
                    "Cannot delete payment collection with status " + status.wireName())
                .toException();
          }
          return PaymentCollectionStore.isUsed(db, id)
              .compose(used -> {
                if (used) {
                  throw new Problem.NotAllowed(
                          "Cannot delete payment collection " + id + " of an order edit")
                      .toException();
                }
                return PaymentCollectionStore.delete(db, id, now);
              })
              .compose(
                  done -> publish(context, db, order, id, PaymentEvents.COLLECTION_DELETED, now));
        });
  }

  /** Change of a locked collection; whether it changed. */
  private interface Change {
    Future<Boolean> apply(SqlClient db, Order order, PaymentCollection collection, Instant now);
  }

  private Future<PaymentCollection> change(Request request, String event, Change change) {
    String id = request.path("id");
    return require(pool, id)
        .compose(found ->
            orders.locked(
                found.orderId(),
                (db, order) -> {
                  Instant now = Timestamps.now(clock);
                  return require(db, id)
                      .compose(collection -> change.apply(db, order, collection, now))
                      .compose(changed ->
                          changed
                              ? publish(request.context(), db, order, id, event, now)
                              : Future.<Void>succeededFuture());
                }))
        .compose(done -> require(pool, id));
  }

  private Future<Void> publish(
      CallContext context, SqlClient db, Order order, String id, String event, Instant now) {
    return orders.write(
        db,
        order,
        new OrderMutation.PaymentStatusChange(order.paymentStatus()),
        now,
        List.of(PaymentEvents.of(context, now, event, id, order.id())));
  }

  static Future<PaymentCollection> require(SqlClient db, String id) {
    return PaymentCollectionStore.find(db, id)
        .map((Optional<PaymentCollection> found) -> found.orElseThrow(() -> notFound(id)));
  }

  static ProblemException notFound(String id) {
    return new Problem.NotFound("Payment collection with id " + id + " was not found")
        .toException();
  }

  /** The outcome of a running authorization decides first. */
  static void requireNoneRunning(PaymentCollection collection) {
    if (collection.isBeingAuthorized()) {
      throw new Problem.Conflict().toException();
    }
  }
}
