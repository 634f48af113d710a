package dev.tradewind.storefront.look;

import dev.tradewind.storefront.answer.StorefrontContent;
import dev.tradewind.storefront.answer.StorefrontContent.InLanguage;
import dev.tradewind.storefront.answer.StorefrontContent.Palette;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.storefront.design.ShopDesign.OwnPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Look of the storefront in one language: the design of the shop's folder, and the content that
 * staff edit where the folder has nothing of its own.
 *
 * @param name of the shop
 * @param logo URL of its image; null without one
 * @param palette path of the style sheet with the colors; null: the built-in ones
 * @param headlineLanguage tag of the language of the headline, which may be another one than that
 *     of the page
 * @param claimLanguage the same of the claim
 * @param textsLanguage the same of contact and hours
 * @param description of the shop, for search engines
 * @param contact lines of the footer; empty without any
 * @param hours lines of the footer; empty without any
 * @param menu links in their order; empty: the collections
 * @param sections of the front page
 * @param pages of the shop's own, their contents in HTML
 */
public record Look(
    String name,
    @Nullable String logo,
    @Nullable String palette,
    String headline,
    @Nullable String claim,
    String headlineLanguage,
    String claimLanguage,
    String textsLanguage,
    String description,
    List<String> contact,
    List<String> hours,
    List<MenuLink> menu,
    List<Section> sections,
    List<OwnPage> pages,
    Tags tags) {

  /** Root of the style sheets with colors. */
  public static final String PALETTES = "/storefront/palette/";

  /** Texts of a folder that come before those of the content. */
  private static final String HEADLINE = "home.headline";

  private static final String CLAIM = "home.claim";

  private static final StorefrontContent NOTHING =
      new StorefrontContent(
          "", null, null, List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  private static final List<Section> BUILT_IN =
      List.of(Section.of("hero"), Section.of("collections"), Section.of("products"));

  /**
   * Entry of the menu.
   *
   * @param path without the prefix of the language; of another site: its URL
   * @param language tag of the language of the title
   */
  public record MenuLink(String title, String path, String language) {

    public boolean isLocal() {
      return path.startsWith("/");
    }
  }

  /**
   * Section of the front page.
   *
   * @param title null: the one of its kind
   * @param html text of it; empty without one
   * @param language tag of the language of title and text; empty without them
   */
  public record Section(
      String kind,
      @Nullable String handle,
      @Nullable String image,
      @Nullable String title,
      String html,
      String language) {

    private static Section of(String kind) {
      return new Section(kind, null, null, null, "", "");
    }
  }

  /** Look while the content is not known, as in a page that says that the shop is unavailable. */
  static Look unknown(ShopDesign design, Language text) {
    return of(design, NOTHING, text);
  }

  static Look of(ShopDesign design, StorefrontContent content, Language text) {
    Localized localized = new Localized(text, design.defaultLanguage());
    String name = design.name() == null ? content.name() : design.name();
    Optional<StorefrontContent.Texts> texts = localized.find(content.texts());
    String ownHeadline = text.texts().get(HEADLINE);
    String ownClaim = text.texts().get(CLAIM);
    String headline = first(ownHeadline, texts.map(StorefrontContent.Texts::headline));
    String claim = first(ownClaim, texts.map(StorefrontContent.Texts::claim));
    String language = texts.map(StorefrontContent.Texts::language).orElseGet(text::language);
    String description = first(null, texts.map(StorefrontContent.Texts::description));
    Optional<StorefrontContent.TagFragment> tags = localized.find(content.tagFragments());
    return new Look(
        name,
        design.logo() == null ? content.logoUrl() : "/storefront/own/" + design.logo(),
        content.palette() == null ? null : path(content.palette()),
        headline == null ? text.of("home.welcome", name) : headline,
        claim,
        ownHeadline != null || headline == null ? text.language() : language,
        ownClaim != null ? text.language() : language,
        language,
        Objects.requireNonNullElseGet(
            description, () -> claim == null ? text.of("home.description", name) : claim),
        lines(texts.map(StorefrontContent.Texts::contact)),
        lines(texts.map(StorefrontContent.Texts::hours)),
        content.menu().stream()
            .flatMap(item ->
                localized.find(item.titles()).stream()
                    .map(title -> new MenuLink(title.title(), item.path(), title.language())))
            .toList(),
        content.sections().isEmpty()
            ? BUILT_IN
            : content.sections().stream().map(section -> section(section, localized)).toList(),
        pages(design, content, text, localized),
        Tags.of(
            tags.map(StorefrontContent.TagFragment::head).orElse(""),
            tags.map(StorefrontContent.TagFragment::body).orElse(""),
            content.tagHosts(),
            content.tagFragments()));
  }

  private static @Nullable String first(@Nullable String own, Optional<String> edited) {
    if (own != null) {
      return own.replace("''", "'");
    }
    return edited.filter(text -> !text.isBlank()).orElse(null);
  }

  private static List<String> lines(Optional<String> text) {
    return text.stream().flatMap(String::lines).filter(line -> !line.isBlank()).toList();
  }

  private static String path(Palette palette) {
    return PALETTES
        + String.join(
                "-",
                palette.accent(),
                palette.onAccent(),
                palette.accentDark(),
                palette.onAccentDark())
            .replace("#", "")
        + ".css";
  }

  private static Section section(StorefrontContent.Section section, Localized localized) {
    Optional<StorefrontContent.SectionText> text = localized.find(section.texts());
    return new Section(
        section.kind(),
        section.handle(),
        section.imageUrl(),
        first(null, text.map(StorefrontContent.SectionText::title)),
        text.map(StorefrontContent.SectionText::text).map(Markdown::html).orElse(""),
        text.map(StorefrontContent.SectionText::language).orElse(""));
  }

  /** Pages of the folder, and pages of the content whose names the folder does not have. */
  private static List<OwnPage> pages(
      ShopDesign design, StorefrontContent content, Language text, Localized localized) {
    List<OwnPage> pages = new ArrayList<>(design.pagesIn(text));
    for (StorefrontContent.Page page : content.pages()) {
      if (pages.stream().noneMatch(present -> present.path().equals(page.name()))) {
        localized
            .find(page.texts())
            .map(found ->
                new OwnPage(
                    page.name(), found.language(), found.title(), Markdown.html(found.text())))
            .ifPresent(pages::add);
      }
    }
    return List.copyOf(pages);
  }

  /** Choice of the content in the language of a page, else in the shop's first one, else of any. */
  private record Localized(Language text, Language otherwise) {

    <T extends InLanguage> Optional<T> find(List<T> all) {
      return in(all, text).or(() -> in(all, otherwise)).or(() -> all.stream().findFirst());
    }

    private static <T extends InLanguage> Optional<T> in(List<T> all, Language language) {
      return all.stream().filter(one -> one.language().equals(language.language())).findFirst();
    }
  }
}
