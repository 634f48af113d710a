package dev.tradewind.order.payment;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.problem.ShopProblems;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.retry.Retry;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.providers.payment.PaymentProviders;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of a payment collection for shoppers: set, refreshed and authorized. Providers are asked
 * before sessions are stored, at the version that was read. An authorization is a payment
 * operation: committed first, requested under one key, and recorded once.
 */
public final class PaymentSessionService {

  private static final Ids PAYMENT_IDS = Ids.of("pay");

  /** For collections that change between the read and the write. */
  private static final Retry RESTART = new Retry(6, Duration.ofMillis(5), Duration.ofMillis(50));

  private final Pool pool;
  private final CatalogClient catalog;
  private final LockedOrders orders;
  private final PaymentCollectionAccess access;
  private final PaymentOperationStore operationStore;
  private final PaymentOperationRunner runner;
  private final PaymentSessionProvider provider;
  private final PaymentCollectionView view;
  private final Clock clock;

  public PaymentSessionService(
      Pool pool,
      OperationClient bus,
      LockedOrders orders,
      PaymentCollectionAccess access,
      PaymentOperationStore operationStore,
      PaymentOperationRunner runner,
      PaymentProviders providers,
      PaymentCollectionView view,
      Clock clock) {
    this.pool = pool;
    this.catalog = new CatalogClient(bus);
    this.orders = orders;
    this.access = access;
    this.operationStore = operationStore;
    this.runner = runner;
    this.provider = new PaymentSessionProvider(providers, clock);
    this.view = view;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("storeCreatePaymentCollectionSession", this::create)
        .on("storeAddSessionsToPaymentCollection", this::replace)
        .on("storeUpdatePaymentCollectionSession", this::refresh)
        .on("storeAuthorizePaymentCollectionSession", this::authorizeOne)
        .on("storeAuthorizePaymentCollectionSessionBatch", this::authorizeAll);
  }

  /** Wanted session; without an open one of the same provider a new one. */
  private record Wanted(String providerId, long amount, @Nullable String sessionId) {}

  /** One session over the whole amount; that of the same provider keeps its id. */
  private Future<Reply> create(Request request) {
    String providerId = Objects.requireNonNull(request.body().getString("provider_id"));
    return set(
        request,
        collection ->
            List.of(
                new Wanted(
                    providerId,
                    collection.amount(),
                    collection.sessions().stream()
                        .filter(session -> session.providerId().equals(providerId))
                        .map(PaymentSession::id)
                        .findFirst()
                        .orElse(null))));
  }

  private Future<Reply> replace(Request request) {
    List<Wanted> wanted =
        JsonArrays.objects(request.body().getJsonArray("sessions")).stream()
            .map(session ->
                new Wanted(
                    session.getString("provider_id"),
                    session.getLong("amount"),
                    session.getString("session_id")))
            .toList();
    return set(
        request,
        collection -> {
          long sum = wanted.stream().mapToLong(Wanted::amount).reduce(0, Math::addExact);
          if (sum != collection.amount()) {
            throw new Problem.InvalidData(
                    "The sum of sessions is not equal to %d on Payment Collection"
                        .formatted(collection.amount()))
                .toException();
          }
          return wanted;
        });
  }

  /** Sessions that a collection is to have. */
  private interface Choice {
    List<Wanted> of(PaymentCollection collection);
  }

  private Future<Reply> set(Request request, Choice choice) {
    return restarting(
        request.context(),
        () ->
            access
                .require(request.context(), request.path("id"))
                .compose(collection -> {
                  requireSettable(collection);
                  List<Wanted> wanted = choice.of(collection);
                  return requireOffered(request.context(), collection, wanted)
                      .compose(offered -> store(request.context(), collection, wanted));
                })
                .compose(collection ->
                    view.show(request.context(), collection, PaymentCollectionView.WITH_SESSIONS)));
  }

  private static void requireSettable(PaymentCollection collection) {
    if (!collection.status().acceptsSessions()) {
      throw new Problem.NotAllowed(
              "Cannot set payment sessions for a payment collection with status "
                  + collection.status().wireName())
          .toException();
    }
    PaymentCollectionService.requireNoneRunning(collection);
  }

  private Future<Void> requireOffered(
      CallContext context, PaymentCollection collection, List<Wanted> wanted) {
    return catalog
        .findRegions(context, List.of(collection.regionId()))
        .map(regions -> {
          Set<String> offered =
              regions.stream()
                  .flatMap(region ->
                      JsonArrays.objects(region.getJsonArray("payment_providers")).stream())
                  .map(offer -> offer.getString("id"))
                  .collect(Collectors.toSet());
          if (!wanted.stream().map(Wanted::providerId).allMatch(offered::contains)) {
            throw new Problem.InvalidData("Payment provider not found").toException();
          }
          return null;
        });
  }

