package dev.tradewind.storefront.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.storefront.render.PageRenderer;
import dev.tradewind.storefront.render.Pictures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShopDesignTest {

  @TempDir private Path folder;

  @Test
  void aFolderReplacesTheNameTextsAndLanguages() throws IOException {
    write("shop.json", "{\"name\": \"Harbour\", \"languages\": [\"de\", \"fr\"]}");
    write("messages/de.properties", "home.headline=Moin");
    write("messages/fr.properties", "cart.title=Panier");

    ShopDesign design = ShopDesign.load(folder);

    assertThat(design.name()).isEqualTo("Harbour");
    assertThat(design.languages().keySet()).containsExactly("de", "fr");
    assertThat(design.defaultLanguage().of("home.headline")).isEqualTo("Moin");
    assertThat(design.defaultLanguage().of("cart.title")).isEqualTo("Warenkorb");
    Language french = design.languages().get("fr");
    assertThat(french.of("cart.title")).isEqualTo("Panier");
    assertThat(french.of("cart.remove")).isEqualTo("Remove");
  }

  @Test
  void pagesAreThoseOfTheLanguageOrTheFirstOne() throws IOException {
    write("pages/terms.en.html", "<h1>Terms</h1><p>All of them.</p>");
    write("pages/terms.de.html", "<h1>AGB</h1><p>Alle.</p>");
    write("pages/imprint.en.html", "<h1>Imprint</h1>");

    ShopDesign design = ShopDesign.load(folder);

    assertThat(design.pagesIn(design.languages().get("de")))
        .extracting(ShopDesign.OwnPage::title)
        .containsExactly("Imprint", "AGB");
    assertThat(design.pagesIn(design.defaultLanguage()))
        .extracting(ShopDesign.OwnPage::html)
        .containsExactly("", "<p>All of them.</p>");
  }

  @Test
  void filesAndTemplatesAreFound() throws IOException {
    write("files/logo.svg", "<svg/>");
    write("files/theme.css", ":root { --accent: #123456 }");
    write("templates/home.html", "Own home");

    ShopDesign design = ShopDesign.load(folder);

    assertThat(design.logo()).isEqualTo("logo.svg");
    assertThat(design.files()).containsOnlyKeys("logo.svg", "theme.css");
    assertThat(
            new PageRenderer(design.templates())
                .render("home", Map.of(), new Pictures(signed -> null)))
        .hasToString("Own home");
  }

  @Test
  void aPageNeedsALanguageAndATitle() throws IOException {
    write("pages/terms.html", "<h1>Terms</h1>");
    assertThatThrownBy(() -> ShopDesign.load(folder)).hasMessageContaining("terms.en.html");

    Files.delete(folder.resolve("pages/terms.html"));
    write("pages/terms.en.html", "<h2>Terms</h2>");
    assertThatThrownBy(() -> ShopDesign.load(folder)).hasMessageContaining("no title");
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @ParameterizedTest
  @CsvSource({
    "/products,       '',     /products",
    "/de/products,    /de,    /products",
    "/de,             /de,    /",
    "/de-at/products, /de-at, /products",
    "/en-us,          /en-us, /",
    "/en-us/,         /en-us, /",
    "/en-usa/x,       '',     /en-usa/x",
    "/design,         '',     /design",
    "/fr-fr/x,        '',     /fr-fr/x",
  })
  void aPathIsOfALanguageAndACountry(String path, String prefix, String page) {
    Market market = ShopDesign.DEFAULT.withCountryPaths(true).marketOf(path);

    assertThat(market.prefix()).isEqualTo(prefix);
    assertThat(market.page(path)).isEqualTo(page);
  }

  @Test
  void pathsHaveACountryWhereTheSettingSaysSo() {
    List<String> countries = List.of("de", "us");

    assertThat(ShopDesign.DEFAULT.markets(countries))
        .extracting(Market::tag)
        .containsExactly("en", "de");
    assertThat(ShopDesign.DEFAULT.marketOf("/de-at/products").prefix()).isEmpty();
    assertThat(ShopDesign.DEFAULT.withCountryPaths(true).markets(countries))
        .extracting(Market::tag)
        .containsExactly("en-DE", "en-US", "de-DE", "de-US");
    assertThat(ShopDesign.DEFAULT.withCountryPaths(true).markets(List.of()))
        .extracting(Market::prefix)
        .containsExactly("", "/de");
  }
}
