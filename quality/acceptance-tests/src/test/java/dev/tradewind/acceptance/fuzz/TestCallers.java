package dev.tradewind.acceptance.fuzz;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Credentials of the callers. A customer that a request locked out is replaced. */
final class TestCallers {

  static final String PASSWORD = "open sesame";

  /** User without wrong login attempts, so that its valid login is never rate-limited. */
  static final String GUARD = "guard-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";

  private static final int CUSTOMERS = 3;

  private final Shop shop;
  private final KnownValues known;
  private final String apiToken = "token-" + Ids.ulid();
  private final List<Session> customers = new ArrayList<>();

  /** Session of a customer with an account. */
  private record Session(String customerId, String email, String cookie) {}

  TestCallers(Shop shop, KnownValues known) {
    this.shop = shop;
    this.known = known;
    shop.newUser("fuzz-" + Ids.ulid() + "@example.com", PASSWORD, apiToken);
    shop.newUser(GUARD, PASSWORD, "token-" + Ids.ulid());
    for (int i = 0; i < CUSTOMERS; i++) {
      customers.add(newSession());
    }
  }

  private Session newSession() {
    String email = "c-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    Answer answer =
        shop.storefront()
            .post(
                "/store/customers",
                new JsonObject()
                    .put("first_name", "Ada")
                    .put("last_name", "Lovelace")
                    .put("email", email)
                    .put("password", PASSWORD));
    String cookie = cookie(answer);
    JsonObject address =
        new JsonObject()
            .put("first_name", "Ada")
            .put("last_name", "Lovelace")
            .put("address_1", "1 Main Street")
            .put("city", "Berlin")
            .put("country_code", "de")
            .put("postal_code", "10115");
    known.learn(
        shop.storefront()
            .send(
                "POST",
                "/store/customers/me/addresses",
                new JsonObject().put("address", address).encode(),
                "cookie",
                cookie)
            .body());
    return new Session(answer.body().getJsonObject("customer").getString("id"), email, cookie);
  }

  private static String cookie(Answer answer) {
    return answer.header("set-cookie").replaceFirst(";.*", "");
  }

  /** Logs the customer in again, so that its carts stay accessible. */
  private Optional<Session> again(Session ended) {
    Answer answer =
        shop.storefront()
            .post(
                "/store/auth",
                new JsonObject().put("email", ended.email()).put("password", PASSWORD));
    return answer.status() == 200
        ? Optional.of(new Session(ended.customerId(), ended.email(), cookie(answer)))
        : Optional.empty();
  }

  /** Index of the customer; empty for an unknown one. */
  synchronized OptionalInt customer(@Nullable String customerId) {
    return IntStream.range(0, CUSTOMERS)
        .filter(which -> customers.get(which).customerId().equals(customerId))
        .findFirst();
  }

  /**
   * Headers of the caller; there are several customers, and two callers with invalid credentials.
   */
  synchronized Map<String, String> headers(TestCaller caller, int which) {
    return switch (caller) {
      case NOBODY -> Map.of();
      case CUSTOMER -> Map.of("cookie", customers.get(which % CUSTOMERS).cookie());
      case USER -> Map.of("x-medusa-access-token", apiToken);
      case PRETENDER ->
          Map.of(
              "authorization",
              which % 2 == 0 ? "Bearer a.b.c" : "Basic \u00e4",
              "cookie",
              "connect.sid=s%3Agarbage.x; =; a");
    };
  }

  Map<String, String> userHeaders() {
    return headers(TestCaller.USER, 0);
  }

  /** Renews the session of that cookie; a customer that is locked out is replaced. */
  synchronized void renewCustomer(String cookie) {
    for (int i = 0; i < CUSTOMERS; i++) {
      Session ended = customers.get(i);
      if (ended.cookie().equals(cookie)) {
        customers.set(i, again(ended).orElseGet(this::newSession));
      }
    }
  }
}
