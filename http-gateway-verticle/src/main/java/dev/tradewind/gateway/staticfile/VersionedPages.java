package dev.tradewind.gateway.staticfile;

import dev.tradewind.kernel.operation.AnswerStep;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Routes of a page at the path of every view, which its scripts fill, and of its files. Their paths
 * contain the version of all files, so that scripts import each other by plain names and are
 * immutable all the same.
 */
public final class VersionedPages {

  private static final String PAGE = "index.html";

  private final Vertx vertx;
  private final StaticFolder folder;
  private final String root;
  private final String policy;
  private final UnaryOperator<String> rendering;
  private @Nullable StaticFile page;

  /**
   * @param root path of the files, with a slash at the end
   * @param policy content security policy of the page
   * @param rendering of the page's own placeholders; {@code {files}} is the path of the files
   */
  public VersionedPages(
      Vertx vertx,
      StaticFolder folder,
      String root,
      String policy,
      UnaryOperator<String> rendering) {
    this.vertx = vertx;
    this.folder = folder;
    this.root = root;
    this.policy = policy;
    this.rendering = rendering;
  }

  /** Mounts the page at the paths of the views, and the files. */
  public void mount(Router router, List<String> views) {
    for (String view : views) {
      router.get(view).handler(this::page);
      router.head(view).handler(this::page);
    }
    router.get(root + ":version/:name").handler(this::file);
    router.head(root + ":version/:name").handler(this::file);
  }

  /** Path of a file in its present version. */
  public Future<String> path(String name) {
    return folder.files(vertx).map(files -> root + files.version() + "/" + name);
  }

  private void page(RoutingContext context) {
    folder
        .files(vertx)
        .map(
            AnswerStep.of(files -> {
              StaticFileResponse.protect(context.response(), policy);
              StaticFileResponse.send(context.request(), rendered(files));
            }))
        .onFailure(context::fail);
  }

  private StaticFile rendered(StaticFiles files) {
    StaticFile current = page;
    if (current == null) {
      StaticFile template = files.find(PAGE).orElseThrow();
      String html = template.plain().toString(StandardCharsets.UTF_8);
      current =
          StaticFile.ofText(
              template.contentType(),
              rendering.apply(html.replace("{files}", root + files.version())));
      page = current;
    }
    return current;
  }

  private void file(RoutingContext context) {
    folder.files(vertx).map(AnswerStep.of(files -> send(context, files))).onFailure(context::fail);
  }

  /**
   * Sends a file. In a rolling upgrade, a page of another version asks for its own files: it gets
   * the files of this node, which no cache keeps.
   */
  private static void send(RoutingContext context, StaticFiles files) {
    String name = context.pathParam("name");
    Optional<StaticFile> file = name.equals(PAGE) ? Optional.empty() : files.find(name);
    if (file.isEmpty()) {
      context.next();
      return;
    }
    boolean isCurrent = context.pathParam("version").equals(files.version());
    StaticFileResponse.send(context.request(), isCurrent ? file.get().asImmutable() : file.get());
  }
}
