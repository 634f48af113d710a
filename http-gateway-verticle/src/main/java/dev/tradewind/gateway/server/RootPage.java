package dev.tradewind.gateway.server;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.staffpages.DashboardRoutes;
import dev.tradewind.staffpages.StaffPages;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Page at the root, without a storefront, with links to the pages that the gateway serves. */
final class RootPage {

  private RootPage() {}

  /** List items with links to the pages that the gateway serves. */
  static List<String> links(GatewayConfig config) {
    List<String> links = new ArrayList<>();
    if (config.dashboard().isServed()) {
      links.add(
          "<li><a href=\"%s\">Admin dashboard</a>, for staff</li>".formatted(DashboardRoutes.PATH));
      if (config.dashboard().backendUrl() == null) {
        links.add(
            "<li><a href=\"%s\">Set-up of the shop</a>, for its owner</li>"
                .formatted(StaffPages.SETUP));
      }
    }
    if (config.security().publishesApiDocs()) {
      links.add("<li><a href=\"/docs\">Documentation</a> of every operation of the API</li>");
    }
    return links;
  }

  /** Without such pages there is none at the root either. */
  static void mount(Router router, GatewayConfig config) {
    List<String> links = links(config);
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