  /** Opens or updates the sessions at their providers, and stores them in place of the others. */
  private Future<PaymentCollection> store(
      CallContext context, PaymentCollection collection, List<Wanted> wanted) {
    Instant now = Timestamps.now(clock);
    Set<String> taken = new HashSet<>();
    List<Future<PaymentSession>> calls = new ArrayList<>();
    for (Wanted each : wanted) {
      PaymentSession open =
          collection
              .session(each.sessionId())
              .filter(session -> session.providerId().equals(each.providerId()))
              .filter(session -> taken.add(session.id()))
              .orElse(null);
      calls.add(
          open == null
              ? provider.open(context, collection, each.providerId(), each.amount(), now)
              : provider.update(context, collection, open, each.amount(), now));
    }
    return Future.join(calls)
        .transform(all -> {
          List<PaymentSession> sessions =
              calls.stream().filter(Future::succeeded).map(Future::result).toList();
          return (all.failed()
                  ? Future.<Void>failedFuture(all.cause())
                  : write(context, collection, sessions, now))
              .transform(written ->
                  provider
                      .deleteAll(
                          context,
                          collection,
                          written.succeeded()
                              ? without(collection.sessions(), sessions)
                              : without(sessions, collection.sessions()))
                      .transform(deleted ->
                          written.succeeded()
                              ? PaymentCollectionService.require(pool, collection.id())
                              : Future.failedFuture(written.cause())));
        });
  }

  private static List<PaymentSession> without(
      List<PaymentSession> sessions, Collection<PaymentSession> others) {
    Set<String> ids = others.stream().map(PaymentSession::id).collect(Collectors.toSet());
    return sessions.stream().filter(session -> !ids.contains(session.id())).toList();
  }

  private Future<Void> write(
      CallContext context,
      PaymentCollection collection,
      List<PaymentSession> sessions,
      Instant now) {
    return orders.locked(
        collection.orderId(),
        (db, order) ->
            PaymentCollectionStore.replaceSessions(db, collection, sessions, now)
                .compose(replaced -> {
                  if (!replaced) {
                    throw new Problem.Conflict().toException();
                  }
                  return publish(context, db, order, collection.id(), now);
                }));
  }

  private Future<Void> publish(
      CallContext context, SqlClient db, Order order, String id, Instant now) {
    return orders.write(
        db,
        order,
        new OrderMutation.PaymentStatusChange(order.paymentStatus()),
        now,
        List.of(PaymentEvents.of(context, now, PaymentEvents.COLLECTION_UPDATED, id, order.id())));
  }

  /** Replaces the session by a new one of the same provider and amount. */
  private Future<Reply> refresh(Request request) {
    String sessionId = request.path("session_id");
    return restarting(
        request.context(),
        () ->
            requireOwned(request)
                .compose(collection -> {
                  PaymentSession session = collection.session(sessionId).orElseThrow();
                  if (session.isAuthorized()) {
                    throw new Problem.NotAllowed(
                            "Payment Session " + sessionId + " is authorized already")
                        .toException();
                  }
                  requireNotCanceled(collection);
                  PaymentCollectionService.requireNoneRunning(collection);
                  Instant now = Timestamps.now(clock);
                  return provider
                      .open(
                          request.context(),
                          collection,
                          session.providerId(),
                          session.amount(),
                          now)
                      .compose(fresh -> exchange(request.context(), collection, session, fresh));
                })
                .map(fresh -> Reply.ok("payment_session", fresh.view())));
  }

  private Future<PaymentSession> exchange(
      CallContext context,
      PaymentCollection collection,
      PaymentSession session,
      PaymentSession fresh) {
    Instant now = Timestamps.now(clock);
    return orders
        .locked(
            collection.orderId(),
            (db, order) ->
                PaymentCollectionStore.exchangeSession(db, collection, session, fresh, now)
                    .compose(exchanged -> {
                      if (!exchanged) {
                        throw new Problem.Conflict().toException();
                      }
                      return publish(context, db, order, collection.id(), now);
                    }))
        .transform(written ->
            provider
                .deleteAll(context, collection, List.of(written.succeeded() ? session : fresh))
                .transform(deleted ->
                    written.succeeded()
                        ? Future.succeededFuture(fresh)
                        : Future.failedFuture(written.cause())));
  }

  /** The collection of the path, if the session of the path is one of its sessions. */
  private Future<PaymentCollection> requireOwned(Request request) {
    String id = request.path("id");
    String sessionId = request.path("session_id");
    return PaymentCollectionStore.findOwner(pool, sessionId)
        .compose(owner -> {
          if (owner.isEmpty()) {
            throw new Problem.NotFound(
                    "Payment collection related to Payment Session id %s was not found"
                        .formatted(sessionId))
                .toException();
          }
          if (!owner.orElseThrow().equals(id)) {
            throw new Problem.NotAllowed(
                    "Payment Session %s does not belong to Payment Collection %s"
                        .formatted(sessionId, id))
                .toException();
          }
          return access.require(request.context(), id);
        });
  }

