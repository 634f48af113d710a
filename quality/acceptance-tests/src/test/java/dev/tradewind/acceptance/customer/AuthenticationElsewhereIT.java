package dev.tradewind.acceptance.customer;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Caller;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.text.Sha256;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Credentials verified by another verticle than that of customers: valid until they are ended. */
class AuthenticationElsewhereIT {

  @ParameterizedTest
  @ValueSource(strings = {"catalog", "customer", "discount", "cart", "order", "batch", "webhook"})
  void everyVerticleAcceptsACredentialUntilItsEnd(String verticle) {
    Shop shop = Shop.shared();
    TestIdentities identities = new TestIdentities(shop);
    String[] staff = identities.headers(Caller.USER_WITH_SESSION);
    String[] customer = identities.headers(Caller.CUSTOMER_WITH_SESSION);
    JsonObject session = session(staff);
    JsonObject apiToken =
        new JsonObject()
            .put("api_token_hashes", new JsonArray().add(Sha256.of(identities.asUser()[1])));

    String userId = authenticated(shop, verticle, session).getJsonObject("user").getString("id");
    assertThat(authenticated(shop, verticle, apiToken).getJsonObject("user"))
        .isEqualTo(new JsonObject().put("id", userId).put("how", "API_TOKEN").put("role", "admin"));
    assertThat(authenticated(shop, verticle, session(customer)).fieldNames())
        .containsExactly("customer");

    shop.storefront().send("DELETE", "/admin/auth", null, staff);
    shop.storefront().send("DELETE", "/store/auth", null, customer);
    await(
        shop.customers()
            .query("UPDATE \"user\" SET api_token = NULL WHERE id = '" + userId + "'")
            .execute());
    for (JsonObject ended : new JsonObject[] {session, session(customer), apiToken}) {
      assertThat(authenticated(shop, verticle, ended)).isEmpty();
    }
  }

  private static JsonObject session(String[] headers) {
    return new JsonObject().put("session", Sha256.of(headers[1].replaceFirst("^[^=]*=", "")));
  }

  private static JsonObject authenticated(Shop shop, String verticle, JsonObject credentials) {
    CallContext context = CallContext.system(Clock.systemUTC(), Duration.ofSeconds(60));
    return await(new CustomerClient(shop.bus()).authenticate(context, credentials, verticle));
  }
}
