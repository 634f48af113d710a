package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.acceptance.StaffClient.ok;
import static dev.tradewind.testing.Eventually.value;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Caller;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.ownership.OwnershipClaims;
import dev.tradewind.providers.test.TestNotificationProvider;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Claims of guest orders by a customer with an account. */
class OwnershipClaimsIT {

  private static Shop shop;
  private static StaffClient staff;

  private final TestIdentities people = new TestIdentities(shop);
  private final String[] customer = people.headers(Caller.CUSTOMER_WITH_TOKEN);
  private final JsonObject me =
      ok(shop.storefront().send("GET", "/store/customers/me", null, customer))
          .getJsonObject("customer");
  private final String guest = "guest-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    staff = new StaffClient(shop);
  }

  @Test
  void theTokenSentToTheGuestHandsTheOrdersOver() {
    String first = newOrder();
    String second = newOrder();

    claim(new JsonArray().add(first).add(second).add("order_none"));
    String token = token();
    assertThat(owner(first)).isNotEqualTo(me.getString("id"));
    Answer confirmed = confirm(token);

    assertThat(confirmed.status()).as(confirmed.text()).isEqualTo(200);
    assertThat(confirmed.text()).isEqualTo("OK");
    for (String order : List.of(first, second)) {
      JsonObject shown = staff.get("/admin/orders/" + order).getJsonObject("order");
      assertThat(shown.getString("customer_id")).isEqualTo(me.getString("id"));
      assertThat(shown.getString("email")).isEqualTo(me.getString("email"));
      assertThat(shown.getJsonObject("customer").getString("id")).isEqualTo(me.getString("id"));
      assertThat(shop.storefront().get("/store/orders/" + order).status())
          .as("now of an account")
          .isEqualTo(404);
    }
    assertThat(
            ok(shop.storefront().send("GET", "/store/customers/me/orders", null, customer))
                .getLong("count"))
        .isEqualTo(2);
    assertRefused(confirm(token), 400, "invalid_data", "The token was used before");
  }

  /** The account of a guest's address, opened now. */
  private String[] register(String email) {
    JsonObject body =
        new JsonObject()
            .put("email", email)
            .put("first_name", "Grace")
            .put("last_name", "Hopper")
            .put("password", "nanoseconds of wire");
    Answer opened = shop.storefront().post("/store/customers", body);
    assertThat(opened.status()).as(opened.text()).isEqualTo(200);
    return new String[] {"cookie", opened.header("set-cookie").split(";")[0]};
  }

  private static Answer claimPlaced(String order, String... caller) {
    return shop.storefront()
        .send("POST", "/store/tradewind/orders/" + order + "/claim", null, caller);
  }

  @Test
  void anAccountThatIsOpenedRightAfterAnOrderNeedsNoToken() {
    String order = newOrder();
    String[] account = register(guest);

    assertThat(claimPlaced(order).status()).isEqualTo(401);
    assertThat(claimPlaced(order, account).text()).isEqualTo("OK");
    assertThat(claimPlaced(order, account).status()).as("a repetition").isEqualTo(200);

    assertThat(
            ok(shop.storefront().send("GET", "/store/customers/me/orders", null, account))
                .getLong("count"))
        .isEqualTo(1);
    assertThat(shop.storefront().get("/store/orders/" + order).status()).isEqualTo(404);
    assertThat(claimPlaced(order, customer).status()).as("of another account").isEqualTo(404);
  }

  @Test
  void noOtherOrderIsClaimedWithoutAToken() {
    String earlier = newOrder();
    String canceled = newOrder();
    String ofAnother = newOrder("other-" + guest);
    String[] account = register(guest);
    String[] known = register("known-" + guest);
    String later = newOrder("known-" + guest);
    staff.post("/admin/orders/" + canceled + "/cancel", "");
    await(
        shop.orders()
            .preparedQuery(
                "UPDATE \"order\" SET created_at = now() - interval '61 minutes' WHERE id = $1")
            .execute(Tuple.of(earlier)));

    for (String order : List.of(earlier, canceled, ofAnother, "order_none")) {
      assertRefused(
          claimPlaced(order, account),
          404,
          "not_found",
          "Order with id: " + order + " was not found");
    }
    assertThat(claimPlaced(later, known).status()).isEqualTo(404);
  }

  @Test
  void concurrentConfirmationsAreOne() {
    claim(newOrder());
    String token = token();

    List<CompletableFuture<Answer>> sent =
        IntStream.range(0, 4)
            .mapToObj(number ->
                shop.storefront()
                    .postLater(
                        "/store/orders/customer/confirm", new JsonObject().put("token", token)))
            .toList();

    assertThat(sent).filteredOn(answer -> answer.join().status() == 200).hasSize(1);
    assertThat(sent).filteredOn(answer -> answer.join().status() == 400).hasSize(3);
  }

  @Test
  void aCanceledOrderRefusesTheWholeClaim() {
    String kept = newOrder();
    String canceled = newOrder();
    claim(new JsonArray().add(kept).add(canceled));
    String token = token();
    staff.post("/admin/orders/" + canceled + "/cancel", "");

    assertRefused(confirm(token), 400, "not_allowed", "A canceled order cannot be updated");

    assertThat(owner(kept)).isNotEqualTo(me.getString("id"));
  }

  @Test
  void claimsOfAnAccountAndTheirMailsAreLimited() {
    JsonObject claim = new JsonObject().put("order_ids", newOrder());
    for (int number = 0; number < OwnershipClaims.PER_ACCOUNT; number++) {
      assertThat(claimed(claim, customer)).isEqualTo(200);
    }
    assertThat(claimed(claim, customer)).isEqualTo(429);

    // Of another account, which is not limited by it, for the same address.
    String[] other = people.headers(Caller.OTHER_CUSTOMER);
    assertThat(claimed(claim, other)).isEqualTo(200);
    token();
    assertThat(mails()).isEqualTo(OwnershipClaims.PER_EMAIL);
  }

  /** Requested mails to the guest, sent or not. */
  private long mails() {
    return await(
            shop.orders()
                .preparedQuery(
                    "SELECT count(*) FROM outbox WHERE type = 'notification.requested'"
                        + " AND data->>'event_name' = 'order-update-token.created' AND data->>'to' = $1")
                .execute(Tuple.of(guest)))
        .iterator()
        .next()
        .getLong(0);
  }

  private static int claimed(JsonObject claim, String[] headers) {
    return shop.storefront().post("/store/orders/batch/customer/token", claim, headers).status();
  }

  @Test
  void otherTokensAreRefused() {
    assertRefused(confirm("no token"), 400, "invalid_data", "token must be a jwt string");
    assertRefused(confirm("a.b.c"), 400, "invalid_data", "The token is invalid or has expired");
    assertRefused(
        confirm(customer[1].replace("Bearer ", "")),
        400,
        "invalid_data",
        "The token is invalid or has expired");
    assertThat(
            shop.storefront()
                .post("/store/orders/batch/customer/token", json("{'order_ids': []}"))
                .status())
        .isEqualTo(401);
    claim(new JsonArray());
  }

  private void claim(Object orders) {
    Answer answer =
        shop.storefront()
            .post(
                "/store/orders/batch/customer/token",
                new JsonObject().put("order_ids", orders),
                customer);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("OK");
  }

  private static Answer confirm(String token) {
    return shop.storefront()
        .post("/store/orders/customer/confirm", new JsonObject().put("token", token));
  }

  /** The token that the guest has received. */
  private String token() {
    return value(
            () -> TestNotificationProvider.sentTo(me.getString("id"), guest), Optional::isPresent)
        .orElseThrow()
        .data()
        .getString("token");
  }

  private static String owner(String order) {
    return staff.get("/admin/orders/" + order).getJsonObject("order").getString("customer_id");
  }

  private String newOrder() {
    return newOrder(guest);
  }

  private String newOrder(String email) {
    String cart =
        shop.storefront()
            .createCart(
                shop.storefront().region("eur").getString("id"),
                shop.newVariant(1_000, 5).getString("id"),
                1)
            .getString("id");
    shop.storefront().prepareForCompletion(cart, email, "de");
    return ok(shop.storefront().post("/store/carts/" + cart + "/complete", null))
        .getJsonObject("data")
        .getString("id");
  }
}
