package dev.tradewind.storefront.look;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Renderer of Markdown in HTML: HTML in the text is shown as text, and links run no scripts.
 * Headings of the first level are of the second, because the page has its title as the first.
 */
public final class Markdown {

  private static final Parser PARSER = Parser.builder().build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder().escapeHtml(true).sanitizeUrls(true).build();

  private Markdown() {}

  public static String html(String text) {
    Node document = PARSER.parse(text);
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            heading.setLevel(Math.max(heading.getLevel(), 2));
            visitChildren(heading);
          }
        });
    return RENDERER.render(document);
  }
}
