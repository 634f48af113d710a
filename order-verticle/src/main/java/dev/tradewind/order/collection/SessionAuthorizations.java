package dev.tradewind.order.collection;

import dev.tradewind.api.order.SettledPayment;
import dev.tradewind.api.problem.ShopProblems;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentBuilder;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.providers.PaymentReferences;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Authorization of payment sessions by shoppers, of one or of several. */
final class SessionAuthorizations {

  private static final Ids PAYMENT_IDS = Ids.of("pay");

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final PaymentCollectionAccess access;
  private final PaymentOperationRunner runner;
  private final PaymentCollectionView view;
  private final PaymentReferences references;
  private final Clock clock;

  SessionAuthorizations(
      Pool pool,
      OrderUnitOfWork work,
      PaymentCollectionAccess access,
      PaymentOperationRunner runner,
      PaymentCollectionView view,
      ProviderRegistry<PaymentProvider> providers,
      Clock clock) {
    this.pool = pool;
    this.work = work;
    this.access = access;
    this.runner = runner;
    this.view = view;
    this.references = new PaymentReferences(providers);
    this.clock = clock;
  }

  void bind(Operations operations) {
    operations
        .on("storeAuthorizePaymentCollectionSession", this::authorizeOne)
        .on("storeAuthorizePaymentCollectionSessionBatch", this::authorizeAll);
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
                        "Failed to authorize Payment Session id \"" + id + "\"")));
  }

  private Future<Reply> authorizeAll(Request request) {
    Set<String> ids = Set.copyOf(JsonArrays.strings(request.body().getJsonArray("session_ids")));
    return authorize(request.context(), request.path("id"), ids)
        .compose(collection ->
            view.show(request.context(), collection, PaymentCollectionView.WITH_PAYMENTS));
  }

  /**
   * Authorizes the sessions that are not authorized yet, one after the other. A running
   * authorization is joined: it has one effect, whichever request sees its outcome.
   */
  private Future<PaymentCollection> authorize(CallContext context, String id, Set<String> ids) {
    return access.require(context, id).compose(found -> authorize(context, found, ids));
  }

  private Future<PaymentCollection> authorize(
      CallContext context, PaymentCollection collection, Set<String> ids) {
    return work.change(
            OrderRequest.of(context, collection.orderId(), clock),
            tx -> recordAuthorizations(tx, collection.id(), ids))
        .compose(operations -> runner.runEach(context, operations))
        .compose(done -> PaymentCollectionService.require(pool, collection.id()));
  }

  /** Authorizes the session of that reference, which its shopper has paid at the provider. */
  Future<SettledPayment> authorizePaid(CallContext context, String collectionId, String reference) {
    return PaymentCollectionStore.find(pool, collectionId)
        .compose(found ->
            found
                .map(collection -> authorizePaid(context, collection, reference))
                .orElseGet(() -> Future.succeededFuture(SettledPayment.UNKNOWN)));
  }

  private Future<SettledPayment> authorizePaid(
      CallContext context, PaymentCollection collection, String reference) {
    Optional<String> paid =
        collection.sessions().stream()
            .filter(session -> isPaid(session, reference))
            .map(PaymentSession::id)
            .findFirst();
    if (paid.isEmpty()) {
      return Future.succeededFuture(SettledPayment.UNUSED);
    }
    String id = paid.orElseThrow();
    return authorize(context, collection, Set.of(id))
        .map(now ->
            now.session(id).filter(PaymentSession::isAuthorized).isPresent()
                ? SettledPayment.SETTLED
                : now.isAuthorized() ? SettledPayment.UNUSED : SettledPayment.UNDECIDED)
        // A canceled collection or order is not paid any more.
        .recover(failure -> {
          if (Problem.is(failure, Problem.Kind.NOT_ALLOWED)) {
            return Future.succeededFuture(SettledPayment.UNUSED);
          }
          return Future.failedFuture(failure);
        });
  }

  private boolean isPaid(PaymentSession session, String reference) {
    return references.ofPaidSession(session.providerId(), session.data()).equals(reference);
  }

  private Future<Change<List<PaymentOperation>>> recordAuthorizations(
      OrderTransaction tx, String id, Set<String> ids) {
    return Future.all(
            PaymentCollectionService.require(tx.db(), id),
            runner.findOfOrder(tx.db(), tx.orderId()))
        .map(both -> authorizations(tx, both.resultAt(0), both.resultAt(1), ids));
  }

  /** The result is the recorded authorizations and the running ones. */
  private Change<List<PaymentOperation>> authorizations(
      OrderTransaction tx,
      PaymentCollection collection,
      List<PaymentOperation> recorded,
      Set<String> ids) {
    if (collection.isAuthorized()) {
      return Change.none().with(List.of());
    }
    PaymentSessionService.requireNotCanceled(collection);
    if (tx.order().isCanceled()) {
      throw Problem.notAllowed("A canceled order cannot be paid");
    }
    if (collection.sessions().isEmpty()) {
      throw Problem.notAllowed(
          "You cannot complete a Payment Collection without a payment session.");
    }
    List<PaymentSession> unauthorized =
        collection.sessions().stream()
            .filter(session -> ids.contains(session.id()) && !session.isAuthorized())
            .toList();
    Set<String> runningPayments =
        unauthorized.stream()
            .filter(PaymentSession::isBeingAuthorized)
            .map(PaymentSession::paymentId)
            .collect(Collectors.toSet());
    List<PaymentSession> idle =
        unauthorized.stream().filter(session -> !session.isBeingAuthorized()).toList();
    List<Payment> payments =
        idle.stream().map(session -> payment(collection, session, tx.now())).toList();
    List<PaymentOperation> authorizations =
        payments.stream()
            .map(payment ->
                PaymentOperation.whole(PaymentOperation.Kind.AUTHORIZE, payment, tx.orderId()))
            .toList();
    List<Change.Write> writes =
        idle.isEmpty()
            ? List.of()
            : List.of(
                write -> PaymentSessionStore.beginAuthorizations(write.db(), idle, payments),
                new PaymentOperationRunner.Recording("authorization", authorizations));
    List<PaymentOperation> running =
        recorded.stream()
            .filter(PaymentOperation::isOpen)
            .filter(operation -> operation.kind() == PaymentOperation.Kind.AUTHORIZE)
            .filter(operation -> runningPayments.contains(operation.payment().id()))
            .toList();
    return Change.ofOperations(writes)
        .with(Stream.concat(running.stream(), authorizations.stream()).toList());
  }

  private static Payment payment(
      PaymentCollection collection, PaymentSession session, Instant now) {
    return PaymentBuilder.builder()
        .id(PAYMENT_IDS.next())
        .createdAt(now)
        .updatedAt(now)
        .amount(session.amount())
        .amountRefunded(0)
        .currencyCode(collection.currencyCode())
        .providerId(session.providerId())
        .data(session.data())
        .metadata(new JsonObject())
        .paymentCollectionId(collection.id())
        .build();
  }
}
