package dev.tradewind.stripe.testserver;

import static dev.tradewind.stripe.testserver.ServerFixture.HELD;
import static dev.tradewind.stripe.testserver.ServerFixture.INTENTS;
import static dev.tradewind.stripe.testserver.ServerFixture.PAID;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.stripe.testserver.TestClient.Reply;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys, versions, errors, lists, expansion, and what a browser may do. */
@ExtendWith(VertxExtension.class)
class ApiProtocolIT {

  private static final String IDEAL =
      "amount=1000&currency=eur&confirm=true&payment_method_types[]=ideal"
          + "&payment_method_data[type]=ideal&return_url=https://shop.example/return?cart=1%23end";

  private StripeTestServer server;
  private TestClient client;

  @BeforeEach
  void start(Vertx vertx) {
    server = ServerFixture.start(vertx, false);
    client = new TestClient(server);
  }

  @AfterEach
  void close() {
    await(server.close());
  }

  private TestClient with(String authorization) {
    return new TestClient(server.url(), authorization);
  }

  private static String basic(String user) {
    return "Basic " + Base64.getEncoder().encodeToString((user + ":").getBytes());
  }

  @Test
  void theSecretKeyIsAUserOrAToken() throws Exception {
    assertThat(with("Bearer sk_test_server").get("/v1/account").status()).isEqualTo(200);
    assertThat(with(basic("sk_test_server")).get("/v1/account").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer sk_test_another", "Basic %", "Bearer pk_test_server", "sk"})
  void otherKeysAreRefused(String authorization) throws Exception {
    Reply reply = with(authorization).get("/v1/account");

    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.error().getString("type")).isEqualTo("invalid_request_error");
    assertThat(reply.header("Request-Id"))
        .hasValueSatisfying(id -> assertThat(id).startsWith("req_"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          amount=1000                                  | 400 | parameter_missing | currency
          currency=eur                                 | 400 | parameter_missing | amount
          amount=1.5&currency=eur                      | 400 | parameter_invalid_integer | amount
          amount=1000&currency=eur&amout=1             | 400 | parameter_unknown | amout
          amount=1000&currency=xyz                     | 400 |                   | currency
          amount=1000&currency=eur&capture_method=late | 400 |                   | capture_method
          amount=10&currency=eur                       | 400 | amount_too_small  | amount
          amount=1234&currency=kwd                     | 400 |                   | amount
          amount=1000&currency=eur&customer=cus_1      | 404 | resource_missing  | customer
          amount=1000&currency=eur&payment_method=pm_1 | 404 | resource_missing  | payment_method
          """)
  void wrongParametersAreRefused(String form, int status, String code, String param)
      throws Exception {
    Reply reply = client.post(INTENTS, form);

    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.error().getString("code")).isEqualTo(code);
    assertThat(reply.error().getString("param")).isEqualTo(param);
    assertThat(server.all("payment_intent")).isEmpty();
    assertThat(server.events()).isEmpty();
  }

  /** A refusal before the operation begins leaves the key free for corrected parameters. */
  @Test
  void aKeyOutlivesFailedValidationAndKeepsARefusal() throws Exception {
    assertThat(client.post(INTENTS, "amount=x&currency=eur", "key").status()).isEqualTo(400);
    assertThat(client.post(INTENTS, PAID, "key").status()).isEqualTo(200);
    Reply other = client.post(INTENTS, HELD, "key");
    assertThat(other.status()).isEqualTo(400);
    assertThat(other.error().getString("type")).isEqualTo("idempotency_error");

    String declined = PAID.replace("pm_card_visa", "pm_card_chargeDeclined");
    assertThat(client.post(INTENTS, declined, "declined").status()).isEqualTo(402);
    assertThat(client.post(INTENTS, declined, "declined").header("Idempotent-Replayed"))
        .hasValue("true");
    assertThat(server.all("charge")).hasSize(2);
  }

  @Test
  void unknownResourcesPathsAndVersionsAreRefused() throws Exception {
    assertThat(client.get(INTENTS + "/pi_1").error().getString("code"))
        .isEqualTo("resource_missing");
    assertThat(client.get("/v1/balance").status()).isEqualTo(404);
    assertThat(client.get("/v1/account", "tomorrow").status()).isEqualTo(400);
    assertThat(client.get("/v1/account", "2020-08-27").status()).isEqualTo(400);
  }

  @Test
  void theVersionDecidesTypesAndDefaults() throws Exception {
    assertThat(createdIn("2022-11-15", "")).isEqualTo("automatic [card] null");
    assertThat(createdIn("2023-08-16", ""))
        .isEqualTo(
            "automatic [card, bancontact, ideal, p24] {allow_redirects=always, enabled=true}");
    assertThat(createdIn("2024-04-10", "&payment_method_types[]=ideal"))
        .isEqualTo("automatic_async [ideal] null");
    assertThat(createdIn("2026-07-29.dahlia", "&allowed_payment_method_types[]=card"))
        .isEqualTo("automatic_async [card] {allow_redirects=always, enabled=true}");
    assertThat(createdIn("2026-06-01.dahlia", "&allowed_payment_method_types[]=card"))
        .isEqualTo("parameter_unknown");
    assertThat(createdIn("2026-09-30.endive", "&payment_method_types[]=card"))
        .isEqualTo("payment_method_types_no_longer_supported");
  }

  private String createdIn(String version, String more) throws Exception {
    Reply reply =
        client.send(
            client
                .form(INTENTS, "amount=1000&currency=eur" + more)
                .header("Stripe-Version", version));
    if (reply.status() != 200) {
      return reply.error().getString("code");
    }
    JsonObject body = reply.body();
    JsonObject automatic = body.getJsonObject("automatic_payment_methods");
    return body.getString("capture_method")
        + " "
        + body.getJsonArray("payment_method_types").getList()
        + " "
        + (automatic == null ? null : automatic.getMap());
  }

  @Test
  void listsHaveCursors() throws Exception {
    List<String> ids =
        List.of(
            client.post(INTENTS, PAID).id(),
            client.post(INTENTS, PAID).id(),
            client.post(INTENTS, PAID).id());

    assertPage("?limit=2", true, ids.get(2), ids.get(1));
    assertPage("?limit=2&starting_after=" + ids.get(1), false, ids.get(0));
    assertPage("?limit=1&ending_before=" + ids.get(0), true, ids.get(1));
    assertPage("?created[gt]=" + server.clock().now().getEpochSecond(), false);
    assertThat(client.get(INTENTS + "?limit=101").status()).isEqualTo(400);
    assertThat(client.get(INTENTS + "?starting_after=pi_1").status()).isEqualTo(404);
  }

  private void assertPage(String query, boolean hasMore, String... ids) throws Exception {
    JsonObject page = client.get(INTENTS + query).body();
    assertThat(page.getString("object")).isEqualTo("list");
    assertThat(page.getString("url")).isEqualTo(INTENTS);
    assertThat(page.getBoolean("has_more")).isEqualTo(hasMore);
    assertThat(page.getJsonArray("data").stream().map(one -> ((JsonObject) one).getString("id")))
        .containsExactly(ids);
  }

  @Test
  void savedMethodsAreListedByTypeAndRedisplay() throws Exception {
    String customer = client.post("/v1/customers", "email=a@example.com").id();
    String card = "type=card&card[number]=4242424242424242&card[exp_month]=1&card[exp_year]=30";
    String shown = client.post("/v1/payment_methods", card + "&allow_redisplay=always").id();
    String other = client.post("/v1/payment_methods", card).id();
    for (String method : List.of(shown, other)) {
      client.post("/v1/payment_methods/" + method + "/attach", "customer=" + customer);
    }

    assertThat(saved(customer, "?type=card")).containsExactly(other, shown);
    assertThat(saved(customer, "?type=ideal")).isEmpty();
    assertThat(saved(customer, "?allow_redisplay=always")).containsExactly(shown);
  }

  private List<String> saved(String customer, String query) throws Exception {
    return client
        .get("/v1/customers/" + customer + "/payment_methods" + query)
        .body()
        .getJsonArray("data")
        .stream()
        .map(method -> ((JsonObject) method).getString("id"))
        .toList();
  }

  @Test
  void relationsAreExpandedByPath() throws Exception {
    String id = client.post(INTENTS, PAID).id();
    String path = INTENTS + "/" + id;

    JsonObject charge =
        client
            .get(path + "?expand[]=latest_charge.payment_intent&expand[]=payment_method")
            .body()
            .getJsonObject("latest_charge");
    assertThat(charge.getJsonObject("payment_intent").getString("id")).isEqualTo(id);
    JsonObject first =
        (JsonObject)
            client
                .get(INTENTS + "?expand[]=data.latest_charge")
                .body()
                .getJsonArray("data")
                .getValue(0);
    assertThat(first.getJsonObject("latest_charge").getString("object")).isEqualTo("charge");
    assertThat(client.get(path + "?expand[]=amount").status()).isEqualTo(400);
    assertThat(charge.fieldNames()).noneMatch(name -> name.startsWith("_"));
  }

  @Test
  void aBrowserReadsAndConfirmsWithTheClientSecret() throws Exception {
    TestClient browser = with("Bearer pk_test_server");
    JsonObject intent = client.post(INTENTS, "amount=1000&currency=eur&metadata[a]=b").body();
    String path = INTENTS + "/" + intent.getString("id");
    String secret = "client_secret=" + intent.getString("client_secret");

    assertThat(browser.get(path).status()).isEqualTo(400);
    assertThat(browser.get(path + "?client_secret=x").status()).isEqualTo(404);
    JsonObject read = browser.get(path + "?" + secret).body();
    assertThat(read.getString("status")).isEqualTo("requires_payment_method");
    assertThat(read.fieldNames()).doesNotContain("metadata", "customer", "latest_charge");
    assertThat(browser.post(path, "amount=1&" + secret).status()).isEqualTo(401);
    assertThat(browser.post(path + "/confirm", "payment_method=pm_card_visa").status())
        .isEqualTo(400);
    Reply confirmed = browser.post(path + "/confirm", secret + "&payment_method=pm_card_visa");
    assertThat(confirmed.body().getString("status")).isEqualTo("succeeded");
    assertThat(confirmed.body().fieldNames()).doesNotContain("metadata");
  }

  @ParameterizedTest
  @CsvSource({"approve, succeeded, succeeded", "reject, requires_payment_method, failed"})
  void thePageDecidesAndReturnsTheShopper(String result, String status, String redirect)
      throws Exception {
    JsonObject intent = client.post(INTENTS, IDEAL).body();
    String url =
        intent
            .getJsonObject("next_action")
            .getJsonObject("redirect_to_url")
            .getString("url")
            .substring(server.url().length());
    TestClient shopper = with("");
    assertThat(shopper.get(url).response().body()).contains("Approve", "10.00 EUR");
    assertThat(shopper.get(url.replace("secret_", "")).status()).isEqualTo(404);

    Reply returned = shopper.post(url, "result=" + result);

    assertThat(returned.status()).isEqualTo(303);
    assertThat(returned.header("Location"))
        .hasValue(
            "https://shop.example/return?cart=1&payment_intent="
                + intent.getString("id")
                + "&payment_intent_client_secret="
                + intent.getString("client_secret")
                + "&redirect_status="
                + redirect
                + "#end");
    assertThat(server.find(intent.getString("id")).getString("status")).isEqualTo(status);
    assertThat(shopper.post(url, "result=approve").status()).isEqualTo(409);
  }
}
