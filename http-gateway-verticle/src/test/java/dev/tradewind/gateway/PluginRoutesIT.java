package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Routes of a plugin named {@code cards}. */
class PluginRoutesIT {

  private static final GatewayConfig CONFIG =
      GatewayConfig.of("127.0.0.1", 0)
          .withEnforcesRoles(true)
          .withRequestTimeout(Duration.ofSeconds(5));

  private static RunningGateway gateway;

  @BeforeAll
  static void start() {
    gateway =
        new RunningGateway(
            CONFIG,
            Map.of(
                "cards",
                List.of(
                    Route.open("POST", "/cards/hooks", PluginRoutesIT::echo),
                    Route.open("GET", "/cards/caller", PluginRoutesIT::caller),
                    Route.open("POST", "/cards/caller", PluginRoutesIT::caller),
                    Route.staff(
                        "GET", "/admin/cards/caller", "orders:read", PluginRoutesIT::caller),
                    Route.open("GET", "/store/cards/{id}", PluginRoutesIT::caller),
                    Route.customer("GET", "/store/me/cards", PluginRoutesIT::caller),
                    Route.open("GET", "/store/products/featured", PluginRoutesIT::caller)
                        .replacing("storeGetProduct"),
                    Route.open("POST", "/cards/refused", request -> refused()),
                    Route.open("POST", "/cards/broken", request -> broken()),
                    Route.open(
                        "POST",
                        "/cards/silent",
                        request -> Promise.<RouteResponse>promise().future()),
                    Route.staff(
                        "GET", "/admin/orders/cards/{order_id}", "orders:read", PluginRoutesIT::of),
                    Route.staff(
                        "POST",
                        "/admin/orders/cards/{order_id}",
                        "orders:write",
                        PluginRoutesIT::of))));
    gateway.serve(
        OperationClient.internalAddress(CustomerClient.ADDRESS),
        new Operations().on(CustomerOperation.AUTHENTICATE, PluginRoutesIT::authenticate));
    gateway.serve(
        OperationClient.internalAddress(CatalogClient.ADDRESS),
        new Operations()
            .on(
                CatalogOperation.FIND_SALES_CHANNELS_OF_KEY,
                request ->
                    Future.succeededFuture(
                        Reply.ok(new JsonObject().put("ids", new JsonArray().add("sc_1"))))));
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  private static Future<RouteResponse> echo(RouteRequest request) {
    return Future.succeededFuture(
        RouteResponse.text(
            200,
            request.headers().get("Signature")
                + " "
                + request.query().get("mode")
                + " "
                + request.body()));
  }

  private static Future<RouteResponse> of(RouteRequest request) {
    return Future.succeededFuture(
        RouteResponse.json(
            200, new JsonObject().put("order_id", request.parameters().get("order_id"))));
  }

  /** The caller, and the names of the headers that may have a credential. */
  private static Future<RouteResponse> caller(RouteRequest request) {
    return Future.succeededFuture(
        RouteResponse.text(
            200,
            request.caller()
                + (request.salesChannelIds().isEmpty() ? "" : " " + request.salesChannelIds())
                + " "
                + Stream.of("cookie", "authorization", "x-medusa-access-token")
                    .filter(request.headers()::contains)
                    .toList()));
  }

  private static Future<RouteResponse> refused() {
    return Future.failedFuture(Problem.invalidData("Bad signature"));
  }

  private static Future<RouteResponse> broken() {
    throw new IllegalStateException("a bug of the plugin");
  }

  /** The API token of each user is the name of the role; there is one session of a shopper. */
  private static Future<Reply> authenticate(Request request) {
    if (Sha256.of("shopper").equals(request.input().getString("session"))) {
      return Future.succeededFuture(
          Reply.ok("customer", new JsonObject().put("id", "cus_1").put("how", "SESSION")));
    }
    JsonArray tokens = request.input().getJsonArray("api_token_hashes", new JsonArray());
    JsonObject user = new JsonObject().put("id", "usr_1").put("how", "API_TOKEN");
    for (String role : List.of("admin", "unknown")) {
      if (tokens.contains(Sha256.of(role))) {
        return Future.succeededFuture(Reply.ok("user", user.put("role", role)));
      }
    }
    return Future.succeededFuture(Reply.ok(new JsonObject()));
  }

  @Test
  void theBodyReachesThePluginAsItWasSent() {
    String body = "{ \"id\" : \"evt_1\",\t\"amount\": 1.0e1 }";

    Http.Answer answer =
        gateway.http.send(
            "POST /cards/hooks?mode=live HTTP/1.1",
            "Content-Type: application/json\r\nSignature: t=1\r\n",
            body);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("t=1 live " + body);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET /cards/caller       | X-Other: 1                            | Anonymous[] []
          GET /cards/caller       | Cookie: connect.sid=shopper           | Shopper[customerId=cus_1] []
          GET /cards/caller       | Cookie: connect.sid=unknown           | Anonymous[] []
          POST /cards/caller      | Authorization: Bearer of the provider | Anonymous[] [authorization]
          GET /cards/caller       | x-medusa-access-token: admin          | Anonymous[] []
          GET /admin/cards/caller | x-medusa-access-token: admin          | Staff[userId=usr_1, role=admin, permissions=[*]] []
          GET /admin/cards/caller | Authorization: Bearer admin           | Staff[userId=usr_1, role=admin, permissions=[*]] []
          GET /store/cards/card_1 | Cookie: connect.sid=shopper           | Shopper[customerId=cus_1] []
          GET /store/me/cards     | Cookie: connect.sid=shopper           | Shopper[customerId=cus_1] []
          GET /store/cards/card_1 | x-publishable-api-key: pk_1           | Anonymous[] [sc_1] []
          GET /store/products/featured | X-Other: 1                       | Anonymous[] []
          """)
  void aRouteKnowsItsCallerAndNoCredential(String route, String header, String answer) {
    assertThat(gateway.http.send(route + " HTTP/1.1", header + "\r\n", "").body())
        .isEqualTo(answer);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/store/me/cards,401",
    "GET,/store/products/prod_1,503",
    "HEAD,/store/cards/card_1,200",
    "POST,/store/cards/card_1,404"
  })
  void otherRequestsAreNotThoseOfARoute(String method, String path, int status) {
    assertThat(gateway.http.send(method + " " + path + " HTTP/1.1", "", "").status())
        .isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "/store/products/featured,,Name the operation in Route.replacing",
    "/store/cards/a,storeGetProduct,Route.replacing names storeGetProduct",
    "/store/cards/{a}/{a},,it must be a path that names each parameter once"
  })
  void aRouteThatMeetsAnOperationIsRefused(String path, String replaced, String message) {
    Route route = Route.open("GET", path, PluginRoutesIT::echo);
    Map<String, List<Route>> routes =
        Map.of("cards", List.of(replaced == null ? route : route.replacing(replaced)));

    assertThatThrownBy(() -> new RunningGateway(CONFIG, routes).close())
        .hasStackTraceContaining("The plugin cards")
        .hasStackTraceContaining(message);
  }

  @Test
  void aFormOfAnotherSiteWritesForNoShopper() {
    Http.Answer answer =
        gateway.http.send(
            "POST /cards/caller HTTP/1.1",
            "Cookie: connect.sid=shopper\r\nOrigin: https://evil.example\r\n",
            "");

    assertThat(answer.status()).isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({"refused,400,Bad signature", "broken,500,unknown error", "silent,504,in time"})
  void aFailureIsAProblem(String route, int status, String message) {
    Http.Answer answer = gateway.http.post("/cards/" + route, "{}");

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().getString("message")).containsIgnoringCase(message);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,admin,200",
    "GET,unknown,403",
    "GET,absent,401",
    "POST,admin,200",
    "POST,unknown,403"
  })
  void aRouteForStaffNeedsItsPermission(String method, String token, int status) {
    Http.Answer answer =
        gateway.http.send(
            method + " /admin/orders/cards/order_1 HTTP/1.1",
            "x-medusa-access-token: " + token + "\r\n",
            "");

    assertThat(answer.status()).isEqualTo(status);
    if (status == 200) {
      assertThat(answer.json()).isEqualTo(new JsonObject().put("order_id", "order_1"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cards,POST,/hooks,",
    "cards,POST,/other/hooks,",
    "store,POST,/store/hooks,",
    "cards,GET,/cards/orders,orders:read",
    "cards,GET,/store/me/cards,",
    "cards,GET,/store/me,"
  })
  void aRouteElsewhereIsRefused(String plugin, String method, String path, String permission) {
    Map<String, List<Route>> routes =
        Map.of(
            plugin,
            List.of(new Route(method, path, permission, false, null, null, PluginRoutesIT::echo)));

    assertThatThrownBy(() -> new RunningGateway(CONFIG, routes).close())
        .hasStackTraceContaining(
            "The plugin %s cannot have the route %s %s: its routes"
                .formatted(plugin, method, path));
  }
}
