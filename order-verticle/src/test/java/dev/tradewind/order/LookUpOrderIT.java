package dev.tradewind.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.view.LookUpOrder;
import dev.tradewind.providers.test.TestPaymentProvider;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rate limits of the look-up of an order by number and e-mail address. */
class LookUpOrderIT {

  private static OrderShop shop;
  private static JsonObject order;

  @BeforeAll
  static void open() {
    shop = new OrderShop();
    List<String> orders = shop.newOrders(3, TestPaymentProvider.ID);
    order = shop.admin("adminGetOrder", orders.get(1)).order();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void forget() throws InterruptedException {
    shop.run("DELETE FROM attempt");
    // Exhausted counters are cached for a second.
    Thread.sleep(1_100);
  }

  @Test
  void anEnumerationOfNumbersIsRefused() {
    Set<Integer> statuses = new HashSet<>();
    for (int number = 100; number < 100 + LookUpOrder.PER_EMAIL_AND_NETWORK; number++) {
      statuses.add(lookUp("10.1.0.1", number));
    }
    assertThat(statuses).containsExactly(404);

    assertThat(lookUp("10.1.0.1", number())).isEqualTo(429);
    assertThat(lookUp("10.1.0.2", number())).isEqualTo(200);
  }

  @Test
  void anEnumerationFromManyNetworksDoesNotLockTheBuyerOut() {
    assertThat(lookUp("10.0.0.1", number())).isEqualTo(200);
    for (int i = 0; i < LookUpOrder.PER_EMAIL; i++) {
      assertThat(lookUp("10.1.0." + i, 100 + i)).isEqualTo(404);
    }

    assertThat(lookUp("10.1.1.1", number())).isEqualTo(429);
    assertThat(lookUp("10.0.0.1", number())).isEqualTo(200);
  }

  @Test
  void ordersThatAreFoundAreNotCounted() {
    for (int i = 0; i < 2 * LookUpOrder.PER_EMAIL_AND_NETWORK; i++) {
      assertThat(lookUp("10.0.0.1", number())).isEqualTo(200);
    }
  }

  @Test
  void theOrderOfAnAccountIsFoundByItsOwnerAlone() {
    shop.accounts = true;
    try {
      assertThat(lookUp("10.0.0.1", number())).isEqualTo(404);
    } finally {
      shop.accounts = false;
    }
  }

  private static long number() {
    return order.getLong("display_id");
  }

  private static int lookUp(String address, long number) {
    JsonObject query =
        new JsonObject().put("display_id", number).put("email", order.getString("email"));
    return shop.storeFrom(address, "storeListOrders", query).status();
  }
}
