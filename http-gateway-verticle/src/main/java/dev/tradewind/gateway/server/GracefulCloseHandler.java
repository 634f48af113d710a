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
 * Graceful shutdown of a keep-alive connection: delays the close until one more response carried
 * {@code Connection: close}, or until the connection was idle. A closing server closes idle
 * connections at once and drops a request that arrives in that moment; its client cannot know
 * whether it was executed.
 */
final class GracefulCloseHandler extends ChannelDuplexHandler {

  private static final long IDLE_TIMEOUT_MILLIS = 2_000;

  private @Nullable ShutdownEvent delayedShutdown;
  private boolean hasSentClose;
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
      delayedShutdown = shutdown;
      context
          .executor()
          .schedule(() -> closeIdle(context), IDLE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } else {
      super.userEventTriggered(context, event);
    }
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
      throws Exception {
    if (delayedShutdown != null && message instanceof HttpResponse head) {
      head.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      hasSentClose = true;
    }
    if (hasSentClose && message instanceof LastHttpContent) {
      super.write(context, message, promise.unvoid().addListener(written -> resumeClose(context)));
    } else {
      super.write(context, message, promise);
    }
  }

  /**
   * A malformed body is answered and then ends the connection within one read, before its flush.
   */
  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) throws Exception {
    context.flush();
    super.close(context, promise);
  }

  /**
   * On a busy machine a request may have arrived while the event loop did other work; it is read
   * and answered first.
   */
  private void closeIdle(ChannelHandlerContext context) {
    if (!isOver && context.channel() instanceof AbstractNioChannel channel) {
      channel.unsafe().read();
    }
    resumeClose(context);
  }

  private void resumeClose(ChannelHandlerContext context) {
    if (!isOver && delayedShutdown != null) {
      isOver = true;
      context.fireUserEventTriggered(delayedShutdown);
    }
  }
}
