package dev.tradewind.storefront.page;

import dev.tradewind.storefront.design.Market;
import dev.tradewind.storefront.render.Html;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * File of paths for search engines.
 *
 * @param markets languages and countries in which it has each page
 * @param alternates those that it names beside each page; empty: the pages name them
 * @param otherwise paths for visitors of other languages
 */
record Sitemap(String baseUrl, List<Market> markets, List<Market> alternates, Market otherwise) {

  /**
   * Page of the shop.
   *
   * @param path without the prefix of a language
   * @param changedAt time of its last change; absent where it is not known
   * @param image URL of its picture; absent without one
   */
  record Entry(String path, @Nullable String changedAt, @Nullable String image) {

    static Entry of(String path) {
      return new Entry(path, null, null);
    }
  }

  private static final String HEADER = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  private static final String NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

  /** Index of files by their names. */
  static String index(String baseUrl, List<String> files) {
    StringBuilder xml = new StringBuilder(HEADER);
    xml.append("<sitemapindex xmlns=\"").append(NAMESPACE).append("\">\n");
    for (String file : files) {
      xml.append(
          "<sitemap><loc>%s/sitemaps/%s.xml</loc></sitemap>\n".formatted(escaped(baseUrl), file));
    }
    return xml.append("</sitemapindex>\n").toString();
  }

  String of(List<Entry> entries) {
    StringBuilder xml = new StringBuilder(HEADER);
    xml.append("<urlset xmlns=\"")
        .append(NAMESPACE)
        .append("\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"")
        .append(" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\n");
    for (Entry entry : entries) {
      for (Market market : markets) {
        add(xml, entry, market);
      }
    }
    return xml.append("</urlset>\n").toString();
  }

  private void add(StringBuilder xml, Entry entry, Market market) {
    xml.append("<url><loc>").append(url(entry, market)).append("</loc>");
    if (entry.changedAt() != null) {
      xml.append("<lastmod>").append(escaped(entry.changedAt())).append("</lastmod>");
    }
    if (alternates.size() > 1) {
      for (Market other : alternates) {
        addAlternate(xml, other.tag(), url(entry, other));
      }
      addAlternate(xml, "x-default", url(entry, otherwise));
    }
    if (entry.image() != null && Html.isLink(entry.image())) {
      xml.append("<image:image><image:loc>")
          .append(escaped(entry.image()))
          .append("</image:loc></image:image>");
    }
    xml.append("</url>\n");
  }

  private static void addAlternate(StringBuilder xml, String language, String url) {
    xml.append("<xhtml:link rel=\"alternate\" hreflang=\"")
        .append(language)
        .append("\" href=\"")
        .append(url)
        .append("\"/>");
  }

  private String url(Entry entry, Market market) {
    return escaped(baseUrl + market.path(entry.path()));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
