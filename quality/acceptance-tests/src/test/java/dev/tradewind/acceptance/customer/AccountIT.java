package dev.tradewind.acceptance.customer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Registration and login of a customer. */
class AccountIT {

  private static Shop shop;
  private static Storefront storefront;

  private final String email = Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
  }

  @Test
  void anAccountIsCreatedAndItsOwnerLogsIn() {
    assertThat(exists()).isFalse();
    Answer made = create();
    assertThat(made.status()).isEqualTo(200);
    assertThat(made.header("set-cookie")).startsWith("connect.sid=").contains("; HttpOnly");
    assertThat(exists()).isTrue();

    Answer login = storefront.post("/store/auth", credentials("secret-pw"));

    assertThat(login.status()).isEqualTo(200);
    assertThat(login.body().getJsonObject("customer").getString("email")).isEqualTo(email);
    assertThat(login.header("set-cookie"))
        .startsWith("connect.sid=")
        .isNotEqualTo(made.header("set-cookie"));
    assertThat(storefront.post("/store/auth/token", credentials("secret-pw")).body().fieldNames())
        .containsExactly("access_token");
  }

  @Test
  void aLoginReturnsTheOrders() {
    String customerId = create().body().getJsonObject("customer").getString("id");
    String cartId = shop.readyCart(shop.newVariant(1_500, 10).getString("id"), 2);
    JsonObject order =
        storefront.post("/store/carts/" + cartId + "/complete", null).body().getJsonObject("data");
    shop.giveOrder(order.getString("id"), customerId);

    JsonObject customer =
        storefront.post("/store/auth", credentials("secret-pw")).body().getJsonObject("customer");

    assertThat(customer.getJsonArray("orders")).hasSize(1);
    JsonObject shown = customer.getJsonArray("orders").getJsonObject(0);
    assertThat(shown.getString("id")).isEqualTo(order.getString("id"));
    assertThat(shown.getInteger("display_id")).isEqualTo(order.getInteger("display_id"));
    JsonObject item = shown.getJsonArray("items").getJsonObject(0);
    assertThat(item.getInteger("quantity")).isEqualTo(2);
    assertThat(item.fieldNames()).contains("total").doesNotContain("variant", "adjustments");
  }

  @Test
  void aWrongPasswordAndASecondAccountAreRefused() {
    create();

    assertThat(storefront.post("/store/auth", credentials("wrong")).status()).isEqualTo(401);
    assertThat(storefront.post("/admin/auth", credentials("secret-pw")).status()).isEqualTo(401);
    assertThat(create().status()).isEqualTo(422);
    assertThat(storefront.post("/store/auth", new JsonObject()).status()).isEqualTo(400);
  }

  private Answer create() {
    return storefront.post("/store/customers", credentials("secret-pw").put("first_name", "Ada"));
  }

  private JsonObject credentials(String password) {
    return new JsonObject().put("email", email).put("password", password);
  }

  private boolean exists() {
    return storefront.get("/store/auth/" + email.replace("@", "%40")).body().getBoolean("exists");
  }
}
