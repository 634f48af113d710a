package dev.tradewind.cart.completion;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.cart.CartVerticle;
import dev.tradewind.cart.completion.PaymentAttempt.Status;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A session that its shopper pays at the provider: one attempt at a time uses or releases it. */
@ExtendWith(VertxExtension.class)
class PaidSessionIT {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final Event ENTRY =
      AuditAction.PAYMENT_RELEASE
          .on("cart")
          .event(CallContext.system(Clock.systemUTC(), Duration.ofSeconds(1)), NOW);

  private final PaymentAttemptStore store = new PaymentAttemptStore();
  private Pool pool;

  @BeforeEach
  void open(Vertx vertx) {
    String url =
        TestDatabase.copyOf(
                "cart",
                empty ->
                    new Migrations(DatabaseConfig.parse(empty, 1))
                        .run(List.of(Schema.of("orders"), CartVerticle.SCHEMA)))
            .url();
    pool = SchemaPool.open(vertx, DatabaseConfig.parse(url, 8), CartVerticle.SCHEMA);
  }

  @Test
  void aSessionThatIsBeingReleasedOpensNoAttempt() {
    cart("cart_1");
    PaymentAttempt first = opened("pay_1", "cart_1");
    assertThat(await(store.beginVoiding(pool, first, Status.LIVE, NOW))).isTrue();

    assertThatThrownBy(() -> opened("pay_2", "cart_1"))
        .hasRootCauseInstanceOf(PaymentAttemptStore.SessionTakenException.class);

    await(store.finishVoiding(pool, first, NOW));
    assertThat(opened("pay_3", "cart_1").id()).isEqualTo("pay_3");
  }

  @Test
  void aSessionThatAnAttemptUsesIsNotReleased() {
    cart("cart_1");
    PaymentAttempt declined = opened("pay_1", "cart_1");
    await(store.recordAnswer(pool, declined.answered(Status.FAILED, new JsonObject()), NOW));
    opened("pay_2", "cart_1");

    assertThat(await(store.beginVoiding(pool, declined, EnumSet.of(Status.FAILED), NOW))).isFalse();
    assertThat(await(store.release(pool, attempt("pay_3", "cart_1"), "pi_cart_1", ENTRY, NOW)))
        .isEmpty();
  }

  @Test
  void attemptsOfOtherProvidersHaveSessionsOfTheirOwn() {
    cart("cart_1");
    PaymentAttempt first = await(store.open(pool, attempt("pay_1", "cart_1"), null, NOW)).get();
    await(store.beginVoiding(pool, first, Status.LIVE, NOW));

    assertThat(await(store.open(pool, attempt("pay_2", "cart_1"), null, NOW)))
        .get()
        .extracting(PaymentAttempt::id)
        .isEqualTo("pay_2");
  }

  /** Concurrent completion, late voiding and release of one session: one of them has it. */
  @Test
  void concurrentUsesOfASessionExcludeEachOther() {
    for (int round = 0; round < 60; round++) {
      String cartId = "cart_" + round;
      cart(cartId);
      PaymentAttempt declined = opened("pay_a" + round, cartId);
      await(store.recordAnswer(pool, declined.answered(Status.FAILED, new JsonObject()), NOW));

      List<Future<?>> uses =
          List.of(
              store.open(pool, attempt("pay_b" + round, cartId), "pi_" + cartId, NOW),
              store.beginVoiding(pool, declined, EnumSet.of(Status.FAILED), NOW),
              store.release(pool, attempt("pay_c" + round, cartId), "pi_" + cartId, ENTRY, NOW));
      await(Future.join(uses).otherwiseEmpty());

      long having = uses.stream().filter(PaidSessionIT::hasSession).count();
      assertThat(having).as("round %d: %s", round, uses).isOne();
      assertThat(inUse(cartId)).isOne();
    }
  }

  private static boolean hasSession(Future<?> use) {
    return use.succeeded()
        && (use.result() instanceof Optional<?> attempt
            ? attempt.isPresent()
            : Boolean.TRUE.equals(use.result()));
  }

  private long inUse(String cartId) {
    return await(
            pool.preparedQuery(
                    """
                    SELECT count(*) FROM payment_attempt
                    WHERE cart_id = $1 AND status IN ('authorizing', 'authorized', 'used', 'voiding')
                    """)
                .execute(Tuple.of(cartId)))
        .iterator()
        .next()
        .getLong(0);
  }

  private PaymentAttempt opened(String id, String cartId) {
    return await(store.open(pool, attempt(id, cartId), "pi_" + cartId, NOW)).orElseThrow();
  }

  private static PaymentAttempt attempt(String id, String cartId) {
    return PaymentAttemptBuilder.builder()
        .id(id)
        .cartId(cartId)
        .cartVersion(1)
        .providerId("card")
        .amount(100)
        .currencyCode("eur")
        .status(Status.AUTHORIZING)
        .sessionData(new JsonObject())
        .data(new JsonObject())
        .build();
  }

  private void cart(String id) {
    await(
        pool.preparedQuery(
                """
                INSERT INTO cart (
                  id, region_id, created_at, updated_at, state_version, state
                )
                VALUES ($1, 'reg_1', now(), now(), 1, '{}')
                """)
            .execute(Tuple.of(id)));
  }
}
