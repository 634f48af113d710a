package dev.tradewind.acceptance.clients;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Storefront of {@code start --demo harbour}: photographs, variants with pictures of their own, a
 * sale, what is not sold, long words and HTML of others.
 */
class HarbourShopIT {

  private static final String IMMUTABLE = "public, max-age=31536000, immutable";

  @TempDir private static Path folder;
  private static NodeProcess node;
  private static String shop;

  private final HttpClient http =
      HttpClient.newBuilder()
          .cookieHandler(new CookieManager())
          .followRedirects(HttpClient.Redirect.NORMAL)
          .connectTimeout(LIMIT)
          .build();

  @BeforeAll
  static void start() {
    String port = Integer.toString(FreePorts.find());
    shop = "http://localhost:" + port;
    node =
        NodeProcess.start(
            List.of(),
            Map.of(
                "TRADEWIND_DATABASE_URL", Shop.migratedDatabase().url(),
                "TRADEWIND_KAFKA_BOOTSTRAP", TestKafka.bootstrapServers(),
                "TRADEWIND_CLUSTER_NAME", "harbour-" + Ids.ulid(),
                "TRADEWIND_CLUSTER_PORT", Integer.toString(FreePorts.find()),
                "TRADEWIND_HTTP_PORT", port,
                "TRADEWIND_MANAGEMENT_PORT", "0",
                "TRADEWIND_DATA_DIR", folder.resolve("data").toString()),
            "--demo",
            "harbour");
    node.awaitServing();
    HarbourShopIT first = new HarbourShopIT();
    // All pictures of the page are measured, and pages are kept from then on.
    until(() -> first.page("/products/hafenblick-sofa").select(".gallery img[srcset]").size() == 3);
    until(() -> first.page("/products/tide-pot").select(".gallery img[srcset]").size() == 2);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) {
    try {
      return http.send(request.timeout(LIMIT).build(), body);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      throw new AssertionError(failure);
    }
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(shop + path)).header("Accept", "text/html");
  }

  private Document page(String path) {
    HttpResponse<String> response = send(request(path), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(path).isEqualTo(200);
    return Jsoup.parse(response.body(), shop + path);
  }

  private HttpResponse<String> submit(String path, String... values) {
    List<String> fields =
        IntStream.range(0, values.length / 2)
            .mapToObj(at -> values[2 * at] + "=" + encoded(values[2 * at + 1]))
            .toList();
    return send(
        request(path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Origin", shop)
            .POST(BodyPublishers.ofString(String.join("&", fields))),
        BodyHandlers.ofString());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private String region(String name) {
    return page("/").select("#region option").stream()
        .filter(option -> option.text().startsWith(name))
        .map(option -> option.attr("value"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPhotographIsSentInTheSizeOfItsPlace() throws Exception {
    Element image = page("/products/hafenblick-sofa").select(".gallery img").getFirst();
    String original = image.parent().attr("href");

    assertThat(image.attr("srcset"))
        .isEqualTo("F/320.jpg 320w, F/640.jpg 640w, F/1280.jpg 1280w".replace("F", original));
    assertThat(image.attr("src")).isEqualTo(original + "/640.jpg");
    assertThat(image.attr("sizes")).contains("88vw");
    assertThat(image.attr("width")).isEqualTo("2112");
    assertThat(image.attr("height")).isEqualTo("1408");
    assertThat(image.attr("alt")).isEqualTo("Hafenblick Sofa");

    HttpResponse<byte[]> small = send(request(image.attr("src")), BodyHandlers.ofByteArray());
    BufferedImage shown = ImageIO.read(new ByteArrayInputStream(small.body()));
    assertThat(shown.getWidth()).isEqualTo(640);
    assertThat(small.body()).hasSizeLessThan(60_000);
    assertThat(small.headers().firstValue("cache-control")).contains(IMMUTABLE);
  }

  @Test
  void anOriginalIsKeptForEverAndNotSentTwice() {
    String original = page("/products/hafenblick-sofa").select(".gallery a").first().attr("href");

    HttpResponse<byte[]> first = send(request(original), BodyHandlers.ofByteArray());
    String tag = first.headers().firstValue("etag").orElseThrow();
    HttpResponse<byte[]> again =
        send(request(original).header("If-None-Match", tag), BodyHandlers.ofByteArray());

    assertThat(first.body()).hasSizeGreaterThan(400_000);
    assertThat(first.headers().firstValue("cache-control")).contains(IMMUTABLE);
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }

  @Test
  void listsCropAPictureAroundTheOwnersPointAlone() {
    Document list = page("/products?q=hafenblick+sofa");

    Element sofa = list.select(".card a[href$=/hafenblick-sofa] .picture").first();
    assertThat(sofa.className()).isEqualTo("picture focused focus-x-50 focus-y-70");
    assertThat(page("/products/hafenblick-sofa").select(".focused")).isEmpty();
    assertThat(page("/products?q=lamp").select(".card .focused")).isEmpty();
  }

  @Test
  void anAddressChoosesAVariantWithItsPicture() {
    Document standard = page("/products/hafenblick-sofa");
    JsonArray variants =
        data(standard).getJsonArray("@graph").getJsonObject(0).getJsonArray("hasVariant");
    String rust = variants.getJsonObject(1).getString("url");

    Document chosen = page(rust.substring(shop.length()));

    assertThat(standard.select("[type=radio][checked]").val()).isEqualTo("Moss");
    assertThat(chosen.select("[type=radio][checked]").val()).isEqualTo("Rust");
    assertThat(chosen.select(".gallery a").first().attr("href"))
        .isEqualTo(standard.select(".gallery a").get(1).attr("href"));
    assertThat(chosen.select(".gallery a")).hasSize(3);
    assertThat(chosen.select("link[rel=canonical]").attr("href"))
        .isEqualTo(shop + "/products/hafenblick-sofa");
    assertThat(variants.getJsonObject(1).getString("image"))
        .endsWith(standard.select(".gallery a").get(1).attr("href"));
  }

  @Test
  void aLineOfTheCartShowsThePictureOfItsVariantAndLeadsToIt() {
    Document product = page("/products/hafenblick-sofa");
    String option = product.select("[type=radio]").first().attr("name");

    submit("/cart", "action", "add", "handle", "hafenblick-sofa", option, "Rust", "quantity", "1");
    Document cart = page("/cart");
    Element line = cart.select(".lines li").first();

    assertThat(line.select("img").attr("srcset"))
        .startsWith(product.select(".gallery a").get(1).attr("href") + "/320.jpg 320w");
    assertThat(page(line.select("strong a").attr("href")).select("[checked]").val())
        .isEqualTo("Rust");

    submit("/cart", "action", "code", "code", "AHOY10");
    submit("/cart", "action", "code", "code", "FREESHIP");
    assertThat(page("/cart").select(".applied").text()).contains("AHOY10", "FREESHIP");
  }

  @ParameterizedTest
  @CsvSource({
    "/products/hafenblick-sofa, true",
    "/products/tide-pot, false",
    "/products/boston-dock-bench, false"
  })
  void onlyWhatCanBeBoughtHasAButton(String path, boolean isBuyable) {
    assertThat(page(path).select("[data-add]").isEmpty()).isEqualTo(!isBuyable);
  }

  @Test
  void whatTheRegionDoesNotSellIsRefusedInItsWords() {
    HttpResponse<String> refused =
        submit("/cart", "action", "add", "handle", "boston-dock-bench", "quantity", "1");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(Jsoup.parse(refused.body()).select(".alert").text())
        .isEqualTo("Not sold in this region");
  }

  @Test
  void descriptionsKeepTheirShapeAndNothingElse() {
    Element lines = page("/products/hafenblick-sofa").select(".description").first();
    Document page = page("/products/lighthouse-lamp");
    Element html = page.select(".description").first();

    assertThat(lines.select("p")).hasSize(3);
    assertThat(lines.select("li")).hasSize(3);
    assertThat(html.select("h2").text()).isEqualTo("Light for the last chapter");
    assertThat(html.select("li")).hasSize(2);
    assertThat(html.select("a").attr("rel")).contains("nofollow");
    assertThat(html.select("script, img, [onerror]")).isEmpty();
    assertThat(page.html()).doesNotContain("stolen");
    assertThat(page.select("meta[name=description]").attr("content"))
        .startsWith("Light for the last chapter A shade of spun brass");
  }

  @Test
  void textsOfTheShopHaveADirectionOfTheirOwn() {
    Document page = page("/products/harbour-lamp-ar");

    assertThat(page.select("html").attr("dir")).isEqualTo("ltr");
    for (String part : List.of("h1", ".lead", ".description")) {
      assertThat(page.select(part).attr("dir")).as(part).isEqualTo("auto");
    }
  }

  @Test
  void aSaleIsMarked() {
    Element price = page("/products/hafenblick-sofa").select(".price").first();

    assertThat(price.hasClass("sale")).isTrue();
    assertThat(price.text()).isEqualTo("€1,490.00 instead of €1,890.00 Save 21 %");
    assertThat(page("/products?page=2").select(".badge.saving").text()).contains("Save ");
  }

  @Test
  void aPictureThatIsMissingHasAPlaceholder() {
    assertThat(page("/products/unphotographed-basket").select(".gallery .picture.none")).hasSize(1);
    assertThat(page("/collections/new-this-week").select(".card .picture.none")).isNotEmpty();
  }

  @Test
  void otherLanguagesHaveTheSamePage() {
    Document second = page("/products?page=2");

    assertThat(second.select("link[hreflang]").eachAttr("href"))
        .containsExactly(
            shop + "/products?page=2", shop + "/de/products?page=2", shop + "/products?page=2");
    assertThat(second.select("link[hreflang]").eachAttr("hreflang"))
        .containsExactly("en", "de", "x-default");
    assertThat(page("/products?q=sofa").select("footer a[hreflang=de]").attr("href"))
        .isEqualTo("/de/products?q=sofa");
    assertThat(second.select("meta[property=og:locale]").attr("content")).isEqualTo("en_US");
    assertThat(page("/de").select("meta[property=og:locale]").attr("content")).isEqualTo("de_DE");
    assertThat(second.select("meta[name=twitter:card]").attr("content")).isEqualTo("summary");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/products?q=sofa&page=2", "/products?page=3", "/checkout?step=shipping"})
  void aChangeOfTheRegionKeepsPageQueryAndStep(String path) {
    HttpResponse<String> page = send(request(path), BodyHandlers.ofString());
    String back = Jsoup.parse(page.body()).select("[name=back]").val();
    HttpResponse<String> changed =
        submit("/region", "region", region("United States"), "back", back);

    // Without a cart the checkout leads to the cart.
    String shown = page.uri().toString().substring(shop.length());
    assertThat(back).isEqualTo(shown);
    assertThat(changed.uri()).hasToString(shop + shown);
    assertThat(Jsoup.parse(changed.body()).select("#region [selected]").text())
        .isEqualTo("United States, USD");
  }

  @Test
  void searchEnginesAreToldOfAllPagesInAllLanguages() {
    Document index = xml("/sitemap.xml");
    Document products = xml("/sitemaps/1.xml");
    List<String> locations = products.select("url > loc").eachText();

    assertThat(index.select("loc").eachText())
        .containsExactly(shop + "/sitemaps/0.xml", shop + "/sitemaps/1.xml");
    assertThat(locations)
        .hasSize(600)
        .doesNotHaveDuplicates()
        .contains(shop + "/products/schachtel", shop + "/de/products/schachtel");
    assertThat(products.select("url > lastmod")).hasSize(600);
    assertThat(products.getElementsByTag("image:loc")).hasSizeGreaterThan(590);
    assertThat(products.select("url").first().getElementsByTag("xhtml:link").eachAttr("hreflang"))
        .containsExactly("en", "de", "x-default");
    assertThat(xml("/sitemaps/0.xml").select("url > loc").eachText())
        .contains(shop + "/de", shop + "/", shop + "/de/categories/table-lamps");
  }

  private Document xml(String path) {
    return Jsoup.parse(
        send(request(path), BodyHandlers.ofString()).body(), shop, Parser.xmlParser());
  }

  @Test
  void searchEnginesReadTheShopAndTheWayToAProduct() {
    JsonArray graph = data(page("/products/fishermans-jumper")).getJsonArray("@graph");

    assertThat(data(page("/")).getString("@type")).isEqualTo("Organization");
    assertThat(graph.getJsonObject(0).getJsonArray("variesBy"))
        .containsExactlyInAnyOrder("https://schema.org/size", "https://schema.org/color");
    assertThat(graph.getJsonObject(0).getJsonArray("hasVariant")).hasSize(3);
    assertThat(graph.getJsonObject(0).getJsonObject("brand").getString("name"))
        .isEqualTo("Harbour & Sons");
    assertThat(graph.getJsonObject(1).getJsonArray("itemListElement")).hasSize(3);
  }

  private static JsonObject data(Document page) {
    return new JsonObject(page.select("script[type=application/ld+json]").first().data());
  }

  @Test
  void anEmptyListHelps() {
    Document page = page("/products?q=submarine");

    assertThat(page.select(".nothing").text()).contains("Nothing was found for “submarine”");
    assertThat(page.select(".nothing a.primary").attr("href")).isEqualTo("/products");
  }

  @Test
  void inABrowserNothingOverflowsAndVariantsShowThemselves() throws Exception {
    NodeJs browser = NodeJs.installBrowser(folder.resolve("browser"));

    assertThat(browser.runScript("harbour.mjs", shop, browser.pictures())).contains("no problems");
    assertThat(browser.runScript("search.mjs", shop, browser.pictures())).contains("no problems");
  }
}
