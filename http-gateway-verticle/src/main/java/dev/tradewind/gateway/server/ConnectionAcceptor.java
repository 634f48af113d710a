package dev.tradewind.gateway.server;

import io.netty.channel.Channel;
import io.netty.channel.nio.AbstractNioChannel;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import org.jspecify.annotations.Nullable;

/**
 * The socket that connections come in by, which can be shut while they are still served. A server
 * that shuts down forgets its handlers first and closes the socket second; who connects in between
 * is hung up on without a word.
 */
public final class ConnectionAcceptor {

  /** A read lets in 16, and 1,024 may wait. */
  private static final int READS_OF_ALL_WAITING = 64;

  private volatile @Nullable Channel socket;

  /** Every connection that comes in. */
  public void onConnection(HttpConnection connection) {
    if (connection instanceof HttpServerConnection server) {
      Channel channel = server.channelHandlerContext().channel();
      socket = channel.parent();
      GracefulCloseHandler.prepare(server);
    }
  }

  /**
   * From now on connections are refused; done when those before are being served.
   *
   * @param context on whose event loop they are served
   */
  public Future<Void> stopAccepting(Context context) {
    Channel listening = socket;
    if (listening == null) {
      return Future.succeededFuture(); // Nobody ever came.
    }
    Promise<Void> served = Promise.promise();
    listening
        .eventLoop()
        .execute(() -> {
          drainBacklog(listening);
          // Connections stand in the line of the event loop that will serve them, behind whatever
          // keeps it busy. When the last in that line is reached, all of them have found a handler.
          listening.close().addListener(closed -> context.runOnContext(last -> served.complete()));
        });
    return served.future();
  }

  /** The system has greeted them already; with the socket it would hang up on them. */
  private static void drainBacklog(Channel listening) {
    if (listening.isOpen() && listening instanceof AbstractNioChannel door) {
      for (int i = 0; i < READS_OF_ALL_WAITING; i++) {
        door.unsafe().read();
      }
    }
  }
}
