package dev.tradewind.gateway.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutesFileTest {

  private static final String FILE =
      """
      {"services": {"wishlist": {"url": "https://wishlist.internal:3000"}},
       "routes": [{"service": "wishlist", "methods": ["GET", "POST"],
                   "path": "/store/wishlists/{id}", "caller": "anyone"}]}
      """;

  private static List<ForwardedRoute> parse(JsonObject file) {
    return RoutesFile.parse(file, name -> name.equals("short") ? "short\n" : "0123456789abcdef\n");
  }

  private static JsonObject file() {
    return new JsonObject(FILE);
  }

  private static JsonObject service(JsonObject file) {
    return file.getJsonObject("services").getJsonObject("wishlist");
  }

  private static JsonObject route(JsonObject file) {
    return file.getJsonArray("routes").getJsonObject(0);
  }

  @Test
  void membersHaveDefaults() {
    ForwardedRoute route = parse(file()).getFirst();

    assertThat(route.methods()).containsExactly(HttpMethod.GET, HttpMethod.POST);
    assertThat(route.permission()).isNull();
    assertThat(route.replaces()).isEmpty();
    assertThat(route.forwardsCredentials()).isFalse();
    assertThat(route.maxBody()).isEqualTo(102_400);
    ForwardedService service = route.service();
    assertThat(service.usesTls()).isTrue();
    assertThat(service.port()).isEqualTo(3_000);
    assertThat(service.deadline()).isEqualTo(Duration.ofSeconds(5));
    assertThat(service.idle()).isEqualTo(Duration.ofSeconds(60));
    assertThat(service.maxConcurrent()).isEqualTo(64);
    assertThat(service.v1Secret()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "anyone,,GET,false",
    "anyone,,HEAD,false",
    "anyone,,POST,true",
    "anyone,false,POST,false",
    "anyone,true,GET,true",
    "customer,,POST,false"
  })
  void writesThatAnyoneMaySendAreCostly(
      String caller, Boolean costly, String method, boolean isCostly) {
    JsonObject file = file();
    route(file).put("caller", caller);
    if (costly != null) {
      route(file).put("costly", costly);
    }

    assertThat(parse(file).getFirst().isCostly(HttpMethod.valueOf(method))).isEqualTo(isCostly);
  }

  @Test
  void aSecretIsReadAndNotShown() {
    JsonObject file = file();
    service(file).put("v1_secret_file", "a-file");

    ForwardedService service = parse(file).getFirst().service();

    assertThat(service.v1Secret()).isEqualTo("0123456789abcdef");
    assertThat(parse(file).getFirst().toString()).doesNotContain("0123456789abcdef");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          url            | ftp://wishlist            | services.wishlist.url must be an origin
          url            | http://wishlist/base      | services.wishlist.url must be an origin
          deadline_ms    | 0                         | services.wishlist.deadline_ms must be a number from 1 to 120000
          deadline_ms    | soon                      | services.wishlist.deadline_ms must be a number
          idle_ms        | 70001                     | services.wishlist.idle_ms must be a number from 1 to 70000
          max_concurrent | 1.5                       | services.wishlist.max_concurrent must be a number
          v1_secret_file | short                     | services.wishlist.v1_secret_file: the secret must have at least 16
          timeout        | 1                         | services.wishlist.timeout is unknown; known are deadline_ms
          """)
  void aWrongMemberOfAServiceIsNamed(String name, String value, String message) {
    JsonObject file = file();
    service(file).put(name, json(value));

    assertThatThrownBy(() -> parse(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          service        | absent               | routes[0].service must be the name of one of the services.
          methods        | GET                  | routes[0].methods must be a list of texts.
          methods        | []                   | routes[0].methods is missing.
          methods        | ["TRACE"]            | routes[0].methods must be a list of GET
          path           | store/x              | routes[0].path must be a path such as
          path           | /{x}                 | routes[0].path must be a path such as
          path           | /*                   | routes[0].path must be a path such as
          path           | /a//b                | routes[0].path must be a path such as
          path           | /a/../b              | routes[0].path must be a path such as
          path           | /a/*/b               | routes[0].path must be a path such as
          path           | /a/{x}/{x}           | routes[0].path must be a path that names each parameter once.
          path           | /admin/x             | routes[0]: a path below /admin is for "caller": "staff"
          path           | /admin               | routes[0]: a path below /admin is for "caller": "staff"
          path           | /store/me/x          | routes[0]: a path below /store/me is for "caller": "customer"
          path           | /store/me            | routes[0]: a path below /store/me is for "caller": "customer"
          caller         | everyone             | routes[0].caller must be anyone, customer or staff.
          caller         | staff                | routes[0].permission is missing.
          permission     | orders:read          | routes[0].permission needs "caller": "staff"
          replaces       | storeGetProduct      | routes[0].replaces must be a list of texts.
          credentials    | keep                 | routes[0].credentials must be forward, or absent.
          max_body_bytes | -1                   | routes[0].max_body_bytes must be a number from 1
          costly         | yes                  | routes[0].costly must be true or false.
          cache          | 1                    | routes[0].cache is unknown; known are caller
          """)
  void aWrongMemberOfARouteIsNamed(String name, String value, String message) {
    JsonObject file = file();
    route(file).put(name, json(value));

    assertThatThrownBy(() -> parse(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  private static Object json(String value) {
    if (value.startsWith("[")) {
      return new JsonArray(value);
    }
    return value.matches("-?\\d+(\\.\\d+)?")
        ? (Object) (value.contains(".") ? Double.valueOf(value) : (Number) Integer.valueOf(value))
        : value;
  }

  @ParameterizedTest
  @CsvSource({"service", "methods", "path", "caller"})
  void aMissingMemberIsNamed(String name) {
    JsonObject file = file();
    route(file).remove(name);

    assertThatThrownBy(() -> parse(file)).hasMessage("routes[0].%s is missing.".formatted(name));
  }

  @Test
  void credentialsAndATokenOfMedusaExcludeEachOther() {
    JsonObject file = file();
    service(file).put("v1_secret_file", "a-file");
    route(file).put("credentials", "forward");

    assertThatThrownBy(() -> parse(file)).hasMessageContaining("whose token takes their place");
  }

  @Test
  void aStaffPathIsNotBelowThatOfTheStorefront() {
    JsonObject file = file();
    route(file).put("caller", "staff").put("permission", "orders:read");

    assertThatThrownBy(() -> parse(file)).hasMessageContaining("choose one below /admin");
  }

  @Test
  void theFileHasServicesAndRoutesAlone() {
    assertThatThrownBy(() -> parse(file().put("version", 1)))
        .hasMessage("version is unknown; known are routes, services.");
    assertThatThrownBy(() -> parse(new JsonObject()))
        .hasMessage("services must be an object of services by their names.");
    JsonObject unused = file();
    unused.getJsonObject("services").put("reviews", new JsonObject().put("url", "http://r"));
    assertThatThrownBy(() -> parse(unused))
        .hasMessage("services.reviews has no route; leave it out.");
  }
}