  private Future<Reply> authorizeOne(Request request) {
    String id = request.path("id");
    String sessionId = request.path("session_id");
    return authorize(request.context(), id, Set.of(sessionId))
        .map(collection ->
            collection
                .session(sessionId)
                .filter(PaymentSession::isAuthorized)
                .map(session -> Reply.ok("payment_session", session.view()))
                .orElseThrow(() ->
                    ShopProblems.paymentRefused(
                            "Failed to authorize Payment Session id \"" + id + "\"")
                        .toException()));
  }

  private Future<Reply> authorizeAll(Request request) {
    Set<String> ids = Set.copyOf(JsonArrays.strings(request.body().getJsonArray("session_ids")));
    return authorize(request.context(), request.path("id"), ids)
        .compose(collection ->
            view.show(request.context(), collection, PaymentCollectionView.WITH_PAYMENTS));
  }

  /**
   * Authorizes those of the sessions that are not authorized yet, one after the other. A running
   * authorization is joined: it has one effect, whichever request sees its outcome.
   */
  private Future<PaymentCollection> authorize(CallContext context, String id, Set<String> ids) {
    return access
        .require(context, id)
        .compose(found ->
            orders.locked(
                found.orderId(), (db, order) -> beginAuthorizations(context, db, order, id, ids)))
        .compose(operations -> runner.runEach(context, operations))
        .compose(done -> PaymentCollectionService.require(pool, id));
  }

  private Future<List<PaymentOperation>> beginAuthorizations(
      CallContext context, SqlClient db, Order order, String id, Set<String> ids) {
    return PaymentCollectionService.require(db, id)
        .compose(collection -> {
          if (collection.isAuthorized()) {
            return Future.succeededFuture(List.of());
          }
          requireNotCanceled(collection);
          if (order.isCanceled()) {
            throw new Problem.NotAllowed("A canceled order cannot be paid").toException();
          }
          if (collection.sessions().isEmpty()) {
            throw new Problem.NotAllowed(
                    "You cannot complete a Payment Collection without a payment session.")
                .toException();
          }
          Instant now = Timestamps.now(clock);
          List<PaymentSession> wanted =
              collection.sessions().stream()
                  .filter(session -> ids.contains(session.id()) && !session.isAuthorized())
                  .toList();
          List<PaymentSession> fresh =
              wanted.stream().filter(session -> !session.isBeingAuthorized()).toList();
          List<Payment> payments =
              fresh.stream().map(session -> payment(collection, session, now)).toList();
          List<PaymentOperation> begun =
              payments.stream()
                  .map(payment ->
                      PaymentOperation.whole(PaymentOperation.Kind.AUTHORIZE, payment, order.id()))
                  .toList();
          Future<Void> inserted =
              fresh.isEmpty()
                  ? Future.succeededFuture()
                  : PaymentCollectionStore.beginAuthorizations(db, fresh, payments)
                      .compose(done ->
                          operationStore.insert(db, context, "authorization", order, begun, now));
          Set<String> running =
              wanted.stream().map(PaymentSession::paymentId).collect(Collectors.toSet());
          return inserted
              .compose(done -> operationStore.findOfOrder(db, order.id()))
              .map(all ->
                  all.stream()
                      .filter(PaymentOperation::isOpen)
                      .filter(operation -> operation.kind() == PaymentOperation.Kind.AUTHORIZE)
                      .filter(operation ->
                          running.contains(operation.payment().id())
                              || begun.stream().anyMatch(each -> each.id().equals(operation.id())))
                      .toList());
        });
  }

  private static Payment payment(
      PaymentCollection collection, PaymentSession session, Instant now) {
    return new Payment(
        PAYMENT_IDS.next(),
        now,
        now,
        null,
        null,
        null,
        session.amount(),
        0,
        collection.currencyCode(),
        session.providerId(),
        session.data(),
        null,
        null,
        new JsonObject(),
        null,
        collection.id());
  }

  private static void requireNotCanceled(PaymentCollection collection) {
    if (collection.status() == PaymentCollectionStatus.CANCELED) {
      throw new Problem.NotAllowed("A canceled payment collection cannot be paid").toException();
    }
  }

  private <T> Future<T> restarting(CallContext context, Supplier<Future<T>> work) {
    return RESTART.run(
        context.remaining(clock),
        failure ->
            failure instanceof ProblemException expected
                && expected.problem() instanceof Problem.Conflict,
        work);
  }
}
