package dev.tradewind.cart.completion;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.cart.CartVerticle;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.providers.Providers;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Call;
import dev.tradewind.providers.test.TestPaymentProvider.Kind;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import dev.tradewind.providers.test.TestPlugin;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.testing.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Reconciliation of payment attempts that no completion works on any more. */
@ExtendWith(VertxExtension.class)
class PaymentReconcilerIT {

  /** Keys of the authorizations that the provider knows. */
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  private static final String OPEN_CART = "cart_open";
  private static final String ORDERED_CART = "cart_ordered";

  /** Of carts with an attempt that is paid by session. */
  private Future<Reply> completed = Future.failedFuture("not asked");

  private final BiFunction<CallContext, String, Future<Reply>> completion =
      (context, cartId) -> completed;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final PaymentAttemptStore store = new PaymentAttemptStore();
  private final PaymentMeters meters = new PaymentMeters(registry, Clock.systemUTC());
  private Pool pool;
  private PaymentAuthorizer payments;
  private PaymentReconciler reconciler;

  private Providers providers;

  @BeforeEach
  void open(Vertx vertx) {
    providers = TestPlugin.installed(vertx);
    TestPaymentProvider.reset();
    TestPaymentProvider.authorize(call ->
        known.contains(call.key()) ? Authorization.Status.AUTHORIZED : Authorization.Status.ERROR);
    String url =
        TestDatabase.copyOf(
                "cart",
                empty ->
                    new Migrations(DatabaseConfig.parse(empty, 1))
                        .run(List.of(Schema.of("orders"), CartVerticle.SCHEMA)))
            .url();
    pool = SchemaPool.open(vertx, DatabaseConfig.parse(url, 2), CartVerticle.SCHEMA);
    payments = authorizer(Clock.systemUTC());
    reconciler =
        new PaymentReconciler(pool, store, payments, completion, meters, Clock.systemUTC());
    cart(OPEN_CART, null);
    cart(ORDERED_CART, "order_1");
  }

  @Test
  void anAuthorizedAttemptOfAnOpenCartIsVoidedAfterAQuarterOfAnHour() {
    attempt("pay_1", OPEN_CART, "authorized", Duration.ofMinutes(14));
    reconcile();
    assertThat(status("pay_1")).isEqualTo("authorized");

    attempt("pay_2", "cart_other", "authorized", Duration.ofMinutes(16));
    reconcile();
    assertThat(status("pay_2")).isEqualTo("voided");
    assertThat(canceled()).containsExactly("pay_2");
    assertThat(registry.counter("tradewind.payment.voids", "outcome", "voided").count()).isOne();
  }

  @Test
  void anAuthorizedAttemptOfACartThatHasItsOrderIsVoidedAfterAMinute() {
    attempt("pay_1", ORDERED_CART, "authorized", Duration.ofSeconds(61));

    reconcile();

    assertThat(status("pay_1")).isEqualTo("voided");
    assertThat(canceled()).containsExactly("pay_1");
  }

  /** As after a crash of the node that has placed an order of which nothing was due. */
  @Test
  void aPaidSessionIsVoidedThatTheOrderOfItsCartDoesNotUse() {
    TestPaymentProvider.payBySession();
    completed = Future.succeededFuture(Reply.ok(new JsonObject().put("type", "order")));
    attempt("pay_1", ORDERED_CART, "authorized", Duration.ofSeconds(61));

    reconcile();

    assertThat(status("pay_1")).isEqualTo("voided");
    assertThat(canceled()).containsExactly("pay_1");
  }

  @Test
  void aPaidSessionIsKeptWhileItsCartIsNotCompleted() {
    TestPaymentProvider.payBySession();
    completed = Future.succeededFuture(Reply.ok(new JsonObject().put("type", "cart")));
    attempt("pay_1", OPEN_CART, "authorized", Duration.ofMinutes(16));

    reconcile();

    assertThat(status("pay_1")).isEqualTo("authorized");
    assertThat(canceled()).isEmpty();
  }

