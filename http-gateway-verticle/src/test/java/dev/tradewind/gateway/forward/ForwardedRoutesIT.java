package dev.tradewind.gateway.forward;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.gateway.RunningGateway;
import dev.tradewind.gateway.auth.AllowedOrigins;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.testing.Eventually;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and answers of forwarded routes, byte for byte. */
class ForwardedRoutesIT {

  private static final int MEGABYTES = 5 * 1024 * 1024;
  private static final byte[] COMPRESSED = compressed("a compressed answer".repeat(100));

  private static UpstreamService upstream;
  private static RunningGateway gateway;
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  @BeforeAll
  static void start() {
    upstream =
        new UpstreamService(
            Map.of(
                "no-content", request -> request.response().setStatusCode(204).end(),
                "unchanged",
                    request ->
                        request.response().setStatusCode(304).putHeader("etag", "\"one\"").end(),
                "moved",
                    request ->
                        request
                            .response()
                            .setStatusCode(307)
                            .putHeader("location", "/elsewhere?a=1")
                            .end("moved"),
                "zipped",
                    request ->
                        request
                            .response()
                            .putHeader("content-encoding", "gzip")
                            .putHeader("cache-control", "max-age=60")
                            .putHeader("vary", "accept-encoding")
                            .putHeader("connection", "x-hop")
                            .putHeader("x-hop", "1")
                            .end(Buffer.buffer(COMPRESSED)),
                "open",
                    request ->
                        request
                            .response()
                            .putHeader("access-control-allow-origin", "*")
                            .putHeader("access-control-allow-headers", "*")
                            .putHeader("set-cookie", "connect.sid=stolen; Path=/")
                            .end("open"),
                "digest", request -> request.response().end(digest(upstream.last().body())),
                "events", ForwardedRoutesIT::events));
    JsonObject anyone =
        Gateways.route(
                "wishlist",
                "anyone",
                "/store/wishlists/{id}/*",
                "GET",
                "POST",
                "PUT",
                "PATCH",
                "DELETE")
            .put("max_body_bytes", 2 * MEGABYTES);
    gateway =
        Gateways.with(
            GatewayConfig.of("127.0.0.1", 0)
                .withStoreOrigins(AllowedOrigins.parse("https://front.example"))
                .withSecurity(
                    ServerSecurity.DEVELOPMENT.withPublicUrl("https://shop.example:8443")),
            CallerKeys.parse(CallerKeys.random()),
            Gateways.file(
                Map.of("wishlist", Gateways.service(upstream.url())),
                anyone,
                Gateways.route("wishlist", "anyone", "/hooks/contentful", "POST"),
                Gateways.route("wishlist", "anyone", "/store/custom/*", "GET"),
                Gateways.route("wishlist", "customer", "/store/custom/desk/*", "GET"),
                Gateways.route("wishlist", "anyone", "/store/custom/desk/public/*", "GET"),
                Gateways.route("wishlist", "anyone", "/store/products/featured", "GET")
                    .put("replaces", new io.vertx.core.json.JsonArray().add("storeGetProduct"))));
  }

  @AfterAll
  static void stop() {
    gateway.close();
    upstream.close();
  }

  /** Three events, each sent once the one before has arrived at the client. */
  private static void events(HttpServerRequest request) {
    request.response().setChunked(true).putHeader("content-type", "text/event-stream");
    request.response().write("data: 1\n\n");
    Vertx.currentContext()
        .owner()
        .setTimer(
            200,
            later -> {
              request.response().write("data: 2\n\n");
              request.response().end("data: 3\n\n");
            });
  }

  private static String digest(byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec("shared".getBytes(UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (java.security.GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static byte[] compressed(String text) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
        zip.write(text.getBytes(UTF_8));
      }
      return bytes.toByteArray();
    } catch (java.io.IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static HttpRequest.Builder to(String target) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.http.port() + target));
  }

