package dev.tradewind.gateway.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.gateway.FakeCustomers;
import dev.tradewind.gateway.Http;
import dev.tradewind.gateway.RunningGateway;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import dev.tradewind.spi.payment.PaymentForms;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations of the API that a route of a plugin calls, as its caller or as the plugin. */
class PluginOperationsIT {

  private static final List<Request> RECEIVED = new CopyOnWriteArrayList<>();

  private static RunningGateway gateway;

  @BeforeAll
  static void start() {
    gateway =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withEnforcesRoles(true)
                .withSecurity(
                    ServerSecurity.DEVELOPMENT.withRoles(
                        RolePermissions.with(
                            new JsonObject()
                                .put("plugin-reader", new JsonArray().add("orders:read"))))),
            Map.of(
                "reader",
                List.of(Route.open("GET", "/reader/{operation}", PluginOperationsIT::callAsPlugin)),
                "caller",
                List.of(
                    Route.open("GET", "/caller/{operation}", PluginOperationsIT::call),
                    Route.open(
                        "GET",
                        "/caller/headers/authorization",
                        request ->
                            Future.succeededFuture(
                                RouteResponse.json(
                                    200,
                                    new JsonObject()
                                        .put("seen", request.headers().get("authorization"))))),
                    Route.open(
                        "OPTIONS",
                        "/caller/handshake",
                        request ->
                            Future.succeededFuture(
                                RouteResponse.json(200, new JsonObject().put("is_ours", true)))),
                    Route.open("POST", "/caller/{operation}", PluginOperationsIT::callTwice),
                    Route.open("GET", "/caller/own/{operation}", PluginOperationsIT::callAsPlugin),
                    Route.staff("GET", "/admin/caller", "own:read", PluginOperationsIT::orders),
                    Route.open("GET", "/store/products/{id}", PluginOperationsIT::product)
                        .replacing("storeGetProduct"))),
            PaymentForms.NONE);
    new FakeCustomers().serve(gateway);
    gateway.serve(CatalogClient.ADDRESS, replying("storeGetProduct", "storeListProducts"));
    gateway.serve(CartClient.ADDRESS, replying("storeCreateCart", "storeCompleteCart"));
    gateway.serve(OrderClient.ADDRESS, replying("adminListOrders"));
  }

  private static Operations replying(String... ids) {
    Operations operations = new Operations();
    for (String id : ids) {
      operations.on(
          id,
          request -> {
            RECEIVED.add(request);
            return Future.succeededFuture(
                Reply.ok(
                    new JsonObject()
                        .put("operation", id)
                        .put("by", request.context().actor())
                        .put("limit", request.query().getValue("limit"))));
          });
    }
    return operations;
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @BeforeEach
  void forget() {
    RECEIVED.clear();
  }

  private static Future<RouteResponse> call(RouteRequest request) {
    return request
        .operations()
        .call(request.parameters().get("operation"), Map.of(), Map.of("limit", "3"), null);
  }

  private static Future<RouteResponse> callAsPlugin(RouteRequest request) {
    return request
        .ownOperations()
        .call(request.parameters().get("operation"), Map.of(), Map.of(), null);
  }

  private static Future<RouteResponse> callTwice(RouteRequest request) {
    JsonObject body = new JsonObject(request.body());
    String operation = request.parameters().get("operation");
    Map<String, String> path =
        operation.equals("storeCompleteCart") ? Map.of("id", "cart_1") : Map.of();
    return request
        .operations()
        .call(operation, path, Map.of(), body)
        .compose(first -> request.operations().call(operation, path, Map.of(), body));
  }

  private static Future<RouteResponse> orders(RouteRequest request) {
    return request.operations().call("adminListOrders", Map.of(), Map.of(), null);
  }

  private static Future<RouteResponse> product(RouteRequest request) {
    return request
        .operations()
        .call("storeGetProduct", request.parameters(), Map.of(), null)
        .map(answer ->
            RouteResponse.json(
                answer.status(), new JsonObject(answer.body()).put("is_ours", true)));
  }

  @Test
  void theOperationHasTheCallerAndTheQueryOfTheCall() {
    Http.Answer answer =
        gateway.http.send(
            "GET /caller/storeListProducts HTTP/1.1", "Cookie: connect.sid=shopper\r\n", "");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().getString("by")).isEqualTo("CUSTOMER:cus_1:SESSION");
    assertThat(answer.json().getInteger("limit")).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/store/products/prod_1",
        "/store/%70roducts/prod_1",
        "/store//products/prod_1",
      })
  void aReplacedOperationIsTheShopsOwn(String path) {
    JsonObject product = gateway.http.get(path).json();

    assertThat(product.getString("operation")).isEqualTo("storeGetProduct");
    assertThat(product.getBoolean("is_ours")).isTrue();
    assertThat(RECEIVED.getFirst().input().encode()).isNotNull();
  }

  /** The user has no role, and so no permission to read orders. */
  @Test
  void thePermissionsOfTheCallerApply() {
    Http.Answer answer =
        gateway.http.send(
            "GET /admin/caller HTTP/1.1", "x-medusa-access-token: opensesame\r\n", "");

    assertThat(answer.status()).isEqualTo(403);
    assertThat(RECEIVED).isEmpty();
  }

  /** The role of a plugin alone limits it, not its caller. */
  @ParameterizedTest
  @CsvSource({
    "/reader/adminListOrders, 200, USER:plugin-reader:API_TOKEN",
    "/reader/storeListProducts, 200, NOBODY",
    "/reader/storeListCustomerMeOrders, 401,",
    "/reader/adminListProducts, 403,",
    "/caller/own/adminListOrders, 403,"
  })
  void aPluginHasThePermissionsOfItsRole(String path, int status, @Nullable String actor) {
    Http.Answer answer =
        gateway.http.send("GET " + path + " HTTP/1.1", "Cookie: connect.sid=shopper\r\n", "");

    assertThat(answer.status()).isEqualTo(status);
    if (actor != null) {
      assertThat(answer.json().getString("by")).isEqualTo(actor);
    } else {
      assertThat(RECEIVED).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"Bearer of a partner, true", "Bearer opensesame, false"})
  void credentialsOfTheShopDoNotReachARouteForAnyone(String authorization, boolean isSeen) {
    Http.Answer answer =
        gateway.http.send(
            "GET /caller/headers/authorization HTTP/1.1",
            "Cookie: connect.sid=staff\r\nAuthorization: " + authorization + "\r\n",
            "");

    assertThat(answer.json().getString("seen")).isEqualTo(isSeen ? authorization : null);
  }

  @Test
  void aPluginAnswersOptionsThatAreNoPreflight() {
    Http.Answer answer = gateway.http.send("OPTIONS /caller/handshake HTTP/1.1", "", "");

    assertThat(answer.json().getBoolean("is_ours")).isTrue();
  }

  @Test
  void aPluginIsToldWhichPermissionItLacks() {
    assertThat(gateway.http.get("/reader/adminListProducts").json().getString("message"))
        .isEqualTo("The role plugin-reader needs the permission products:read");
  }

  @ParameterizedTest
  @CsvSource({"storeListCustomerMeOrders,401", "adminListOrders,401"})
  void aRefusalIsAnAnswer(String operation, int status) {
    assertThat(gateway.http.get("/caller/" + operation).status()).isEqualTo(status);
  }

  @Test
  void theInputIsValidated() {
    Http.Answer answer = gateway.http.post("/caller/storeCreateCart", "{\"country_code\": 1}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(RECEIVED).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"absent", "storeCreateCart", "storeLogOut"})
  void aReadCallsReadsOfTheApiAlone(String operation) {
    assertThat(gateway.http.get("/caller/" + operation).status()).isEqualTo(500);
    assertThat(RECEIVED).isEmpty();
  }

  @Test
  void aFormOfAnotherSiteWritesNothing() {
    String login = "Content-Type: application/json\r\nCookie: connect.sid=shopper\r\n";
    Http.Answer answer =
        gateway.http.send(
            "POST /caller/storeCreateCart HTTP/1.1",
            login.concat("Origin: https://evil.example\r\n"),
            "{}");

    assertThat(answer.status()).isEqualTo(403);
    assertThat(RECEIVED).isEmpty();
  }

  @Test
  void eachCallIsMadeOnceForTheKeyOfItsRequest() {
    for (int i = 0; i < 2; i++) {
      gateway.http.send(
          "POST /caller/storeCompleteCart HTTP/1.1",
          "Content-Type: application/json\r\nIdempotency-Key: one\r\n",
          "{}");
    }

    List<String> keys =
        RECEIVED.stream().map(request -> request.header(IdempotencyKey.HEADER)).toList();
    assertThat(keys).hasSize(4);
    assertThat(keys.get(0)).isNotEqualTo(keys.get(1)).isNotEqualTo("one");
    assertThat(keys.subList(2, 4)).isEqualTo(keys.subList(0, 2));
  }
}