  @Test
  void theAttemptThatAnOrderUsesIsNeverVoided() {
    attempt("pay_1", ORDERED_CART, "used", Duration.ofDays(1));

    reconcile();
    await(payments.voidOpenAttempts(context(), ORDERED_CART));

    assertThat(status("pay_1")).isEqualTo("used");
    assertThat(canceled()).isEmpty();
  }

  @Test
  void theProviderIsQueriedAboutAnAttemptWithoutAnAnswer() {
    known.add("pay_1");
    attempt("pay_1", OPEN_CART, "authorizing", Duration.ofSeconds(61));
    attempt("pay_2", "cart_other", "authorizing", Duration.ofSeconds(61));

    reconcile();

    assertThat(status("pay_1")).isEqualTo("authorized");
    assertThat(status("pay_2")).isEqualTo("failed");
  }

  @Test
  void anAuthorizationThatMayStillArriveKeepsTheAttemptOpenForVoiding() {
    attempt("pay_1", OPEN_CART, "authorizing", Duration.ZERO);

    await(payments.voidOpenAttempts(context(), OPEN_CART));
    assertThat(status("pay_1")).isEqualTo("voiding");
    known.add("pay_1");
    reconcile();
    assertThat(status("pay_1")).as("another completion may still be asking").isEqualTo("voiding");
    letPass("pay_1", Duration.ofSeconds(61));
    reconcile();

    assertThat(status("pay_1")).isEqualTo("voided");
    assertThat(canceled()).containsExactly("pay_1");
  }

  @Test
  void anAuthorizationThatArrivesAfterTheVoidingIsVoidedAgain() {
    attempt("pay_1", OPEN_CART, "voided", Duration.ofMinutes(5));
    PaymentAttempt late =
        PaymentAttemptBuilder.builder()
            .id("pay_1")
            .cartId(OPEN_CART)
            .cartVersion(1)
            .providerId(TestPaymentProvider.ID)
            .amount(100)
            .currencyCode("eur")
            .status(PaymentAttempt.Status.AUTHORIZED)
            .sessionData(new JsonObject())
            .data(new JsonObject())
            .build();

    await(payments.voidUnlessLive(context(), late));

    assertThat(status("pay_1")).isEqualTo("voided");
    assertThat(canceled()).containsExactly("pay_1");
  }

  @Test
  void aProviderThatIsDownOrNotInstalledDoesNotKeepTheOthersWaiting() {
    for (int i = 0; i < 120; i++) {
      attempt("pay_stuck_" + i, "cart_stuck_" + i, "voiding", Duration.ofHours(2));
    }
    await(pool.query("UPDATE payment_attempt SET provider_id = 'not-installed'").execute());
    attempt("pay_1", OPEN_CART, "authorized", Duration.ofHours(1));

    reconcile();
    reconcile();

    assertThat(status("pay_1")).isEqualTo("voided");
    assertThat(status("pay_stuck_0")).isEqualTo("voiding");
    assertThat(registry.counter("tradewind.payment.voids", "outcome", "unanswered").count())
        .isEqualTo(120);
  }

  @Test
  void aProviderThatIsDownForADayIsAskedOnceAMinuteAndNeverGivenUp() {
    TestPaymentProvider.answer(Outcome.FAILS);
    known.add("pay_1");
    attempt("pay_1", OPEN_CART, "voiding", Duration.ofMinutes(2));

    for (int seconds = 0; seconds < 3_600; seconds += 30) {
      reconcileAfter(Duration.ofSeconds(seconds));
    }
    assertThat(registry.counter("tradewind.payment.voids", "outcome", "unanswered").count())
        .isBetween(30.0, 60.0);
    reconcileAfter(Duration.ofDays(1));
    assertThat(status("pay_1")).isEqualTo("voiding");

    TestPaymentProvider.answer(Outcome.DONE);
    reconcileAfter(Duration.ofDays(1).plusMinutes(2));
    assertThat(status("pay_1")).isEqualTo("voided");
    assertThat(canceled()).containsExactly("pay_1");
  }

