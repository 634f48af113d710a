package dev.tradewind.order.collection;

import dev.tradewind.kernel.operation.Metadata;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.payment.PaymentEvents;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Reads of payment collections, and their administration by staff. */
public final class PaymentCollectionService {

  private static final String OBJECT = "payment_collection";

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final PaymentCollectionAccess access;
  private final PaymentCollectionView view;
  private final Clock clock;

  public PaymentCollectionService(
      Pool pool,
      OrderUnitOfWork work,
      PaymentCollectionAccess access,
      PaymentCollectionView view,
      Clock clock) {
    this.pool = pool;
    this.work = work;
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
    JsonObject body = request.body();
    return change(
            request,
            PaymentEvents.COLLECTION_UPDATED,
            collection -> {
              JsonObject fields = new JsonObject();
              if (body.containsKey("description")) {
                fields.put("description", body.getString("description"));
              }
              JsonObject metadata = body.getJsonObject("metadata");
              if (metadata != null) {
                fields.put("metadata", Metadata.merged(collection.metadata(), metadata));
              }
              return Optional.of(
                  tx -> PaymentCollectionStore.update(tx.db(), collection.id(), fields, tx.now()));
            })
        .map(collection -> Reply.ok(OBJECT, collection.own()));
  }

  /** Marks the amount as authorized without a payment, since staff got the money elsewhere. */
  private Future<Reply> markAuthorized(Request request) {
    return change(
            request,
            PaymentEvents.COLLECTION_AUTHORIZED,
            collection -> {
              if (collection.isAuthorized()) {
                return Optional.empty();
              }
              if (!collection.status().canBecome(PaymentCollectionStatus.AUTHORIZED)) {
                throw Problem.notAllowed(
                    "Cannot authorize payment collection with status "
                        + collection.status().wireName());
              }
              requireNoneRunning(collection);
              return Optional.of(tx ->
                  PaymentCollectionStore.markAuthorized(tx.db(), collection.id(), tx.now())
                      .mapEmpty());
            })
        .map(collection -> Reply.ok(OBJECT, collection.own()));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    Reply deleted =
        Reply.ok(new JsonObject().put("id", id).put("deleted", true).put("object", OBJECT));
    return PaymentCollectionStore.find(pool, id)
        .compose(found -> {
          if (found.isEmpty()) {
            return Future.succeededFuture(deleted);
          }
          return work.change(
                  OrderRequest.of(request.context(), found.orElseThrow().orderId(), clock),
                  tx ->
                      PaymentCollectionStore.find(tx.db(), id)
                          .compose(current -> {
                            if (current.isEmpty()) {
                              return Future.succeededFuture(Change.none());
                            }
                            return delete(tx, current.orElseThrow());
                          }))
              .map(deleted);
        });
  }

  private static Future<Change<Void>> delete(OrderTransaction tx, PaymentCollection collection) {
    String id = collection.id();
    PaymentCollectionStatus status = collection.status();
    if (status != PaymentCollectionStatus.NOT_PAID && status != PaymentCollectionStatus.CANCELED) {
      throw Problem.notAllowed("Cannot delete payment collection with status " + status.wireName());
    }
    return PaymentCollectionStore.isUsed(tx.db(), id)
        .map(isUsed -> {
          if (isUsed) {
            throw Problem.notAllowed(
                "Cannot delete payment collection " + id + " of an order edit");
          }
          return Change.ofParts(
              List.of(
                  write -> PaymentCollectionStore.delete(write.db(), id, write.now()).mapEmpty()),
              List.of(PaymentEvents.of(tx.request(), PaymentEvents.COLLECTION_DELETED, id)));
        });
  }

  /** Decision about a collection of a locked order; empty if nothing changes. */
  private interface Decision {
    Optional<Change.Write> on(PaymentCollection collection);
  }

  private Future<PaymentCollection> change(Request request, String event, Decision decision) {
    String id = request.path("id");
    return require(pool, id)
        .compose(found ->
            work.change(
                OrderRequest.of(request.context(), found.orderId(), clock),
                tx ->
                    require(tx.db(), id)
                        .map(collection ->
                            decision
                                .on(collection)
                                .map(write ->
                                    Change.ofParts(
                                        List.of(write),
                                        List.of(PaymentEvents.of(tx.request(), event, id))))
                                .orElseGet(Change::none))))
        .compose(done -> require(pool, id));
  }

  static Future<PaymentCollection> require(SqlClient db, String id) {
    return PaymentCollectionStore.find(db, id)
        .map((Optional<PaymentCollection> found) -> found.orElseThrow(() -> notFound(id)));
  }

  static Problem notFound(String id) {
    return Problem.notFound("Payment collection with id " + id + " was not found");
  }

  /** Requires that no authorization is without an outcome. */
  static void requireNoneRunning(PaymentCollection collection) {
    if (collection.isBeingAuthorized()) {
      throw Problem.conflict();
    }
  }
}
