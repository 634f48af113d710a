package dev.tradewind.acceptance.clients;

import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.clients.FormBrowser.Page;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.test.TestNotificationProvider;
import io.vertx.core.json.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of the storefront by plain HTTP, as a browser without scripts uses them. */
class StorefrontPagesIT {

  @RegisterExtension static final StorefrontVisit visit = new StorefrontVisit();

  @ParameterizedTest
  @ValueSource(strings = {"/%09/evil.example", "/%0a/evil.example", "//evil.example", "/%5Cevil"})
  void noPathLeadsToAnotherShop(String path) {
    String europe = visit.shop.storefront().region("eur").getString("id");
    String back = URLDecoder.decode(path, StandardCharsets.UTF_8);
    assertThat(visit.browser.submit("/region", "region", europe, "back", back).path())
        .isEqualTo("/");
    assertThat(visit.browser.get("/account?back=" + path).find("name=\"back\" value=\"([^\"]*)\""))
        .isEqualTo("/account");
    assertThat(visit.browser.get("/orders/%0aX").path()).isEqualTo("/account");
  }

  @Test
  void refusalsShowTheirReasonAndKeepWhatWasEntered() {
    visit.putIntoCart(1);
    Page code = visit.browser.submit("/cart", "action", "code", "code", "NO-<SUCH>");
    assertThat(code.status()).isEqualTo(404);
    assertThat(code.html()).contains("The code NO-&lt;SUCH&gt; was not found.");

    Page address = visit.browser.submit("/checkout", "action", "address", "city", "Berlin");
    assertThat(address.status()).isEqualTo(400);
    assertThat(address.html())
        .contains("Fill in the marked fields.", "value=\"Berlin\"")
        .containsPattern("name=\"first_name\"[^>]+aria-invalid=\"true\"")
        .containsPattern("name=\"postal_code\"[^>]+aria-invalid=\"true\"")
        .doesNotContainPattern("name=\"last_name\"[^>]+(required|aria-invalid)")
        .doesNotContainPattern("name=\"city\"[^>]+aria-invalid");

    Page quantity =
        visit.browser.submit(
            "/cart", "action", "add", "handle", "wool-beanie", "quantity", "1", "option-x", "y");
    assertThat(quantity.status()).isEqualTo(400);
    assertThat(quantity.html())
        .contains("This combination is not sold.", "<h1 dir=\"auto\">Wool Beanie</h1>");
  }

  @Test
  void lineItemsAreChangedAndRemoved() {
    Page cart = visit.putIntoCart(1);
    String line = cart.find("name=\"line\" value=\"([^\"]+)\"");

    assertThat(
            visit
                .browser
                .submit("/cart", "action", "quantity", "line", line, "quantity", "3")
                .html())
        .contains("data-count>3<");
    assertThat(visit.browser.submit("/cart", "action", "remove", "line", line).html())
        .contains("The cart is empty.");
  }

  @Test
  void aPageIsAsFreshAsTheApi() {
    JsonObject variant = visit.shop.newVariant(1_500, 1);
    String id = variant.getString("id").replace("variant_", "prod_");
    String path = "/products/" + id;
    Page before = visit.browser.get(path);
    assertThat(before.html()).contains("Only 1 left");

    String cart = visit.shop.readyCart(variant.getString("id"), 1);
    visit.shop.storefront().post("/store/carts/" + cart + "/complete", null);

    assertThat(visit.browser.get(path).html()).contains("Sold out").doesNotContain("Only 1 left");
  }

  @Test
  void aProductWithoutAPriceInTheRegionHasNeitherStockNorAButton() {
    JsonObject variant = visit.shop.newVariant(1_500, 5);
    String product = variant.getString("id").replace("variant_", "prod_");
    String button = "Add to cart";
    assertThat(visit.browser.get("/products/" + product).html()).contains("Only 5 left", button);

    new StaffClient(visit.shop)
        .post(
            "/admin/products/" + product + "/variants/" + variant.getString("id"),
            "{'prices': [{'currency_code': 'usd', 'amount': 1500}]}");

    assertThat(visit.browser.get("/products/" + product).html())
        .contains("Not sold in this region")
        .doesNotContain("In stock", "Only 5 left", button, "name=\"quantity\"");
  }

