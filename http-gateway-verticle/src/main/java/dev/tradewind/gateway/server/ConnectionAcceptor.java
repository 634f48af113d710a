package dev.tradewind.gateway.server;

import io.netty.channel.Channel;
import io.netty.channel.nio.AbstractNioChannel;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Listen socket that can stop accepting while its connections are still served. Vert.x removes its
 * handlers before it closes the socket; connections accepted in between would be reset.
 */
public final class ConnectionAcceptor {

  /** A read accepts 16 connections; the backlog holds 1,024. */
  private static final int BACKLOG_READS = 64;

  private final HttpServerOptions options;
  private final ConnectionLimit limit;
  private final Duration headerTimeout;
  private volatile @Nullable Channel socket;

  /**
   * @param headerTimeout until which the headers of a request must have arrived
   */
  public ConnectionAcceptor(
      HttpServerOptions options, ConnectionLimit limit, Duration headerTimeout) {
    this.options = options;
    this.limit = limit;
    this.headerTimeout = headerTimeout;
  }

  /** Prepares every accepted connection. */
  public void onConnection(HttpConnection connection) {
    if (connection instanceof HttpServerConnection server) {
      if (!limit.admits(server.channelHandlerContext().channel())) {
        connection.close();
        return;
      }
      StrictRequestDecoder.install(server, options, headerTimeout);
      Channel channel = server.channelHandlerContext().channel();
      socket = channel.parent();
      GracefulCloseHandler.prepare(server);
    }
  }

  /**
   * Stops accepting; completes when all accepted connections have a handler.
   *
   * @param context on whose event loop the connections are served
   */
  public Future<Void> stopAccepting(Context context) {
    Channel listening = socket;
    if (listening == null) {
      return Future.succeededFuture(); // There was no connection yet.
    }
    Promise<Void> served = Promise.promise();
    listening
        .eventLoop()
        .execute(() -> {
          drainBacklog(listening);
          // Accepted connections are queued on the event loop that will serve them. A task queued
          // behind the last one runs when all of them have found a handler.
          listening.close().addListener(closed -> context.runOnContext(last -> served.complete()));
        });
    return served.future();
  }

  /**
   * The kernel has completed these handshakes (accept backlog); closing the socket would reset
   * them.
   */
  private static void drainBacklog(Channel listening) {
    if (listening.isOpen() && listening instanceof AbstractNioChannel serverChannel) {
      for (int i = 0; i < BACKLOG_READS; i++) {
        serverChannel.unsafe().read();
      }
    }
  }
}
