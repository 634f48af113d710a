package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Users and customers with every kind of credential. */
public final class TestIdentities {

  private static final String PASSWORD = "open sesame";

  private final Shop shop;
  private final String apiToken = "token-" + Ids.ulid();
  private final JsonObject user;
  private final JsonObject customer;
  private final Map<Caller, String> logins = new EnumMap<>(Caller.class);
  private final String memberToken = "token-" + Ids.ulid();
  private final JsonObject otherCustomer;
  private final String expired;

  public TestIdentities(Shop shop) {
    this.shop = shop;
    user = credentials("user-");
    shop.newUser(user.getString("email"), PASSWORD, apiToken);
    String member = credentials("member-").getString("email");
    shop.newUser(member, PASSWORD, memberToken);
    shop.setRole(member, "member");
    customer = newCustomer("Ada");
    otherCustomer = newCustomer("Bob");
    expired = session("/admin/auth", user);
    shop.expireSessionsOf(user.getString("email"));
  }

  private JsonObject newCustomer(String firstName) {
    JsonObject credentials = credentials("customer-");
    JsonObject newcomer = credentials.copy().put("first_name", firstName);
    assertThat(shop.storefront().post("/store/customers", newcomer).status()).isEqualTo(200);
    return credentials;
  }

  private static JsonObject credentials(String prefix) {
    return new JsonObject()
        .put("email", prefix + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com")
        .put("password", PASSWORD);
  }

  private String token(String path, JsonObject credentials) {
    return shop.storefront().bearer(path, credentials);
  }

  /** Discards sessions and tokens, because some operations end them. */
  public void forgetLogins() {
    logins.clear();
  }

  private String session(String path, JsonObject credentials) {
    Answer answer = shop.storefront().post(path, credentials);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.header("set-cookie").replaceFirst(";.*", "");
  }

  /** Header names and values, alternating. */
  public String[] headers(Caller caller) {
    return switch (caller) {
      case NOBODY -> new String[0];
      case CUSTOMER_WITH_SESSION ->
          new String[] {
            "cookie", logins.computeIfAbsent(caller, who -> session("/store/auth", customer))
          };
      case CUSTOMER_WITH_TOKEN -> bearer(caller, "/store/auth/token", customer);
      case OTHER_CUSTOMER -> bearer(caller, "/store/auth/token", otherCustomer);
      case USER_WITH_SESSION ->
          new String[] {
            "cookie", logins.computeIfAbsent(caller, who -> session("/admin/auth", user))
          };
      case USER_WITH_TOKEN -> bearer(caller, "/admin/auth/token", user);
      case USER_WITH_API_TOKEN -> new String[] {"x-medusa-access-token", apiToken};
      case USER_WITH_API_TOKEN_AS_BEARER -> new String[] {"authorization", "Bearer " + apiToken};
      case MEMBER -> new String[] {"x-medusa-access-token", memberToken};
      case EXPIRED_SESSION -> new String[] {"cookie", expired};
      case GARBAGE ->
          new String[] {
            "authorization", "Bearer a.b.c",
            "x-medusa-access-token", "garbage",
            "cookie", "connect.sid=garbage"
          };
    };
  }

  private String[] bearer(Caller caller, String path, JsonObject credentials) {
    return new String[] {
      "authorization", logins.computeIfAbsent(caller, who -> token(path, credentials))
    };
  }

  public String[] asUser() {
    return headers(Caller.USER_WITH_API_TOKEN);
  }

  public String[] asCustomer() {
    return headers(Caller.CUSTOMER_WITH_TOKEN);
  }
}
