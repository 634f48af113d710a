package dev.tradewind.shadow;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateEvent;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Pause of the idle timeout of a connection whose request is held on purpose. The timeout begins
 * anew after it.
 */
public final class IdlePause extends ChannelInboundHandlerAdapter {

  private IdlePause() {}

  public static void begin(HttpConnection connection) {
    if (connection instanceof HttpServerConnection server) {
      ChannelHandlerContext handler = server.channelHandlerContext();
      ChannelPipeline pipeline = handler.pipeline();
      if (pipeline.get(IdlePause.class) == null) {
        pipeline.addBefore(handler.name(), IdlePause.class.getSimpleName(), new IdlePause());
      }
    }
  }

  public static void end(HttpConnection connection) {
    if (connection instanceof HttpServerConnection server) {
      ChannelPipeline pipeline = server.channelHandlerContext().pipeline();
      if (pipeline.get(IdlePause.class) != null) {
        pipeline.remove(IdlePause.class);
      }
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (!(event instanceof IdleStateEvent)) {
      super.userEventTriggered(context, event);
    }
  }
}
