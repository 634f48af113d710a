package dev.tradewind.storefront.answer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content of the storefront that staff edit, in all languages.
 *
 * @param name of the shop
 */
public record StorefrontContent(
    String name,
    @Nullable String logoUrl,
    @Nullable Palette palette,
    List<Texts> texts,
    List<MenuItem> menu,
    List<Section> sections,
    List<Page> pages,
    List<TagHost> tagHosts,
    List<TagFragment> tagFragments) {

  /** Content in one language. */
  public interface InLanguage {

    String language();
  }

  /** Colors of links and buttons on light and dark ground, and of the text on them. */
  public record Palette(String accent, String onAccent, String accentDark, String onAccentDark) {}

  /** Texts of every page, and of the front page. */
  public record Texts(
      String language,
      @Nullable String headline,
      @Nullable String claim,
      @Nullable String description,
      @Nullable String contact,
      @Nullable String hours)
      implements InLanguage {}

  public record MenuItem(String path, List<Title> titles) {}

  public record Title(String language, String title) implements InLanguage {}

  /** Section of the front page. */
  public record Section(
      String kind, @Nullable String handle, @Nullable String imageUrl, List<SectionText> texts) {}

  public record SectionText(String language, @Nullable String title, @Nullable String text)
      implements InLanguage {}

  /** Page of the shop's own. */
  public record Page(String name, List<PageText> texts) {}

  /**
   * @param text in Markdown
   */
  public record PageText(String language, String title, String text) implements InLanguage {}

  /** Origins that a directive of the content security policy admits for tags. */
  public record TagHost(String directive, List<String> origins) {}

  /** HTML at the end of head and body. */
  public record TagFragment(String language, @Nullable String head, @Nullable String body)
      implements InLanguage {}
}
