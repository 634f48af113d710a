package dev.tradewind.apidocs;

import dev.tradewind.gateway.http.HtmlTemplates;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.escaper.SafeString;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Renderer of the pages about the API; blocks, at first to compile their templates. */
final class PageRenderer {

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern NO_NAME = Pattern.compile("[^a-z0-9]+");

  private final HtmlTemplates templates = new HtmlTemplates("docs/templates", new Texts());

  String render(String template, Map<String, Object> values) {
    return templates.render(template, values);
  }

  /** Sentence of the contract as HTML, with code between backticks. */
  static String prose(String text) {
    return CODE.matcher(escaped(text)).replaceAll("<code>$1</code>");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Name of a place in a page. */
  static String anchor(String name) {
    return NO_NAME.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("-");
  }

  private static final class Texts extends AbstractExtension {

    @Override
    public Map<String, Filter> getFilters() {
      return Map.of(
          "prose", new TextFilter(PageRenderer::prose),
          "anchor", new TextFilter(PageRenderer::anchor));
    }
  }

  /** Filter whose result is HTML. */
  private record TextFilter(UnaryOperator<String> change) implements Filter {

    @Override
    public Object apply(
        @Nullable Object input,
        Map<String, Object> arguments,
        PebbleTemplate self,
        EvaluationContext context,
        int line) {
      return new SafeString(change.apply(String.valueOf(input)));
    }

    @Override
    public List<String> getArgumentNames() {
      return List.of();
    }
  }
}
