package dev.tradewind.gateway.proxy;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.streams.ReadStream;

/** Bodies of a reverse proxy, streamed byte for byte with back pressure in both directions. */
public final class ProxyBodies {

  private ProxyBodies() {}

  /**
   * Sends a request whose headers are set.
   *
   * @param rest of its body after the head
   * @return the answer, which may come before the whole body is sent
   */
  public static Future<HttpClientResponse> send(
      HttpServerRequest request,
      RequestHead head,
      ReadStream<Buffer> rest,
      HttpClientRequest passed) {
    boolean isChunked = request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    if (head.isWhole()) {
      if (isChunked || request.headers().contains(HttpHeaders.CONTENT_LENGTH)) {
        return passed.send(head.content());
      }
      return passed.send();
    }
    passed.setChunked(isChunked);
    // A body that ends early resets the request, which nothing may end then.
    passed
        .write(head.content())
        .compose(written -> rest.pipe().endOnFailure(false).to(passed))
        .onFailure(failure -> {
          passed.reset();
          request.handler(unwanted -> {}).resume();
        });
    return passed.response();
  }

  /**
   * Writes the body of an answer behind its status and headers.
   *
   * @return succeeds once the whole answer is written; a part of one is left without an end
   */
  public static Future<Void> answer(
      HttpServerRequest request, HttpClientResponse answer, ReadStream<Buffer> body) {
    HttpServerResponse response = request.response();
    boolean hasBody =
        !request.method().equals(HttpMethod.HEAD)
            && answer.statusCode() != 204
            && answer.statusCode() != 304;
    if (!hasBody) {
      return response.end();
    }
    if (!answer.headers().contains(HttpHeaders.CONTENT_LENGTH)) {
      if (request.version() == HttpVersion.HTTP_1_0) {
        response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      } else {
        response.setChunked(true);
      }
    }
    return body.pipe()
        .endOnFailure(false)
        .to(response)
        .onFailure(failure -> answer.request().reset());
  }
}
