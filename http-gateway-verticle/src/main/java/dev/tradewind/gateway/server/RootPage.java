package dev.tradewind.gateway.server;

import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import java.util.List;
import java.util.Map;

/** Page at the root, without a storefront, with links to the pages of other modules. */
final class RootPage {

  private RootPage() {}

  /** Without links there is no page at the root either. */
  static void mount(Router router, List<String> links) {
    if (links.isEmpty()) {
      return;
    }
    Buffer page =
        Buffer.buffer(
            """
            <!doctype html>
            <html lang="en">
            <title>Tradewind</title>
            <h1>Tradewind</h1>
            <p>This is the API of a shop.</p>
            <ul>
            %s
            </ul>
            </html>
            """
                .formatted(String.join("\n", links)));
    router
        .get("/")
        .handler(context -> {
          context.response().putHeader("X-Frame-Options", "DENY");
          HttpResponses.send(
              context.response(), new Reply(200, "text/html; charset=utf-8", page, Map.of()));
        });
  }
}
