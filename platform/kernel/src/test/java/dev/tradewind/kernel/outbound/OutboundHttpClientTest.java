package dev.tradewind.kernel.outbound;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.outbound.OutboundHttpClient.Answer;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SelfSignedCertificate;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Servers that redirect, are slow, endless or elsewhere. */
@ExtendWith(VertxExtension.class)
class OutboundHttpClientTest {

  private static final int MAX_BODY = 1_000;

  private Vertx vertx;

  @BeforeEach
  void keep(Vertx given) {
    vertx = given;
  }

  @Test
  void aRedirectIsAnAnswerAndNotFollowed() {
    List<String> paths = new ArrayList<>();
    int port =
        server(request -> {
          paths.add(request.path());
          request.response().setStatusCode(307).putHeader("location", "/inside").end();
        });

    assertThat(await(call(port, Duration.ofSeconds(30))).status()).isEqualTo(307);
    assertThat(paths).containsExactly("/hooks");
  }

  @Test
  void aServerWithoutAnAnswerIsLeftAfterTheTimeout() {
    int port = server(request -> {});

    assertThat(failure(call(port, Duration.ofMillis(300)))).isInstanceOf(TimeoutException.class);
  }

  @Test
  void aBodyThatDoesNotEndIsCutAfterTheTimeout() {
    int port = server(request -> request.response().setChunked(true).write("begun"));

    Answer answer = await(call(port, Duration.ofSeconds(5)));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).hasToString("begun");
    assertThat(answer.isComplete()).isFalse();
  }

  @Test
  void aLongBodyIsCut() {
    int port = server(request -> request.response().end("x".repeat(5 * MAX_BODY)));

    Answer answer = await(call(port, Duration.ofSeconds(30)));

    assertThat(answer.body().length()).isEqualTo(MAX_BODY);
    assertThat(answer.isComplete()).isFalse();
  }

  /**
   * The checked address is called, with the name of the URL in the TLS handshake and the request.
   */
  @Test
  void theNameOfTheUrlIsThatOfTheCertificateAndOfTheHostHeader() {
    SelfSignedCertificate certificate = SelfSignedCertificate.create("localhost");
    List<String> hosts = new ArrayList<>();
    HttpServer server =
        await(
            vertx
                .createHttpServer(
                    new HttpServerOptions()
                        .setSsl(true)
                        .setKeyCertOptions(certificate.keyCertOptions()))
                .requestHandler(request -> {
                  hosts.add(
                      request.authority().host()
                          + " "
                          + request.connection().indicatedServerName());
                  request.response().end();
                })
                .listen(0, "127.0.0.1"));
    HttpClientOptions trusting =
        new HttpClientOptions().setTrustOptions(certificate.trustOptions()).setKeepAlive(false);
    OutboundHttpClient client =
        new OutboundHttpClient(vertx, policy(Duration.ofSeconds(30)), trusting);

    Answer answer =
        await(
            client.post(
                URI.create("https://localhost:" + server.actualPort() + "/"),
                Map.of(),
                Buffer.buffer()));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(hosts).hasSize(1).allMatch(host -> host.startsWith("localhost "));
    assertThat(
            failure(
                client.post(
                    URI.create("https://127.0.0.1:" + server.actualPort() + "/"),
                    Map.of(),
                    Buffer.buffer())))
        .as("the certificate names another host")
        .isNotNull();
  }

  private Future<Answer> call(int port, Duration timeout) {
    return new OutboundHttpClient(vertx, policy(timeout))
        .post(URI.create("http://127.0.0.1:" + port + "/hooks"), Map.of(), Buffer.buffer("{}"));
  }

  private static OutboundPolicy policy(Duration timeout) {
    return new OutboundPolicy(
        true,
        false,
        List.of(AddressRange.parse("127.0.0.0/8"), AddressRange.parse("::1/128")),
        timeout,
        MAX_BODY);
  }

  private int server(Handler<HttpServerRequest> handler) {
    return await(vertx.createHttpServer().requestHandler(handler).listen(0, "127.0.0.1"))
        .actualPort();
  }
}