  @Test
  void metersShowUnresolvedAttempts() {
    TestPaymentProvider.answer(Outcome.FAILS);
    attempt("pay_1", OPEN_CART, "voiding", Duration.ofMinutes(10));
    attempt("pay_2", "cart_other", "authorized", Duration.ZERO);

    reconcile();

    assertThat(unsettled("voiding")).isOne();
    assertThat(unsettled("authorized")).isOne();
    assertThat(unsettled("authorizing")).isZero();
    assertThat(registry.get("tradewind.payment.attempts.oldest.age").gauge().value())
        .isBetween(600.0, 700.0);
    TestPaymentProvider.answer(Outcome.DONE);
    letPass("pay_1", Duration.ofMinutes(2));
    letPass("pay_2", Duration.ofHours(1));
    reconcile();
    assertThat(unsettled("voiding") + unsettled("authorized")).isZero();
    assertThat(registry.get("tradewind.payment.attempts.oldest.age").gauge().value()).isZero();
    assertThat(registry.counter("tradewind.payment.attempts.settled", "status", "voided").count())
        .isEqualTo(2);
  }

  private double unsettled(String status) {
    return registry
        .get("tradewind.payment.attempts.unsettled")
        .tag("status", status)
        .gauge()
        .value();
  }

  private void reconcile() {
    await(reconciler.reconcile());
  }

  private void reconcileAfter(Duration time) {
    Clock later = Clock.offset(Clock.systemUTC(), time);
    await(
        new PaymentReconciler(pool, store, authorizer(later), completion, meters, later)
            .reconcile());
  }

  private PaymentAuthorizer authorizer(Clock clock) {
    return new PaymentAuthorizer(pool, store, providers.payment(), meters, clock);
  }

  private static CallContext context() {
    return CallContext.system(Clock.systemUTC(), Duration.ofSeconds(10));
  }

  private void cart(String id, String orderId) {
    await(
        pool.preparedQuery(
                """
                INSERT INTO cart (
                  id, region_id, order_id, completed_at, created_at, updated_at, state_version, state
                )
                VALUES ($1, 'reg_1', $2, CASE WHEN $2::text IS NOT NULL THEN now() END, now(), now(),
                  1, '{}')
                ON CONFLICT DO NOTHING
                """)
            .execute(Tuple.of(id, orderId)));
  }

  private void attempt(String id, String cartId, String status, Duration age) {
    cart(cartId, null);
    await(
        pool.preparedQuery(
                """
                INSERT INTO payment_attempt (
                  id, cart_id, cart_version, provider_id, amount, currency_code, status,
                  session_data, created_at, updated_at
                )
                VALUES ($1, $2, 1, 'scripted', 100, 'eur', $3, '{}',
                  now() - $4 * interval '1 millisecond', now() - $4 * interval '1 millisecond')
                """)
            .execute(Tuple.of(id, cartId, status, age.toMillis())));
  }

  private void letPass(String id, Duration time) {
    await(
        pool.preparedQuery(
                """
                UPDATE payment_attempt
                SET updated_at = updated_at - $2 * interval '1 millisecond'
                WHERE id = $1
                """)
            .execute(Tuple.of(id, time.toMillis())));
  }

  private String status(String id) {
    return await(
            pool.preparedQuery("SELECT status FROM payment_attempt WHERE id = $1")
                .execute(Tuple.of(id)))
        .iterator()
        .next()
        .getString(0);
  }

  /** Keys of the authorizations that the provider has canceled. */
  private static List<String> canceled() {
    return TestPaymentProvider.calls().stream()
        .filter(call -> call.kind() == Kind.CANCEL)
        .map(Call::key)
        .toList();
  }
}
