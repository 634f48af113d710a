package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputIT {

  private static RunningGateway gateway;
  private static Http http;

  /** Owners that answer every request, so that only the gateway can reject one. */
  @BeforeAll
  static void start() {
    gateway = new RunningGateway(Duration.ofSeconds(30));
    http = gateway.http;
    Contract contract = Contract.load();
    for (String verticle : List.of("catalog", "cart", "order")) {
      Operations operations = new Operations();
      for (String id : contract.operationIds(verticle)) {
        operations.on(id, request -> Future.succeededFuture(Reply.ok(new JsonObject())));
      }
      gateway.serve(verticle, operations);
    }
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  private static void assertProblem(Http.Answer answer, int status, String type) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("content-type")).isEqualTo("application/json; charset=utf-8");
    assertThat(answer.json().getString("type")).isEqualTo(type);
    assertThat(answer.json().getString("message")).isNotEmpty();
    assertThat(answer.header("x-request-id")).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "GET,    /store,                     404, not_found",
    "GET,    /store/unknown,             404, not_found",
    "GET,    /storefront,                404, not_found",
    "GET,    /administration,            404, not_found",
    "GET,    /admin,                     401, unauthorized",
    "GET,    /admin/unknown,             401, unauthorized",
    "POST,   /admin/products/,           401, unauthorized",
    "DELETE, /store/regions,             404, not_found",
    "PUT,    /store/carts/c,             404, not_found",
    "PATCH,  /store/carts/c,             404, not_found",
    "POST,   /store/orders/o,            404, not_found",
    "GET,    /store/carts//,             404, not_found",
    "GET,    /store/carts/a/b/c,         404, not_found",
    "GET,    /openapi/other.json,        404, not_found",
  })
  void operationsOutsideTheContractAreNotFound(
      String method, String path, int status, String type) {
    assertProblem(http.send(method + " " + path + " HTTP/1.1", "", ""), status, type);
  }

  @Test
  void aCompressedBodyIsRefusedAsSuch() {
    String json = "Content-Type: application/json\r\nContent-Encoding: ";
    String line = "POST /store/carts HTTP/1.1";

    assertProblem(http.send(line, json + "gzip\r\n", "\u001f\u008b"), 415, "invalid_data");
    assertThat(http.send(line, json + "identity\r\n", "{}").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/store/regions?%",
        "/store/regions?limit=%zz",
        "/store/regions?q=%C3%28",
        "/store/regions?created_at[gt=1",
        "/store/regions?created_at]=1",
        "/store/regions?created_at[a][b][c][d][e][f]=1",
        "/store/regions?limit=1&limit[a]=1",
        "/store/regions?unknown=1",
        "/store/regions?__proto__[x]=1",
        "/store/regions?order=%00",
        "/store/products?q=%ED%A0%80",
        "/store/carts/%00",
        "/store/carts/%zz",
        "/store/carts/%C3%28",
        "/store/carts/%",
        "/store/orders/o?%",
        "/store/carts/c?q=%zz",
      })
  void aBadUrlIsRefused(String target) {
    assertProblem(http.get(target), 400, "invalid_data");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{]",
        "nope",
        "5",
        "\"text\"",
        "null",
        "[]",
        "[{}]",
        "{\"a\":1}",
        "{\"region_id\":5}",
        "{\"items\":[{\"variant_id\":\"v\",\"quantity\":\"1\"}]}",
        "{\"region_id\":\"\\ud800\"}",
        "{\"region_id\":\"\\u0000\"}",
        "{\"context\":{\"n\":1e999}}",
        "{} {}",
        "\u0000",
      })
  void aBadBodyIsRefused(String body) {
    assertProblem(http.post("/store/carts", body), 400, "invalid_data");
  }

  @Test
  void bytesThatAreNotTextAreRefused() {
    Http.Answer answer =
        http.send(
            "POST /store/carts HTTP/1.1",
            "Content-Type: application/json\r\nContent-Length: 18\r\n\r\n{\"region_id\":\"\u00ff\u00fe\"}",
            "");
    assertProblem(answer, 400, "invalid_data");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/xml",
        "garbage",
        "multipart/form-data; boundary=x",
      })
  void aBodyOfAnotherTypeIsRefused(String type) {
    String header = "Content-Type: " + type + "\r\n";
    assertProblem(
        http.send("POST /store/carts HTTP/1.1", header, "region_id=reg_1"), 400, "invalid_data");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, application/x-www-form-urlencoded",
    "GET, multipart/form-data",
    "HEAD, multipart/form-data; boundary=x"
  })
  void aBodyWhereNoneIsAskedForIsIgnored(String method, String type) {
    String header = "Content-Type: " + type + "\r\n";
    assertThat(http.send(method + " /store/regions HTTP/1.1", header, "a=1").status())
        .isEqualTo(200);
  }

  @Test
  void aBodyWithoutATypeIsRefusedAndNoBodyIsNot() {
    assertProblem(http.send("POST /store/carts HTTP/1.1", "", "{}"), 400, "invalid_data");
    assertThat(http.send("POST /store/carts HTTP/1.1", "", "").status()).isEqualTo(200);
    assertThat(http.post("/store/carts", "").status()).isEqualTo(200);
  }

  @Test
  void aLargeBodyPassesAndATooLargeOneIsRefused() {
    String large = "{\"context\":{\"a\":\"" + "x".repeat(100 * 1024 - 20) + "\"}}";
    assertThat(http.post("/store/carts", large).status()).isEqualTo(200);

    String tooLarge = "{\"context\":{\"a\":\"" + "x".repeat(300 * 1024) + "\"}}";
    assertProblem(http.post("/store/carts", tooLarge), 413, "invalid_data");
    assertProblem(http.post("/store/carts/c/complete", tooLarge), 413, "invalid_data");
  }

  @Test
  void aTooLargeBodyInChunksIsRefused() {
    String chunk = "1000\r\n" + "x".repeat(4096) + "\r\n";
    Http.Answer answer =
        http.send(
            "POST /store/carts HTTP/1.1",
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                + chunk.repeat(40)
                + "0\r\n",
            "");
    assertProblem(answer, 413, "invalid_data");
  }

  @Test
  void aUrlThatIsTooLongIsRefused() {
    assertProblem(http.get("/store/regions?q=" + "x".repeat(20_000)), 414, "invalid_data");
  }

  @Test
  void headersThatAreTooLongAreRefused() {
    Http.Answer answer =
        http.send("GET /store/regions HTTP/1.1", "X-Long: " + "x".repeat(20_000) + "\r\n", "");
    assertProblem(answer, 431, "invalid_data");
  }

  @Test
  void aGarbledRequestIsRefused() {
    assertThat(http.send("GARBAGE", "", "").status()).isEqualTo(400);
  }

  @Test
  void manyParametersAreReadAndTooManyRefused() {
    assertThat(http.get("/store/collections?" + "handle[]=a&".repeat(999)).status()).isEqualTo(200);
    assertProblem(
        http.get("/store/collections?" + "handle[]=a&".repeat(1001)), 400, "invalid_data");
  }

  @Test
  void theMessageNamesTheProperty() {
    assertThat(http.post("/store/carts/c/line-items", "{\"id\":1}").json().getString("message"))
        .isEqualTo(
            "property id should not exist, variant_id must be a string, quantity must be an"
                + " integer number");
  }

  @Test
  void optionsAreAnsweredWithoutCredentials() {
    Http.Answer answer = http.send("OPTIONS /store/carts HTTP/1.1", "", "");
    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.header("allow")).contains("POST");
  }
}
