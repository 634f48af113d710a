package dev.tradewind.order.collection;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.retry.Retry;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.payment.PaymentEvents;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.spi.payment.PaymentSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
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

  /** For collections that change between the read and the write. */
  private static final Retry RESTART = new Retry(6, Duration.ofMillis(5), Duration.ofMillis(50));

  private final Pool pool;
  private final CatalogClient catalog;
  private final OrderUnitOfWork work;
  private final PaymentCollectionAccess access;
  private final PaymentSessionProvider provider;
  private final CollectionSubject subjects;
  private final PaymentCollectionView view;
  private final Clock clock;

  PaymentSessionService(
      Pool pool,
      OperationClient bus,
      OrderStore orders,
      OrderUnitOfWork work,
      PaymentCollectionAccess access,
      PaymentSessionProvider provider,
      PaymentCollectionView view,
      Clock clock) {
    this.pool = pool;
    this.catalog = new CatalogClient(bus);
    this.work = work;
    this.access = access;
    this.provider = provider;
    this.subjects = new CollectionSubject(pool, orders, new CustomerClient(bus));
    this.view = view;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("storeCreatePaymentCollectionSession", this::create)
        .on("storeAddSessionsToPaymentCollection", this::replace)
        .on("storeUpdatePaymentCollectionSession", this::refresh);
  }

  /** Wanted session, new without the id of an open session of its provider. */
  private record Wanted(String providerId, long amount, @Nullable String sessionId) {}

  /** Sets one session over the whole amount; an open session of its provider keeps its id. */
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
    List<Wanted> requested =
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
          long sum = requested.stream().mapToLong(Wanted::amount).reduce(0, Math::addExact);
          if (sum != collection.amount()) {
            throw Problem.invalidData(
                "The sum of sessions is not equal to %s on Payment Collection"
                    .formatted(collection.amount()));
          }
          return requested;
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
                  List<Wanted> requested = choice.of(collection);
                  return requireOffered(request.context(), collection, requested)
                      .compose(offered -> store(request.context(), collection, requested));
                })
                .compose(collection ->
                    view.show(request.context(), collection, PaymentCollectionView.WITH_SESSIONS)));
  }

  private static void requireSettable(PaymentCollection collection) {
    if (!collection.status().acceptsSessions()) {
      throw Problem.notAllowed(
          "Cannot set payment sessions for a payment collection with status "
              + collection.status().wireName());
    }
    PaymentCollectionService.requireNoneRunning(collection);
  }

  private Future<Void> requireOffered(
      CallContext context, PaymentCollection collection, List<Wanted> requested) {
    return catalog
        .findRegions(context, List.of(collection.regionId()))
        .map(regions -> {
          Set<String> offered =
              regions.stream()
                  .flatMap(region ->
                      JsonArrays.objects(region.getJsonArray("payment_providers")).stream())
                  .map(offer -> offer.getString("id"))
                  .collect(Collectors.toSet());
          if (!requested.stream().map(Wanted::providerId).allMatch(offered::contains)) {
            throw Problem.invalidData("Payment provider not found");
          }
          return null;
        });
  }

  /** Opens or updates the sessions at their providers, and stores them in place of the others. */
  private Future<PaymentCollection> store(
      CallContext context, PaymentCollection collection, List<Wanted> requested) {
    return subjects
        .find(context, collection)
        .compose(subject -> store(context, collection, subject, requested));
  }

  private Future<PaymentCollection> store(
      CallContext context,
      PaymentCollection collection,
      PaymentSubject subject,
      List<Wanted> requested) {
    Instant now = Timestamps.now(clock);
    Set<String> taken = new HashSet<>();
    List<Future<PaymentSession>> calls = new ArrayList<>();
    for (Wanted each : requested) {
      PaymentSession open =
          collection
              .session(each.sessionId())
              .filter(session -> session.providerId().equals(each.providerId()))
              .filter(session -> taken.add(session.id()))
              .orElse(null);
      calls.add(
          open == null
              ? provider.open(context, collection, subject, each.providerId(), each.amount(), now)
              : provider.update(context, collection, subject, open, each.amount(), now));
    }
    return Future.join(calls)
        .transform(all -> {
          List<PaymentSession> sessions =
              calls.stream().filter(Future::succeeded).map(Future::result).toList();
          return (all.failed()
                  ? Future.<Void>failedFuture(all.cause())
                  : write(context, collection, sessions))
              .transform(written ->
                  provider
                      .deleteAll(
                          context,
                          collection,
                          written.succeeded()
                              ? without(collection.sessions(), sessions)
                              : without(sessions, collection.sessions()))
                      .transform(deleted -> {
                        if (written.succeeded()) {
                          return PaymentCollectionService.require(pool, collection.id());
                        }
                        return Future.failedFuture(written.cause());
                      }));
        });
  }

  private List<PaymentSession> without(
      List<PaymentSession> sessions, Collection<PaymentSession> rest) {
    Set<String> kept = rest.stream().map(provider::identity).collect(Collectors.toSet());
    return sessions.stream().filter(session -> !kept.contains(provider.identity(session))).toList();
  }

  private Future<Void> write(
      CallContext context, PaymentCollection collection, List<PaymentSession> sessions) {
    return change(
        context,
        collection,
        tx -> PaymentSessionStore.replaceSessions(tx.db(), collection, sessions, tx.now()));
  }

  /** Write of sessions of a collection as it was read; false if it has changed since. */
  private interface SessionWrite {
    Future<Boolean> in(OrderTransaction tx);
  }

  private Future<Void> change(
      CallContext context, PaymentCollection collection, SessionWrite write) {
    OrderRequest request = OrderRequest.of(context, collection.orderId(), clock);
    return work.decide(
        request,
        order ->
            Change.ofParts(
                List.of(tx ->
                    write
                        .in(tx)
                        .compose(isWritten -> {
                          if (isWritten) {
                            return Future.succeededFuture();
                          }
                          return Future.failedFuture(Problem.conflict());
                        })),
                List.of(
                    PaymentEvents.of(request, PaymentEvents.COLLECTION_UPDATED, collection.id()))));
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
                    throw Problem.notAllowed(
                        "Payment Session " + sessionId + " is authorized already");
                  }
                  requireNotCanceled(collection);
                  PaymentCollectionService.requireNoneRunning(collection);
                  Instant now = Timestamps.now(clock);
                  return subjects
                      .find(request.context(), collection)
                      .compose(subject ->
                          provider.open(
                              request.context(),
                              collection,
                              subject,
                              session.providerId(),
                              session.amount(),
                              now))
                      .compose(fresh -> exchange(request.context(), collection, session, fresh));
                })
                .map(fresh -> Reply.ok("payment_session", fresh.view())));
  }

  private Future<PaymentSession> exchange(
      CallContext context,
      PaymentCollection collection,
      PaymentSession session,
      PaymentSession fresh) {
    return change(
            context,
            collection,
            tx ->
                PaymentSessionStore.exchangeSession(tx.db(), collection, session, fresh, tx.now()))
        .transform(written ->
            provider
                .deleteAll(context, collection, List.of(written.succeeded() ? session : fresh))
                .transform(deleted -> {
                  if (written.succeeded()) {
                    return Future.succeededFuture(fresh);
                  }
                  return Future.failedFuture(written.cause());
                }));
  }

  /** The collection of the path, if the session of the path is one of its sessions. */
  private Future<PaymentCollection> requireOwned(Request request) {
    String id = request.path("id");
    String sessionId = request.path("session_id");
    return PaymentSessionStore.findOwner(pool, sessionId)
        .compose(owner -> {
          if (owner.isEmpty()) {
            throw Problem.notFound(
                "Payment collection related to Payment Session id %s was not found"
                    .formatted(sessionId));
          }
          if (!owner.orElseThrow().equals(id)) {
            throw Problem.notAllowed(
                "Payment Session %s does not belong to Payment Collection %s"
                    .formatted(sessionId, id));
          }
          return access.require(request.context(), id);
        });
  }

  static void requireNotCanceled(PaymentCollection collection) {
    if (collection.status() == PaymentCollectionStatus.CANCELED) {
      throw Problem.notAllowed("A canceled payment collection cannot be paid");
    }
  }

  private <T> Future<T> restarting(CallContext context, Supplier<Future<T>> work) {
    return RESTART.run(
        context.remaining(clock), failure -> Problem.is(failure, Problem.Kind.CONFLICT), work);
  }
}
