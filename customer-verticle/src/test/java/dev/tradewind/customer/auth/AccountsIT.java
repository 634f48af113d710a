package dev.tradewind.customer.auth;

import static dev.tradewind.customer.auth.AuthHarness.cookie;
import static dev.tradewind.customer.auth.AuthHarness.credentials;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.customer.auth.login.ThrottleSettings;
import dev.tradewind.customer.password.PasswordSettings;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountsIT {

  private static final JsonObject SUE =
      credentials("Sue@Test.com", "secret-pw")
          .put("first_name", "Sue")
          .put("last_name", "Shopper")
          .put("phone", "123");

  /** {@code supersecret} as Medusa stores it. */
  private static final String MEDUSA =
      "c2NyeXB0AAEAAAABAAAAAQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fRmO4DFmBBq0SdOiguek89xizriux"
          + "N4r79PIRUytkQ2MpV6lrSv9Ikn47WEx8S+Vv";

  private final AuthHarness harness = new AuthHarness();

  @AfterEach
  void close() {
    harness.close();
  }

  @Test
  void anAccountIsCreatedAndLoggedIn() {
    Reply reply = harness.call("storeCreateCustomer", SUE);

    assertThat(reply.status()).isEqualTo(200);
    JsonObject customer = reply.body().toJsonObject().getJsonObject("customer");
    assertThat(customer.fieldNames())
        .containsExactly(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "email",
            "first_name",
            "last_name",
            "billing_address_id",
            "phone",
            "has_account",
            "metadata",
            "billing_address",
            "shipping_addresses");
    assertThat(customer.getString("email")).isEqualTo("sue@test.com");
    assertThat(customer.getBoolean("has_account")).isTrue();
    assertThat(harness.idsOf(cookie(reply))).containsExactly(customer.getString("id"));
    assertThat(current(customer.getString("id"))).containsAllEntriesOf(stored(customer));
  }

  @Test
  void theEventOfAnAccountHasNoPassword() {
    harness.call("storeCreateCustomer", SUE);

    assertThat(harness.count("outbox WHERE type = 'customer.created'")).isEqualTo(1);
    assertThat(harness.one("SELECT outbox::text FROM outbox").getString(0))
        .doesNotContain("argon2", "secret-pw", "sue@test.com");
    assertThat(harness.one("SELECT password_hash FROM customer").getString(0))
        .startsWith("$argon2id$");
  }

  @Test
  void onlyTheFirstNameIsRequired() {
    JsonObject body = credentials("sue@test.com", "secret-pw").put("first_name", "Sue");

    JsonObject customer =
        harness.call("storeCreateCustomer", body).body().toJsonObject().getJsonObject("customer");

    assertThat(customer.getValue("last_name")).isNull();
    assertThat(customer.getValue("phone")).isNull();
  }

  @Test
  void concurrentCreationsMakeOneAccountPerEmail() {
    List<Future<Reply>> made =
        IntStream.range(0, 8)
            .mapToObj(i -> harness.send("storeCreateCustomer", SUE, null))
            .toList();
    await(Future.all(made));

    assertThat(made).filteredOn(each -> each.result().status() == 200).hasSize(1);
    assertThat(made)
        .filteredOn(each -> each.result().status() != 200)
        .hasSize(7)
        .allSatisfy(each ->
            assertThat(each.result().body().toJsonObject())
                .isEqualTo(
                    new JsonObject()
                        .put("code", "invalid_request_error")
                        .put("type", "duplicate_error")
                        .put(
                            "message",
                            "A customer with the given email already has an account. Log in"
                                + " instead")));
    assertThat(harness.count("customer")).isEqualTo(1);
    assertThat(harness.count("session")).isEqualTo(1);
    assertThat(harness.count("outbox WHERE type = 'customer.created'")).isEqualTo(1);
  }

  @Test
  void aGuestWithTheEmailStaysACustomerOfItsOwn() {
    harness.insertCustomer("cus_guest", "sue@test.com", "x");
    harness.run("UPDATE customer SET has_account = false, password_hash = NULL");

    assertThat(harness.call("storeCreateCustomer", SUE).status()).isEqualTo(200);
    assertThat(harness.count("customer WHERE email = 'sue@test.com'")).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "sue@test.com, true",
    "SUE@Test.com, true",
    "absent@test.com, false",
    "guest@test.com, false",
    "left@test.com, false",
    "not an email, false"
  })
  void anEmailExistsIfItHasAnAccount(String email, boolean exists) {
    harness.insertCustomer("cus_sue", "sue@test.com", "x");
    harness.insertCustomer("cus_guest", "guest@test.com", "x");
    harness.run("UPDATE customer SET has_account = false WHERE id = 'cus_guest'");
    harness.insertCustomer("cus_left", "left@test.com", "x");
    harness.run("UPDATE customer SET deleted_at = now() WHERE id = 'cus_left'");

    assertThat(harness.emailExists(email).body().toJsonObject())
        .isEqualTo(new JsonObject().put("exists", exists));
  }

  @Test
  void theCurrentCustomerIsShownWithOrdersAndAddresses() {
    harness.insertCustomer("cus_sue", "sue@test.com", "x");
    harness.run(
        """
        INSERT INTO address (id, customer_id, city, created_at, updated_at, deleted_at)
        VALUES ('addr_1', 'cus_sue', 'Oslo', now(), now(), NULL),
          ('addr_2', 'cus_sue', 'Rome', now(), now(), now())
        """);

    JsonObject customer = new JsonObject(current("cus_sue"));

    assertThat(customer.getJsonArray("orders").getJsonObject(0).getString("id"))
        .isEqualTo("order_1");
    assertThat(customer.getJsonArray("shipping_addresses")).hasSize(1);
    assertThat(customer.getJsonArray("shipping_addresses").getJsonObject(0).getString("city"))
        .isEqualTo("Oslo");
    assertThat(customer.fieldNames()).doesNotContain("password_hash", "version");
  }

  @Test
  void anAccountDeletedMeanwhileIsNotShown() {
    Reply customer = harness.callAs(customer("cus_x"), "storeGetCurrentCustomer");
    assertThat(customer.status()).isEqualTo(404);
    assertThat(customer.body().toJsonObject().getString("message"))
        .isEqualTo("Customer with id: cus_x was not found");

    Reply user = harness.callAs(user("usr_x"), "adminGetCurrentUser");
    assertThat(user.status()).isEqualTo(400);
    assertThat(user.body().toJsonObject().getString("message")).isEqualTo("Bad Request");
  }

  @Test
  void theCurrentUserIsShown() {
    harness.insertUser("usr_1", "admin@example.com", "supersecret");
    harness.counter.drain();

    JsonObject user =
        harness
            .callAs(user("usr_1"), "adminGetCurrentUser")
            .body()
            .toJsonObject()
            .getJsonObject("user");

    assertThat(user.getString("email")).isEqualTo("admin@example.com");
    assertThat(user.fieldNames()).contains("api_token").doesNotContain("password_hash");
    assertThat(harness.counter.drain()).hasSize(1);
  }

  @Test
  void aMedusaPasswordIsRehashedAtTheFirstLogin() {
    harness.insertUser("usr_1", "admin@example.com", "x");
    harness.run("UPDATE \"user\" SET password_hash = $1", MEDUSA);
    JsonObject login = credentials("admin@example.com", "supersecret");

    assertThat(harness.call("adminLogIn", credentials("admin@example.com", "guess")).status())
        .isEqualTo(401);
    assertThat(harness.one("SELECT password_hash FROM \"user\"").getString(0)).isEqualTo(MEDUSA);
    String session = cookie(harness.call("adminLogIn", login));

    assertThat(harness.one("SELECT password_hash FROM \"user\"").getString(0))
        .startsWith("$argon2id$");
    assertThat(harness.idsOf(session)).containsExactly("usr_1");
    assertThat(harness.call("adminLogIn", login).status()).isEqualTo(200);
  }

  @Test
  void tooManyWrongGuessesAreRateLimited() {
    try (AuthHarness strict =
        new AuthHarness(
            AuthHarness.CONFIG.withThrottle(
                new ThrottleSettings(3, 30, 300, Duration.ofMinutes(15))))) {
      strict.insertUser("usr_1", "admin@example.com", "supersecret");
      JsonObject right = credentials("admin@example.com", "supersecret");
      for (int i = 0; i < 5; i++) {
        assertThat(strict.call("adminLogIn", right).status()).isEqualTo(200);
      }
      for (int i = 0; i < 3; i++) {
        assertThat(strict.call("adminIssueToken", credentials("admin@example.com", "x")).status())
            .isEqualTo(401);
      }

      Reply refused = strict.call("adminLogIn", right);

      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.headers()).containsKey("retry-after");
      assertThat(refused.body().toJsonObject().getString("type")).isEqualTo("too_many_requests");
      strict.clock.advance(Duration.ofMinutes(16));
      assertThat(strict.call("adminLogIn", right).status()).isEqualTo(200);
    }
  }

  @Test
  void aFullQueueDoesNotCountAsAWrongGuess() {
    try (AuthHarness busy =
        new AuthHarness(
            AuthHarness.CONFIG
                .withPasswords(PasswordSettings.DEFAULT.withPool(1, 0))
                .withThrottle(new ThrottleSettings(3, 30, 300, Duration.ofMinutes(15))))) {
      busy.insertUser("usr_1", "admin@example.com", "supersecret");
      JsonObject right = credentials("admin@example.com", "supersecret");
      for (int round = 0; round < 3; round++) {
        List<Future<Reply>> logins =
            IntStream.range(0, 3).mapToObj(i -> busy.send("adminLogIn", right, null)).toList();
        await(Future.all(logins));
        assertThat(logins)
            .extracting(login -> login.result().status())
            .contains(200)
            .isSubsetOf(200, 429);
      }
      assertThat(busy.call("adminLogIn", right).status()).isEqualTo(200);
    }
  }

  @Test
  void aFloodOfRegistrationsDoesNotDelayLogins() {
    try (AuthHarness busy =
        new AuthHarness(AuthHarness.CONFIG.withPasswords(PasswordSettings.DEFAULT))) {
      busy.insertUser("usr_1", "admin@example.com", "supersecret");
      busy.insertCustomer("cus_1", "sue@example.com", "supersecret");
      List<Future<Reply>> registrations =
          IntStream.range(0, 100)
              .mapToObj(i ->
                  busy.send(
                      "storeCreateCustomer",
                      credentials("new%d@example.com".formatted(i), "secret-pw")
                          .put("first_name", "A")
                          .put("last_name", "B"),
                      null))
              .toList();

      assertThat(busy.call("adminLogIn", credentials("admin@example.com", "supersecret")).status())
          .isEqualTo(200);
      assertThat(busy.call("storeLogIn", credentials("sue@example.com", "supersecret")).status())
          .isEqualTo(200);
      assertThat(registrations).anyMatch(registration -> !registration.isComplete());
      // The hashes of a flood take longer than their deadline on a busy machine.
      await(Future.join(registrations).otherwiseEmpty());
      // One network gets half of the capacity.
      assertThat(registrations)
          .filteredOn(Future::succeeded)
          .extracting(registration -> registration.result().status())
          .contains(429);
    }
  }

  @Test
  void aRegistrationIsLimitedLikeTheQuestionWhetherAnAccountExists() {
    try (AuthHarness strict =
        new AuthHarness(
            AuthHarness.CONFIG.withThrottle(
                new ThrottleSettings(3, 30, 4, Duration.ofMinutes(15))))) {
      strict.insertCustomer("cus_1", "sue@test.com", "supersecret");
      for (int i = 0; i < 4; i++) {
        assertThat(strict.call("storeCreateCustomer", SUE).status()).isEqualTo(422);
      }

      assertThat(strict.call("storeCreateCustomer", SUE).status()).isEqualTo(429);
      assertThat(strict.emailExists("sue@test.com").status()).isEqualTo(429);
      Reply changed =
          strict.callAs(
              customer("cus_1"), "storeMeCustomer", new JsonObject().put("email", "b@test.com"));
      assertThat(changed.status()).isEqualTo(429);
      Reply unchanged =
          strict.callAs(
              customer("cus_1"), "storeMeCustomer", new JsonObject().put("email", "Sue@test.com"));
      assertThat(unchanged.status()).isEqualTo(200);
    }
  }

  private Map<String, Object> current(String id) {
    return harness
        .callAs(customer(id), "storeGetCurrentCustomer")
        .body()
        .toJsonObject()
        .getJsonObject("customer")
        .getMap();
  }

  private static Map<String, Object> stored(JsonObject customer) {
    JsonObject stored = customer.copy();
    stored.remove("billing_address");
    stored.remove("shipping_addresses");
    return stored.getMap();
  }

  private static Principal customer(String id) {
    return new Principal(Principal.Kind.CUSTOMER, id, Principal.Credential.SESSION);
  }

  private static Principal user(String id) {
    return new Principal(Principal.Kind.USER, id, Principal.Credential.SESSION);
  }
}
