package dev.tradewind.gateway;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Eventually.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import dev.tradewind.gateway.auth.AllowedOrigins;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.testing.FreePorts;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The configuration of nginx in {@code deploy/nginx} with the real nginx: that of the system
 * property {@code tradewind.nginx} or of the path. Skipped without one.
 */
class ReverseProxyIT {

  private static final String HIT = "HIT";

  @TempDir private static Path folder;

  private static RunningGateway gateway;
  private static Process proxy;
  private static HttpClient client;
  private static int port;

  /** Number of reads that have reached the catalog; each answer shows it. */
  private static final AtomicInteger READS = new AtomicInteger();

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Optional<Path> nginx = nginx();
    Assumptions.assumeTrue(nginx.isPresent(), "nginx is not installed");
    gateway =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withStoreOrigins(AllowedOrigins.parse("http://one.test,http://two.test"))
                .withAdminOrigins(AllowedOrigins.NONE));
    new FakeCustomers().serve(gateway);
    Contract contract = Contract.load();
    for (String verticle : List.of("catalog", "cart")) {
      Operations operations = new Operations();
      for (String id : contract.operationIds(verticle)) {
        operations.on(id, request -> Future.succeededFuture(Reply.ok(content())));
      }
      gateway.serve(verticle, operations);
    }
    client = HttpClient.newHttpClient();
    port = FreePorts.find();
    proxy =
        new ProcessBuilder(
                nginx.get().toString(),
                "-p",
                folder.toString(),
                "-e",
                folder.resolve("error.log").toString(),
                "-c",
                configuration().toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output.log").toFile())
            .start();
    awaitProxy();
  }

  private static Optional<Path> nginx() {
    String given = System.getProperty("tradewind.nginx");
    Stream<Path> candidates =
        given != null
            ? Stream.of(Path.of(given))
            : Stream.of(System.getenv("PATH").split(":"), new String[] {"/usr/sbin"})
                .flatMap(Stream::of)
                .map(entry -> Path.of(entry, "nginx"));
    return candidates.filter(Files::isExecutable).findFirst();
  }

  /** The deployed file, with the ports and folders of the test. */
  private static Path configuration() throws IOException {
    String deployed = Files.readString(Home.folder().resolve("deploy/nginx/tradewind.conf"));
    String own =
        deployed
            .replace("127.0.0.1:9000", "127.0.0.1:" + gateway.http.port())
            .replace("listen 80;", "listen 127.0.0.1:" + port + ";")
            .replace("/var/cache/nginx/tradewind", folder.resolve("cache").toString());
    assertThat(own).doesNotContain("9000", "listen 80", "/var/cache");
    String user = "root".equals(System.getProperty("user.name")) ? "user root;" : "";
    String main =
        """
        daemon off;
        %s
        pid %s/nginx.pid;
        error_log %s/error.log;
        events {}
        http {
        access_log off;
        client_body_temp_path %s/body;
        proxy_temp_path %s/proxy;
        fastcgi_temp_path %s/fastcgi;
        uwsgi_temp_path %s/uwsgi;
        scgi_temp_path %s/scgi;
        %s
        }
        """
            .formatted(user, folder, folder, folder, folder, folder, folder, folder, own);
    return Files.writeString(folder.resolve("nginx.conf"), main);
  }

  private static void awaitProxy() {
    until(
        () -> {
          try {
            get("/store/carts/c");
            return true;
          } catch (ConnectException notYet) {
            return false;
          }
        },
        () -> Files.readString(folder.resolve("output.log")));
  }

  @AfterAll
  static void stop() throws InterruptedException {
    if (proxy != null) {
      proxy.destroy();
      proxy.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
      client.close();
      gateway.close();
    }
  }

  private static JsonObject content() {
    return new JsonObject().put("text", "x".repeat(2_000)).put("read", READS.incrementAndGet());
  }

  private static HttpResponse<String> get(String target, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
            .version(HttpClient.Version.HTTP_1_1);
    for (String header : headers) {
      String[] parts = header.split(": ", 2);
      request.header(parts[0], parts[1]);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static String cache(HttpResponse<?> answer) {
    return answer.headers().firstValue("x-cache-status").orElse("");
  }

  @Test
  void aRushIsAnsweredOutOfOneResponseForASecond() throws IOException, InterruptedException {
    AtomicReference<String> first = new AtomicReference<>();
    // On a busy machine a second may pass between two requests.
    HttpResponse<String> second =
        value(
            () -> {
              first.set(get("/store/products?limit=11").body());
              return get("/store/products?limit=11", "Cookie: analytics=1");
            },
            response -> cache(response).equals(HIT));
    assertThat(second.statusCode()).isEqualTo(200);
    assertThat(second.body()).isEqualTo(first.get());
    assertThat(get("/store/products?limit=11", "If-None-Match: " + tag(second)).statusCode())
        .isEqualTo(304);

    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2_100));
    HttpResponse<String> later = get("/store/products?limit=11");
    assertThat(cache(later)).isEqualTo("EXPIRED");
    assertThat(later.body()).isNotEqualTo(first.get());
  }

  private static String tag(HttpResponse<?> answer) {
    return answer.headers().firstValue("etag").orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "/store/products?limit=21,           x-any: 1,                          true",
    "/store/products?limit=22,           Cookie: analytics=1,               true",
    "/store/products?limit=23,           Accept-Encoding: gzip;q=0,         true",
    "/store/products?limit=24,           Cookie: a=1; connect.sid=shopper,  false",
    "/store/products?limit=25,           Authorization: Bearer token,       false",
    "/store/products?limit=26,           Origin: http://one.test,           false",
    "/store/products?limit=27,           x-publishable-api-key: pk_1,       false",
    "/store/products?limit=28,           x-no-compression: 1,               false",
    "/store/products?limit=29,           Accept-Encoding: gzip,             false",
    "/store/products?limit=20,           Accept-Encoding: zstd,             false",
    "/store/products?limit=3&cart_id=c,  x-any: 1,                          false",
    "/store/carts/c,                     x-any: 1,                          false",
  })
  void onlyRequestsThatDifferInNothingShareAResponse(String target, String header, boolean isShared)
      throws IOException, InterruptedException {
    get(target);

    assertThat(cache(get(target, header)).equals(HIT)).isEqualTo(isShared);
  }

  /** Values that look like two headers in one are a key of their own. */
  @Test
  void noHeaderIsTakenForAnother() throws IOException, InterruptedException {
    get("/store/products?limit=31", "Origin: http://one.test", "x-publishable-api-key: pk_1");

    assertThat(cache(get("/store/products?limit=31", "Origin: http://one.test pk_1")).equals(HIT))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "41, gzip,                   'br, gzip, deflate',            gzip",
    "42, 'gzip, zstd',           'gzip, deflate, br, zstd',      zstd",
    "43, 'zstd;q=0.5, gzip;q=1', 'zstd, gzip',                   zstd",
    "44, 'zstd;q=0, gzip',       'gzip;q=1, zstd;q=0.0',         gzip",
    "45, zstd,                   'zstd, gzip;q=0',               zstd",
  })
  void compressedBodiesAreShared(int limit, String first, String second, String coding)
      throws IOException, InterruptedException {
    get("/store/products?limit=" + limit, "Accept-Encoding: " + first);

    HttpResponse<String> shared =
        get("/store/products?limit=" + limit, "Accept-Encoding: " + second);
    assertThat(cache(shared)).isEqualTo(HIT);
    assertThat(shared.headers().firstValue("content-encoding")).contains(coding);
  }

  @Test
  void whatIsCompressedForOneBrowserIsNotSentToAnother() throws Exception {
    get("/store/products?limit=46", "Accept-Encoding: zstd, gzip");

    HttpResponse<String> gzip = get("/store/products?limit=46", "Accept-Encoding: gzip");
    assertThat(gzip.headers().firstValue("content-encoding")).contains("gzip");
    assertThat(get("/store/products?limit=46").headers().firstValue("content-encoding")).isEmpty();
  }

  /** The key of the proxy has to be complete: it does not ask Vary. */
  @Test
  void theKeyHasAllHeadersByWhichSharedResponsesVary() throws IOException, InterruptedException {
    HttpResponse<String> answer = get("/store/products?limit=51");

    assertThat(answer.headers().allValues("vary"))
        .containsExactly(
            "Origin, Cookie, Authorization, x-publishable-api-key, Accept-Encoding,"
                + " x-no-compression");
  }
}
