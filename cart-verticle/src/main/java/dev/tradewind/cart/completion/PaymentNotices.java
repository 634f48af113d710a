package dev.tradewind.cart.completion;

import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.SettledPayment;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.PaymentSession;
import dev.tradewind.cart.payment.PaymentNoticeStore;
import dev.tradewind.cart.payment.PaymentNoticeStore.Notice;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.providers.PaymentReferences;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.payment.FoundPayment;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Inbox of payment notices. Each is looked into until it is certain what its payment is for: a paid
 * cart is completed, as by the shopper; the payment of an order is settled as the provider has it;
 * money that no order is to have is released. The provider is asked every time, so that a notice
 * that comes early, late, twice or not at all makes no difference. Runs on every node; a notice is
 * leased to one. While the gate is closed, notices are only recorded, and those of that time count
 * as received at the switch.
 */
final class PaymentNotices {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentNotices.class);

  private static final String TASK = "payment-notices";

  private static final Duration FIRST_DELAY = Duration.ofSeconds(2);
  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private static final int BATCH = 50;

  /** Time for the shopper, and for a session that is not saved yet, before money is released. */
  private static final Duration UNUSED_AGE = Duration.ofMinutes(15);

  private static final Duration GIVEN_UP_AGE = Duration.ofDays(7);
  private static final Duration KEPT = Duration.ofDays(30);

  /** Longer than any shopper leaves a session open, and pays it then. */
  private static final Duration SESSIONS_KEPT = Duration.ofDays(400);

  /** Pauses between the looks at a session of which no provider sends a notice. */
  private static final List<Duration> SESSION_LOOKS =
      List.of(Duration.ofMinutes(13), Duration.ofHours(2), Duration.ofHours(21));

  private final Pool pool;
  private final PaymentNoticeStore store;
  private final CartStore carts;
  private final CompleteCart completion;
  private final PaymentAuthorizer payments;
  private final ProviderRegistry<PaymentProvider> providers;
  private final PaymentReferences references;
  private final OrderClient orders;
  private final BackgroundGate gate;
  private final Clock clock;

  PaymentNotices(
      Pool pool,
      PaymentNoticeStore store,
      CartStore carts,
      CompleteCart completion,
      PaymentAuthorizer payments,
      ProviderRegistry<PaymentProvider> providers,
      OrderClient orders,
      BackgroundGate gate,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.carts = carts;
    this.completion = completion;
    this.payments = payments;
    this.providers = providers;
    this.references = new PaymentReferences(providers);
    this.orders = orders;
    this.gate = gate;
    this.clock = clock;
  }

  void bind(Operations internal) {
    internal.on(CartOperation.RECORD_PAYMENT_NOTICE, this::record);
  }

  BackgroundTask task() {
    return new BackgroundTask(TASK, FIRST_DELAY, INTERVAL, this::lookIntoDue);
  }

  /**
   * Stores the notice. The look into one of a provider begins at once, and no caller waits for it;
   * a session of a payment collection is looked at later.
   */
  private Future<Reply> record(Request request) {
    JsonObject input = request.input();
    Instant now = Timestamps.now(clock);
    Notice notice =
        new Notice(
            input.getString("id"),
            input.getString("provider_id"),
            input.getString("reference"),
            now);
    if (notice.isOfSession()) {
      return store
          .expect(pool, notice.providerId(), notice.reference(), now)
          .map(stored -> Reply.ok(new JsonObject()));
    }
    Lease<Notice> look = PaymentNoticeStore.QUEUE.leaseNew(notice.id(), now, notice);
    return store
        .record(pool, notice, gate.isOpen() ? look.until() : now)
        .onSuccess(stored -> NoticeFailpoint.NOTICE_STORED.hit())
        .onSuccess(isNew -> {
          if (isNew) {
            gate.run(() -> lookInto(look));
          }
        })
        .map(recorded -> Reply.ok(new JsonObject()));
  }

  private Future<Void> lookIntoDue() {
    Instant now = Timestamps.now(clock);
    return PaymentNoticeStore.QUEUE
        .workOnDue(pool, clock, BATCH, this::lookInto)
        .compose(isFull ->
            isFull ? lookIntoDue() : store.prune(pool, now.minus(KEPT), now.minus(SESSIONS_KEPT)));
  }

  /** Result of a look. */
  private sealed interface Finding {
    /** It is certain what the payment is for. */
    record Certain() implements Finding {}

    /** Another look is needed, because of what was found or of a failure. */
    record Uncertain(String reason) implements Finding {}
  }

  private static final Finding CERTAIN = new Finding.Certain();

  private Future<Void> lookInto(Lease<Notice> leased) {
    Notice notice = leased.item().receivedSince(gate.newsSince());
    return Future.succeededFuture()
        .compose(started -> look(CallContext.system(clock, TIMEOUT), notice))
        .otherwise(failure -> new Finding.Uncertain(failure.toString()))
        .compose(finding ->
            switch (finding) {
              case Finding.Certain certain -> {
                NoticeFailpoint.NOTICE_CERTAIN.hit();
                yield finish(leased);
              }
              case Finding.Uncertain uncertain -> postpone(leased, notice, uncertain.reason());
            })
        .onFailure(failure ->
            LOG.warn("Recording payment notice {} failed: {}", notice.id(), failure.toString()));
  }

  private Future<Void> finish(Lease<Notice> leased) {
    return PaymentNoticeStore.QUEUE.finish(pool, leased).mapEmpty();
  }

  private Future<Void> postpone(Lease<Notice> leased, Notice notice, String reason) {
    Instant now = Timestamps.now(clock);
    if (notice.isOfSession() && leased.attempts() > SESSION_LOOKS.size()) {
      return finish(leased);
    }
    if (notice.receivedAt().isBefore(now.minus(GIVEN_UP_AGE))) {
      LOG.error(
          "Gave up payment notice {} of {} about {}: {}",
          notice.id(),
          notice.providerId(),
          notice.reference(),
          reason);
      return finish(leased);
    }
    LOG.info(
        "Payment {} of {} needs another look: {}", notice.reference(), notice.providerId(), reason);
    Future<?> returned =
        notice.isOfSession()
            ? PaymentNoticeStore.QUEUE.postpone(
                pool, leased, now.plus(SESSION_LOOKS.get(leased.attempts() - 1)))
            : PaymentNoticeStore.QUEUE.retry(pool, leased, now);
    return returned.mapEmpty();
  }

  private Future<Finding> look(CallContext context, Notice notice) {
    return providers
        .get(notice.providerId())
        .findByReference(notice.reference(), context.deadline())
        .onSuccess(found -> NoticeFailpoint.PAYMENT_FOUND.hit())
        .compose(found ->
            found
                .map(paid -> look(new Look(context, notice, paid)))
                // A payment of another system that uses the same account.
                .orElseGet(() -> Future.succeededFuture(CERTAIN)));
  }

  /** One look into a notice. */
  private record Look(CallContext context, Notice notice, FoundPayment paid) {

    boolean isWithinGrace(Clock clock) {
      return clock.instant().isBefore(notice.receivedAt().plus(UNUSED_AGE));
    }
  }

  private Future<Finding> look(Look look) {
    return carts
        .find(pool, look.paid().resourceId())
        .compose(found ->
            found
                .map(cart -> cart.isCompleted() ? settle(look, true) : pay(look, cart))
                .orElseGet(() -> settle(look, false)));
  }

  /** Settles the payment of an order or a payment collection. */
  private Future<Finding> settle(Look look, boolean isOfCart) {
    String resourceId = look.paid().resourceId();
    return orders
        .settlePayment(look.context(), resourceId, look.notice().reference())
        .compose(outcome -> {
          if (outcome == SettledPayment.SETTLED) {
            return Future.succeededFuture(CERTAIN);
          }
          if (!look.paid().state().hasMoney()) {
            return unpaid(look);
          }
          if (isOfCart) {
            // The cart of the order was paid twice: by another session, or in another tab.
            return release(look, look.notice().providerId());
          }
          return switch (outcome) {
            case SETTLED, UNDECIDED -> uncertain("Its session is not authorized");
            case UNUSED -> releaseUnused(look, look.notice().providerId());
            case UNKNOWN ->
                store
                    .findSessionProvider(pool, look.notice().reference())
                    .compose(providerId ->
                        providerId
                            .map(opened -> releaseUnused(look, opened))
                            // Another shop with the same account has opened it.
                            .orElseGet(() -> Future.succeededFuture(CERTAIN)));
          };
        });
  }

  /** A payment without money, of which the provider tells if it changes; a session is looked at. */
  private static Future<Finding> unpaid(Look look) {
    if (look.notice().isOfSession()
        && look.paid().state().status() != PaymentState.Status.CANCELED) {
      return uncertain("It is not paid yet");
    }
    return Future.succeededFuture(CERTAIN);
  }

  private Future<Finding> pay(Look look, Cart cart) {
    Optional<PaymentSession> session = session(cart, look.notice());
    if (!look.paid().state().hasMoney()) {
      return unpaid(look);
    }
    if (session.filter(PaymentSession::isSelected).isPresent()) {
      return complete(look, session.get());
    }
    if (look.isWithinGrace(clock)) {
      return uncertain("Cart " + cart.id() + " has no such session, or has selected another");
    }
    return release(
        look, session.map(PaymentSession::providerId).orElse(look.notice().providerId()));
  }

  private Optional<PaymentSession> session(Cart cart, Notice notice) {
    return cart.paymentSessions().stream()
        .filter(session ->
            references.of(session.providerId(), session.data()).equals(notice.reference()))
        .findFirst();
  }

  private Future<Finding> complete(Look look, PaymentSession session) {
    Future<Reply> completed =
        completion
            .completePaid(look.context(), look.paid().resourceId())
            .onSuccess(answered -> NoticeFailpoint.PAID_CART_COMPLETED.hit());
    return completed.transform(ended -> {
      if (isRefused(ended)) {
        if (look.isWithinGrace(clock)) {
          return uncertain("Its cart cannot be completed as it is");
        }
        return release(look, session.providerId());
      }
      return completed
          .compose(reply -> carts.find(pool, look.paid().resourceId()))
          .compose(cart ->
              cart.filter(Cart::isCompleted).isPresent()
                  ? settle(look, true)
                  : uncertain("Its cart is not completed"));
    });
  }

  /** Whether a cart cannot be completed as it is; another failure may pass. */
  static boolean isRefused(AsyncResult<Reply> completed) {
    if (completed.succeeded()) {
      return completed.result().isProblem() && completed.result().status() < 500;
    }
    return completed.cause() instanceof Problem refusal
        && refusal.status() < 500
        && !refusal.is(Problem.Kind.CONFLICT);
  }

  private Future<Finding> release(Look look, String providerId) {
    String resourceId = look.paid().resourceId();
    return payments
        .release(look.context(), resourceId, providerId, look.notice().reference(), look.paid())
        .compose(isReleased -> {
          if (isReleased) {
            LOG.warn(
                "Released payment {} of {}, which no order of cart {} has",
                look.notice().reference(),
                providerId,
                resourceId);
            return Future.succeededFuture(CERTAIN);
          }
          return uncertain("An attempt of cart " + resourceId + " uses or releases it");
        });
  }

  /**
   * Releases money that no payment attempt can have: of a payment collection that does not use it,
   * or of a cart or collection that is deleted. The notice repeats it until the provider has
   * answered.
   */
  private Future<Finding> releaseUnused(Look look, String providerId) {
    FoundPayment paid = look.paid();
    String reference = look.notice().reference();
    if (look.isWithinGrace(clock)) {
      return uncertain("It is of " + paid.resourceId() + ", which has no such session");
    }
    PaymentCall call =
        new PaymentCall(
            "release:" + reference,
            paid.resourceId(),
            null,
            paid.amount(),
            paid.currencyCode(),
            look.context().deadline());
    Event entry =
        PaymentRelease.entry(look.context(), paid, providerId, reference, Timestamps.now(clock));
    return providers
        .get(providerId)
        .cancel(call, paid.state().data())
        .compose(released -> store.recordRelease(pool, look.notice(), entry))
        .map(recorded -> {
          LOG.warn(
              "Released payment {} of {}, which {} does not have",
              reference,
              providerId,
              paid.resourceId());
          return CERTAIN;
        });
  }

  private static Future<Finding> uncertain(String reason) {
    return Future.succeededFuture(new Finding.Uncertain(reason));
  }
}
