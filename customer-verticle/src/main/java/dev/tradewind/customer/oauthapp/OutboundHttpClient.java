package dev.tradewind.customer.oauthapp;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Map;

/**
 * HTTP client for servers of third parties, protected against SSRF: every address of a host name
 * must be public, the checked address is the one that is called, and redirects are not followed.
 */
final class OutboundHttpClient {

  private static final int CONNECT_MILLIS = 3_000;
  private static final long ANSWER_MILLIS = 5_000;
  private static final int LARGEST_ANSWER = 64 * 1024;

  /** Response of the server. */
  record Answer(int status, Buffer body) {}

  /** Refused target address. */
  static final class NotAllowed extends Exception {
    private static final long serialVersionUID = 1L;

    private NotAllowed(String message) {
      super(message);
    }
  }

  private final Vertx vertx;
  private final HttpClient client;
  private final boolean anywhere;

  /**
   * @param anywhere whether private addresses and plain HTTP are allowed
   */
  OutboundHttpClient(Vertx vertx, boolean anywhere) {
    this.vertx = vertx;
    this.anywhere = anywhere;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions().setConnectTimeout(CONNECT_MILLIS).setKeepAlive(false));
  }

  Future<Answer> post(URI target, Map<String, String> headers, Buffer body) {
    String scheme = target.getScheme();
    boolean isEncrypted = "https".equalsIgnoreCase(scheme);
    if (target.getHost() == null || !(isEncrypted || anywhere && "http".equalsIgnoreCase(scheme))) {
      return Future.failedFuture(new NotAllowed("It has no https address"));
    }
    int standard = isEncrypted ? 443 : 80;
    int port = target.getPort() < 0 ? standard : target.getPort();
    String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
    String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
    return vertx
        .executeBlocking(() -> resolved(target.getHost()), false)
        .compose(address ->
            client.request(
                new RequestOptions()
                    .setMethod(HttpMethod.POST)
                    .setServer(SocketAddress.inetSocketAddress(port, address))
                    .setHost(target.getHost())
                    .setPort(port)
                    .setSsl(isEncrypted)
                    .setURI(path + query)
                    .setTimeout(ANSWER_MILLIS)
                    .setFollowRedirects(false)))
        .compose(request -> {
          headers.forEach(request::putHeader);
          return request.send(body).compose(response -> read(request, response));
        });
  }

  private String resolved(String host) throws NotAllowed, UnknownHostException {
    InetAddress[] addresses = InetAddress.getAllByName(host);
    for (InetAddress address : addresses) {
      if (!anywhere && !PublicAddresses.isPublic(address)) {
        throw new NotAllowed("It is not on the internet");
      }
    }
    return addresses[0].getHostAddress();
  }

  private static Future<Answer> read(HttpClientRequest request, HttpClientResponse response) {
    Promise<Answer> answer = Promise.promise();
    Buffer body = Buffer.buffer();
    response.exceptionHandler(answer::tryFail);
    response.handler(chunk -> {
      if (body.length() + chunk.length() > LARGEST_ANSWER) {
        answer.tryFail("The answer is too long");
        request.reset();
      } else {
        body.appendBuffer(chunk);
      }
    });
    response.endHandler(end -> answer.tryComplete(new Answer(response.statusCode(), body)));
    return answer.future();
  }
}
