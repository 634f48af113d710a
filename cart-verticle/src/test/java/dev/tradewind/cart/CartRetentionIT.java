package dev.tradewind.cart;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.cart.retention.AbandonedCartCleaner;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CartRetentionIT {

  private static final Duration RETENTION = Duration.ofDays(90);

  private static CartShop shop;

  @BeforeAll
  static void open() {
    shop = new CartShop();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static String cart(String created, String changed) {
    String id = shop.cartWithShirts(1);
    sql(
        """
        UPDATE cart
        SET created_at = now() - '%s'::interval, updated_at = now() - '%s'::interval
        WHERE id = $1
        """
            .formatted(created, changed),
        id);
    return id;
  }

  private static void sql(String statement, Object... values) {
    await(shop.pool.preparedQuery(statement).execute(Tuple.from(values)));
  }

  private static void attempt(String cart, String status) {
    sql(
        """
        INSERT INTO payment_attempt (
          id, cart_id, cart_version, provider_id, amount, currency_code, status, session_data,
          created_at, updated_at
        )
        VALUES ('pay_' || $1 || $2, $1, 1, 'manual', 100, 'eur', $2, '{}', now(), now())
        """,
        cart,
        status);
  }

  private static Future<Integer> clean() {
    return new AbandonedCartCleaner(shop.pool, RETENTION, shop.clock).delete();
  }

  @Test
  void onlyCartsWithoutAnOrderAreDeletedAndOnlyAfterTheirRetention() {
    String abandoned = cart("91 days", "90 days 1 hour");
    String declined = cart("91 days", "91 days");
    attempt(declined, "failed");
    String young = cart("89 days", "89 days");
    String used = cart("300 days", "89 days");
    String paying = cart("91 days", "91 days");
    attempt(paying, "authorized");
    String draft = cart("91 days", "91 days");
    sql("UPDATE cart SET type = 'draft_order' WHERE id = $1", draft);
    String completed = cart("91 days", "91 days");
    sql("UPDATE cart SET completed_at = now(), order_id = 'order_1' WHERE id = $1", completed);

    List<Future<Integer>> nodes = new ArrayList<>();
    for (int node = 0; node < 4; node++) {
      nodes.add(clean());
    }

    assertThat(nodes.stream().mapToInt(deleted -> await(deleted)).sum()).isEqualTo(2);
    assertThat(shop.send("storeGetCart", CartShop.id(abandoned), null).status()).isEqualTo(404);
    assertThat(
            await(shop.pool.query("SELECT id FROM cart").execute()).stream()
                .map(row -> row.getString("id")))
        .contains(young, used, paying, draft, completed)
        .doesNotContain(abandoned, declined);
  }

  /**
   * A shopper who returns at the last moment keeps the cart, or finds it gone; never half of it.
   */
  @Test
  void aCartThatChangesMeanwhileIsKept() {
    String id = cart("91 days", "91 days");

    await(
        shop.pool.withTransaction(db ->
            db.preparedQuery("UPDATE cart SET updated_at = now() WHERE id = $1")
                .execute(Tuple.of(id))
                .compose(changed -> clean())
                .onSuccess(deleted -> assertThat(deleted).isZero())));

    assertThat(await(clean())).isZero();
    assertThat(shop.get(id).getString("id")).isEqualTo(id);
  }
}