  @Test
  void aShopperIsToldWhenASoldOutVariantIsBack() {
    String variant = visit.shop.newVariant(1_500, 0).getString("id");
    String path = "/products/" + variant.replace("variant_", "prod_");
    String email = Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    assertThat(visit.browser.get(path).find("name=\"variant\" value=\"([^\"]+)\""))
        .isEqualTo(variant);

    Page wrong = visit.browser.submit(path, "variant", variant, "email", "no address");
    assertThat(wrong.status()).isEqualTo(400);
    Page told = visit.browser.submit(path, "variant", variant, "email", email);
    assertThat(told.html()).contains("We will send you one e-mail");

    visit.shop.restock(variant, 3);
    until(() -> TestNotificationProvider.sentTo(variant, email).isPresent());
    assertThat(TestNotificationProvider.sentAbout(variant)).isEqualTo(1);
    assertThat(visit.browser.get(path).html()).doesNotContain("Tell me when it is back");
    assertThat(visit.browser.submit(path, "variant", variant, "email", email).status())
        .isEqualTo(400);
  }

  /** Uncompressed, with all files that a page loads beside images. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/products",
        "/products?q=linen&available=1",
        "/products/linen-shirt",
        "/cart",
        "/account"
      })
  void aPageAndItsFilesTakeLessThan100Kilobytes(String path) {
    Set<String> files = new LinkedHashSet<>();
    String html = visit.browser.get(path).html();
    addFound("(?:href|src)=\"(/storefront/[^\"]+\\.(?:css|js|svg))\"", html, "", files);
    int bytes = html.getBytes(StandardCharsets.UTF_8).length;
    for (Queue<String> unread = new ArrayDeque<>(files); !unread.isEmpty(); ) {
      String file = unread.remove();
      String content = visit.browser.get(file).html();
      bytes += content.getBytes(StandardCharsets.UTF_8).length;
      Set<String> imported = new LinkedHashSet<>();
      String folder = file.substring(0, file.lastIndexOf('/') + 1);
      addFound("(?:from |import\\()\"\\./([^\"]+)\"", content, folder, imported);
      imported.stream().filter(files::add).forEach(unread::add);
    }

    assertThat(files).hasSizeGreaterThanOrEqualTo(4);
    assertThat(bytes).as("%s and %s", path, files).isLessThan(100_000);
  }

  private static void addFound(String pattern, String text, String folder, Set<String> files) {
    Pattern.compile(pattern)
        .matcher(text)
        .results()
        .forEach(found -> files.add(folder + found.group(1)));
  }

  @Test
  void searchEnginesFindWhatThereIs() {
    Page product = visit.browser.get("/products/linen-shirt");
    String url = visit.shop.storefront().url();
    JsonObject data =
        new JsonObject(product.find("<script type=\"application/ld\\+json\">(.+?)</script>"));

    assertThat(product.html())
        .contains("<title>Linen Shirt – Tradewind</title>")
        .contains("<link rel=\"canonical\" href=\"" + url + "/products/linen-shirt\">")
        .contains("hreflang=\"de\" href=\"" + url + "/de/products/linen-shirt\"")
        .contains("<meta property=\"og:title\" content=\"Linen Shirt\">");
    JsonObject group = data.getJsonArray("@graph").getJsonObject(0);
    assertThat(group.getString("name")).isEqualTo("Linen Shirt");
    JsonObject offer = group.getJsonArray("hasVariant").getJsonObject(0).getJsonObject("offers");
    assertThat(offer.getString("price")).isEqualTo("94.80");
    assertThat(offer.getString("priceCurrency")).isEqualTo("EUR");
    assertThat(visit.browser.get("/robots.txt").html())
        .contains("Sitemap: " + url + "/sitemap.xml");
    assertThat(visit.browser.get("/sitemap.xml").html()).contains(url + "/sitemaps/1.xml");
    assertThat(visit.browser.get("/sitemaps/0.xml").html()).contains(url + "/collections/wardrobe");
    assertThat(visit.browser.get("/sitemaps/1.xml").html()).contains(url + "/products/linen-shirt");
    assertThat(visit.browser.get("/sitemaps/99.xml").status()).isEqualTo(404);
  }

  @Test
  void listsHavePagesAndASearch() {
    assertThat(visit.browser.get("/products").html()).contains("Page 1 of", "?page=2");
    assertThat(visit.browser.get("/products?page=999").status()).isEqualTo(404);
    assertThat(visit.browser.get("/products?q=crewneck").html())
        .contains("Results for “crewneck”", "1 product", "noindex");
    assertThat(visit.browser.get("/collections/wardrobe").html())
        .contains("<h1 dir=\"auto\">Wardrobe</h1>");
    for (String path : List.of("/products/none", "/collections/none", "/categories/none")) {
      assertThat(visit.browser.get(path).status()).isEqualTo(404);
    }
  }

  @Test
  void aLanguageHasPathsOfItsOwn() {
    assertThat(visit.browser.get("/de/products/linen-shirt").html())
        .contains(
            "<html lang=\"de\" dir=\"ltr\">", "In den Warenkorb", "94,80", "href=\"/de/cart\"");
    Page cart = visit.browser.submit("/de/cart", "action", "remove", "line", "item_none");
    assertThat(cart.status()).isEqualTo(400);
    assertThat(cart.html())
        .contains("<h1 tabindex=\"-1\">Warenkorb</h1>", "Der Warenkorb ist leer.");
  }

  @Test
  void aRefusalOfTheApiIsToldInTheLanguageOfThePage() {
    JsonObject variant = visit.shop.newVariant(1_500, 1);
    String handle = variant.getString("id").replace("variant_", "prod_");
    String[] two = {"action", "add", "handle", handle, "quantity", "2"};

    assertThat(visit.browser.submit("/de/cart", two).html())
        .contains("So viel ist nicht auf Lager.");
    assertThat(visit.browser.submit("/cart", two).html())
        .contains("There is not as much in stock as you want.");

    String[] account = {
      "action", "register",
      "first_name", "Grace",
      "last_name", "Hopper",
      "new_email", "grace-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com",
      "new_password", "nanoseconds of wire"
    };
    assertThat(visit.browser.submit("/de/account", account).status()).isEqualTo(200);
    visit.browser.submit("/de/account", "action", "sign-out");
    Page again = visit.browser.submit("/de/account", account);
    assertThat(again.status()).isEqualTo(422);
    assertThat(again.html()).contains("Mit dieser E-Mail-Adresse gibt es schon ein Konto.");
  }

  @Test
  void aCustomerRegistersSignsInAndKeepsAddresses() {
    String email = "grace-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    Page account =
        visit.browser.submit(
            "/account",
            "action",
            "register",
            "first_name",
            "Grace",
            "last_name",
            "Hopper",
            "new_email",
            email,
            "new_password",
            "nanoseconds of wire");
    assertThat(account.html()).contains("Grace Hopper, " + email, "There are no orders yet.");
    assertThat(
            visit
                .browser
                .submit(
                    "/account",
                    "action",
                    "add-address",
                    "first_name",
                    "Grace",
                    "last_name",
                    "Hopper",
                    "address_1",
                    "Hafenweg 7",
                    "postal_code",
                    "20457",
                    "city",
                    "Hamburg",
                    "country_code",
                    "de")
                .html())
        .contains("Hafenweg 7", "20457 Hamburg");

    assertThat(visit.browser.submit("/account", "action", "sign-out").html())
        .contains("Create an account");
    Page wrong =
        visit.browser.submit("/account", "action", "sign-in", "email", email, "password", "wrong");
    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.html()).contains("E-mail or password is wrong.", email);
    assertThat(
            visit
                .browser
                .submit(
                    "/account",
                    "action",
                    "sign-in",
                    "email",
                    email,
                    "password",
                    "nanoseconds of wire")
                .html())
        .contains("Hafenweg 7");
    assertThat(visit.browser.get("/account/reset-password?token=abc").html())
        .contains("Set the password", "value=\"abc\"");
  }
}
