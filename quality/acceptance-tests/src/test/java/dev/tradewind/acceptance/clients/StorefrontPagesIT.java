package dev.tradewind.acceptance.clients;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.clients.FormBrowser.Page;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.test.TestNotificationProvider;
import io.vertx.core.json.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of the storefront by plain HTTP, as a browser without scripts uses them. */
class StorefrontPagesIT {

  private static Shop shop;
  private FormBrowser browser;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
  }

  @BeforeEach
  void newBrowser() {
    browser = new FormBrowser(shop.storefront().url());
    String europe = shop.storefront().region("eur").getString("id");
    assertThat(browser.submit("/region", "region", europe, "back", "/cart").path())
        .isEqualTo("/cart");
  }

  private Page putIntoCart(int quantity) {
    return putIntoCart("wool-beanie", "Rust", quantity);
  }

  private Page putIntoCart(String handle, String value, int quantity) {
    Page product = browser.get("/products/" + handle);
    String option = product.find("name=\"(option-[^\"]+)\"");
    return browser.submit(
        "/cart",
        "action",
        "add",
        "handle",
        handle,
        option,
        value,
        "quantity",
        Integer.toString(quantity));
  }

  /** Chooses the first shipping method, and goes on to the payment. */
  private Page chooseShipping(Page shipping, String... more) {
    String option = shipping.find("name=\"option-1\" value=\"([^\"]+)\"");
    List<String> values = new ArrayList<>(List.of("action", "shipping", "option-1", option));
    values.addAll(List.of(more));
    return browser.submit("/checkout", values.toArray(String[]::new));
  }

  /** Page of a new order. */
  private Page placeOrder(String handle, String value, int quantity) {
    putIntoCart(handle, value, quantity);
    enterAddress();
    return pay(chooseShipping(browser.get("/checkout?step=shipping")));
  }

  /** Sends the form of the payment page, with what it showed. */
  private Page pay(Page payment, String... more) {
    List<String> values =
        new ArrayList<>(
            List.of("action", "payment", "seen", payment.find("name=\"seen\" value=\"([^\"]+)\"")));
    values.addAll(List.of(more));
    if (payment.html().contains("value=\"manual\"")) {
      values.addAll(List.of("provider", "manual"));
    }
    return browser.submit("/checkout", values.toArray(String[]::new));
  }

  /** Captures the payment of an order and ships all of it. */
  private static void ship(String order) {
    StaffClient staff = new StaffClient(shop);
    String path = "/admin/orders/" + order;
    staff.post(path + "/capture", "");
    JsonObject line = staff.get(path).getJsonObject("order").getJsonArray("items").getJsonObject(0);
    String fulfillment =
        staff
            .post(
                path + "/fulfillment",
                "{'items': [{'item_id': '%s', 'quantity': %d}]}",
                line.getString("id"),
                line.getInteger("quantity"))
            .getJsonObject("order")
            .getJsonArray("fulfillments")
            .getJsonObject(0)
            .getString("id");
    staff.post(path + "/shipment", "{'fulfillment_id': '%s'}", fulfillment);
  }

  private Page enterAddress() {
    return browser.submit(
        "/checkout",
        "action",
        "address",
        "email",
        "grace@example.com",
        "first_name",
        "Grace",
        "last_name",
        "Hopper",
        "address_1",
        "Hauptstrasse 1",
        "postal_code",
        "10115",
        "city",
        "Berlin",
        "country_code",
        "de");
  }

  /** Id of the order of the open cart, completed as by the notice of a payment at a provider. */
  private String completeElsewhere() {
    putIntoCart(2);
    enterAddress();
    chooseShipping(browser.get("/checkout?step=shipping"));
    String cart =
        await(shop.carts().query("SELECT id FROM cart ORDER BY created_at DESC LIMIT 1").execute())
            .iterator()
            .next()
            .getString(0);
    shop.storefront().post("/store/carts/" + cart + "/payment-sessions", null);
    Answer completed = shop.storefront().post("/store/carts/" + cart + "/complete", null);
    return completed.body().getJsonObject("data").getString("id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/checkout", "/checkout?step=shipping", "/checkout?step=payment"})
  void aShopperWhoComesBackToACompletedCartSeesItsOrder(String path) {
    String order = completeElsewhere();

    Page returned = browser.get(path);

    assertThat(returned.path()).isEqualTo("/orders/" + order);
    assertThat(returned.html()).contains("Thank you");
    assertThat(browser.get(path).path()).isEqualTo("/cart");
  }

  @Test
  void aCartThatIsCompletedBeforeItsShopperReturnsLeadsToItsOrder() {
    String order = completeElsewhere();

    Page returned = browser.submit("/checkout", "action", "payment", "provider", "manual");

    assertThat(returned.path()).isEqualTo("/orders/" + order);
    assertThat(returned.html()).contains("Thank you");
    assertThat(browser.get("/cart").html()).contains("The cart is empty.");
  }

  @Test
  void aShopperWithoutScriptsPlacesAnOrder() {
    Page cart = putIntoCart(2);
    assertThat(cart.path()).isEqualTo("/cart");
    assertThat(cart.html()).contains("Wool Beanie", "Rust", "data-count>2<");

    assertThat(browser.get("/checkout").html()).contains("1. Address");
    Page shipping = enterAddress();
    assertThat(shipping.html()).contains("2. Shipping");
    Page payment = chooseShipping(shipping);
    assertThat(payment.html()).contains("3. Payment", "Pay on account");
    Page order = pay(payment);

    assertThat(order.status()).isEqualTo(200);
    assertThat(order.path()).startsWith("/orders/order_");
    assertThat(order.html())
        .contains("Thank you, grace@example.com", "Grace Hopper", "Hauptstrasse 1", "Germany")
        .contains("data-count>0<");
    JsonObject placed =
        shop.storefront().get("/store" + order.path()).body().getJsonObject("order");
    assertThat(placed.getJsonArray("items").getJsonObject(0).getInteger("quantity")).isEqualTo(2);
    assertThat(order.find("<div class=\"total\"><dt>Total</dt><dd>€([\\d.]+)<"))
        .isEqualTo(
            "%d.%02d"
                .formatted(placed.getInteger("total") / 100, placed.getInteger("total") % 100));
    assertThat(browser.get("/checkout").path()).isEqualTo("/cart");
  }

  @Test
  void aShopperExchangesWhatWasDeliveredAndPaysTheDifference() {
    Page order = placeOrder("coffee-grinder", "Beech", 2);
    assertThat(order.html()).doesNotContain("Exchange something", "Send something back");
    ship(order.path().replace("/orders/", ""));
    putIntoCart(1);

    Page delivered = browser.get(order.path());
    String line = delivered.find("name=\"quantity-([^\"]+)\"");
    String walnut = delivered.find("value=\"([^\"]+)\">Walnut, €");
    Page nothing =
        browser.submit(
            order.path(), "action", "swap", "quantity-" + line, "1", "variant-" + line, "");
    assertThat(nothing.status()).isEqualTo(400);
    assertThat(nothing.html())
        .contains("Choose the number of pieces to send back and what to exchange them for.")
        .containsPattern("name=\"quantity-" + line + "\"[^>]+value=\"1\"");
    Page tooMany =
        browser.submit(
            "/de" + order.path(),
            "action",
            "swap",
            "quantity-" + line,
            "3",
            "variant-" + line,
            walnut);
    assertThat(tooMany.status()).isEqualTo(400);
    assertThat(tooMany.html()).contains("Sie können höchstens zurücksenden, was Sie erhalten");

    Page shipping =
        browser.submit(
            order.path(), "action", "swap", "quantity-" + line, "1", "variant-" + line, walnut);
    assertThat(shipping.path()).isEqualTo("/checkout");
    assertThat(shipping.html()).contains("2. Shipping", "Walnut", "comes back", "data-count>1<");
    String cart = shipping.find("name=\"swap\" value=\"([^\"]+)\"");
    Page open = browser.get(order.path());
    assertThat(open.html())
        .contains("Not confirmed yet.", "<span>1 × Coffee Grinder, Beech</span>")
        .contains("<span>1 × Coffee Grinder, Walnut</span>", "data-count>1<")
        .contains("name=\"swap\" value=\"" + cart + "\"");
    assertThat(browser.submit("/checkout", "action", "address", "swap", cart).status())
        .isEqualTo(400);
    assertThat(browser.get("/checkout?step=address&swap=" + cart).html())
        .contains("2. Shipping")
        .doesNotContain("name=\"address_1\"");

    Page payment = chooseShipping(shipping, "swap", cart);
    assertThat(payment.html()).contains("3. Payment", "Confirm the exchange", "Pay on account");
    Page swapped = pay(payment, "swap", cart);

    assertThat(swapped.path()).isEqualTo(order.path());
    assertThat(swapped.html())
        .contains("The exchange is confirmed.", "Payment: to be paid. Shipping: not shipped yet.")
        .doesNotContain("Continue the exchange");
    JsonObject swap = shop.storefront().get("/store/swaps/" + cart).body().getJsonObject("swap");
    assertThat(swap.getString("confirmed_at")).isNotNull();
    assertThat(swap.getLong("difference_due")).isPositive();
    // The shopper's own cart is as it was.
    assertThat(browser.get("/cart").html()).contains("Wool Beanie", "data-count>1<");
    assertThat(browser.get("/checkout?step=shipping&swap=" + cart).path()).isEqualTo("/cart");
  }

  @Test
  void aLinkCannotChooseTheCartOfACheckout() {
    String foreign = shop.readyCart(shop.newVariant(1_500, 5).getString("id"), 1);
    assertThat(browser.get("/checkout?swap=" + foreign).path()).isEqualTo("/cart");
    assertThat(browser.submit("/checkout", "action", "address", "swap", foreign).path())
        .isEqualTo("/cart");

    Page order = placeOrder("coffee-grinder", "Beech", 1);
    ship(order.path().replace("/orders/", ""));
    Page delivered = browser.get(order.path());
    String line = delivered.find("name=\"quantity-([^\"]+)\"");
    String walnut = delivered.find("value=\"([^\"]+)\">Walnut, €");
    String cart =
        browser
            .submit(
                order.path(), "action", "swap", "quantity-" + line, "1", "variant-" + line, walnut)
            .find("name=\"swap\" value=\"([^\"]+)\"");
    browser = new FormBrowser(shop.storefront().url());
    putIntoCart(1);

    // The own cart stays out of a checkout that was meant for another one.
    assertThat(browser.get("/checkout?step=shipping&swap=" + cart).path()).isEqualTo("/cart");
    assertThat(browser.submit("/checkout", "action", "payment", "swap", cart).path())
        .isEqualTo("/cart");
    assertThat(browser.get("/cart").html()).contains("Wool Beanie", "data-count>1<");
    assertThat(browser.submit(order.path(), "action", "continue", "swap", foreign).status())
        .isEqualTo(404);
    assertThat(browser.submit(order.path(), "action", "continue", "swap", cart).html())
        .contains("2. Shipping", "Walnut");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/%09/evil.example", "/%0a/evil.example", "//evil.example", "/%5Cevil"})
  void noPathLeadsToAnotherShop(String path) {
    String europe = shop.storefront().region("eur").getString("id");
    String back = URLDecoder.decode(path, StandardCharsets.UTF_8);
    assertThat(browser.submit("/region", "region", europe, "back", back).path()).isEqualTo("/");
    assertThat(browser.get("/account?back=" + path).find("name=\"back\" value=\"([^\"]*)\""))
        .isEqualTo("/account");
    assertThat(browser.get("/orders/%0aX").path()).isEqualTo("/account");
  }

  @Test
  void aChangedCartIsShownAgainBeforeItIsPlaced() {
    Page payment = readyToPay();
    String seen = payment.find("name=\"seen\" value=\"([^\"]+)\"");
    String total = payment.find("<div class=\"total\"><dt>Total</dt><dd>(€[\\d.]+)<");
    putIntoCart(3);

    Page changed = pay(payment);

    assertThat(changed.status()).isEqualTo(409);
    assertThat(changed.html()).contains("The cart has changed since this page was shown.");
    assertThat(changed.find("<div class=\"total\"><dt>Total</dt><dd>(€[\\d.]+)<"))
        .isNotEqualTo(total);
    assertThat(changed.find("name=\"seen\" value=\"([^\"]+)\"")).isNotEqualTo(seen);
    assertThat(pay(changed).html()).contains("Thank you, grace@example.com");
  }

  @Test
  void aCartWithAnotherAddressIsShownAgainBeforeItIsPlaced() {
    Page payment = readyToPay();
    String cart =
        await(shop.carts().query("SELECT id FROM cart ORDER BY created_at DESC LIMIT 1").execute())
            .iterator()
            .next()
            .getString(0);
    JsonObject address =
        new JsonObject()
            .put("first_name", "Mallory")
            .put("address_1", "Attacker Lane 1")
            .put("postal_code", "10115")
            .put("city", "Berlin")
            .put("country_code", "de");
    shop.storefront()
        .post("/store/carts/" + cart, new JsonObject().put("shipping_address", address));

    Page changed = pay(payment);

    assertThat(changed.status()).isEqualTo(409);
    assertThat(changed.html()).contains("Attacker Lane 1");
  }

  private Page readyToPay() {
    putIntoCart(1);
    enterAddress();
    return chooseShipping(browser.get("/checkout?step=shipping"));
  }

  @Test
  void anExchangeForSomethingCheaperNeedsNoPayment() {
    Page order = placeOrder("coffee-grinder", "Walnut", 1);
    ship(order.path().replace("/orders/", ""));
    Page delivered = browser.get("/de" + order.path());
    String line = delivered.find("name=\"quantity-([^\"]+)\"");
    String beech = delivered.find("value=\"([^\"]+)\">Beech, ");

    Page shipping =
        browser.submit(
            "/de" + order.path(),
            "action",
            "swap",
            "quantity-" + line,
            "1",
            "variant-" + line,
            beech);
    String cart = shipping.find("name=\"swap\" value=\"([^\"]+)\"");
    Page payment = chooseShipping(shipping, "swap", cart);
    assertThat(payment.html()).contains("Nothing is left to pay.");
    String seen =
        browser
            .get("/de/checkout?step=payment&swap=" + cart)
            .find("name=\"seen\" value=\"([^\"]+)\"");
    Page swapped = browser.submit("/de/checkout", "action", "payment", "seen", seen, "swap", cart);

    assertThat(swapped.html()).contains("Der Umtausch ist bestätigt.", "Umtausch");
    assertThat(
            shop.storefront()
                .get("/store/swaps/" + cart)
                .body()
                .getJsonObject("swap")
                .getLong("difference_due"))
        .isNegative();
  }

  @Test
  void aShopperSendsBackWhatWasDelivered() {
    Page order = placeOrder("wool-beanie", "Rust", 2);
    ship(order.path().replace("/orders/", ""));
    String line = browser.get(order.path()).find("name=\"return-([^\"]+)\"");

    Page nothing = browser.submit(order.path(), "action", "return", "return-" + line, "0");
    assertThat(nothing.status()).isEqualTo(400);
    assertThat(nothing.html()).contains("Choose the number of pieces to send back.");
    assertThat(browser.submit(order.path(), "action", "return", "return-" + line, "1").html())
        .contains("The return is requested.");
  }

  @Test
  void refusalsShowTheirReasonAndKeepWhatWasEntered() {
    putIntoCart(1);
    Page code = browser.submit("/cart", "action", "code", "code", "NO-<SUCH>");
    assertThat(code.status()).isEqualTo(404);
    assertThat(code.html()).contains("The code NO-&lt;SUCH&gt; was not found.");

    Page address = browser.submit("/checkout", "action", "address", "city", "Berlin");
    assertThat(address.status()).isEqualTo(400);
    assertThat(address.html())
        .contains("Fill in the marked fields.", "value=\"Berlin\"")
        .containsPattern("name=\"first_name\"[^>]+aria-invalid=\"true\"")
        .containsPattern("name=\"postal_code\"[^>]+aria-invalid=\"true\"")
        .doesNotContainPattern("name=\"last_name\"[^>]+(required|aria-invalid)")
        .doesNotContainPattern("name=\"city\"[^>]+aria-invalid");

    Page quantity =
        browser.submit(
            "/cart", "action", "add", "handle", "wool-beanie", "quantity", "1", "option-x", "y");
    assertThat(quantity.status()).isEqualTo(400);
    assertThat(quantity.html())
        .contains("This combination is not sold.", "<h1 dir=\"auto\">Wool Beanie</h1>");
  }

  @Test
  void anAddressIsAskedForAsItsCountryHasIt() {
    putIntoCart(1);
    String[] address = {
      "action", "address",
      "email", "madonna@example.com",
      "first_name", "Madonna",
      "address_1", "1 Main Street",
      "city", "Dublin",
      "country_code", "ie"
    };

    assertThat(browser.submit("/checkout", address).html()).contains("2. Shipping");
    address[address.length - 1] = "de";
    assertThat(browser.submit("/checkout", address).html()).contains("Fill in the marked fields.");
  }

  @Test
  void lineItemsAreChangedAndRemoved() {
    Page cart = putIntoCart(1);
    String line = cart.find("name=\"line\" value=\"([^\"]+)\"");

    assertThat(browser.submit("/cart", "action", "quantity", "line", line, "quantity", "3").html())
        .contains("data-count>3<");
    assertThat(browser.submit("/cart", "action", "remove", "line", line).html())
        .contains("The cart is empty.");
  }

  @Test
  void aPageIsAsFreshAsTheApi() {
    JsonObject variant = shop.newVariant(1_500, 1);
    String id = variant.getString("id").replace("variant_", "prod_");
    String path = "/products/" + id;
    Page before = browser.get(path);
    assertThat(before.html()).contains("Only 1 left");

    String cart = shop.readyCart(variant.getString("id"), 1);
    shop.storefront().post("/store/carts/" + cart + "/complete", null);

    assertThat(browser.get(path).html()).contains("Sold out").doesNotContain("Only 1 left");
  }

  @Test
  void aProductWithoutAPriceInTheRegionHasNeitherStockNorAButton() {
    JsonObject variant = shop.newVariant(1_500, 5);
    String product = variant.getString("id").replace("variant_", "prod_");
    String button = "Add to cart";
    assertThat(browser.get("/products/" + product).html()).contains("Only 5 left", button);

    new StaffClient(shop)
        .post(
            "/admin/products/" + product + "/variants/" + variant.getString("id"),
            "{'prices': [{'currency_code': 'usd', 'amount': 1500}]}");

    assertThat(browser.get("/products/" + product).html())
        .contains("Not sold in this region")
        .doesNotContain("In stock", "Only 5 left", button, "name=\"quantity\"");
  }

  @Test
  void aShopperIsToldWhenASoldOutVariantIsBack() {
    String variant = shop.newVariant(1_500, 0).getString("id");
    String path = "/products/" + variant.replace("variant_", "prod_");
    String email = Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    assertThat(browser.get(path).find("name=\"variant\" value=\"([^\"]+)\"")).isEqualTo(variant);

    Page wrong = browser.submit(path, "variant", variant, "email", "no address");
    assertThat(wrong.status()).isEqualTo(400);
    Page told = browser.submit(path, "variant", variant, "email", email);
    assertThat(told.html()).contains("We will send you one e-mail");

    shop.restock(variant, 3);
    until(() -> TestNotificationProvider.sentTo(variant, email).isPresent());
    assertThat(TestNotificationProvider.sentAbout(variant)).isEqualTo(1);
    assertThat(browser.get(path).html()).doesNotContain("Tell me when it is back");
    assertThat(browser.submit(path, "variant", variant, "email", email).status()).isEqualTo(400);
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
    String html = browser.get(path).html();
    addFound("(?:href|src)=\"(/storefront/[^\"]+\\.(?:css|js|svg))\"", html, "", files);
    int bytes = html.getBytes(StandardCharsets.UTF_8).length;
    for (Queue<String> unread = new ArrayDeque<>(files); !unread.isEmpty(); ) {
      String file = unread.remove();
      String content = browser.get(file).html();
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
    Page product = browser.get("/products/linen-shirt");
    String url = shop.storefront().url();
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
    assertThat(browser.get("/robots.txt").html()).contains("Sitemap: " + url + "/sitemap.xml");
    assertThat(browser.get("/sitemap.xml").html()).contains(url + "/sitemaps/1.xml");
    assertThat(browser.get("/sitemaps/0.xml").html()).contains(url + "/collections/wardrobe");
    assertThat(browser.get("/sitemaps/1.xml").html()).contains(url + "/products/linen-shirt");
    assertThat(browser.get("/sitemaps/99.xml").status()).isEqualTo(404);
  }

  @Test
  void listsHavePagesAndASearch() {
    assertThat(browser.get("/products").html()).contains("Page 1 of", "?page=2");
    assertThat(browser.get("/products?page=999").status()).isEqualTo(404);
    assertThat(browser.get("/products?q=crewneck").html())
        .contains("Results for “crewneck”", "1 product", "noindex");
    assertThat(browser.get("/collections/wardrobe").html())
        .contains("<h1 dir=\"auto\">Wardrobe</h1>");
    for (String path : List.of("/products/none", "/collections/none", "/categories/none")) {
      assertThat(browser.get(path).status()).isEqualTo(404);
    }
  }

  @Test
  void aLanguageHasPathsOfItsOwn() {
    assertThat(browser.get("/de/products/linen-shirt").html())
        .contains(
            "<html lang=\"de\" dir=\"ltr\">", "In den Warenkorb", "94,80", "href=\"/de/cart\"");
    Page cart = browser.submit("/de/cart", "action", "remove", "line", "item_none");
    assertThat(cart.status()).isEqualTo(400);
    assertThat(cart.html())
        .contains("<h1 tabindex=\"-1\">Warenkorb</h1>", "Der Warenkorb ist leer.");
  }

  @Test
  void aRefusalOfTheApiIsToldInTheLanguageOfThePage() {
    JsonObject variant = shop.newVariant(1_500, 1);
    String handle = variant.getString("id").replace("variant_", "prod_");
    String[] two = {"action", "add", "handle", handle, "quantity", "2"};

    assertThat(browser.submit("/de/cart", two).html()).contains("So viel ist nicht auf Lager.");
    assertThat(browser.submit("/cart", two).html())
        .contains("There is not as much in stock as you want.");

    String[] account = {
      "action", "register",
      "first_name", "Grace",
      "last_name", "Hopper",
      "new_email", "grace-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com",
      "new_password", "nanoseconds of wire"
    };
    assertThat(browser.submit("/de/account", account).status()).isEqualTo(200);
    browser.submit("/de/account", "action", "sign-out");
    Page again = browser.submit("/de/account", account);
    assertThat(again.status()).isEqualTo(422);
    assertThat(again.html()).contains("Mit dieser E-Mail-Adresse gibt es schon ein Konto.");
  }

  @Test
  void aCustomerRegistersSignsInAndKeepsAddresses() {
    String email = "grace-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    Page account =
        browser.submit(
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
            browser
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

    assertThat(browser.submit("/account", "action", "sign-out").html())
        .contains("Create an account");
    Page wrong =
        browser.submit("/account", "action", "sign-in", "email", email, "password", "wrong");
    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.html()).contains("E-mail or password is wrong.", email);
    assertThat(
            browser
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
    assertThat(browser.get("/account/reset-password?token=abc").html())
        .contains("Set the password", "value=\"abc\"");
  }
}
