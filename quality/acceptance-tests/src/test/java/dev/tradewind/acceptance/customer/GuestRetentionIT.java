package dev.tradewind.acceptance.customer;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.customer.retention.GuestCleaner;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Guests that the e-mail addresses of carts make, and their end. */
class GuestRetentionIT {

  private static Shop shop;
  private static String region;

  @BeforeAll
  static void open() {
    shop = Shop.separate();
    region = shop.storefront().region("eur").getString("id");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static String newEmail() {
    return Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
  }

  /** Cart of a guest, last used long ago. */
  private static JsonObject cartOf(String email) {
    String variant = shop.newVariant(1_000, 10).getString("id");
    String cart = shop.storefront().createCart(region, variant, 1).getString("id");
    JsonObject owned = shop.storefront().prepareForCompletion(cart, email, "de");
    age(owned.getString("customer_id"));
    return owned;
  }

  private static void age(String customerId) {
    await(
        shop.customers()
            .preparedQuery(
                """
                UPDATE customer
                SET created_at = now() - interval '91 days',
                  updated_at = now() - interval '91 days'
                WHERE id = $1
                """)
            .execute(Tuple.of(customerId)));
  }

  private static void deleteCart(JsonObject cart) {
    Tuple id = Tuple.of(cart.getString("id"));
    await(shop.carts().preparedQuery("DELETE FROM payment_attempt WHERE cart_id = $1").execute(id));
    await(shop.carts().preparedQuery("DELETE FROM cart WHERE id = $1").execute(id));
  }

  private static void clean() {
    await(
        new GuestCleaner(shop.customers(), shop.bus(), Duration.ofDays(90), Clock.systemUTC())
            .delete());
  }

  private static boolean exists(JsonObject cart) {
    return await(
                shop.customers()
                    .preparedQuery("SELECT FROM customer WHERE id = $1")
                    .execute(Tuple.of(cart.getString("customer_id"))))
            .size()
        == 1;
  }

  @Test
  void guestsWithoutACartAndAnOrderAreDeletedAfterTheRetentionTime() {
    String email = newEmail();
    JsonObject abandoned = cartOf(email);
    deleteCart(abandoned);
    JsonObject withCart = cartOf(newEmail());
    JsonObject withOrder = cartOf(newEmail());
    String path = "/store/carts/" + withOrder.getString("id") + "/complete";
    assertThat(shop.storefront().post(path, null).status()).isEqualTo(200);
    deleteCart(withOrder);

    clean();

    assertThat(exists(abandoned)).isFalse();
    assertThat(exists(withCart)).isTrue();
    assertThat(exists(withOrder)).isTrue();
    assertThat(shop.events("commerce.customer.v1", abandoned.getString("customer_id"), 2))
        .extracting(event -> event.header("ce_type"))
        .containsExactly("customer.created", "customer.erased");
    assertThat(cartOf(email).getString("customer_id"))
        .isNotEqualTo(abandoned.getString("customer_id"));
  }

  @Test
  void aGuestWhoComesBackIsNotDeleted() {
    String email = newEmail();
    JsonObject earlier = cartOf(email);
    deleteCart(earlier);

    String again = shop.storefront().createCart(region, newVariant(), 1).getString("id");
    JsonObject owned =
        shop.storefront()
            .post("/store/carts/" + again, new JsonObject().put("email", email))
            .cart();
    deleteCart(owned);
    clean();

    assertThat(owned.getString("customer_id")).isEqualTo(earlier.getString("customer_id"));
    assertThat(exists(earlier)).isTrue();
  }

  private static String newVariant() {
    return shop.newVariant(1_000, 10).getString("id");
  }
}