  private static HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
  }

  @Test
  void theTargetReachesTheServiceAsItWasSent() throws Exception {
    String target = "/store/wishlists/a%20b%2Fc/items/?q=%E2%82%AC&q=+&empty=&x=a%2Fb";

    send(to(target));

    assertThat(upstream.last().uri()).isEqualTo(target);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})
  void theMethodReachesTheService(String method) throws Exception {
    HttpResponse<byte[]> answer =
        send(to("/store/wishlists/1").method(method, BodyPublishers.noBody()));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(upstream.last().method()).isEqualTo(method);
    assertThat(answer.headers().firstValue("content-length")).contains("5");
  }

  @Test
  void aMethodThatTheRouteDoesNotHaveIsNotForwarded() throws Exception {
    int before = upstream.received.size();

    assertThat(send(to("/hooks/contentful")).statusCode()).isEqualTo(404);
    assertThat(upstream.received).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\uFEFF{\"id\":1}",
        "{\"name\":\"Z\\u00fcrich\"}",
        "{\"a\":1.0e1, \"a\":2}\n",
        "a=1&b=%20\r\n",
        "\u0000\u0001binary\u007f"
      })
  void aSignatureOverTheBytesOfABodyStillVerifies(String body) throws Exception {
    byte[] bytes = body.getBytes(UTF_8);

    HttpResponse<byte[]> answer =
        send(
            to("/store/wishlists/1/digest")
                .header("content-type", "application/json; charset=utf-8")
                .header("stripe-signature", "t=1,v1=abc")
                .header("idempotency-key", "one")
                .POST(BodyPublishers.ofByteArray(bytes)));

    assertThat(new String(answer.body(), UTF_8)).isEqualTo(digest(bytes));
    assertThat(upstream.last().headers().get("content-type"))
        .isEqualTo("application/json; charset=utf-8");
    assertThat(upstream.last().headers().get("stripe-signature")).isEqualTo("t=1,v1=abc");
    assertThat(upstream.last().headers().get("idempotency-key")).isEqualTo("one");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anUploadIsStreamed(boolean isChunked) throws Exception {
    byte[] file = new byte[MEGABYTES];
    new Random(7).nextBytes(file);

    HttpResponse<byte[]> answer =
        send(
            to("/store/wishlists/1/digest")
                .POST(
                    isChunked
                        ? BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(file))
                        : BodyPublishers.ofByteArray(file)));

    assertThat(new String(answer.body(), UTF_8)).isEqualTo(digest(file));
  }

  @ParameterizedTest
  @CsvSource({"true, 102401", "false, 102401", "true, 3000000", "false, 3000000"})
  void aBodyAboveTheLimitOfItsRouteIsRefused(boolean isChunked, int length) throws Exception {
    byte[] body = new byte[length];

    HttpResponse<byte[]> answer =
        send(
            to("/hooks/contentful")
                .POST(
                    isChunked
                        ? BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body))
                        : BodyPublishers.ofByteArray(body)));

    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(new JsonObject(Buffer.buffer(answer.body())).getString("message"))
        .isEqualTo("The body is larger than 102400 bytes");
  }

  @ParameterizedTest
  @CsvSource({"no-content,204", "unchanged,304", "moved,307"})
  void aStatusIsKept(String path, int status) throws Exception {
    assertThat(send(to("/store/wishlists/1/" + path)).statusCode()).isEqualTo(status);
  }

  @Test
  void aRedirectIsTheClientsToFollow() throws Exception {
    HttpResponse<byte[]> answer = send(to("/store/wishlists/1/moved"));

    assertThat(answer.headers().firstValue("location")).contains("/elsewhere?a=1");
    assertThat(answer.body()).isEqualTo("moved".getBytes(UTF_8));
  }

  @Test
  void aCompressedAnswerPassesAsItIs() throws Exception {
    HttpResponse<byte[]> answer =
        send(to("/store/wishlists/1/zipped").header("accept-encoding", "gzip"));

    assertThat(answer.body()).isEqualTo(COMPRESSED);
    assertThat(answer.headers().firstValue("content-encoding")).contains("gzip");
    assertThat(answer.headers().allValues("cache-control")).containsExactly("max-age=60");
    assertThat(answer.headers().allValues("vary")).contains("Origin", "accept-encoding");
    assertThat(answer.headers().firstValue("x-hop")).isEmpty();
    assertThat(upstream.last().headers().get("accept-encoding")).isEqualTo("gzip");
  }

  @Test
  void eventsArriveWhenTheyAreSent() throws Exception {
    HttpResponse<InputStream> answer =
        CLIENT.send(to("/store/wishlists/1/events").build(), BodyHandlers.ofInputStream());
    try (InputStream events = answer.body()) {
      assertThat(new String(events.readNBytes(9), UTF_8)).isEqualTo("data: 1\n\n");
      assertThat(new String(events.readAllBytes(), UTF_8)).isEqualTo("data: 2\n\ndata: 3\n\n");
    }
    assertThat(answer.headers().firstValue("content-type")).contains("text/event-stream");
  }

  @Test
  void theServiceLearnsTheClientsAddressAndUrlButNoHeaderOfOneConnection() throws Exception {
    String head =
        "GET /store/wishlists/1 HTTP/1.1\r\nHost: evil.example\r\nConnection: keep-alive, x-hop\r\n"
            + "X-Hop: 1\r\nKeep-Alive: timeout=5\r\nTE: trailers\r\nX-Forwarded-For: 203.0.113.7\r\n"
            + "X-Forwarded-Proto: gopher\r\nX-Request-Id: the-id\r\nTraceparent:"
            + " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n\r\n";
    try (Socket socket = new Socket("127.0.0.1", gateway.http.port())) {
      socket.getOutputStream().write(head.getBytes(ISO_8859_1));
      assertThat(socket.getInputStream().read()).isPositive();
    }

    UpstreamService.Received received = upstream.last();
    assertThat(received.headers().names())
        .doesNotContain("X-Hop", "x-hop", "Keep-Alive", "keep-alive", "TE", "te");
    assertThat(received.headers().get("x-forwarded-for")).isEqualTo("203.0.113.7, 127.0.0.1");
    assertThat(received.headers().get("x-forwarded-proto")).isEqualTo("https");
    assertThat(received.headers().get("x-forwarded-host")).isEqualTo("shop.example:8443");
    assertThat("http://" + received.headers().get("host")).isEqualTo(upstream.url());
    assertThat(received.headers().get("x-request-id")).isEqualTo("the-id");
    assertThat(received.headers().get("traceparent"))
        .startsWith("00-0af7651916cd43dd8448eb211c80319c-");
  }

  @Test
  void theGatewayAnswersForCorsAndCookies() throws Exception {
    HttpResponse<byte[]> answer =
        send(to("/store/wishlists/1/open").header("origin", "https://front.example"));

    assertThat(answer.headers().allValues("access-control-allow-origin"))
        .containsExactly("https://front.example");
    assertThat(answer.headers().firstValue("access-control-allow-headers")).isEmpty();
    assertThat(answer.headers().firstValue("set-cookie")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/store/wishlists/1", "/hooks/contentful"})
  void theGatewayAnswersPreflights(String path) throws Exception {
    int before = upstream.received.size();

    HttpResponse<byte[]> answer =
        send(
            to(path)
                .method("OPTIONS", BodyPublishers.noBody())
                .header("origin", "https://front.example")
                .header("access-control-request-method", "POST")
                .header("access-control-request-headers", "x-own"));

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.headers().firstValue("access-control-allow-headers")).contains("x-own");
    assertThat(answer.headers().firstValue("access-control-allow-origin"))
        .contains("https://front.example");
    assertThat(upstream.received).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/store/wishlists/1/../../admin",
        "/store/wishlists/1/%2e%2e/x",
        "/store/wishlists/1/..%2fx",
        "/store/wishlists/1/..%5cx",
        "/store/wishlists/1/..;a=1/x",
        "/store/wishlists/1/%252e%252e/x",
        "/store/wishlists/1/..%252fx",
        "/store/wishlists/1/%25zz/%252e%252e/x",
        "/store/wishlists/1/./x"
      })
  void aPathThatLeadsElsewhereIsRefused(String path) {
    int before = upstream.received.size();

    assertThat(gateway.http.get(path).status()).isIn(400, 404);
    assertThat(upstream.received).hasSize(before);
  }

  /** Of these readings of a path one would be admitted by the rules of another one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/store/custom/desk%2Fx",
        "/store/custom/desk%2fx",
        "/store/custom%2Fdesk/x",
        "/store/custom/desk%5Cx",
        "/store/custom/desk;a=1/x",
        "/store/custom/desk%3Ba=1/x",
        "/store/custom//desk/x",
        "/store/custom/desk%252Fx",
        "/store/custom/desk%25252Fx",
        "/store/custom%255Cdesk/x",
        "/store/custom/%2Fdesk/x",
        "/store/custom/desk%2F%25zz",
        "/store/custom/desk//public/x",
        "/store/custom/desk/public%2Fx",
        "/store/custom/desk/public;x/y",
        "/store/custom/./desk/x",
        "/store/custom/%2e/desk/x",
        "/store/custom/x/../desk/x",
        "/store/custom/x/%2e%2e/desk/x",
        "/store/custom/x/..%2Fdesk/x",
        "/store/custom/desk/public/../x"
      })
  void aPathThatAServiceMayTakeForThatOfAnotherRouteIsRefused(String path) {
    int before = upstream.received.size();

    assertThat(gateway.http.get(path).status()).isIn(400, 404);
    assertThat(upstream.received).hasSize(before);
  }

  @ParameterizedTest
  @CsvSource({
    "/store/custom/desk/x, 401",
    "/store/custom/%64esk/x, 401",
    "/store/custom/desk/x%2Fy, 401",
    "/store/custom/x, 200",
    "/store/custom/x%2Fdesk, 200",
    "/store/custom/x//desk, 200",
    "/store/custom/x;a=1/desk, 200",
    "/store/custom/100%25, 200",
    "/store/custom/desk/public/x%2Fy, 200",
    "/store/custom/desk/%70ublic/x, 200"
  })
  void otherSpellingsHaveTheRulesOfTheirRouteAndReachTheServiceAsSent(String path, int status) {
    int before = upstream.received.size();

    assertThat(gateway.http.get(path).status()).isEqualTo(status);
    assertThat(upstream.received).hasSize(status == 200 ? before + 1 : before);
    if (status == 200) {
      assertThat(upstream.last().uri()).isEqualTo(path);
    }
  }

  @Test
  void aReplacedPathIsTheOnlyOneThatTheServiceTakes() throws Exception {
    int before = upstream.received.size();

    assertThat(send(to("/store/products/featured")).statusCode()).isEqualTo(200);
    assertThat(upstream.received).hasSize(before + 1);

    // No verticle answers the operation in this test.
    assertThat(send(to("/store/products/prod_1")).statusCode()).isEqualTo(503);
    assertThat(upstream.received).hasSize(before + 1);
  }

  /** The router of the contract would take these spellings for the operation. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/store/products/%66eatured",
        "/store/%70roducts/featured",
        "/store//products/featured",
        "/store/products/featured/"
      })
  void aReplacedPathIsReplacedInEverySpelling(String path) {
    int before = upstream.received.size();

    assertThat(gateway.http.get(path).status()).isEqualTo(200);
    assertThat(upstream.received).hasSize(before + 1);
    assertThat(upstream.last().uri()).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/cart", "/health/*", "/orders/{id}", "/.well-known/jwks.json"})
  void aPathOfThePagesOfTheNodeIsRefused(String path) {
    assertThatThrownBy(() -> withPath(path).close())
        .hasStackTraceContaining("routes[0]: the path " + path + " is one of")
        .hasStackTraceContaining("which the node serves itself; choose another.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/cart-of-ours", "/healthy/*", "/.well-known/security.txt"})
  void aPathBesideThePagesIsTaken(String path) {
    try (RunningGateway other = withPath(path)) {
      assertThat(other.http.get(path).status()).isEqualTo(200);
    }
  }

  private static RunningGateway withPath(String path) {
    return Gateways.with(
        Gateways.file(
            Map.of("wishlist", Gateways.service(upstream.url())),
            Gateways.route("wishlist", "anyone", path, "GET")));
  }

  @Test
  void requestsAreMeasuredByTheirRoute() throws Exception {
    send(to("/store/wishlists/secret-id/x"));

    Eventually.until(
        () -> gateway.metrics.scrape().contains("operation=\"GET /store/wishlists/{id}/*\""));
    assertThat(gateway.metrics.scrape())
        .contains("tradewind_forwarded_circuit_open{service=\"wishlist\"} 0.0")
        .doesNotContain("secret-id");
  }
}
