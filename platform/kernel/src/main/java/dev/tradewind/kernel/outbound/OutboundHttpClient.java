package dev.tradewind.kernel.outbound;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * HTTP client for servers of third parties, protected against SSRF: every address of a host name
 * must be allowed, the checked address is the one that is called, and redirects are not followed.
 */
public final class OutboundHttpClient {

  private static final int CONNECT_MILLIS = 3_000;

  /** Look-ups block; slow name servers must not take the threads of other work. */
  private static final String RESOLVER = "tradewind-outbound-resolver";

  private static final int RESOLVER_THREADS = 8;

  /**
   * Response of the server.
   *
   * @param body cut at the limit of the policy, or where the server stopped sending
   * @param isComplete whether the body is the whole one
   * @param retryAfter header {@code Retry-After} as sent
   */
  public record Answer(int status, Buffer body, boolean isComplete, @Nullable String retryAfter) {}

  /** Refused target address. */
  public static final class NotAllowed extends Exception {
    private static final long serialVersionUID = 1L;

    private NotAllowed(String message) {
      super(message);
    }
  }

  private final Vertx vertx;
  private final HttpClient client;
  private final WorkerExecutor resolver;
  private final OutboundPolicy policy;

  public OutboundHttpClient(Vertx vertx, OutboundPolicy policy) {
    this(
        vertx,
        policy,
        new HttpClientOptions().setConnectTimeout(CONNECT_MILLIS).setKeepAlive(false));
  }

  /** Client of a server that is called often, with connections that are kept. */
  public static OutboundHttpClient keepingConnections(
      Vertx vertx, OutboundPolicy policy, int connections) {
    return new OutboundHttpClient(
        vertx,
        policy,
        new HttpClientOptions().setConnectTimeout(CONNECT_MILLIS),
        new PoolOptions().setHttp1MaxSize(connections));
  }

  OutboundHttpClient(Vertx vertx, OutboundPolicy policy, HttpClientOptions options) {
    this(vertx, policy, options, new PoolOptions());
  }

  private OutboundHttpClient(
      Vertx vertx, OutboundPolicy policy, HttpClientOptions options, PoolOptions pool) {
    this.vertx = vertx;
    this.policy = policy;
    this.client = vertx.createHttpClient(options, pool);
    this.resolver = vertx.createSharedWorkerExecutor(RESOLVER, RESOLVER_THREADS);
  }

  /** Sends the body; fails with {@link NotAllowed} if the target must not be called. */
  public Future<Answer> post(URI target, Map<String, String> headers, Buffer body) {
    String host = target.getHost();
    if (host == null || !policy.allowsScheme(target.getScheme())) {
      return Future.failedFuture(new NotAllowed("It has no https address"));
    }
    Call call = new Call(target, host, headers, body);
    // Where no address has to be checked, the client looks the name up when it connects.
    return policy.allowsAnyAddress()
        ? call.send(host)
        : resolver.executeBlocking(() -> resolved(host), false).compose(call::send, call::fail);
  }

  private String resolved(String host) throws NotAllowed, UnknownHostException {
    InetAddress[] addresses = InetAddress.getAllByName(host);
    for (InetAddress address : addresses) {
      if (!policy.allows(address)) {
        throw new NotAllowed("It is not on the internet");
      }
    }
    return addresses[0].getHostAddress();
  }

  /** One call with its timeout. */
  private final class Call {

    private final URI target;
    private final String host;
    private final Map<String, String> headers;
    private final Buffer body;
    private final Promise<Answer> answer = Promise.promise();
    private final Buffer received = Buffer.buffer();
    private final long timer;
    private @Nullable HttpClientRequest sent;
    private int status;
    private @Nullable String retryAfter;

    Call(URI target, String host, Map<String, String> headers, Buffer body) {
      this.target = target;
      this.host = host;
      this.headers = headers;
      this.body = body;
      this.timer = vertx.setTimer(policy.timeout().toMillis(), tick -> end());
    }

    Future<Answer> fail(Throwable failure) {
      answer.tryFail(failure);
      return answered();
    }

    Future<Answer> send(String address) {
      boolean isEncrypted = "https".equalsIgnoreCase(target.getScheme());
      int defaultPort = isEncrypted ? 443 : 80;
      int port = target.getPort() < 0 ? defaultPort : target.getPort();
      String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
      String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
      if (!answer.future().isComplete()) {
        client
            .request(
                new RequestOptions()
                    .setMethod(HttpMethod.POST)
                    .setServer(SocketAddress.inetSocketAddress(port, address))
                    .setHost(host)
                    .setPort(port)
                    .setSsl(isEncrypted)
                    .setURI(path + query)
                    .setFollowRedirects(false))
            .compose(this::send)
            .onSuccess(this::read)
            .onFailure(answer::tryFail);
      }
      return answered();
    }

    private Future<HttpClientResponse> send(HttpClientRequest request) {
      sent = request;
      if (answer.future().isComplete()) {
        request.reset();
      }
      headers.forEach(request::putHeader);
      return request.send(body);
    }

    private void read(HttpClientResponse response) {
      status = response.statusCode();
      retryAfter = response.getHeader(HttpHeaders.RETRY_AFTER);
      response.exceptionHandler(failure -> end());
      response.handler(chunk -> {
        int room = policy.maxBody() - received.length();
        received.appendBuffer(chunk, 0, Math.min(room, chunk.length()));
        if (chunk.length() > room) {
          end();
        }
      });
      response.endHandler(
          end -> answer.tryComplete(new Answer(status, received, true, retryAfter)));
    }

    /** A server that sent a status has answered, even if its body fails. */
    private void end() {
      if (status == 0) {
        answer.tryFail(
            new TimeoutException("No answer within " + policy.timeout().toMillis() + " ms"));
      } else {
        answer.tryComplete(new Answer(status, received, false, retryAfter));
      }
      if (sent != null) {
        sent.reset();
      }
    }

    private Future<Answer> answered() {
      return answer.future().onComplete(done -> vertx.cancelTimer(timer));
    }
  }
}
