package dev.tradewind.storefront.render;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Function;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.loader.DelegatingLoader;
import io.pebbletemplates.pebble.loader.FileLoader;
import io.pebbletemplates.pebble.loader.Loader;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
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
          "category-tree",
          "home",
          "list",
          "categories",
          "product",
          "cart",
          "drawer",
          "checkout",
          "order",
          "account",
          "sign-in",
          "reset-password",
          "own-page",
          "why",
          "consent",
          "consent-form",
          "problem");

  private static final int LONG_PAGE = 16 * 1024;

  /** Pictures of the page that the thread renders: macros see nothing of a page but arguments. */
  private static final ThreadLocal<Pictures> PICTURES = new ThreadLocal<>();

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
            .extension(new PictureFunction())
            .build();
  }

  /** Function of the templates: {@code pictureOf(url, place)}, null without a URL. */
  private static final class PictureFunction extends AbstractExtension implements Function {

    @Override
    public Map<String, Function> getFunctions() {
      return Map.of("pictureOf", this);
    }

    @Override
    public List<String> getArgumentNames() {
      return List.of("url", "place");
    }

    @Override
    public @Nullable Object execute(
        Map<String, Object> arguments,
        PebbleTemplate self,
        EvaluationContext context,
        int lineNumber) {
      Object url = arguments.get("url");
      return url == null || url.toString().isEmpty()
          ? null
          : PICTURES.get().of(url.toString(), String.valueOf(arguments.get("place")));
    }
  }

  public Future<Buffer> render(
      Vertx vertx, String template, Map<String, Object> values, Pictures pictures) {
    if (isCompiled) {
      return Future.succeededFuture(render(template, values, pictures));
    }
    return vertx.executeBlocking(this::compile).map(done -> render(template, values, pictures));
  }

  private @Nullable Void compile() {
    TEMPLATES.forEach(engine::getTemplate);
    isCompiled = true;
    return null;
  }

  public Buffer render(String template, Map<String, Object> values, Pictures pictures) {
    PICTURES.set(pictures);
    try {
      StringWriter html = new StringWriter(LONG_PAGE);
      engine.getTemplate(template).evaluate(html, values);
      return Buffer.buffer(html.toString());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    } finally {
      PICTURES.remove();
    }
  }
}
