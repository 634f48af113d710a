package dev.tradewind.gateway.server;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.net.impl.ShutdownEvent;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a kept connection so that no request on it is lost. A server that shuts down closes every
 * connection without a request under way at once, and drops a request that arrives in that moment;
 * its client cannot know whether it was served. This holds the shutdown back until one more answer
 * has told the client that the connection ends, or until the client has long been silent.
 */
final class GracefulCloseHandler extends ChannelDuplexHandler {

  private static final long LONGEST_SILENCE_MILLIS = 2_000;

  private @Nullable ShutdownEvent heldBack;
  private boolean hasToldClient;
  private boolean isOver;

  static void prepare(HttpServerConnection connection) {
    ChannelHandlerContext handler = connection.channelHandlerContext();
    handler
        .pipeline()
        .addBefore(
            handler.name(), GracefulCloseHandler.class.getSimpleName(), new GracefulCloseHandler());
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof ShutdownEvent shutdown) {
      heldBack = shutdown;
      context
          .executor()
          .schedule(() -> giveUp(context), LONGEST_SILENCE_MILLIS, TimeUnit.MILLISECONDS);
    } else {
      super.userEventTriggered(context, event);
    }
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
      throws Exception {
    if (heldBack != null && message instanceof HttpResponse head) {
      head.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      hasToldClient = true;
    }
    if (hasToldClient && message instanceof LastHttpContent) {
      super.write(context, message, promise.unvoid().addListener(written -> goOn(context)));
    } else {
      super.write(context, message, promise);
    }
  }

  /**
   * On a busy machine a request may have come while the event loop did other work; it is read
   * first, and then answered.
   */
  private void giveUp(ChannelHandlerContext context) {
    if (!isOver && context.channel() instanceof AbstractNioChannel channel) {
      channel.unsafe().read();
    }
    goOn(context);
  }

  private void goOn(ChannelHandlerContext context) {
    if (!isOver && heldBack != null) {
      isOver = true;
      context.fireUserEventTriggered(heldBack);
    }
  }
}
