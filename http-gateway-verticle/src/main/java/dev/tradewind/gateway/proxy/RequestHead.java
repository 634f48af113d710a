package dev.tradewind.gateway.proxy;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/**
 * Begin of a request's body, read before a connection is taken for it, so that a client that sends
 * slowly holds its own connection alone.
 *
 * @param content the first bytes, all of them if it is whole
 */
public record RequestHead(Buffer content, boolean isWhole) {

  /** Length up to which a body is read as a whole; that of the bodies of the API. */
  public static final int MAX_LENGTH = 100_000;

  /** Failure of a body that has not arrived in time. */
  public static final class LateBodyException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public LateBodyException() {
      super("The body was not sent in time", null, false, false);
    }
  }

  /** Reads a paused request, which is paused again unless its body is whole. */
  public static Future<RequestHead> read(Vertx vertx, HttpServerRequest request, Duration timeout) {
    Promise<RequestHead> read = Promise.promise();
    Buffer content = Buffer.buffer();
    request.handler(chunk -> {
      content.appendBuffer(chunk);
      if (content.length() > MAX_LENGTH) {
        request.pause();
        read.tryComplete(new RequestHead(content, false));
      }
    });
    request.endHandler(ended -> read.tryComplete(new RequestHead(content, true)));
    request.exceptionHandler(read::tryFail);
    long timer = vertx.setTimer(timeout.toMillis(), late -> read.tryFail(new LateBodyException()));
    request.resume();
    return read.future().onComplete(done -> vertx.cancelTimer(timer));
  }
}
