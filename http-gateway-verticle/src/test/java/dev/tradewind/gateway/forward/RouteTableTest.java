package dev.tradewind.gateway.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.PathTree;
import dev.tradewind.gateway.contract.RouteTable;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteTableTest {

  private static RouteTable<ForwardedRoute> table(JsonObject... routes) {
    return ForwardedRoutes.parse(
            Gateways.file(Map.of("own", Gateways.service("http://own:1")), routes), name -> "")
        .table(Contract.load().operations());
  }

  private static JsonObject anyone(String path, String... methods) {
    return Gateways.route("own", "anyone", path, methods);
  }

  private static JsonObject replacing(JsonObject route, String... operations) {
    JsonArray ids = new JsonArray();
    for (String operation : operations) {
      ids.add(operation);
    }
    return route.put("replaces", ids);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/store/products/{id}/reviews,/store/products/prod_1/reviews",
    "GET,/store/customers/{id}/wishlist,/store/customers/cus_1/wishlist/",
    "HEAD,/wishlists/*,/wishlists",
    "GET,/wishlists/*,/wishlists/a/b"
  })
  void aPathBesideTheContractIsForwarded(String method, String route, String path) {
    assertThat(table(anyone(route, "GET")).find(HttpMethod.valueOf(method), path)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "POST,/store/products/{id}/reviews,/store/products/prod_1/reviews",
    "GET,/store/products/{id}/reviews,/store/products//reviews",
    "GET,/store/products/{id}/reviews,/store/products/prod_1/reviews/1",
    "GET,/wishlists/*,/wishlistsx"
  })
  void otherRequestsAreNot(String method, String route, String path) {
    assertThat(table(anyone(route, "GET")).find(HttpMethod.valueOf(method), path)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/store/products/featured,storeGetProduct",
    "GET,/store/products/{handle},storeGetProduct",
    "POST,/store/carts/{id}/complete,storeCompleteCart"
  })
  void aPathOfAnOperationNeedsItsName(String method, String path, String operation) {
    assertThatThrownBy(() -> table(anyone(path, method)))
        .hasMessageStartingWith(
            "routes[0]: %s %s would answer requests of the operation %s ("
                .formatted(method, path, operation))
        .hasMessageContaining("Name the operation in \"replaces\"");
    assertThat(
            table(replacing(anyone(path, method), operation))
                .find(HttpMethod.valueOf(method), path.replaceAll("\\{.*?}", "x")))
        .isNotNull();
  }

  @Test
  void aLiteralPathTakesNoIds() {
    RouteTable<ForwardedRoute> table =
        table(replacing(anyone("/store/products/featured", "GET"), "storeGetProduct"));

    assertThat(table.find(HttpMethod.GET, "/store/products/prod_1")).isNull();
    assertThat(table.find(HttpMethod.GET, "/store/products/featured")).isNotNull();
  }

  @Test
  void operationsKeepTheirPathsWithinAWiderOne() {
    RouteTable<ForwardedRoute> table = table(anyone("/store/customers/*", "GET"));

    assertThat(table.find(HttpMethod.GET, "/store/customers/me")).isNull();
    assertThat(table.find(HttpMethod.GET, "/store/customers/me/orders")).isNull();
    assertThat(table.find(HttpMethod.GET, "/store/customers/cus_1/wishlist")).isNotNull();
  }

  @Test
  void aWiderPathTakesTheOperationsThatItNames() {
    RouteTable<ForwardedRoute> table =
        table(replacing(anyone("/store/customers/*", "GET"), "storeGetCustomerMe"));

    PathTree.Match<ForwardedRoute> me = table.find(HttpMethod.GET, "/store/customers/me");
    assertThat(me).isNotNull();
    assertThat(table.find(HttpMethod.GET, "/store/customers/me/orders")).isNull();
  }

  @Test
  void anOperationKeepsWhatBothPathsHave() {
    RouteTable<ForwardedRoute> table = table(anyone("/store/{kind}/featured", "GET"));

    assertThat(table.find(HttpMethod.GET, "/store/products/featured")).isNull();
    assertThat(table.find(HttpMethod.GET, "/store/boats/featured")).isNotNull();
    assertThat(
            table(replacing(anyone("/store/{kind}/featured", "GET"), "storeGetProduct"))
                .find(HttpMethod.GET, "/store/products/featured"))
        .isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"storeGetProduct", "storeNoSuchOperation"})
  void aReplacedOperationHasAPathInCommon(String operation) {
    assertThatThrownBy(() -> table(replacing(anyone("/wishlists/*", "GET"), operation)))
        .hasMessage(
            ("routes[0]: \"replaces\" names %s, which is no operation with a method and a path of"
                    + " this route.")
                .formatted(operation));
  }

  @Test
  void twoRoutesDoNotAnswerTheSameRequests() {
    assertThatThrownBy(() -> table(anyone("/w/{id}", "GET", "POST"), anyone("/w/{other}", "POST")))
        .hasMessage("routes[1] answers the same requests as routes[0].");
    RouteTable<ForwardedRoute> table = table(anyone("/w/{id}", "GET"), anyone("/w/new", "GET"));
    assertThat(table.find(HttpMethod.GET, "/w/new").value().place()).isEqualTo("routes[1]");
    assertThat(table.find(HttpMethod.GET, "/w/1").parameters()).isEqualTo(Map.of("id", "1"));
  }
}
