package dev.tradewind.storefront.render;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Entities;
import org.jsoup.safety.Cleaner;
import org.jsoup.safety.Safelist;

/**
 * Description of a product in the shape that its author gave it: paragraphs and lists of a text, or
 * the harmless elements of HTML, as shops of Medusa v1 have it.
 */
final class Description {

  private static final Pattern MARKUP =
      Pattern.compile(
          "<(?:p|br|ul|ol|li|h[1-6]|div|span|strong|em|b|i|u|a|table|blockquote|hr)\\b[^<>]*>",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern PARAGRAPH = Pattern.compile("\\R\\s*\\R");
  private static final Pattern ITEM = Pattern.compile("\\s*[-*•–]\\s+(\\S.*)");

  /** Base of links without a host, which stay as they are. */
  private static final String BASE = "https://shop.invalid/";

  private static final int MAX_SUMMARY = 300;

  private static final Cleaner CLEANER =
      new Cleaner(
          Safelist.relaxed()
              .removeTags("img")
              .addTags("hr")
              .addProtocols("a", "href", "tel")
              .preserveRelativeLinks(true)
              .addEnforcedAttribute("a", "rel", "nofollow noopener"));

  private Description() {}

  /** HTML that holds nothing but text, its structure and links. */
  static String html(String text) {
    return MARKUP.matcher(text).find() ? cleaned(text) : structured(text);
  }

  private static String cleaned(String html) {
    Document clean = CLEANER.clean(Jsoup.parseBodyFragment(html, BASE));
    clean.outputSettings().prettyPrint(false);
    // The page has a first heading already.
    for (Element heading : clean.select("h1")) {
      heading.tagName("h2");
    }
    return clean.body().html();
  }

  private static String structured(String text) {
    StringBuilder html = new StringBuilder();
    for (String paragraph : PARAGRAPH.split(text.strip())) {
      List<String> lines = new ArrayList<>();
      List<String> items = new ArrayList<>();
      for (String line : paragraph.lines().toList()) {
        var item = ITEM.matcher(line);
        if (item.matches()) {
          addParagraph(html, lines);
          items.add(item.group(1));
        } else if (!line.isBlank()) {
          addList(html, items);
          lines.add(line.strip());
        }
      }
      addParagraph(html, lines);
      addList(html, items);
    }
    return html.toString();
  }

  private static void addParagraph(StringBuilder html, List<String> lines) {
    if (!lines.isEmpty()) {
      html.append("<p>")
          .append(String.join("<br>", lines.stream().map(Entities::escape).toList()))
          .append("</p>");
      lines.clear();
    }
  }

  private static void addList(StringBuilder html, List<String> items) {
    if (!items.isEmpty()) {
      html.append("<ul>");
      items.forEach(item -> html.append("<li>").append(Entities.escape(item)).append("</li>"));
      html.append("</ul>");
      items.clear();
    }
  }

  /** Text alone, on one line, for search engines. */
  static String summary(String text) {
    String plain =
        (MARKUP.matcher(text).find() ? Jsoup.parseBodyFragment(cleaned(text)).text() : text)
            .replaceAll("\\s+", " ")
            .strip();
    if (plain.length() <= MAX_SUMMARY) {
      return plain;
    }
    int end = plain.lastIndexOf(' ', MAX_SUMMARY);
    return plain.substring(0, end < MAX_SUMMARY / 2 ? MAX_SUMMARY : end) + " …";
  }
}
