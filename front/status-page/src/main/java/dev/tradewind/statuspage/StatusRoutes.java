package dev.tradewind.statuspage;

import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.dispatch.StaffAccess;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.management.ManagementAccess;
import dev.tradewind.gateway.page.Pages;
import dev.tradewind.gateway.staticfile.StaticFileResponse;
import dev.tradewind.gateway.staticfile.StaticFolder;
import dev.tradewind.gateway.staticfile.VersionedPages;
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.staffpages.DashboardAccess;
import dev.tradewind.staffpages.DashboardRoutes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Routes of the status page: the page itself, the same as JSON, its live events, and its files,
 * which are public. Nothing of it is cached.
 */
public final class StatusRoutes implements Pages {

  private static final String HTML = "text/html; charset=utf-8";
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

  /** The page looks like the storefront, whose style and icon it uses. */
  private static final StaticFolder FOLDER =
      StaticFolder.ofResources(
          List.of(
              "/status/files/status.css",
              "/status/files/status.js",
              "/storefront/files/icon.svg",
              "/storefront/files/shop.css"));

  private final String path;
  private final StatusBoard board;
  private final Function<RoutingContext, Future<Void>> access;
  private final boolean hasSignIn;
  private final VersionedPages files;

  /**
   * @param path of the page; everything else is below it
   * @param access fails with 401 or 403 for callers who may not see the page; asked again while it
   *     is live
   * @param hasSignIn whether the page leads browsers without a login to the sign-in page
   */
  private StatusRoutes(
      Vertx vertx,
      String path,
      StatusBoard board,
      Function<RoutingContext, Future<Void>> access,
      boolean hasSignIn) {
    this.path = path;
    this.board = board;
    this.access = access;
    this.hasSignIn = hasSignIn;
    this.files =
        new VersionedPages(vertx, FOLDER, path + "/files/", POLICY, UnaryOperator.identity());
  }

  /** Routes of the page for staff, beside the dashboard; none where that is of another API. */
  public static Pages forStaff(GatewayContext gateway, StatusBoard board) {
    if (!gateway.config().dashboard().isBesideApi()) {
      return router -> {};
    }
    StatusAccess access =
        new StatusAccess(
            gateway.authenticator(), new StaffAccess(gateway.config()), gateway.calls());
    return new StatusRoutes(
        gateway.vertx(), DashboardRoutes.PATH + "/status", board, access::check, true);
  }

  /** Routes of the page at the management port. */
  public static Pages forManagement(Vertx vertx, StatusBoard board, ManagementAccess access) {
    return new StatusRoutes(vertx, "/status", board, access::check, false);
  }

  @Override
  public void mount(Router router) {
    files.mount(router, List.of());
    router.get(path).handler(this::page);
    router.head(path).handler(this::page);
    router.get(path + ".json").handler(this::json);
    router.head(path + ".json").handler(this::json);
    router.get(path + "/events").handler(this::events);
    router.route(path + "/*").handler(context -> context.fail(404));
  }

  /** Its streams would last as long as the drain. */
  @Override
  public void close() {
    board.close();
  }

  private void page(RoutingContext context) {
    access
        .apply(context)
        .compose(admitted -> board.current())
        .compose(snapshot ->
            files
                .path("")
                .compose(folder ->
                    context
                        .vertx()
                        .executeBlocking(
                            () -> board.page().whole(snapshot, path, folder, hasSignIn), false)))
        .map(
            AnswerStep.of(html -> {
              StaticFileResponse.protect(context.response(), POLICY);
              HttpResponses.send(
                  context.response(), new Reply(200, HTML, Buffer.buffer(html), Map.of()));
            }))
        .onFailure(failure -> refusePage(context, failure));
  }

  private void refusePage(RoutingContext context, Throwable failure) {
    if (hasSignIn && isBrowser(context) && needsSignIn(failure)) {
      DashboardAccess.redirectToSignIn(context, path);
    } else {
      refuse(context, failure);
    }
  }

  private static boolean isBrowser(RoutingContext context) {
    String accepted = context.request().getHeader(HttpHeaders.ACCEPT);
    return accepted != null && accepted.contains("text/html");
  }

  private static boolean needsSignIn(Throwable failure) {
    return failure instanceof Problem expected
        && (expected.is(Problem.Kind.UNAUTHORIZED)
            || "second_factor_required".equals(expected.code()));
  }

  private static void refuse(RoutingContext context, Throwable failure) {
    HttpResponses.problem(context, HttpResponses.problem(context, "the status page", failure));
  }

  private void json(RoutingContext context) {
    access
        .apply(context)
        .compose(admitted -> board.current())
        .compose(snapshot ->
            context
                .vertx()
                .executeBlocking(() -> Reply.ok(ShopStatus.CODEC.write(snapshot.status())), false))
        .map(AnswerStep.of(reply -> HttpResponses.send(context.response(), reply)))
        .onFailure(failure -> refuse(context, failure));
  }

  private void events(RoutingContext context) {
    access
        .apply(context)
        .map(
            AnswerStep.of(
                admitted -> StatusStream.open(context, board, () -> access.apply(context))))
        .onFailure(failure -> refuse(context, failure));
  }
}
