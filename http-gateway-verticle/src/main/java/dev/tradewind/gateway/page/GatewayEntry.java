package dev.tradewind.gateway.page;

import dev.tradewind.gateway.dispatch.GatewayContext;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;

/** First handler of the requests of a gateway, in place of its router. */
public interface GatewayEntry extends Handler<HttpServerRequest> {

  /** Ends what it has open, after the connections are drained. */
  Future<Void> close();

  /** Factory of the entry of one gateway. */
  @FunctionalInterface
  interface Factory {

    /**
     * @param here router of the requests that this gateway answers
     */
    GatewayEntry of(GatewayContext gateway, Router here);
  }
}
