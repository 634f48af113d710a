package dev.tradewind.staffpages;

import dev.tradewind.gateway.config.DashboardConfig;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.page.Pages;
import io.vertx.ext.web.Router;
import java.util.ArrayList;
import java.util.List;

/** Routes of the admin dashboard, and of the pages for staff where they are beside their API. */
public final class StaffRoutes implements Pages {

  private final GatewayContext gateway;
  private final DashboardConfig dashboard;

  public StaffRoutes(GatewayContext gateway) {
    this.gateway = gateway;
    this.dashboard = gateway.config().dashboard();
  }

  @Override
  public void mount(Router router) {
    if (!dashboard.isServed()) {
      return;
    }
    DashboardAccess access = null;
    if (dashboard.isBesideApi()) {
      StaffPages pages = new StaffPages(gateway.vertx(), gateway.config().storefrontLanguages());
      pages.mount(router);
      if (gateway.config().security().requiresSecondFactor()) {
        access = new DashboardAccess(pages, gateway.authenticator(), gateway.calls());
      }
    }
    new DashboardRoutes(gateway.vertx(), dashboard, access).mount(router);
  }

  @Override
  public List<String> links() {
    List<String> links = new ArrayList<>();
    if (dashboard.isServed()) {
      links.add(
          "<li><a href=\"%s\">Admin dashboard</a>, for staff</li>".formatted(DashboardRoutes.PATH));
    }
    if (dashboard.isBesideApi()) {
      links.add(
          "<li><a href=\"%s\">Set-up of the shop</a>, for its owner</li>"
              .formatted(StaffPages.SETUP));
    }
    return links;
  }
}
