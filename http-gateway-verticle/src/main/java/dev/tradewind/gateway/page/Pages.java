package dev.tradewind.gateway.page;

import dev.tradewind.gateway.dispatch.GatewayContext;
import io.vertx.ext.web.Router;
import java.util.List;

/** Pages of a module, mounted on the router of a server. */
@FunctionalInterface
public interface Pages {

  void mount(Router router);

  /** List items in HTML with links to the pages, for the page at the root. */
  default List<String> links() {
    return List.of();
  }

  /** Ends responses that would last as long as the drain: the server stops. */
  default void close() {}

  /** Factory of the pages of one gateway. */
  @FunctionalInterface
  interface Factory {

    Pages of(GatewayContext gateway);
  }
}
