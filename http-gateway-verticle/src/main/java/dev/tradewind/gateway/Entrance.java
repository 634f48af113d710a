package dev.tradewind.gateway;

import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import org.jspecify.annotations.Nullable;

/**
 * The socket that connections come in by, which can be shut while they are still served. A server
 * that shuts down forgets its handlers first and closes the socket second; who connects in between
 * is hung up on without a word.
 */
final class Entrance {

  /** Who has come in by then has found a handler. */
  private static final long COMING_IN_MILLIS = 100;

  private volatile @Nullable Channel socket;

  /** Every connection that comes in. */
  void welcome(HttpConnection connection) {
    if (connection instanceof HttpServerConnection server) {
      Channel channel = server.channelHandlerContext().channel();
      socket = channel.parent();
      Farewell.prepare(server);
    }
  }

  /** From now on connections are refused; done when those before are being served. */
  Future<Void> shut(Vertx vertx) {
    Channel listening = socket;
    if (listening == null) {
      return Future.succeededFuture(); // Nobody ever came.
    }
    Promise<Void> closed = Promise.promise();
    listening.close().addListener(done -> closed.complete());
    return closed.future().compose(done -> vertx.timer(COMING_IN_MILLIS)).mapEmpty();
  }
}
