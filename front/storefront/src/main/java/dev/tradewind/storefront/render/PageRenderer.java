package dev.tradewind.storefront.render;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.loader.DelegatingLoader;
import io.pebbletemplates.pebble.loader.FileLoader;
import io.pebbletemplates.pebble.loader.Loader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Renderer of pages: templates of the shop's folder before the built-in ones. All templates are
 * compiled together with the first page, on a worker thread, so that rendering never reads a file.
 */
public final class PageRenderer {

  public static final List<String> TEMPLATES =
      List.of(
          "layout",
          "parts",
          "home",
          "list",
          "product",
          "cart",
          "drawer",
          "checkout",
          "order",
          "account",
          "sign-in",
          "reset-password",
          "own-page",
          "problem");

  private static final int LONG_PAGE = 16 * 1024;

  private final PebbleEngine engine;
  private volatile boolean isCompiled;

  public PageRenderer(@Nullable Path ownTemplates) {
    List<Loader<?>> loaders = new ArrayList<>();
    if (ownTemplates != null) {
      FileLoader own = new FileLoader(ownTemplates.toAbsolutePath().toString());
      own.setSuffix(".html");
      loaders.add(own);
    }
    ClasspathLoader builtIn = new ClasspathLoader(PageRenderer.class.getClassLoader());
    builtIn.setPrefix("storefront/templates");
    builtIn.setSuffix(".html");
    loaders.add(builtIn);
    this.engine =
        new PebbleEngine.Builder()
            .loader(new DelegatingLoader(loaders))
            .strictVariables(true)
            .build();
  }

  public Future<Buffer> render(Vertx vertx, String template, Map<String, Object> values) {
    if (isCompiled) {
      return Future.succeededFuture(render(template, values));
    }
    return vertx.executeBlocking(this::compile).map(done -> render(template, values));
  }

  private @Nullable Void compile() {
    TEMPLATES.forEach(engine::getTemplate);
    isCompiled = true;
    return null;
  }

  public Buffer render(String template, Map<String, Object> values) {
    try {
      StringWriter html = new StringWriter(LONG_PAGE);
      engine.getTemplate(template).evaluate(html, values);
      return Buffer.buffer(html.toString());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
