package dev.tradewind.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.auth.AllowedOrigins;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Entity tags, conditional requests, caching and compression of the responses of reads. */
class ReadResponseIT {

  private static final String PUBLIC = "public, max-age=0, s-maxage=1, must-revalidate";
  private static final String STAFF = "x-medusa-access-token: opensesame";
  private static final JsonObject LARGE = large("shirt");

  private static RunningGateway gateway;
  private static HttpClient client;

  private static volatile JsonObject content = LARGE;

  @BeforeAll
  static void start() {
    gateway =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withOrigins(AllowedOrigins.parse("http://store.test"), AllowedOrigins.NONE));
    client = HttpClient.newHttpClient();
    new FakeCustomers().serve(gateway);
    Contract contract = Contract.load();
    for (String verticle : List.of("catalog", "cart", "order")) {
      Operations operations = new Operations();
      for (String id : contract.operationIds(verticle)) {
        operations.on(
            id,
            id.equals("storeGetRegion")
                ? request -> Future.failedFuture(new Problem.NotFound("None").toException())
                : request -> Future.succeededFuture(Reply.ok(content)));
      }
      gateway.serve(verticle, operations);
    }
  }

  @AfterAll
  static void stop() {
    client.close();
    gateway.close();
  }

  @BeforeEach
  void reset() {
    content = LARGE;
  }

  private static JsonObject large(String title) {
    JsonArray products = new JsonArray();
    for (int i = 0; i < 100; i++) {
      products.add(new JsonObject().put("id", "prod_" + i).put("title", title));
    }
    return new JsonObject().put("products", products);
  }

  @Test
  void theTagIsThatOfTheBytes() {
    String first = tag(get("/store/products"));
    assertThat(first).matches("\"[A-Za-z0-9_-]{22}\"");
    assertThat(tag(get("/store/products"))).isEqualTo(first);

    content = large("shorts");
    assertThat(tag(get("/store/products"))).isNotEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/store/products", "/store/carts/c", "/admin/products", "/admin/orders"})
  void anUnchangedReadIsNotSentAgain(String path) {
    String tag = tag(get(path, STAFF));

    for (String condition : List.of(tag, "W/" + tag, "\"other\", " + tag, "*")) {
      HttpResponse<byte[]> same = get(path, STAFF, "If-None-Match: " + condition);
      assertThat(same.statusCode()).isEqualTo(304);
      assertThat(same.body()).isEmpty();
      assertThat(tag(same)).isEqualTo(tag);
      assertThat(header(same, "cache-control")).isNotEmpty();
      assertThat(header(same, "vary")).contains("Authorization");
      assertThat(header(same, "content-type")).isEmpty();
    }
    content = large("shorts");
    HttpResponse<byte[]> changed = get(path, STAFF, "If-None-Match: " + tag);
    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(new JsonObject(new String(changed.body(), UTF_8))).isEqualTo(content);
  }

  @Test
  void aRequestWithoutABodyHasTheSameTag() {
    String tag = tag(get("/store/products"));

    HttpResponse<byte[]> head = send("HEAD", "/store/products");
    assertThat(tag(head)).isEqualTo(tag);
    assertThat(send("HEAD", "/store/products", "If-None-Match: " + tag).statusCode())
        .isEqualTo(304);
  }

  @Test
  void writesAndProblemsHaveNoTag() {
    HttpResponse<byte[]> write = send("POST", "/store/carts", "If-None-Match: *");
    assertThat(write.statusCode()).isEqualTo(200);
    assertThat(tag(write)).isEmpty();

    HttpResponse<byte[]> problem = get("/store/regions/none", "If-None-Match: *");
    assertThat(problem.statusCode()).isEqualTo(404);
    assertThat(tag(problem)).isEmpty();
    assertThat(header(problem, "cache-control")).isEqualTo("no-store");
  }

  @ParameterizedTest
  @CsvSource({
    "/store/products,             x-any: 1,                                    true",
    "/store/products,             Cookie: analytics=1,                         true",
    "/store/products,             x-publishable-api-key: pk_1,                 true",
    "/store/products?cart_id=c,   x-any: 1,                                    false",
    "/store/products?cart%5Fid=c, x-any: 1,                                    false",
    "/store/products,             Cookie: connect.sid=shopper,                 false",
    "/store/carts/c,              x-any: 1,                                    false",
    "/admin/products,             x-medusa-access-token: opensesame,           false",
  })
  void onlyWhatAnonymousShoppersSeeOfTheCatalogIsShared(
      String path, String header, boolean isPublic) {
    HttpResponse<byte[]> answer = get(path, header);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(header(answer, "cache-control")).isEqualTo(isPublic ? PUBLIC : "no-store");
  }

  @ParameterizedTest
  @CsvSource({
    "/store/products, 'Origin, Cookie, Authorization, x-publishable-api-key, Accept-Encoding,"
        + " x-no-compression'",
    "/store/collections, 'Origin, Cookie, Authorization, Accept-Encoding, x-no-compression'",
    "/store/carts/c, 'Origin, Cookie, Authorization'",
    "/admin/products, 'Cookie, Authorization, x-medusa-access-token, Accept-Encoding,"
        + " x-no-compression'",
    "/admin/orders, 'Cookie, Authorization, x-medusa-access-token'",
  })
  void responsesNameTheHeadersTheyVaryBy(String path, String names) {
    HttpResponse<byte[]> answer = get(path, STAFF);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().allValues("vary")).containsExactly(names);
  }

  @ParameterizedTest
  @CsvSource({
    "/store/products,                    gzip,            true",
    "/store/products,                    'br, *;q=0.1',   true",
    "/store/products,                    'GZIP; q=0.5',   true",
    "/store/products,                    'gzip;q=0, *',   false",
    "/store/products,                    identity,        false",
    "/store/collections,                 gzip,            true",
    "/admin/products,                    gzip,            true",
    "/admin/price-lists/p,               gzip,            true",
    "/store/carts/c,                     gzip,            false",
    "/store/orders/o,                    gzip,            false",
    "/admin/orders,                      gzip,            false",
    "/admin/regions?expand=countries,    gzip,            true",
    "/admin/price-lists?expand=customer_groups.customers, gzip, false",
  })
  void compressionIsNegotiatedForTheCatalogOnly(String path, String accepted, boolean compressed)
      throws IOException {
    HttpResponse<byte[]> answer = get(path, STAFF, "Accept-Encoding: " + accepted);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(header(answer, "content-encoding")).isEqualTo(compressed ? "gzip" : "");
    byte[] body = compressed ? unzipped(answer.body()) : answer.body();
    assertThat(new JsonObject(new String(body, UTF_8))).isEqualTo(LARGE);
    assertThat(header(answer, "content-length")).isEqualTo(Integer.toString(answer.body().length));
    if (compressed) {
      assertThat(answer.body().length).isLessThan(body.length / 3);
    }
  }

  @Test
  void aClientCanRefuseCompressionAsWithTheReference() {
    assertThat(
            header(
                get("/store/products", "Accept-Encoding: gzip", "x-no-compression: 1"),
                "content-encoding"))
        .isEmpty();
  }

  @Test
  void aShortBodyIsNotCompressed() {
    content = new JsonObject().put("products", new JsonArray());

    assertThat(header(get("/store/products", "Accept-Encoding: gzip"), "content-encoding"))
        .isEmpty();
  }

  @Test
  void eachCodingHasATagOfItsOwn() {
    String plain = tag(get("/store/products"));
    String compressed = tag(get("/store/products", "Accept-Encoding: gzip"));
    assertThat(compressed).isEqualTo(plain.substring(0, 23) + "-gzip\"");

    assertThat(
            get("/store/products", "Accept-Encoding: gzip", "If-None-Match: " + compressed)
                .statusCode())
        .isEqualTo(304);
    assertThat(get("/store/products", "If-None-Match: " + compressed).statusCode()).isEqualTo(200);
  }

  /** Readers of changing content at the same time share compressed bodies, each its own. */
  @Test
  void concurrentReadersGetWhatTheyAskedFor() throws IOException {
    for (int round = 0; round < 20; round++) {
      content = large("round " + round);
      List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
      IntStream.range(0, 16)
          .forEach(reader ->
              answers.add(
                  client.sendAsync(
                      request("GET", "/store/products", "Accept-Encoding: gzip"),
                      BodyHandlers.ofByteArray())));
      for (CompletableFuture<HttpResponse<byte[]>> answer : answers) {
        assertThat(new JsonObject(new String(unzipped(answer.join().body()), UTF_8)))
            .isEqualTo(content);
      }
    }
    assertThat(gateway.metrics.get("cache.gets").tag("result", "hit").counter().count())
        .isGreaterThan(200);
  }

  private static byte[] unzipped(byte[] body) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return in.readAllBytes();
    }
  }

  private static String tag(HttpResponse<?> answer) {
    return header(answer, "etag");
  }

  private static String header(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  private static HttpResponse<byte[]> get(String target, String... headers) {
    return send("GET", target, headers);
  }

  private static HttpResponse<byte[]> send(String method, String target, String... headers) {
    return client.sendAsync(request(method, target, headers), BodyHandlers.ofByteArray()).join();
  }

  private static HttpRequest request(String method, String target, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.http.port() + target))
            .version(HttpClient.Version.HTTP_1_1)
            .method(method, HttpRequest.BodyPublishers.noBody());
    for (String header : headers) {
      String[] parts = header.split(": ", 2);
      request.header(parts[0], parts[1]);
    }
    return request.build();
  }
}
