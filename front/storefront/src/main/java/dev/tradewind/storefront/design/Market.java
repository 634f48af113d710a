package dev.tradewind.storefront.design;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Language and country that a path of the storefront is for.
 *
 * @param root begin of the paths in the language without a country; empty in the first language
 * @param country code of two letters in lower case; null: the path names none
 */
public record Market(Language language, String root, @Nullable String country) {

  /** Begin of the paths, such as {@code /de} or {@code /de-at}; empty in the first language. */
  public String prefix() {
    return country == null ? root : "/" + language.language() + "-" + country;
  }

  /**
   * Path of a page.
   *
   * @param page path without a prefix, {@code /} for the front page
   */
  public String path(String page) {
    String prefix = prefix();
    return page.equals("/") && !prefix.isEmpty() ? prefix : prefix + page;
  }

  /** The page of a path that begins with the prefix, without it. */
  public String page(String path) {
    String prefix = prefix();
    String rest = path.startsWith(prefix) ? path.substring(prefix.length()) : "/";
    return rest.isEmpty() ? "/" : rest;
  }

  /** The paths in the language that name no country. */
  public Market withoutCountry() {
    return new Market(language, root, null);
  }

  /** Language tag of its pages for search engines, such as {@code de-AT}. */
  public String tag() {
    return country == null
        ? language.language()
        : language.locale().getLanguage() + "-" + country.toUpperCase(Locale.ROOT);
  }

  /** Language and territory, as Open Graph names them. */
  public String openGraph() {
    return country == null ? language.openGraph() : tag().replace('-', '_');
  }
}
