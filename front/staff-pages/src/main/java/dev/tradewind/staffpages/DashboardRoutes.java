package dev.tradewind.staffpages;

import dev.tradewind.gateway.config.DashboardConfig;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.staticfile.PageProperties;
import dev.tradewind.gateway.staticfile.StaticFile;
import dev.tradewind.gateway.staticfile.StaticFileResponse;
import dev.tradewind.gateway.staticfile.StaticFiles;
import dev.tradewind.gateway.staticfile.StaticFolder;
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.spi.CurrencyDigits;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Routes of the admin dashboard, a single-page application: its files, and its page for every other
 * path below it, so that a link to an order can be opened. The page is public; the API behind it
 * requires a user.
 */
public final class DashboardRoutes {

  public static final String PATH = "/app";

  private static final StaticFolder FOLDER = StaticFolder.built("/dashboard");
  private static final String PAGE = "index.html";

  /** Attribute of the page that names the back end; see the dashboard's build. */
  private static final String SAME_ORIGIN = "data-backend=\"/\"";

  private static final String POLICY =
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:;"
          + " font-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'none';"
          + " form-action 'self'";

  private static final String NOT_BUILT =
      """
      <!doctype html>
      <html lang="en">
      <title>Tradewind</title>
      <h1>The admin dashboard is not built</h1>
      <p>Install Node.js 18 or later with npm and start again with <code>./tradewind start</code>,
      which builds the dashboard once.</p>
      </html>
      """;

  private final Vertx vertx;
  private final StaticFolder folder;
  private final @Nullable String backendUrl;
  private final String policy;
  private final @Nullable DashboardAccess access;

  /**
   * @param access absent where the dashboard's own login is enough
   */
  DashboardRoutes(Vertx vertx, DashboardConfig config, @Nullable DashboardAccess access) {
    this(vertx, config, access, FOLDER);
  }

  DashboardRoutes(
      Vertx vertx, DashboardConfig config, @Nullable DashboardAccess access, StaticFolder folder) {
    this.vertx = vertx;
    this.access = access;
    this.folder = folder;
    this.backendUrl = config.backendUrl();
    this.policy =
        backendUrl == null
            ? POLICY
            : POLICY.replace("img-src 'self'", "img-src 'self' " + backendUrl)
                + "; connect-src 'self' "
                + backendUrl;
  }

  void mount(Router router) {
    router.get(PATH).handler(this::page);
    router.head(PATH).handler(this::page);
    router.get(PATH + "/*").handler(this::file);
    router.head(PATH + "/*").handler(this::file);
  }

  private void page(RoutingContext context) {
    send(context, PAGE);
  }

  private void file(RoutingContext context) {
    send(context, context.normalizedPath().substring(PATH.length() + 1));
  }

  private void send(RoutingContext context, String name) {
    folder
        .files(vertx)
        .map(AnswerStep.of(files -> send(context, files, name)))
        .onFailure(context::fail);
  }

  private void send(RoutingContext context, StaticFiles files, String name) {
    Optional<StaticFile> file = files.find(name);
    Optional<StaticFile> page = files.find(PAGE);
    HttpServerRequest request = context.request();
    if (page.isEmpty()) {
      StaticFileResponse.protect(context.response(), policy);
      HttpResponses.send(
          context.response(),
          new Reply(404, "text/html; charset=utf-8", Buffer.buffer(NOT_BUILT), Map.of()));
    } else if (file.isPresent() && !name.equals(PAGE)) {
      StaticFileResponse.send(request, file.get());
    } else if (file.isPresent() || !isFileName(name)) {
      sendPage(context, page.get());
    } else {
      context.next();
    }
  }

  private void sendPage(RoutingContext context, StaticFile page) {
    DashboardAccess checked = access;
    if (checked == null) {
      sendAdmitted(context, withAttributes(page));
      return;
    }
    checked
        .admits(context)
        .compose(isAdmitted -> {
          if (isAdmitted) {
            return checked
                .script()
                .map(AnswerStep.of(script -> sendAdmitted(context, withScript(page, script))));
          }
          return Future.succeededFuture();
        })
        .onFailure(failure ->
            HttpResponses.problem(
                context, HttpResponses.problem(context, "The dashboard", failure)));
  }

  private void sendAdmitted(RoutingContext context, StaticFile page) {
    StaticFileResponse.protect(context.response(), policy);
    StaticFileResponse.send(context.request(), page);
  }

  private static StaticFile withScript(StaticFile page, String script) {
    return changed(page, "<script", "<script src=\"" + script + "\"></script><script");
  }

  /** Paths of the application's views have no dots. */
  private static boolean isFileName(String name) {
    return name.indexOf('.', name.lastIndexOf('/') + 1) >= 0;
  }

  /** The page with the attributes that the dashboard's build reads: back end and digits. */
  private StaticFile withAttributes(StaticFile page) {
    Map<String, Integer> digits = CurrencyDigits.declared();
    if (backendUrl == null && digits.isEmpty()) {
      return page;
    }
    String backend = backendUrl == null ? SAME_ORIGIN : "data-backend=\"" + backendUrl + "\"";
    return changed(
        page,
        SAME_ORIGIN,
        digits.isEmpty()
            ? backend
            : backend + " data-currency-digits=\"" + PageProperties.escaped(digits) + "\"");
  }

  private static StaticFile changed(StaticFile page, String part, String replacement) {
    return new StaticFile(
        page.contentType(),
        page.hash() + Integer.toHexString(replacement.hashCode()),
        page.isImmutable(),
        Buffer.buffer(
            page.plain()
                .toString(StandardCharsets.UTF_8)
                .replaceFirst(Pattern.quote(part), Matcher.quoteReplacement(replacement))),
        null);
  }
}
