package dev.tradewind.acceptance.clients;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.clients.FormBrowser.Page;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkout and what follows it on the pages of the storefront, without scripts. */
class StorefrontPurchaseIT {

  @RegisterExtension static final StorefrontVisit visit = new StorefrontVisit();

  /** Chooses the first shipping method, and goes on to the payment. */
  private Page chooseShipping(Page shipping, String... more) {
    String option = shipping.find("name=\"option-1\" value=\"([^\"]+)\"");
    List<String> values = new ArrayList<>(List.of("action", "shipping", "option-1", option));
    values.addAll(List.of(more));
    return visit.browser.submit("/checkout", values.toArray(String[]::new));
  }

  /** Page of a new order. */
  private Page placeOrder(String handle, String value, int quantity) {
    visit.putIntoCart(handle, value, quantity);
    enterAddress();
    return pay(chooseShipping(visit.browser.get("/checkout?step=shipping")));
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
    return visit.browser.submit("/checkout", values.toArray(String[]::new));
  }

  /** Captures the payment of an order and ships all of it. */
  private static void ship(String order) {
    StaffClient staff = new StaffClient(visit.shop);
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
    return visit.browser.submit(
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
    visit.putIntoCart(2);
    enterAddress();
    chooseShipping(visit.browser.get("/checkout?step=shipping"));
    String cart =
        await(
                visit
                    .shop
                    .carts()
                    .query("SELECT id FROM cart ORDER BY created_at DESC LIMIT 1")
                    .execute())
            .iterator()
            .next()
            .getString(0);
    visit.shop.storefront().post("/store/carts/" + cart + "/payment-sessions", null);
    Answer completed = visit.shop.storefront().post("/store/carts/" + cart + "/complete", null);
    return completed.body().getJsonObject("data").getString("id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/checkout", "/checkout?step=shipping", "/checkout?step=payment"})
  void aShopperWhoComesBackToACompletedCartSeesItsOrder(String path) {
    String order = completeElsewhere();

    Page returned = visit.browser.get(path);

    assertThat(returned.path()).isEqualTo("/orders/" + order);
    assertThat(returned.html()).contains("Thank you");
    assertThat(visit.browser.get(path).path()).isEqualTo("/cart");
  }

  @Test
  void aCartThatIsCompletedBeforeItsShopperReturnsLeadsToItsOrder() {
    String order = completeElsewhere();

    Page returned = visit.browser.submit("/checkout", "action", "payment", "provider", "manual");

    assertThat(returned.path()).isEqualTo("/orders/" + order);
    assertThat(returned.html()).contains("Thank you");
    assertThat(visit.browser.get("/cart").html()).contains("The cart is empty.");
  }

  @Test
  void aShopperWithoutScriptsPlacesAnOrder() {
    Page cart = visit.putIntoCart(2);
    assertThat(cart.path()).isEqualTo("/cart");
    assertThat(cart.html()).contains("Wool Beanie", "Rust", "data-count>2<");

    assertThat(visit.browser.get("/checkout").html()).contains("1. Address");
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
        visit.shop.storefront().get("/store" + order.path()).body().getJsonObject("order");
    assertThat(placed.getJsonArray("items").getJsonObject(0).getInteger("quantity")).isEqualTo(2);
    assertThat(order.find("<div class=\"total\"><dt>Total</dt><dd>€([\\d.]+)<"))
        .isEqualTo(
            "%d.%02d"
                .formatted(placed.getInteger("total") / 100, placed.getInteger("total") % 100));
    assertThat(visit.browser.get("/checkout").path()).isEqualTo("/cart");
  }

  @Test
  void aShopperExchangesWhatWasDeliveredAndPaysTheDifference() {
    Page order = placeOrder("coffee-grinder", "Beech", 2);
    assertThat(order.html()).doesNotContain("Exchange something", "Send something back");
    ship(order.path().replace("/orders/", ""));
    visit.putIntoCart(1);

    Page delivered = visit.browser.get(order.path());
    String line = delivered.find("name=\"quantity-([^\"]+)\"");
    String walnut = delivered.find("value=\"([^\"]+)\">Walnut, €");
    Page nothing =
        visit.browser.submit(
            order.path(), "action", "swap", "quantity-" + line, "1", "variant-" + line, "");
    assertThat(nothing.status()).isEqualTo(400);
    assertThat(nothing.html())
        .contains("Choose the number of pieces to send back and what to exchange them for.")
        .containsPattern("name=\"quantity-" + line + "\"[^>]+value=\"1\"");
    Page tooMany =
        visit.browser.submit(
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
        visit.browser.submit(
            order.path(), "action", "swap", "quantity-" + line, "1", "variant-" + line, walnut);
    assertThat(shipping.path()).isEqualTo("/checkout");
    assertThat(shipping.html()).contains("2. Shipping", "Walnut", "comes back", "data-count>1<");
    String cart = shipping.find("name=\"swap\" value=\"([^\"]+)\"");
    Page open = visit.browser.get(order.path());
    assertThat(open.html())
        .contains("Not confirmed yet.", "<span>1 × Coffee Grinder, Beech</span>")
        .contains("<span>1 × Coffee Grinder, Walnut</span>", "data-count>1<")
        .contains("name=\"swap\" value=\"" + cart + "\"");
    assertThat(visit.browser.submit("/checkout", "action", "address", "swap", cart).status())
        .isEqualTo(400);
    assertThat(visit.browser.get("/checkout?step=address&swap=" + cart).html())
        .contains("2. Shipping")
        .doesNotContain("name=\"address_1\"");

    Page payment = chooseShipping(shipping, "swap", cart);
    assertThat(payment.html()).contains("3. Payment", "Confirm the exchange", "Pay on account");
    Page swapped = pay(payment, "swap", cart);

    assertThat(swapped.path()).isEqualTo(order.path());
    assertThat(swapped.html())
        .contains("The exchange is confirmed.", "Payment: to be paid. Shipping: not shipped yet.")
        .doesNotContain("Continue the exchange");
    JsonObject swap =
        visit.shop.storefront().get("/store/swaps/" + cart).body().getJsonObject("swap");
    assertThat(swap.getString("confirmed_at")).isNotNull();
    assertThat(swap.getLong("difference_due")).isPositive();
    // The shopper's own cart is as it was.
    assertThat(visit.browser.get("/cart").html()).contains("Wool Beanie", "data-count>1<");
    assertThat(visit.browser.get("/checkout?step=shipping&swap=" + cart).path()).isEqualTo("/cart");
  }

  @Test
  void aLinkCannotChooseTheCartOfACheckout() {
    String foreign = visit.shop.readyCart(visit.shop.newVariant(1_500, 5).getString("id"), 1);
    assertThat(visit.browser.get("/checkout?swap=" + foreign).path()).isEqualTo("/cart");
    assertThat(visit.browser.submit("/checkout", "action", "address", "swap", foreign).path())
        .isEqualTo("/cart");

    Page order = placeOrder("coffee-grinder", "Beech", 1);
    ship(order.path().replace("/orders/", ""));
    Page delivered = visit.browser.get(order.path());
    String line = delivered.find("name=\"quantity-([^\"]+)\"");
    String walnut = delivered.find("value=\"([^\"]+)\">Walnut, €");
    String cart =
        visit
            .browser
            .submit(
                order.path(), "action", "swap", "quantity-" + line, "1", "variant-" + line, walnut)
            .find("name=\"swap\" value=\"([^\"]+)\"");
    visit.browser = new FormBrowser(visit.shop.storefront().url());
    visit.putIntoCart(1);

    // The own cart stays out of a checkout that was meant for another one.
    assertThat(visit.browser.get("/checkout?step=shipping&swap=" + cart).path()).isEqualTo("/cart");
    assertThat(visit.browser.submit("/checkout", "action", "payment", "swap", cart).path())
        .isEqualTo("/cart");
    assertThat(visit.browser.get("/cart").html()).contains("Wool Beanie", "data-count>1<");
    assertThat(visit.browser.submit(order.path(), "action", "continue", "swap", foreign).status())
        .isEqualTo(404);
    assertThat(visit.browser.submit(order.path(), "action", "continue", "swap", cart).html())
        .contains("2. Shipping", "Walnut");
  }

  @Test
  void aChangedCartIsShownAgainBeforeItIsPlaced() {
    Page payment = readyToPay();
    String seen = payment.find("name=\"seen\" value=\"([^\"]+)\"");
    String total = payment.find("<div class=\"total\"><dt>Total</dt><dd>(€[\\d.]+)<");
    visit.putIntoCart(3);

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
        await(
                visit
                    .shop
                    .carts()
                    .query("SELECT id FROM cart ORDER BY created_at DESC LIMIT 1")
                    .execute())
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
    visit
        .shop
        .storefront()
        .post("/store/carts/" + cart, new JsonObject().put("shipping_address", address));

    Page changed = pay(payment);

    assertThat(changed.status()).isEqualTo(409);
    assertThat(changed.html()).contains("Attacker Lane 1");
  }

  private Page readyToPay() {
    visit.putIntoCart(1);
    enterAddress();
    return chooseShipping(visit.browser.get("/checkout?step=shipping"));
  }

  @Test
  void anExchangeForSomethingCheaperNeedsNoPayment() {
    Page order = placeOrder("coffee-grinder", "Walnut", 1);
    ship(order.path().replace("/orders/", ""));
    Page delivered = visit.browser.get("/de" + order.path());
    String line = delivered.find("name=\"quantity-([^\"]+)\"");
    String beech = delivered.find("value=\"([^\"]+)\">Beech, ");

    Page shipping =
        visit.browser.submit(
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
        visit
            .browser
            .get("/de/checkout?step=payment&swap=" + cart)
            .find("name=\"seen\" value=\"([^\"]+)\"");
    Page swapped =
        visit.browser.submit("/de/checkout", "action", "payment", "seen", seen, "swap", cart);

    assertThat(swapped.html()).contains("Der Umtausch ist bestätigt.", "Umtausch");
    assertThat(
            visit
                .shop
                .storefront()
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
    String line = visit.browser.get(order.path()).find("name=\"return-([^\"]+)\"");

    Page nothing = visit.browser.submit(order.path(), "action", "return", "return-" + line, "0");
    assertThat(nothing.status()).isEqualTo(400);
    assertThat(nothing.html()).contains("Choose the number of pieces to send back.");
    assertThat(visit.browser.submit(order.path(), "action", "return", "return-" + line, "1").html())
        .contains("The return is requested.");
  }

  @Test
  void anAddressIsAskedForAsItsCountryHasIt() {
    visit.putIntoCart(1);
    String[] address = {
      "action", "address",
      "email", "madonna@example.com",
      "first_name", "Madonna",
      "address_1", "1 Main Street",
      "city", "Dublin",
      "country_code", "ie"
    };

    assertThat(visit.browser.submit("/checkout", address).html()).contains("2. Shipping");
    address[address.length - 1] = "de";
    assertThat(visit.browser.submit("/checkout", address).html())
        .contains("Fill in the marked fields.");
  }
}
