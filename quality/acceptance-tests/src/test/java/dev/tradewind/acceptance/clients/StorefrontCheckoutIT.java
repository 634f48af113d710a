package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.clients.FormBrowser.Page;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Forms of the checkout and of the account: what they ask, what they keep, and what they say. */
class StorefrontCheckoutIT {

  private static final String[] ADDRESS = {
    "action", "address",
    "email", "ada@example.com",
    "first_name", "Ada",
    "last_name", "Lovelace",
    "address_1", "1 Main Street",
    "postal_code", "10115",
    "city", "Berlin",
    "country_code", "de"
  };

  private static Shop shop;
  private FormBrowser browser;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
  }

  @BeforeEach
  void newBrowser() {
    browser = new FormBrowser(shop.storefront().url());
    chooseRegion("eur");
  }

  private void chooseRegion(String currency) {
    String region = shop.storefront().region(currency).getString("id");
    browser.submit("/region", "region", region, "back", "/cart");
  }

  private Page putIntoCart() {
    JsonObject variant = shop.newVariant(1_500, 10);
    String handle = variant.getString("id").replace("variant_", "prod_");
    return browser.submit("/cart", "action", "add", "handle", handle, "quantity", "2");
  }

  private Page send(String... more) {
    List<String> values = new ArrayList<>(List.of(ADDRESS));
    values.addAll(List.of(more));
    return browser.submit("/checkout", values.toArray(String[]::new));
  }

  private static String[] with(String name, String value, String... others) {
    List<String> values = new ArrayList<>(List.of(ADDRESS));
    for (int i = 0; i < others.length + 2; i += 2) {
      String changed = i == 0 ? name : others[i - 2];
      String now = i == 0 ? value : others[i - 1];
      int known = values.indexOf(changed);
      if (known < 0) {
        values.addAll(List.of(changed, now));
      } else {
        values.set(known + 1, now);
      }
    }
    return values.toArray(String[]::new);
  }

  /** Chooses the first shipping method, and places the order. */
  private Page place() {
    Page shipping = browser.get("/checkout?step=shipping");
    String option = shipping.find("name=\"option-1\" value=\"([^\"]+)\"");
    Page payment = browser.submit("/checkout", "action", "shipping", "option-1", option);
    return browser.submit(
        "/checkout",
        "action",
        "payment",
        "provider",
        "manual",
        "seen",
        payment.find("name=\"seen\" value=\"([^\"]+)\""));
  }

  /** The order that a guest places. */
  private JsonObject order() {
    return shop.storefront().get("/store" + place().path()).body().getJsonObject("order");
  }

  @Test
  void aGuestsOrderIsInTheAccountThatIsOpenedFromItsPage() {
    String email = "guest-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    putIntoCart();
    browser.submit("/checkout", with("email", email));
    Page placed = place();
    String order = placed.find("name=\"order\" value=\"([^\"]+)\"");

    String[] account = {
      "action", "register",
      "order", order,
      "first_name", "Ada",
      "last_name", "Lovelace",
      "new_email", email,
      "new_password", ""
    };
    Page refused = browser.submit("/account", account);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.html()).contains("name=\"order\" value=\"" + order + "\"");
    account[account.length - 1] = "notes on the engine";
    Page opened = browser.submit("/account", account);

    assertThat(opened.status()).isEqualTo(200);
    assertThat(opened.path()).isEqualTo("/orders/" + order);
    assertThat(browser.get("/account").html()).contains("href=\"/orders/" + order + "\"");
    Page other = new FormBrowser(shop.storefront().url()).get("/orders/" + order);
    assertThat(other.path()).as("hidden from others").isEqualTo("/account");
  }

  private String register() {
    String email = "ada-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    String[] account = {
      "action", "register",
      "first_name", "Ada",
      "last_name", "Lovelace",
      "new_email", email,
      "new_password", "notes on the engine"
    };
    assertThat(browser.submit("/account", account).html()).contains(email);
    return email;
  }

  @Test
  void whatIsNotKnownYetIsNotShownAsNothing() {
    Page cart = putIntoCart();
    assertThat(cart.html())
        .contains("<dt>Shipping</dt><dd>at the next steps</dd>", "<dt>Total so far</dt>")
        .doesNotContain("€0.00");
    assertThat(cart.html()).contains("All prices incl. VAT, plus shipping.");

    Page shipping = send();
    assertThat(shipping.html()).contains("at the next steps");
    String option = shipping.find("name=\"option-1\" value=\"([^\"]+)\"");
    Page preview =
        browser.submit("/checkout", "action", "shipping", "option-1", option, "preview", "yes");
    assertThat(preview.html())
        .contains("2. Shipping", "<dt>Total</dt>")
        .doesNotContain("at the next steps");
    assertThat(browser.get("/checkout?step=payment").html()).doesNotContain("at the next steps");
  }

  @Test
  void thePaymentNeedsAShippingMethodFirst() {
    putIntoCart();
    send();

    assertThat(browser.get("/checkout?step=payment").html())
        .contains("2. Shipping")
        .doesNotContain("Place order");
  }

  @Test
  void theFieldsAreThoseOfTheCountry() {
    chooseRegion("usd");
    putIntoCart();
    assertThat(browser.get("/checkout").html()).contains("<option value=\"NY\">New York</option>");

    Page stateless = browser.submit("/checkout", with("country_code", "us"));
    assertThat(stateless.status()).isEqualTo(400);
    assertThat(stateless.html()).containsPattern("name=\"province\"[^>]+aria-invalid=\"true\"");
    assertThat(
            browser.submit("/checkout", with("country_code", "us", "province", "Bavaria")).status())
        .isEqualTo(400);
    assertThat(browser.submit("/checkout", with("country_code", "us", "province", "NY")).html())
        .contains("2. Shipping", "<span>Berlin, NY 10115</span>");
  }

  @Test
  void theFieldsFollowTheCountryBeforeTheFormIsSent() {
    putIntoCart();
    Page german =
        browser.submit("/checkout", with("country_code", "de", "preview", "yes", "first_name", ""));
    assertThat(german.status()).isEqualTo(200);
    assertThat(german.html())
        .contains("name=\"postal_code\"", "value=\"1 Main Street\"")
        .doesNotContain("name=\"province\"", "aria-invalid");
    Page irish = browser.submit("/checkout", with("country_code", "ie", "preview", "yes"));
    assertThat(irish.html()).contains("name=\"province\"");
    assertThat(browser.get("/checkout?step=shipping").html()).contains("1. Address");
  }

  @Test
  void anInvoiceCanGoToACompanyElsewhere() {
    putIntoCart();
    Page incomplete = send("separate", "yes", "billing_company", "Engines Ltd");
    assertThat(incomplete.status()).isEqualTo(400);
    assertThat(incomplete.html())
        .containsPattern("name=\"billing_first_name\"[^>]+aria-invalid=\"true\"")
        .containsPattern("name=\"billing_company\"[^>]+value=\"Engines Ltd\"")
        .containsPattern("name=\"separate\"[^>]+checked");

    Page shipping =
        send(
            "separate", "yes",
            "billing_first_name", "Charles",
            "billing_company", "Engines Ltd",
            "billing_address_1", "2 Side Street",
            "billing_postal_code", "1010",
            "billing_city", "Vienna",
            "billing_country_code", "at",
            "vat_number", "ATU12345678",
            "note", "Ring twice, please.");
    assertThat(shipping.html()).contains("2. Shipping");
    assertThat(browser.get("/checkout").html())
        .contains("value=\"2 Side Street\"", "value=\"ATU12345678\"", "Ring twice, please.")
        .containsPattern("name=\"separate\"[^>]+checked");

    JsonObject order = order();
    JsonObject billing = order.getJsonObject("billing_address");
    assertThat(billing.getString("company")).isEqualTo("Engines Ltd");
    assertThat(billing.getString("city")).isEqualTo("Vienna");
    assertThat(billing.getJsonObject("metadata").getString("vat_number")).isEqualTo("ATU12345678");
    assertThat(order.getJsonObject("shipping_address").getJsonObject("metadata").getString("note"))
        .isEqualTo("Ring twice, please.");
  }

  @Test
  void whatIsEmptiedIsNotKept() {
    putIntoCart();
    send("phone", "030 1234", "company", "Engines Ltd", "note", "Ring twice.");
    send();

    JsonObject address = order().getJsonObject("shipping_address");
    assertThat(address.getString("phone")).isNull();
    assertThat(address.getString("company")).isNull();
    assertThat(address.getJsonObject("metadata", new JsonObject())).isEmpty();
  }

  @Test
  void aCustomersAddressIsKeptAndOffered() {
    register();
    putIntoCart();
    assertThat(send("keep", "yes").html()).contains("2. Shipping");
    assertThat(browser.get("/account").html()).contains("1 Main Street");
    place();

    putIntoCart();
    Page checkout = browser.get("/checkout");
    String saved = checkout.find("name=\"saved\" value=\"([^\"]+)\"");
    assertThat(checkout.html()).contains("Ship here", "value=\"1 Main Street\"");
    assertThat(browser.submit("/checkout", "action", "address", "saved", saved).html())
        .contains("2. Shipping", "<span>1 Main Street</span>");
    assertThat(place().html()).contains("<span>1 Main Street</span>");
  }

  @Test
  void aSavedAddressOfAnotherCustomerIsRefused() {
    register();
    putIntoCart();
    send("keep", "yes");
    String saved = browser.get("/checkout").find("name=\"saved\" value=\"([^\"]+)\"");
    newBrowser();
    register();
    putIntoCart();

    Page refused = browser.submit("/checkout", "action", "address", "saved", saved);

    assertThat(refused.status()).isEqualTo(404);
    assertThat(refused.html()).contains("This does not exist, or not any more.");
  }

  @Test
  void aCustomerChangesNamePasswordAndEmail() {
    String email = register();
    assertThat(
            browser
                .submit("/account", "action", "profile", "first_name", "Augusta", "phone", "1815")
                .html())
        .contains("Augusta Lovelace", "value=\"1815\"");
    Page wrong =
        browser.submit(
            "/account",
            "action",
            "login",
            "email",
            email,
            "old_password",
            "another engine",
            "password",
            "a new one of engines");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.html()).contains("The present password is wrong.");

    Page changed =
        browser.submit(
            "/account",
            "action",
            "login",
            "email",
            "new-" + email,
            "old_password",
            "notes on the engine",
            "password",
            "a new one of engines");
    assertThat(changed.html()).contains("new-" + email);
    browser.submit("/account", "action", "sign-out");
    assertThat(
            browser
                .submit(
                    "/account",
                    "action",
                    "sign-in",
                    "email",
                    "new-" + email,
                    "password",
                    "a new one of engines")
                .html())
        .contains("Augusta Lovelace");
  }

  @Test
  void aRefusalIsToldInWordsForShoppers() {
    putIntoCart();

    assertThat(send("phone", "1".repeat(300)).html()).contains("Phone: please check this entry.");
    Page email = browser.submit("/checkout", with("email", "not an address"));
    assertThat(email.status()).isEqualTo(400);
    assertThat(email.html()).containsPattern("name=\"email\"[^>]+aria-invalid=\"true\"");
  }

  @Test
  void aTotalIsExplainedStepByStep() {
    Page cart = putIntoCart();
    assertThat(cart.html()).contains("href=\"/cart/why\"");
    assertThat(browser.get("/cart/why").html())
        .contains("<li>2 × €15.00 = €30.00.</li>", "<li>Tax of 20 % on €30.00: €6.00.</li>");
    assertThat(browser.get("/de/cart/why").html()).contains("Warum dieser Preis?");
    send();

    Page order = place();
    assertThat(order.html()).contains("href=\"" + order.path() + "/why\"");
    assertThat(browser.get(order.path() + "/why").html())
        .contains("<li>2 × €15.00 = €30.00.</li>", "<dt>Total</dt>");
  }

  @Test
  void anotherShoppersTotalIsNotExplained() {
    register();
    putIntoCart();
    send();
    String path = place().path();
    assertThat(browser.get(path + "/why").html()).contains("Why this price?");
    newBrowser();

    assertThat(browser.get(path + "/why").html())
        .contains("Create an account")
        .doesNotContain("Why this price?");
    assertThat(shop.storefront().get("/store" + path + "/totals-explanation").status())
        .isEqualTo(404);
  }
}
