package dev.tradewind.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import dev.tradewind.gateway.auth.AllowedOrigins;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
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

  /** Whether the owner has the response in memory, with its tag. */
  private static volatile boolean isTagged;

  /** Bytes of all bodies of responses on the event bus. */
  private static final LongAdder CROSSED = new LongAdder();

  @BeforeAll
  static void start() {
    gateway =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withStoreOrigins(AllowedOrigins.parse("http://store.test"))
                .withAdminOrigins(AllowedOrigins.NONE));
    client = HttpClient.newHttpClient();
    new FakeCustomers().serve(gateway);
    Contract contract = Contract.load();
    for (String verticle : List.of("catalog", "cart", "order")) {
      Operations operations = new Operations();
      for (String id : contract.operationIds(verticle)) {
        operations.on(
            id,
            id.equals("storeGetRegion")
                ? request -> Future.failedFuture(Problem.notFound("None"))
                : request -> Future.succeededFuture(content()));
      }
      gateway.serve(verticle, operations);
    }
    gateway
        .vertx
        .eventBus()
        .<Object>addOutboundInterceptor(delivery -> {
          if (delivery.message().headers().contains("status")
              && delivery.body() instanceof Buffer body) {
            CROSSED.add(body.length());
          }
          delivery.next();
        });
  }

  private static Reply content() {
    Reply reply = Reply.ok(content);
    return isTagged ? reply.withEntityTag() : reply;
  }

  @AfterAll
  static void stop() {
    client.close();
    gateway.close();
  }

  @BeforeEach
  void reset() {
    content = LARGE;
    isTagged = false;
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
    "gzip,                            gzip",
    "'GZIP; q=0.5',                   gzip",
    "zstd,                            zstd",
    "'Zstd;q=0.001',                  zstd",
    "'gzip, deflate, br, zstd',       zstd",
    "'zstd, gzip',                    zstd",
    "'zstd;q=0.5, gzip;q=0.8',        gzip",
    "'zstd;q=0.8, gzip;q=0.5',        zstd",
    "'zstd;q=0, gzip',                gzip",
    "'zstd;q=0.000, gzip;q=0',        ''",
    "'gzip;q=0, zstd',                zstd",
    "'gzip;q=0, *',                   ''",
    "'zstd;q=0, *',                   gzip",
    "'br, *;q=0.1',                   gzip",
    "*,                               gzip",
    "*;q=0,                           ''",
    "'*;q=0, zstd',                   zstd",
    "identity,                        ''",
    "'identity, gzip;q=0.5',          ''",
    "'identity;q=0.5, gzip;q=0.5',    gzip",
    "'identity;q=0, gzip;q=0.1',      gzip",
    "'identity;q=0, zstd',            zstd",
    "'identity;q=0, *',               gzip",
    "identity;q=0,                    ''",
    "'gzip;q=2, zstd;q=x, br;q=',     ''",
    "'',                              ''",
    "',;,',                           ''",
  })
  void theCodingWithTheHighestWeightIsChosen(String accepted, String coding) throws Exception {
    HttpResponse<byte[]> answer = get("/store/products", "Accept-Encoding: " + accepted);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(header(answer, "content-encoding")).isEqualTo(coding);
    byte[] body = decoded(answer);
    assertThat(new JsonObject(new String(body, UTF_8))).isEqualTo(LARGE);
    assertThat(header(answer, "content-length")).isEqualTo(Integer.toString(answer.body().length));
    if (!coding.isEmpty()) {
      assertThat(answer.body().length).isLessThan(body.length / 3);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/store/products,                    true",
    "/store/collections,                 true",
    "/admin/products,                    true",
    "/admin/price-lists/p,               true",
    "/store/carts/c,                     false",
    "/store/orders/o,                    false",
    "/admin/orders,                      false",
    "/admin/regions?expand=countries,    true",
    "/admin/price-lists?expand=customer_groups.customers, false",
  })
  void onlyTheCatalogIsCompressed(String path, boolean isCompressed) {
    for (String coding : List.of("gzip", "zstd")) {
      HttpResponse<byte[]> answer = get(path, STAFF, "Accept-Encoding: " + coding);

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(header(answer, "content-encoding")).isEqualTo(isCompressed ? coding : "");
    }
  }

  @Test
  void aClientCanRefuseCompressionAsWithTheReference() {
    assertThat(
            header(
                get("/store/products", "Accept-Encoding: gzip, zstd", "x-no-compression: 1"),
                "content-encoding"))
        .isEmpty();
  }

  @Test
  void aShortBodyIsNotCompressed() {
    content = new JsonObject().put("products", new JsonArray());

    assertThat(header(get("/store/products", "Accept-Encoding: gzip, zstd"), "content-encoding"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void eachCodingHasATagOfItsOwn(String coding) {
    String accepted = "Accept-Encoding: " + coding;
    String other = "Accept-Encoding: " + (coding.equals("gzip") ? "zstd" : "gzip");
    String plain = tag(get("/store/products"));
    String compressed = tag(get("/store/products", accepted));
    assertThat(compressed).isEqualTo(plain.substring(0, 23) + "-" + coding + "\"");

    HttpResponse<byte[]> same = get("/store/products", accepted, "If-None-Match: " + compressed);
    assertThat(same.statusCode()).isEqualTo(304);
    assertThat(same.body()).isEmpty();
    assertThat(tag(same)).isEqualTo(compressed);
    assertThat(header(same, "vary")).contains("Accept-Encoding");
    for (String header : List.of("x-any: 1", other)) {
      assertThat(get("/store/products", header, "If-None-Match: " + compressed).statusCode())
          .isEqualTo(200);
    }
    assertThat(get("/store/products", accepted, "If-None-Match: " + plain).statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "gzip", "zstd"})
  void whatTheGatewayHasCrossesTheEventBusOnce(String coding) throws Exception {
    isTagged = true;
    String accepted = "Accept-Encoding: " + coding;
    String path = "/store/products?limit=12&q=" + coding;
    for (String title : List.of("hat", "cap", "hat")) {
      content = large(title);
      get(path, accepted);

      long before = CROSSED.sum();
      HttpResponse<byte[]> again = get(path, accepted);
      assertThat(again.statusCode()).isEqualTo(200);
      assertThat(new JsonObject(new String(decoded(again), UTF_8))).isEqualTo(content);
      assertThat(header(again, "content-type")).startsWith("application/json");
      assertThat(header(again, "cache-control")).isEqualTo(PUBLIC);
      assertThat(get(path, accepted, "If-None-Match: " + tag(again)).statusCode()).isEqualTo(304);
      assertThat(get(path, accepted, "If-None-Match: *").statusCode()).isEqualTo(304);
      assertThat(get(path, accepted, "If-None-Match: \"" + "x".repeat(22) + '"').body())
          .isEqualTo(again.body());
      assertThat(CROSSED.sum() - before).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/store/carts/c,            x-any: 1",
    "/store/products?cart_id=c, x-any: 1",
    "/store/products?offset=3,  Cookie: connect.sid=shopper",
    "/admin/products,           x-any: 1",
    "/admin/orders,             x-any: 1",
  })
  void ofPrivateResponsesTheGatewayKeepsNothing(String path, String header) {
    isTagged = true;
    long size = get(path, STAFF, header).body().length;
    long before = CROSSED.sum();
    HttpResponse<byte[]> again = get(path, STAFF, header);
    assertThat(again.body()).hasSize((int) size);
    assertThat(CROSSED.sum() - before).isGreaterThanOrEqualTo(size);

    before = CROSSED.sum();
    assertThat(get(path, STAFF, header, "If-None-Match: W/" + tag(again)).statusCode())
        .isEqualTo(304);
    assertThat(CROSSED.sum() - before).isLessThan(size);
  }

  @Test
  void aKnownContentOfAnotherRequestIsNotItsOwn() {
    isTagged = true;
    String path = "/store/products?offset=7";
    String first = tag(get(path, "x-publishable-api-key: pk_1"));
    content = large("belt");
    HttpResponse<byte[]> second = get(path, "x-publishable-api-key: pk_2");
    assertThat(new JsonObject(new String(second.body(), UTF_8))).isEqualTo(content);
    assertThat(tag(second)).isNotEqualTo(first);
    assertThat(get(path, "If-None-Match: " + first).statusCode()).isEqualTo(200);
    assertThat(get(path, "If-None-Match: " + tag(second)).statusCode()).isEqualTo(304);
  }

  /** A client that decodes by itself; skipped where curl is without zstd. */
  @ParameterizedTest
  @ValueSource(strings = {"", "gzip", "zstd"})
  void curlDecodesWhatItAcceptsByItself(String coding) throws Exception {
    Assumptions.assumeTrue(hasCurl(), "needs curl with zstd");
    List<String> command = new ArrayList<>(List.of("curl", "-sS", "--compressed", "-D", "-"));
    if (!coding.isEmpty()) {
      command.addAll(List.of("-H", "Accept-Encoding: " + coding));
    }
    command.add("http://127.0.0.1:" + gateway.http.port() + "/store/products");
    String[] answer = output(command).split("\r\n\r\n", 2);

    assertThat(answer[0].toLowerCase(Locale.ROOT))
        .contains("content-encoding: " + (coding.isEmpty() ? "zstd" : coding));
    assertThat(new JsonObject(answer[1])).isEqualTo(LARGE);
  }

  private static boolean hasCurl() throws InterruptedException {
    try {
      return output(List.of("curl", "--version")).contains("zstd");
    } catch (IOException absent) {
      return false;
    }
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return output;
  }

  /** Readers of changing content at the same time share compressed bodies, each its own. */
  @Test
  void concurrentReadersGetWhatTheyAskedFor() throws Exception {
    for (int round = 0; round < 20; round++) {
      content = large("round " + round);
      List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
      IntStream.range(0, 16)
          .forEach(reader ->
              answers.add(
                  client.sendAsync(
                      request("GET", "/store/products", "Accept-Encoding: " + coding(reader)),
                      BodyHandlers.ofByteArray())));
      for (CompletableFuture<HttpResponse<byte[]>> answer : answers) {
        assertThat(new JsonObject(new String(decoded(answer.join()), UTF_8))).isEqualTo(content);
      }
    }
    assertThat(gateway.metrics.get("cache.gets").tag("result", "hit").counter().count())
        .isGreaterThan(200);
  }

  private static String coding(int reader) {
    return reader % 2 == 0 ? "gzip" : "zstd";
  }

  private static byte[] decoded(HttpResponse<byte[]> answer) throws IOException {
    InputStream body = new ByteArrayInputStream(answer.body());
    try (InputStream decoder =
        switch (header(answer, "content-encoding")) {
          case "gzip" -> new GZIPInputStream(body);
          case "zstd" -> new ZstdInputStream(body);
          default -> body;
        }) {
      return decoder.readAllBytes();
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
