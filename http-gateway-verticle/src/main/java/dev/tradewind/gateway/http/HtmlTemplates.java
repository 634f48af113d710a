package dev.tradewind.gateway.http;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.extension.Extension;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** Templates of pages in a folder of the resources; rendering blocks, at first to compile them. */
public final class HtmlTemplates {

  private static final int LONG_PAGE = 256 * 1024;

  private final PebbleEngine engine;

  public HtmlTemplates(String folder, Extension... extensions) {
    ClasspathLoader templates = new ClasspathLoader(HtmlTemplates.class.getClassLoader());
    templates.setPrefix(folder);
    templates.setSuffix(".html");
    this.engine =
        new PebbleEngine.Builder()
            .loader(templates)
            .strictVariables(true)
            .extension(extensions)
            .build();
  }

  /** The page; values are escaped unless the template says otherwise. */
  public String render(String template, Map<String, Object> values) {
    try {
      StringWriter html = new StringWriter(LONG_PAGE);
      engine.getTemplate(template).evaluate(html, values);
      return html.toString();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
