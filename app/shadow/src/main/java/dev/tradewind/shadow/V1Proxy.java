package dev.tradewind.shadow;

import dev.tradewind.gateway.dispatch.ForwardedHeaders;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.proxy.ProxyBodies;
import dev.tradewind.gateway.proxy.ProxyHeaders;
import dev.tradewind.gateway.proxy.RequestHead;
import dev.tradewind.gateway.proxy.TappedStream;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reverse proxy before the v1 server: streams requests and answers, unchanged but for the headers
 * of a connection. The host of the request becomes the host of the server's URL, as a name-based
 * virtual host needs it; {@code x-forwarded-*} have the client's.
 */
final class V1Proxy {

  private static final Logger LOG = LoggerFactory.getLogger(V1Proxy.class);

  private static final int CONNECTIONS = 256;
  private static final int WAITING_REQUESTS = 4_096;
  private static final int CONNECT_MILLIS = 3_000;

  /** Node.js closes idle connections after five seconds. */
  private static final int KEEP_ALIVE_SECONDS = 3;

  private static final int MAX_HEADERS = 64 * 1024;

  private final Vertx vertx;
  private final NetworkShares shares = new NetworkShares(CONNECTIONS / 8);
  private final HttpClient client;
  private final ShadowConfig config;
  private final ForwardedHeaders forwarded;
  private final Duration timeout;

  /**
   * @param timeout of a pause of the server within a request or an answer
   */
  V1Proxy(Vertx vertx, ShadowConfig config, ForwardedHeaders forwarded, Duration timeout) {
    this.vertx = vertx;
    this.config = config;
    this.forwarded = forwarded;
    this.timeout = timeout;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setSsl(config.usesTls())
                .setConnectTimeout(CONNECT_MILLIS)
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                .setMaxHeaderSize(MAX_HEADERS),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS).setMaxWaitQueueSize(WAITING_REQUESTS));
  }

  Future<Void> close() {
    return client.close();
  }

  /**
   * Passes the request on, and the answer back.
   *
   * @param copy receives the answer too; absent if nothing is to be compared
   * @return succeeds once the whole answer is sent, and fails if there was none
   */
  Future<Void> forward(HttpServerRequest request, @Nullable CapturedAnswer copy) {
    request.pause();
    String network = ClientNetwork.of(forwarded.clientAddress(request));
    return RequestHead.read(vertx, request, timeout)
        .compose(head -> shares.within(network, () -> forward(request, head, copy)))
        .onFailure(failure -> refuse(request, failure));
  }

  private Future<Void> forward(
      HttpServerRequest request, RequestHead head, @Nullable CapturedAnswer copy) {
    if (request.response().closed()) {
      return Future.failedFuture("The client has closed the connection");
    }
    return client
        .request(options(request.method(), request.uri()))
        .compose(passed -> send(request, head, passed))
        .compose(answer -> answer(request, answer, copy));
  }

  /**
   * Principal whom the server knows by the credentials of a request; null if it knows none.
   *
   * @param path of the current session
   * @param member of its answer
   */
  Future<@Nullable String> holder(MultiMap credentials, String path, String member) {
    return client
        .request(options(HttpMethod.GET, path))
        .compose(asked -> {
          asked.headers().addAll(credentials);
          return asked.send();
        })
        .compose(answer ->
            answer.body().map(body -> answer.statusCode() == 200 ? idOf(body, member) : null));
  }

  private static @Nullable String idOf(Buffer body, String member) {
    JsonObject found = new JsonObject(body).getJsonObject(member);
    return found == null ? null : found.getString("id");
  }

  private RequestOptions options(HttpMethod method, String uri) {
    return new RequestOptions()
        .setMethod(method)
        .setHost(config.origin().getHost())
        .setPort(config.port())
        .setSsl(config.usesTls())
        .setURI(uri)
        .setIdleTimeout(timeout.toMillis());
  }

  private Future<HttpClientResponse> send(
      HttpServerRequest request, RequestHead head, HttpClientRequest passed) {
    request.response().exceptionHandler(closed -> passed.reset());
    ProxyHeaders.ofRequest(request, forwarded, passed.headers());
    return ProxyBodies.send(request, head, request, passed);
  }

  private static Future<Void> answer(
      HttpServerRequest request, HttpClientResponse answer, @Nullable CapturedAnswer copy) {
    HttpServerResponse response = request.response();
    if (response.closed()) {
      answer.request().reset();
      return Future.failedFuture("The client has closed the connection");
    }
    response.setStatusCode(answer.statusCode()).setStatusMessage(answer.statusMessage());
    response.headers().addAll(ProxyHeaders.ofAnswer(answer.headers()));
    if (copy != null) {
      copy.head(answer.statusCode(), answer.headers());
    }
    return ProxyBodies.answer(
        request, answer, copy == null ? answer : new TappedStream(answer, copy::add));
  }

  private void refuse(HttpServerRequest request, Throwable failure) {
    HttpServerResponse response = request.response();
    if (response.closed()) {
      return;
    }
    LOG.warn("Forwarding {} {} failed: {}", request.method(), request.path(), failure.toString());
    request.resume();
    if (response.headWritten()) {
      response.reset(); // Half an answer must not look like a whole one.
      return;
    }
    boolean isLate = failure instanceof TimeoutException;
    response.headers().clear();
    if (failure instanceof RequestHead.LateBodyException) {
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      HttpResponses.send(response, HttpResponses.LATE_BODY);
      request.connection().close();
      return;
    }
    HttpResponses.send(
        response,
        new Reply(
            isLate ? 504 : 502,
            Reply.JSON,
            Problem.unavailable(
                    isLate
                        ? "The shop behind this gateway did not answer in time"
                        : "The shop behind this gateway does not answer")
                .body()
                .toBuffer(),
            Map.of()));
  }
}
