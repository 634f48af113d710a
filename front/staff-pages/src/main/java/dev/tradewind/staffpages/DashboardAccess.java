package dev.tradewind.staffpages;

import dev.tradewind.gateway.auth.Authenticator;
import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.http.CallContexts;
import dev.tradewind.kernel.text.LocalPath;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Access to the page of the dashboard where a second factor is required, which the dashboard cannot
 * send: users without a session or a second factor are redirected to the sign-in page, and from
 * there back to the path that they asked for.
 */
public final class DashboardAccess {

  /** Views of the dashboard without a session, and the pages in their place. */
  private static final Map<String, String> PUBLIC =
      Map.of(
          "/app/invite", StaffPages.INVITE,
          "/app/reset-password", StaffPages.NEW_PASSWORD);

  private static final String LOGIN = "/app/login";

  private final StaffPages pages;
  private final Authenticator authenticator;
  private final CallContexts calls;

  DashboardAccess(StaffPages pages, Authenticator authenticator, CallContexts calls) {
    this.pages = pages;
    this.authenticator = authenticator;
    this.calls = calls;
  }

  /** Path of the script that the page of the dashboard has to load. */
  Future<String> script() {
    return pages.guard();
  }

  /** Answers with a redirection, false, unless the user may see the page. */
  Future<Boolean> admits(RoutingContext context) {
    String path = context.normalizedPath().replaceFirst("(?<=.)/+$", "");
    String instead = PUBLIC.get(path);
    if (instead != null) {
      redirect(context, instead + query(context));
      return Future.succeededFuture(false);
    }
    return authenticator
        .caller(context.request(), ApiSurface.ADMIN, calls.of(context))
        .map(caller -> {
          boolean isAdmitted = isComplete(caller) && !path.equals(LOGIN);
          if (!isAdmitted) {
            if (path.equals(LOGIN)) {
              redirect(context, StaffPages.SIGN_IN);
            } else {
              redirectToSignIn(context, path);
            }
          }
          return isAdmitted;
        });
  }

  /** Leads to the sign-in page, and from there back to the path with the query of the request. */
  public static void redirectToSignIn(RoutingContext context, String path) {
    redirect(context, StaffPages.SIGN_IN + "?to=" + encoded(path + query(context)));
  }

  private static boolean isComplete(Caller caller) {
    return caller.principal().isUser() && caller.hasSecondFactor();
  }

  private static String query(RoutingContext context) {
    @Nullable String query = context.request().query();
    return query == null ? "" : "?" + query;
  }

  private static String encoded(String path) {
    return URLEncoder.encode(path, StandardCharsets.UTF_8);
  }

  private static void redirect(RoutingContext context, String target) {
    context
        .response()
        .setStatusCode(302)
        .putHeader(HttpHeaders.LOCATION, LocalPath.of(target, StaffPages.SIGN_IN))
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .end();
  }
}
