package dev.tradewind.acceptance.fuzz;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.kernel.Ids;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The credentials of those who send requests. A customer whom a request locked out is replaced. */
final class Visitors {

  private static final int CUSTOMERS = 3;

  private final Shop shop;
  private final String apiToken = "token-" + Ids.ulid();
  private final List<String> sessions = new ArrayList<>();

  Visitors(Shop shop) {
    this.shop = shop;
    shop.newUser("fuzz-" + Ids.ulid() + "@example.com", "open sesame", apiToken);
    for (int i = 0; i < CUSTOMERS; i++) {
      sessions.add(newSession());
    }
  }

  private String newSession() {
    Answer answer =
        shop.storefront()
            .post(
                "/store/customers",
                new JsonObject()
                    .put("first_name", "Ada")
                    .put("last_name", "Lovelace")
                    .put("email", "c-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com")
                    .put("password", "open sesame"));
    return answer.header("set-cookie").replaceFirst(";.*", "");
  }

  synchronized Map<String, String> headers(Visitor visitor, int number) {
    return switch (visitor) {
      case NOBODY -> Map.of();
      case CUSTOMER -> Map.of("cookie", sessions.get(number % CUSTOMERS));
      case USER -> Map.of("x-medusa-access-token", apiToken);
      case PRETENDER ->
          Map.of(
              "authorization", number % 2 == 0 ? "Bearer a.b.c" : "Basic \u00e4",
              "cookie", "connect.sid=s%3Agarbage.x; =; a");
    };
  }

  Map<String, String> userHeaders() {
    return headers(Visitor.USER, 0);
  }

  synchronized void renewCustomer(int number) {
    sessions.set(number % CUSTOMERS, newSession());
  }
}
